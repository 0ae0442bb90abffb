// What stands around the board: the card, points, piles, the sheet.

import { at, element } from "./page.js";

/** @typedef {Record<string, any>} Game */
/** @typedef {Record<string, string>} Words */

/** @param {Game} game @param {string} [id] */
export function showCard(game, id = "card") {
  const card = at(id);
  card.hidden = !game.card;
  if (!game.card) return;
  const [number, bridges] = game.card.split("/");
  card.setAttribute("aria-label", game.card_words);
  const bars = [...Array(Number(bridges)).keys()].map((each) => element("i", {
    class: game.bridges_settled || each < Number(bridges) - game.to_draw ? "used" : "",
  }));
  card.replaceChildren(element("b", { class: game.number_settled ? "used" : "" }, number), element("span", {}, ...bars));
}

/** @param {Game} game */
export function showPoints({ points }) {
  at("points").replaceChildren(...points.flatMap((/** @type {Game} */ { name, parts, kind }) => [
    element("dt", { class: kind ?? "" }, name), element("dd", { class: kind ?? "" }, ...parts.map(part))]));
}

/** @param {Game} found */
function part({ text, kind, label }) {
  return element("span", { class: kind, ...(label ? { role: "img", "aria-label": label } : {}) }, text);
}

// What is early until a pile is used up: short to look at, in words to listen to.
/** @param {Game} pile */
function deadline(pile) {
  if (!pile.bonuses) return [];
  const words = element("span", { class: "heard" }, pile.deadlines);
  return [element("small", { title: pile.deadlines }, words, element("span", { "aria-hidden": "true" }, `◂ ${pile.bonuses}`))];
}

/** @param {Game} game @param {Words} words */
export function showPiles(game, words) {
  const piles = game.piles.map((/** @type {Game} */ pile) => {
    const cards = pile.cards.map((/** @type {Game} */ each) =>
      element("span", { class: `card ${each.state.replace(" ", "-")}` }, each.card ?? "?"));
    const name = element("span", { class: "quiet" }, pile.name);
    return element("div", { class: "pile" }, name, ...cards, ...deadline(pile));
  });
  const left = game.left.map((/** @type {Game[]} */ row) => element("div", { class: "pile" }, ...row.map((each) =>
    element("span", { class: each.there ? "card to-come" : "card turned" }, each.card))));
  if (left.length) piles.push(element("p", { class: "quiet" }, words.left), ...left);
  at("piles").replaceChildren(...piles);
}

/** @param {Game} game */
export function showSheet(game) {
  at("sheet").replaceChildren(...game.sheet.map((/** @type {Game} */ each) => element(
    "li", { value: `${each.round}` }, element("span", { class: "quiet" }, each.card ?? ""), ` ${each.text}`)));
}
