// Playing: which game the address means, what its controls do.

import { inTurn } from "./api.js";
import { draw, listen } from "./board.js";
import { at, busy, element, page, put, say, stop, work } from "./page.js";
import { showCard, showPiles, showPoints, showSheet } from "./panels.js";

/** @typedef {import("./api.js").Answer} Answer */

const place = at("game");
let game = /** @type {Answer} */ ({});
let steps = /** @type {Answer[]} */ ([]);
let step = 0;
let hint = 1;
let sure = false;
let opened = 0;
let spent = 0; // seconds that hashi does not know of yet
let clock = localStorage.getItem("hashi-clock") === "shown";
let wanted = /** @type {Record<string, unknown>} */ ({});

/**
 * What the address asks for: #/today, #/day/2026-12-24, #/challenge/CODE, #/seed/tuesday?cards=flip, #/game/KEY
 * @param {string[]} path
 * @param {Record<string, string>} options
 */
export async function open([what, value], options) {
  const named = /** @type {Record<string, string>} */ ({ day: "day", challenge: "code", seed: "seed", game: "kept" })[what];
  wanted = { ...(named ? { [named]: value ?? "" } : { daily: true }), ...options };
  await begin();
}

/** The seconds up to now count, whatever is opened next. */
export function close() {
  if (!spent) return;
  void put({ use: "clock", game: game.game, seconds: spent }, { keepalive: true });
  game.seconds += spent;
  spent = 0;
}

function tick() {
  const all = (game.seconds ?? 0) + spent;
  const parts = [Math.floor(all / 60) % 60, all % 60].map((each) => `${each}`.padStart(2, "0"));
  at("clock").textContent = clock ? `${all < 3600 ? "" : `${Math.floor(all / 3600)}:`}${parts.join(":")}` : "◷";
  at("clock").setAttribute("aria-pressed", `${clock}`);
}

/** @param {boolean} [anew] */
async function begin(anew = false) {
  const turn = (opened += 1);
  stop();
  close();
  const found = await inTurn(() => put({ use: "open", ...wanted, new: anew }));
  if (!found || turn !== opened) return;
  show(found);
  say(game.prompt);
  void aims();
}

async function aims() {
  const { game: key, phase, medals } = game;
  if (medals && phase !== "over") return;
  const found = await put({ use: phase === "over" ? "end" : "aims", game: key });
  if (!found || found.game !== game.game) return;
  if (phase === "over") ending(found);
  else {
    // what was tapped meanwhile counts, so the game is asked for once more
    const now = await inTurn(() => put({ use: "look", game: key }));
    if (now && now.game === game.game && !steps.length) show(now);
  }
}

/** @param {Answer} found */
function show(found) {
  game = found;
  page.game = game.game;
  steps = [];
  Object.assign(place.dataset, {
    phase: game.phase, round: game.round, card: game.card ?? "", total: game.total,
    perfect: game.perfect, medal: game.medals?.reached ?? "",
  });
  at("name").textContent = `${game.name} · ${game.board}`;
  at("where").textContent = game.where;
  for (const each of at("board").querySelectorAll(".look-at")) each.classList.remove("look-at");
  draw(at("board"), game.svg);
  showCard(game);
  showPoints(game);
  showPiles(game, page.words);
  showSheet(game);
  for (const each of place.querySelectorAll("a[data-with-code]")) {
    each.setAttribute("href", `${each.getAttribute("data-with-code")}${game.code}`);
  }
  controls();
  tick();
}

function controls() {
  const over = game.phase === "over";
  at("actions").hidden = over;
  at("end").hidden = !over || steps.length > 0;
  at("steps").hidden = !steps.length;
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (at("actions").querySelectorAll("[data-action]"))) {
    const action = button.dataset.action ?? "";
    const able = { hint: game.hint, "give-up": game.give_up }[action] ?? game.actions.includes(action);
    button.disabled = !able || busy();
    if (action.startsWith("pass-")) button.hidden = action !== (game.phase === "number" ? "pass-number" : "pass-bridges");
    if (action === "next") button.textContent = game.next;
    if (action === "hint") Object.assign(button, { textContent: `${page.words.hint} ${hint}`, title: page.words[`hint-${hint}`] });
    if (action === "give-up") button.classList.toggle("sure", sure);
  }
}

