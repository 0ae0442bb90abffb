// Drawing a board: hashi changes it and judges it; this keeps the steps to undo, and shows what it is told.

import { inTurn } from "./api.js";
import { draw, listen, name as nameOf, reach } from "./board.js";
import { at, busy, download, element, form, options, page, put, refresh, say, stop, work } from "./page.js";

/** @typedef {import("./api.js").Answer} Answer */

const place = at("boards");
const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (at(id));
const KINDS = /** @type {Record<string, string>} */ ({ Delete: "sea", o: "island", r: "red", b: "blue" });
const KEPT = "hashi-drawing";

// What hashi said of the drawing last, and the drawings before and after it.
let now = /** @type {Answer} */ ({});
let past = /** @type {Answer[]} */ ([]);
let future = /** @type {Answer[]} */ ([]);
// What the figures are about, and what is to be done once the board is kept.
let measured = "";
/** @type {(() => void) | undefined} */
let then;

// The drawing as the page has it, for the other views.
/** @returns {Answer | undefined} */
export function drawing() {
  return now.drawing ?? JSON.parse(localStorage.getItem(KEPT) ?? "null") ?? undefined;
}

// #/board is the drawing as it was left, #/board/side-b a board to begin with.
/** @param {string[]} path */
export async function open([, board]) {
  now.drawing = drawing();
  history.replaceState(null, "", "#/board"); // a board that was opened once is not opened again by a reload
  at("board-choice").replaceChildren(element("option", { value: "" }, page.words["board-open"]), ...options(page.boards, "id"));
  if (board) await change({ use: "board-open", board });
  else if (now.drawing) await change({ use: "board-look" }, false);
  if (!now.svg) await change({ use: "board-new" }, false);
}

export { stop as close };

/**
 * Ask for a change of the drawing, one after the other, and show what came of it.
 * @param {Answer} request
 * @param {boolean} [isStep] whether it can be undone
 */
async function change(request, isStep = true) {
  const found = await inTurn(() => put({ drawing: now.drawing, ...request }));
  at("unreadable").replaceChildren(...(found?.unreadable ?? []).map((/** @type {string} */ each) => element("li", {}, each)));
  if (!found?.drawing) return found;
  if (isStep && now.drawing && JSON.stringify(now.drawing) !== JSON.stringify(found.drawing)) {
    past.push(now.drawing);
    future = [];
  }
  show(found);
  return found;
}

/** @param {Answer} found */
function show(found) {
  now = found;
  then = undefined;
  localStorage.setItem(KEPT, JSON.stringify(now.drawing));
  const { grid, no_line: taken } = now.drawing;
  if (measured !== JSON.stringify([grid, taken])) {
    if (measured && busy()) stop();
    measured = "";
    at("worth").replaceChildren();
  }
  draw(at("drawing"), now.svg);
  place.dataset.valid = `${now.valid}`;
  if (document.activeElement !== at("board-name")) field("board-name").value = now.drawing.name;
  field("columns").value = now.columns;
  field("rows").value = now.rows;
  at("board-counts").replaceChildren(...now.counts.flatMap((/** @type {Answer} */ each) => [
    element("dt", {}, each.name),
    element("dd", { class: each.right ? "done" : each.right === false ? "wrong" : "" }, each.told),
  ]));
  const findings = now.findings.length ? now.findings : [{ level: "fine", words: page.words["board-fine"] }];
  at("board-findings").replaceChildren(...findings.map((/** @type {Answer} */ each) => element("li", { class: each.level },
    each.at ? element("button", { type: "button", "data-place": each.at }, each.words) : each.words)));
  controls();
  say(now.said);
}

function controls() {
  const able = /** @type {Record<string, boolean>} */ ({
    undo: past.length > 0, redo: future.length > 0, worth: now.valid && !busy(), keep: now.valid, play: now.valid, print: now.valid,
  });
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (place.querySelectorAll("[data-step]"))) {
    button.disabled = !(able[button.dataset.step ?? ""] ?? true);
  }
  at("board-replace").hidden = !then;
  at("board-worth").textContent = page.words[measured ? "board-go-on" : "board-worth"];
}

