// The page: which game the address means, what its controls do, what is said.

import { ask, inTurn } from "./api.js";
import { draw, listen } from "./board.js";
import { at, element, showCard, showPiles, showPoints, showSheet } from "./panels.js";

/** @typedef {import("./api.js").Answer} Answer */

const root = document.documentElement;
const place = at("game");
/** @type {Answer} */
let page = {};
/** @type {Answer} */
let game = {};
/** @type {Answer[]} */
let steps = [];
let step = 0;
let hint = 1;
let sure = false;
let opened = 0;
/** @type {AbortController | undefined} */
let waiting;

/** @param {string} sentence @param {boolean} [refused] */
function say(sentence, refused = false) {
  at("status").textContent = sentence;
  at("status").classList.toggle("refused", refused);
}

/**
 * Ask, and show what comes: the game as it is afterwards, or why not.
 * @param {Record<string, unknown>} request
 * @param {Parameters<typeof ask>[1]} [options]
 * @returns {Promise<Answer | undefined>}
 */
async function put(request, options) {
  try {
    const found = await ask({ ...request, lang: lang() }, options);
    if (!found.error) return found;
    if (found.error.kind === "gone") void open();
    else if (found.error.kind !== "stopped") say(found.error.sentence, true);
  } catch (error) {
    if (!options?.signal?.aborted) say(page.words?.offline ?? String(error), true);
  }
}

function lang() {
  const wanted = new URLSearchParams(location.search).get("lang");
  const chosen = [localStorage.getItem("hashi-lang") ?? wanted ?? "", ...navigator.languages];
  const spoken = page.languages?.map((/** @type {Answer} */ each) => each.code) ?? ["en", "es", "it", "pl", "pt"];
  return chosen.map((each) => each.slice(0, 2).toLowerCase()).find((each) => spoken.includes(each)) ?? "en";
}

/** What the address asks for: #/today, #/day/2026-12-24, #/challenge/CODE, #/seed/tuesday?cards=flip */
function wanted() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const [what, ...rest] = path.split("/");
  const options = Object.fromEntries(new URLSearchParams(query ?? ""));
  let value = rest.join("/");
  try {
    value = decodeURIComponent(value);
  } catch {
    // a stray per cent sign is part of what was typed
  }
  if (what === "day") return { day: value, ...options };
  if (what === "challenge") return { code: value, ...options };
  if (what === "seed") return { seed: value, ...options };
  return { daily: true, ...options };
}

/** @param {boolean} [anew] */
async function open(anew = false) {
  const turn = (opened += 1);
  waiting?.abort();
  const found = await inTurn(() => put({ use: "open", ...wanted(), new: anew }));
  if (found && turn === opened) {
    show(found);
    say(game.prompt);
    void aims();
  }
  root.dataset.ready = "true";
}

async function aims() {
  const key = game.game;
  const over = game.phase === "over";
  if (game.medals && !over) return;
  const found = await put({ use: over ? "end" : "aims", game: key });
  if (!found || found.game !== game.game) return;
  if (over) ending(found);
  else {
    game.medals = found.medals;
    place.dataset.perfect = perfect();
    place.dataset.medal = found.medals.reached ?? "";
    // what was tapped meanwhile counts, so the game is asked for once more
    const now = await inTurn(() => put({ use: "look", game: key }));
    if (now && now.game === game.game) show(now);
  }
}

function perfect() {
  const found = game.medals?.limits.find((/** @type {Answer} */ each) => each.medal === "perfect");
  return found ? `${found.total}` : "";
}

/** @param {Answer} found */
function show(found) {
  game = found;
  steps = [];
  Object.assign(place.dataset, {
    phase: game.phase, round: game.round, card: game.card ?? "", total: game.total,
    perfect: perfect(), medal: game.medals?.reached ?? "",
  });
  at("name").textContent = `${game.name} · ${game.board}`;
  at("where").textContent = game.where;
  for (const each of at("board").querySelectorAll(".look-at")) each.classList.remove("look-at");
  draw(at("board"), game.svg);
  showCard(game);
  showPoints(game, page.words);
  showPiles(game, page.words);
  showSheet(game);
  controls();
}

