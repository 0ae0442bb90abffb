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

/** @param {Game} game @param {Words} words */
export function showPoints(game, words) {
  /** @type {Node[]} */
  const rows = [];
  /** @param {string} name @param {...(Node | string)} content */
  const row = (name, ...content) => rows.push(element("dt", {}, name), element("dd", {}, ...content));
  /** @param {string} name @param {...(Node | string)} content */
  const wide = (name, ...content) => rows.push(
    element("dt", { class: "wide" }, name), element("dd", { class: "wide" }, ...content));
  row(game.islands.name, `${game.islands.count} × 2 = ${game.islands.points}`);
  for (const goal of game.goals) {
    const circles = "●".repeat(goal.has) + "○".repeat(Math.max(0, goal.needs - goal.has));
    const progress = element("span", { class: "progress", role: "img", "aria-label": `${goal.has}/${goal.needs}` }, circles);
    row(goal.name, progress, element("span", { class: goal.urgency }, goal.words));
  }
  const next = game.next_title ? `${words["next-title"]}: ${game.next_title.total} ${game.next_title.title}` : "";
  wide(words.total, element("strong", {}, `${game.total} ${game.title}`), element("span", { class: "quiet" }, next));
  if (game.medals) {
    const par = element("span", { class: "quiet" }, game.medals.par === null ? "" : `${words.par} ${game.medals.par}`);
    wide(words.medals, par, ...game.medals.limits.map((/** @type {Game} */ each) =>
      element("span", { class: each.total <= game.total ? "reached" : "" }, `${each.name} ${each.total}`)));
  } else {
    wide(words.medals, element("span", { class: "quiet" }, words.wait));
  }
  at("points").replaceChildren(...rows);
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
