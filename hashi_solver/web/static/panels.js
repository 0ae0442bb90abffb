// What stands around the board: the card, points, piles, the sheet.

import { at, element } from "./page.js";

/** @typedef {Record<string, any>} Game */
/** @typedef {Record<string, string>} Words */

/** @param {Game} game */
export function showCard(game) {
  const card = at("card");
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
  row(game.islands.name, `${game.islands.count} × 2 = ${game.islands.points}`);
  for (const goal of game.goals) {
    const circles = "●".repeat(goal.has) + "○".repeat(Math.max(0, goal.needs - goal.has));
    const progress = element("span", { class: "progress", role: "img", "aria-label": `${goal.has}/${goal.needs}` }, circles);
    row(goal.name, progress, element("span", { class: goal.urgency }, goal.words));
  }
  const next = game.next_title ? `${words["next-title"]}: ${game.next_title.total} ${game.next_title.title}` : "";
  row(words.total, element("strong", {}, `${game.total} ${game.title}`), element("span", { class: "quiet" }, next));
  if (game.medals) {
    const par = element("span", { class: "quiet" }, `${words.par} ${game.medals.par}`);
    row(words.medals, par, ...game.medals.limits.map((/** @type {Game} */ each) =>
      element("span", { class: each.total <= game.total ? "reached" : "" }, `${each.name} ${each.total}`)));
  } else {
    row(words.medals, element("span", { class: "quiet" }, words.wait));
  }
  at("points").replaceChildren(...rows);
}

/** @param {Game} game @param {Words} words */
export function showPiles(game, words) {
  const piles = game.piles.map((/** @type {Game} */ pile) => {
    const cards = pile.cards.map((/** @type {Game} */ each) =>
      element("span", { class: `card ${each.state.replace(" ", "-")}` }, each.card ?? "?"));
    const name = element("span", { class: "quiet" }, pile.name);
    return element("div", { class: "pile" }, name, ...cards, element("small", {}, pile.deadlines));
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
