// Solving: cards are dragged or typed, a start is tapped, a position taken over; the best play is shown step by step.

import { draw, listen } from "./board.js";
import { at, element, form, page, put, say, stop, work } from "./page.js";

/** @typedef {import("./api.js").Answer} Answer */

const board = /** @type {HTMLSelectElement} */ (at("solve-on"));
const typed = /** @type {HTMLTextAreaElement} */ (at("typed-cards"));
let problem = /** @type {Answer} */ ({});
let steps = /** @type {Answer[]} */ ([]);
let step = 0;
let chosen = 0;
let dragging = false;
let language = "";

/** @param {string[]} path */
export async function open([, value]) {
  at("from-game").hidden = !page.game;
  if (value || !language) await arrange({ typed: value || page.today });
  else if (language !== page.lang) await arrange(problem);
}

/** @param {Record<string, unknown>} change */
async function arrange(change) {
  stop();
  const found = await put({ use: "arrange", board: board.value, ...change });
  if (!found) return;
  ({ problem } = found);
  language = page.lang;
  board.value = problem.board;
  board.disabled = Boolean(problem.record);
  typed.value = problem.order;
  at("free-start").hidden = problem.start === "free" || problem.rounds > 0;
  const focused = at("order").contains(document.activeElement);
  at("order").replaceChildren(...found.cards.map((/** @type {Answer} */ each, /** @type {number} */ place) => {
    const state = { type: "button", class: "card", "aria-label": each.label, "aria-pressed": `${place === chosen}` };
    return element("li", {}, element("button", { ...state, ...(each.fixed && { disabled: "" }) }, each.card));
  }));
  if (focused) cards()[chosen].focus();
  draw(at("solve-board"), found.svg);
  say(found.said);
  show(found.solved);
}

const cards = () => [...at("order").querySelectorAll("button")];

/** @param {number} to */
function shift(to) {
  const [card, there] = [cards()[chosen], cards()[to]];
  if (!there || there === card || there.disabled || card.disabled) return;
  there.parentElement?.[to < chosen ? "before" : "after"](card.parentElement ?? card);
  chosen = to;
}

function settle() {
  dragging = false;
  const order = cards().slice(0, -1).map((each) => each.textContent).join(" ");
  if (order !== (problem.order ?? "")) void arrange({ ...problem, order, moved: chosen });
}

// The best play of what is arranged, if it is known.
/** @param {Answer | undefined} found */
function show(found) {
  steps = found?.steps ?? [];
  step = 0;
  at("solved").hidden = !found;
  at("claim").textContent = found?.claim;
  at("solve-record").textContent = found?.record;
  if (found) walk(0);
}

/** @param {number} by */
function walk(by) {
  step = Math.max(0, Math.min(steps.length - 1, step + by));
  const { where, text, svg, total } = steps[step];
  draw(at("solve-board"), svg);
  say(`${where}: ${text} (${total})`);
}

form("solve-form").addEventListener("submit", (event) => {
  event.preventDefault();
  void arrange({ typed: typed.value });
});
board.addEventListener("change", () => void arrange({ ...problem, board: board.value, start: "free" }));
listen(at("solve-board"), (island) => {
  if (!island.includes("-")) void arrange({ ...problem, island });
});
at("free-start").addEventListener("click", () => void arrange({ ...problem, start: "free" }));
at("from-game").addEventListener("click", () => void arrange({ game: page.game }));
at("solve-button").addEventListener("click", async () => show(await work({ use: "solve", ...problem }) ?? undefined));
at("solve-stop").addEventListener("click", () => void arrange(problem)); // what is known by then comes with it
for (const by of [-1, 1]) {
  at(by < 0 ? "solve-earlier" : "solve-later").addEventListener("click", () => walk(by));
  at(by < 0 ? "card-earlier" : "card-later").addEventListener("click", () => {
    shift(chosen + by);
    settle();
  });
}
for (const kind of ["click", "pointerdown"]) {
  at("order").addEventListener(kind, (event) => {
    const card = /** @type {Element} */ (event.target).closest("button");
    dragging = kind !== "click" && Boolean(card);
    if (!card) return;
    chosen = cards().indexOf(card);
    for (const each of cards()) each.setAttribute("aria-pressed", `${each === card}`);
  });
}
addEventListener("pointermove", (event) => {
  const under = dragging && document.elementFromPoint(event.clientX, event.clientY);
  if (under) shift(cards().findIndex((each) => each === under));
});
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, settle);