/** @param {Answer[]} from @param {Answer[]} to */
async function walk(from, to) {
  const drawing = from.pop();
  if (!drawing) return;
  to.push(now.drawing);
  await change({ use: "board-look", drawing }, false);
}

// Keep it among one's own boards, and go on.
/** @param {boolean} replacing @param {() => void} [next] */
async function keep(replacing, next) {
  const found = await change({ use: "board-keep", replacing }, false);
  if (found?.taken) {
    then = () => void keep(true, next);
    controls();
    at("board-replace").focus();
  } else if (found?.kept) {
    await refresh();
    next?.();
  }
}

async function worth() {
  measured = JSON.stringify([now.drawing.grid, now.drawing.no_line]);
  const found = await work({ use: "board-worth", drawing: now.drawing }, controls, figures);
  if (!found) return;
  figures(found);
  say(found.sentences.join(" "));
}

/** @param {Answer} found */
function figures(found) {
  const picture = element("div", { class: "picture" });
  if (found.svg) draw(picture, found.svg);
  at("worth").dataset.decks = found.decks;
  at("worth").replaceChildren(picture, ...found.sentences.map((/** @type {string} */ each) => element("p", {}, each)));
}

/** @type {Record<string, () => unknown>} */
const steps = {
  undo: () => walk(past, future),
  redo: () => walk(future, past),
  new: () => change({ use: "board-new" }),
  mirror: () => change({ use: "board-mirror" }),
  turn: () => change({ use: "board-turn" }),
  save: () => download(now.file, now.toml, "application/toml"),
  keep: () => keep(false),
  replace: () => then?.(),
  play: () => keep(false, () => location.assign(`#/day/${page.today}?board=${now.drawing.id}`)),
  print: () => location.assign("#/print?what=drawing"),
  worth,
  stop: () => (stop(), say(now.said)),
  read: () => change({ use: "board-read", text: field("board-text").value }),
  columns: () => change({ use: "board-size", columns: Number(field("columns").value), rows: Number(field("rows").value) }),
  rows: () => steps.columns(),
  "board-choice": async () => {
    const board = field("board-choice").value;
    field("board-choice").value = "";
    if (board) await change({ use: "board-open", board });
  },
  "board-file": async () => {
    const file = field("board-file").files?.[0];
    if (!file) return;
    field("board-text").value = await file.slice(0, 2e6).text();
    field("board-file").value = "";
    await steps.read();
  },
};

/** @param {string} name @param {string} [kind] */
const tap = (name, kind) => void change({ use: "board-tap", at: name, kind });

listen(at("drawing"), tap);
at("drawing").addEventListener("keydown", (event) => {
  const control = /** @type {Element} */ (event.target).closest("[data-cell], [data-line]");
  const kind = KINDS[event.key.length > 1 ? event.key : event.key.toLowerCase()];
  if (control && kind && !event.ctrlKey && !event.metaKey && !event.altKey) tap(nameOf(control), kind);
});
place.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement} */ (event.target);
  if (button.dataset.step) void steps[button.dataset.step]();
  if (button.dataset.place) reach(at("drawing"), button.dataset.place);
});
place.addEventListener("change", (event) => void steps[/** @type {HTMLElement} */ (event.target).id]?.());
at("board-name").addEventListener("input", () => void change({ use: "board-name", name: field("board-name").value }));
form("board-form").addEventListener("submit", (event) => event.preventDefault());
addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (place.hidden || target.matches("input, select, textarea") || document.querySelector("dialog[open]")) return;
  const chord = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "z";
  if (!chord && (event.key !== "Backspace" || event.ctrlKey || event.metaKey || event.altKey)) return;
  event.preventDefault();
  void steps[chord && event.shiftKey ? "redo" : "undo"]();
});