function controls() {
  const over = game.phase === "over";
  at("actions").hidden = over;
  at("end").hidden = !over || steps.length > 0;
  at("steps").hidden = !steps.length;
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (at("actions").querySelectorAll("[data-action]"))) {
    const action = button.dataset.action ?? "";
    const able = { hint: game.hint, "give-up": game.give_up }[action] ?? game.actions.includes(action);
    button.disabled = !able || Boolean(waiting);
    if (action.startsWith("pass-")) button.hidden = action !== (game.phase === "number" ? "pass-number" : "pass-bridges");
    if (action === "next") button.textContent = game.next;
    if (action === "hint") button.textContent = `${page.words.hint} ${hint}`;
    if (action === "hint") button.title = page.words[`hint-${hint}`];
    if (action === "give-up") button.classList.toggle("sure", sure);
  }
  at("stop").hidden = !waiting;
}

/** @param {Answer} found */
function ending(found) {
  show(found);
  if (!found.verdict) return;
  at("score").replaceChildren(element("strong", {}, `${found.total}`), ` ${found.title} · ${found.medal}`);
  at("verdict").textContent = found.verdict;
  at("share-text").textContent = found.share;
  place.dataset.medal = found.medals.reached ?? "";
  at("again-row").hidden = found.hidden;
  const rounds = [...Array(found.rounds).keys()].map((each) => element("option", {}, `${each + 1}`));
  at("again").replaceChildren(element("option", { value: "" }, "–"), ...rounds);
}

/** @param {Record<string, unknown>} request */
async function change(request) {
  const found = await inTurn(() => put({ ...request, game: game.game }));
  if (!found) return;
  hint = 1;
  sure = false;
  show(found);
  say(found.said ?? "");
  if (game.phase === "over") void aims();
}

/** @param {string} name */
function tap(name) {
  if (steps.length || game.phase === "over") return;
  void change(name.includes("-") ? { use: "tap", line: name } : { use: "tap", island: name });
}

/** Work that takes seconds, with a way to stop it. @param {Record<string, unknown>} request */
async function long(request) {
  waiting?.abort();
  const mine = (waiting = new AbortController());
  say(page.words.wait);
  controls();
  const onProgress = (/** @type {number} */ share) => say(`${page.words.wait} ${Math.round(100 * share)} %`);
  const found = await put({ ...request, game: game.game }, { signal: mine.signal, onProgress });
  if (mine.signal.aborted) say(game.prompt);
  if (waiting === mine) waiting = undefined;
  controls();
  return found;
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
    if (!sure) {
      sure = true;
      say(page.words["give-up-sure"]);
      controls();
      return;
    }
    const found = await long({ use: "give-up" });
    sure = false;
    if (!found) return;
    show(found);
    say(found.said);
    await aims();
    await best();
  },
  share: async () => {
    const text = at("share-text").textContent ?? "";
    try {
      await navigator.clipboard.writeText(text);
      say(page.words.copied);
    } catch {
      getSelection()?.selectAllChildren(at("share-text"));
    }
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
  step = 0;
  walk(0);
}

/** @param {number} by */
function walk(by) {
  step = Math.max(0, Math.min(steps.length - 1, step + by));
  const { where, text, svg, total } = steps[step];
  draw(at("board"), svg);
  say(`${where}: ${text} (${total})`);
  controls();
}

function words() {
  root.lang = page.lang;
  for (const each of document.querySelectorAll("[data-word]")) {
    each.textContent = page.words[/** @type {HTMLElement} */ (each).dataset.word ?? ""];
  }
  for (const each of document.querySelectorAll("[data-label]")) {
    const label = page.words[/** @type {HTMLElement} */ (each).dataset.label ?? ""];
    each.setAttribute("aria-label", label);
    each.setAttribute("title", label);
  }
  const named = (/** @type {Answer} */ each, /** @type {string} */ key) => element("option", { value: each[key] }, each.name);
  const language = /** @type {HTMLSelectElement} */ (at("language"));
  language.replaceChildren(...page.languages.map((/** @type {Answer} */ each) => named(each, "code")));
  language.value = lang();
  const boards = form().elements.namedItem("board");
  /** @type {HTMLSelectElement} */ (boards).replaceChildren(...page.boards.map((/** @type {Answer} */ each) => named(each, "id")));
  /** @type {HTMLSelectElement} */ (boards).value = "side-a";
  const day = /** @type {HTMLInputElement} */ (form().elements.namedItem("day"));
  day.value = day.value || page.today;
}

