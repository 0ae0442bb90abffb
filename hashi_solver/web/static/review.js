// Reviewing: records of play, what was possible in them after each action, better turns, luck and skill.

import { draw } from "./board.js";
import { at, element, form, options, page, put, say, stop, tables, work } from "./page.js";

/** @typedef {import("./api.js").Answer} Answer */

const MOVES = "#curve [data-move], #moves [data-move]";
const KEYS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, Home: -99, End: 99 });
const boxes = [...form("review-form").querySelectorAll("textarea")];
const players = /** @type {HTMLSelectElement} */ (at("review-player"));
let games = /** @type {Answer[]} */ ([]);
let game = /** @type {Answer} */ ({});
let asked = /** @type {Answer} */ ({});
let judging = /** @type {AbortController | undefined} */ (undefined);
let move = 0;
let language = "";
let taken = "";

/** @param {string[]} _path @param {Record<string, string>} options */
export async function open(_path, { kept = taken }) {
  const record = sessionStorage.getItem("hashi-record"); // a game from paper, whose mistakes count by rule R10
  sessionStorage.removeItem("hashi-record");
  const found = record ? { record } : kept !== taken && await put({ use: "record", kept });
  taken = kept;
  if (record) /** @type {HTMLInputElement} */ (form("review-form").elements.namedItem("house")).checked = true;
  if (found) boxes.forEach((each, place) => { each.value = place ? "" : found.record; });
  if (found || (games.length && language !== page.lang)) await review(found ? question() : asked);
}

function question() {
  const { house, solo, start } = Object.fromEntries(new FormData(form("review-form")));
  return { records: boxes.map((each) => each.value), house: Boolean(house), solo: Boolean(solo), start: start || null };
}

/** @param {Answer} wanted */
async function review(wanted) {
  judging?.abort();
  judging = undefined;
  const found = await work({ use: "review", ...wanted });
  if (!found) return;
  ({ games } = found);
  [asked, language] = [wanted, page.lang];
  players.replaceChildren(...options(games, "place"));
  at("review-players").hidden = games.length < 2;
  at("compared").hidden = !found.tables["compared-table"];
  at("reviewed").hidden = false;
  tables(found.tables);
  show(games[game.place ?? 0] ?? games[0]);
  say(found.said);
  if (game.fair_at_once) void fair();
}

/** @param {Answer} one */
function show(one) {
  game = one;
  players.value = `${game.place}`;
  at("review-name").textContent = game.name;
  draw(at("curve"), game.curve);
  tables(game.tables);
  showFair();
  go(move);
}

/** @param {number} to */
function go(to) {
  move = Math.max(0, Math.min(game.moves.length - 1, to));
  const { svg, label, choices } = game.moves[move];
  look(svg, label);
  for (const each of document.querySelectorAll(MOVES)) {
    const here = each.getAttribute("data-move") === `${move}`;
    each.setAttribute("aria-current", here ? "step" : "false");
    if (each.hasAttribute("tabindex")) each.setAttribute("tabindex", here ? "0" : "-1");
  }
  at("choices").replaceChildren(...choices.map((/** @type {Answer} */ each) => {
    const button = element("button", { type: "button" }, each.name);
    button.addEventListener("click", () => look(each.svg, each.said));
    return button;
  }));
}

/** @param {string} svg @param {string} label */
function look(svg, label) {
  draw(at("review-board"), svg);
  say(label);
}

async function fair() {
  const [one, mine] = [game, new AbortController()];
  judging = mine;
  showFair();
  const onProgress = (/** @type {number} */ share) => at("fair-progress").setAttribute("value", `${share}`);
  const found = await put({ use: "fair", ...asked, place: one.place }, { signal: mine.signal, onProgress });
  if (judging === mine) judging = undefined;
  if (found) one.fair = found;
  showFair();
}

function showFair() {
  at("fair").hidden = !game.can_be_fair;
  at("fair-running").hidden = !judging;
  at("fair-button").hidden = Boolean(judging);
  at("fair-found").hidden = !game.fair;
  tables(game.fair?.tables ?? {});
  at("fair-note").textContent = game.fair?.about;
}

form("review-form").addEventListener("submit", (event) => {
  event.preventDefault();
  void review(question());
});
at("reviewed").addEventListener("click", (event) => {
  const to = /** @type {Element} */ (event.target).closest(MOVES)?.getAttribute("data-move");
  if (to) go(Number(to));
});
at("curve").addEventListener("keydown", (event) => {
  if (!(event.key in KEYS)) return;
  event.preventDefault();
  go(move + KEYS[event.key]);
  /** @type {SVGElement | null} */ (at("curve").querySelector(`[data-move="${move}"]`))?.focus();
});
players.addEventListener("change", () => show(games[Number(players.value)]));
at("review-stop").addEventListener("click", stop);
at("review-stop").addEventListener("click", () => say(""));
at("move-earlier").addEventListener("click", () => go(move - 1));
at("move-later").addEventListener("click", () => go(move + 1));
at("best-play").addEventListener("click", () => look(game.best.svg, game.best.text));
at("fair-button").addEventListener("click", () => void fair());
at("fair-stop").addEventListener("click", () => void review(asked)); // what is known by then comes with the review