/** @param {Answer} found */
function ending(found) {
  show(found);
  if (!found.verdict) return;
  at("score").replaceChildren(element("strong", {}, `${found.total}`), ` ${found.title} · ${found.medal}`);
  at("verdict").textContent = found.verdict;
  at("share-text").textContent = found.share;
  /** @type {HTMLAnchorElement} */ (at("review-link")).hash = `#/review?kept=${found.kept}`;
  at("again-row").hidden = found.hidden;
  at("link").textContent = found.code;
  at("again").replaceChildren(...[...Array(found.rounds + 1).keys()].map((each) =>
    element("option", { value: `${each}` }, each ? `${each}` : "–")));
}

/** @param {Record<string, unknown>} request */
async function change(request) {
  const found = await inTurn(async () => {
    const asked = { ...request, game: game.game, seconds: spent };
    const answered = await put(asked);
    if (answered) spent -= asked.seconds;
    return answered;
  });
  if (!found) return;
  hint = 1;
  sure = false;
  show(found);
  say(found.said ?? "", false, found.heard ?? "");
  if (game.phase === "over") void aims();
}

/** @param {string} name */
function tap(name) {
  if (steps.length || game.phase === "over") return;
  void change(name.includes("-") ? { use: "tap", line: name } : { use: "tap", island: name });
}

/** @param {Record<string, unknown>} request */
function long(request) {
  return work({ ...request, game: game.game }, controls);
}

/** @type {Record<string, () => unknown>} */
const actions = {
  hint: async () => {
    const found = await long({ use: "hint", level: hint });
    if (!found) return;
    hint = Math.min(3, hint + 1);
    show(found);
    say(found.said);
    for (const name of found.look_at) {
      place.querySelector(`[data-island="${name}"], [data-line="${name}"]`)?.classList.add("look-at");
    }
  },
  "give-up": async () => {
    const found = sure ? await long({ use: "give-up" }) : undefined;
    if (!sure) say(page.words["give-up-sure"]);
    sure = !sure;
    controls();
    if (!found) return;
    show(found);
    say(found.said);
    await aims();
    await best();
  },
  share: async () => {
    const copied = navigator.clipboard?.writeText(at("share-text").textContent ?? "");
    await copied?.then(() => say(page.words.copied), () => getSelection()?.selectAllChildren(at("share-text")));
  },
};

/** @param {string} action */
function act(action) {
  if (actions[action]) void actions[action]();
  else void change({ use: "act", action });
}

async function best() {
  const found = await long({ use: "best" });
  if (!found) return;
  steps = found.steps;
  walk(-step);
}

/** @param {number} by */
function walk(by) {
  step = Math.max(0, Math.min(steps.length - 1, step + by));
  const { where, text, svg, total } = steps[step];
  draw(at("board"), svg);
  say(`${where}: ${text} (${total})`);
  controls();
}

listen(at("board"), tap);
place.addEventListener("click", (event) => {
  const { action } = /** @type {HTMLElement} */ (event.target).dataset;
  if (action) act(action);
});
at("stop").addEventListener("click", () => {
  stop();
  controls();
  say(game.prompt);
});
at("best").addEventListener("click", () => void best());
at("new").addEventListener("click", () => void begin(true));
at("again").addEventListener("change", async (event) => {
  const round = Number(/** @type {HTMLSelectElement} */ (event.target).value);
  const found = round ? await inTurn(() => put({ use: "again", game: game.game, round })) : undefined;
  if (!found) return;
  show(found);
  say(found.prompt);
});
at("earlier").addEventListener("click", () => walk(-1));
at("later").addEventListener("click", () => walk(1));
at("back").addEventListener("click", () => {
  show(game);
  say(game.prompt);
  void aims();
});
at("clock").addEventListener("click", () => {
  clock = !clock;
  localStorage.setItem("hashi-clock", clock ? "shown" : "hidden");
  tick();
});
setInterval(() => {
  if (place.hidden || document.hidden || !game.phase || game.phase === "over") return;
  spent += 1;
  tick();
}, 1000);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) close();
});
addEventListener("hashi-gone", () => {
  if (!place.hidden) void begin();
});
addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (place.hidden || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (target.matches("input, select, textarea")) return;
  const pass = game.phase === "number" ? "pass-number" : "pass-bridges";
  const action = { Backspace: event.shiftKey ? "redo" : "undo", p: pass, n: "next", h: "hint" }[event.key];
  if (!action) return;
  event.preventDefault();
  const button = /** @type {HTMLButtonElement | null} */ (place.querySelector(`[data-action="${action}"]`));
  if (button && !button.disabled && !button.closest("[hidden]")) act(action);
});