/** @returns {HTMLFormElement} */
function form() {
  return /** @type {HTMLFormElement} */ (at("other-form"));
}

/** @param {string} id @returns {HTMLDialogElement} */
function dialog(id) {
  return /** @type {HTMLDialogElement} */ (at(id));
}

async function load() {
  const found = await put({ use: "page" });
  if (!found) return;
  page = found;
  words();
  await open();
}

/** @param {string} theme */
function paint(theme) {
  root.dataset.theme = theme;
}

paint(localStorage.getItem("hashi-theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
listen(at("board"), tap);
at("actions").addEventListener("click", (event) => {
  const action = /** @type {HTMLElement} */ (event.target).dataset.action;
  if (action) act(action);
});
at("end").addEventListener("click", (event) => {
  if (/** @type {HTMLElement} */ (event.target).dataset.action === "share") act("share");
});
at("stop").addEventListener("click", () => waiting?.abort());
at("best").addEventListener("click", () => void best());
at("new").addEventListener("click", () => void open(true));
at("again").addEventListener("change", async (event) => {
  const round = Number(/** @type {HTMLSelectElement} */ (event.target).value);
  const found = round ? await inTurn(() => put({ use: "again", game: game.game, round })) : undefined;
  if (found) show(found);
  if (found) say(found.prompt);
});
at("earlier").addEventListener("click", () => walk(-1));
at("later").addEventListener("click", () => walk(1));
at("back").addEventListener("click", () => {
  show(game);
  say(game.prompt);
  void aims();
});
at("theme").addEventListener("click", () => {
  paint(root.dataset.theme === "dark" ? "light" : "dark");
  localStorage.setItem("hashi-theme", root.dataset.theme ?? "light");
});
at("language").addEventListener("change", (event) => {
  localStorage.setItem("hashi-lang", /** @type {HTMLSelectElement} */ (event.target).value);
  void load();
});
at("other-button").addEventListener("click", () => dialog("other").showModal());
at("other-close").addEventListener("click", () => dialog("other").close());
at("keys-button").addEventListener("click", () => dialog("keys").showModal());
at("keys-close").addEventListener("click", () => dialog("keys").close());
form().addEventListener("submit", (event) => {
  event.preventDefault();
  const filled = Object.fromEntries(new FormData(form()));
  const what = String(filled.what);
  const options = { board: String(filled.board), cards: String(filled.cards), start: String(filled.start) };
  const path = `${what === "code" ? "challenge" : what}/${encodeURIComponent(String(filled[what]).trim())}`;
  dialog("other").close();
  location.hash = what === "code" ? `#/${path}` : `#/${path}?${new URLSearchParams(options)}`;
});
for (const name of ["day", "seed", "code"]) {
  const field = /** @type {HTMLInputElement} */ (form().elements.namedItem(name));
  field.addEventListener("focus", () => {
    /** @type {RadioNodeList} */ (form().elements.namedItem("what")).value = name;
  });
}
addEventListener("hashchange", () => void open());
addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (target.matches("input, select, textarea")) return;
  const pass = game.phase === "number" ? "pass-number" : "pass-bridges";
  const meant = { Backspace: "undo", p: "pass", n: "next", h: "hint", "?": "keys" }[event.key];
  if (!meant) return;
  event.preventDefault();
  if (meant === "keys") dialog("keys").showModal();
  else {
    const action = meant === "pass" ? pass : meant;
    const button = /** @type {HTMLButtonElement | null} */ (place.querySelector(`[data-action="${action}"]`));
    if (button && !button.disabled && !button.closest("[hidden]")) act(action);
  }
});
void load();
