// Games that were played: a calendar, finished and unfinished ones, to and from other machines.

import { at, download, element, page, put, say } from "./page.js";

/** @typedef {import("./api.js").Answer} Answer */

const STEPS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 });
const place = at("history");
/** @type {Answer} */
let shown = {};
/** @type {string | undefined} */
let month;

export async function open() {
  month = undefined;
  await ask({ use: "history" });
  if (shown.unknown) await ask({ use: "medals" });
}

/** @param {Record<string, unknown>} request */
async function ask(request) {
  const board = /** @type {HTMLSelectElement} */ (at("calendar-board")).value;
  const found = await put({ ...request, month, board });
  if (!found || place.hidden) return;
  shown = found;
  calendar();
  const sums = [[page.words["best-total"], found.best], [page.words.average, found.average],
    ...found.medals.map((/** @type {Answer} */ each) => [each.name, each.count])];
  at("sums").replaceChildren(...sums.filter(([, value]) => value !== null).flatMap(([name, value]) =>
    [element("dt", {}, name), element("dd", {}, `${value}`)]));
  at("streak").textContent = found.streak;
  for (const kind of ["unfinished", "finished"]) {
    const now = JSON.stringify([page.lang, found[kind]]);
    if (at(kind).dataset.shown === now) continue; // a button that was pressed once stays so
    at(kind).dataset.shown = now;
    const rows = found[kind].map(row);
    at(kind).replaceChildren(...(rows.length ? rows : [element("li", { class: "quiet" }, page.words["none-yet"])]));
  }
  say(found.said ?? "");
}

/** @param {Answer} game */
function row(game) {
  const button = element("button", { type: "button", "aria-label": `${page.words.delete}: ${game.name}` }, page.words.delete);
  button.addEventListener("click", () => {
    if (button.classList.contains("sure")) return void ask({ use: "delete", game: game.game });
    button.classList.add("sure");
    button.textContent = page.words["delete-sure"];
    button.setAttribute("aria-label", `${page.words["delete-sure"]}: ${game.name}`);
  });
  const words = element("span", { class: "quiet" }, [game.when, game.words].filter(Boolean).join(" · "));
  const links = [element("a", { href: game.address }, game.name), words];
  if (game.review) links.push(element("a", { href: game.review }, page.words.review));
  return element("li", { "data-game": game.game }, ...links, button);
}

function calendar() {
  const { name, weekdays, weeks, before, after } = shown.month;
  at("month").textContent = name;
  for (const [id, there] of [["earlier-month", before], ["later-month", after]]) {
    at(id).toggleAttribute("disabled", !there);
    at(id).dataset.month = there ?? "";
  }
  at("weekdays").replaceChildren(element("tr", {}, ...weekdays.map((/** @type {string} */ each) =>
    element("th", { scope: "col" }, each))));
  at("days").replaceChildren(...weeks.map((/** @type {(Answer | null)[]} */ week) =>
    element("tr", {}, ...week.map((each) => each ? day(each) : element("td")))));
}

/** @param {Answer} found */
function day(found) {
  const content = [`${found.day}`, element("small", {}, found.mark)];
  const attributes = { class: found.state, ...(found.today ? { "aria-current": "date" } : {}) };
  return element("td", attributes, found.address
    ? element("a", { href: found.address, "aria-label": found.label, "data-state": found.state }, ...content)
    : element("span", { class: "quiet" }, ...content));
}

for (const id of ["earlier-month", "later-month"]) {
  at(id).addEventListener("click", () => {
    month = at(id).dataset.month;
    void ask({ use: "history" });
  });
}
at("calendar-board").addEventListener("change", () => void ask({ use: "history" }));
at("days").addEventListener("keydown", (event) => {
  if (!(event.key in STEPS)) return;
  event.preventDefault();
  const days = [...at("days").querySelectorAll("a")];
  days[days.indexOf(/** @type {HTMLAnchorElement} */ (event.target)) + STEPS[event.key]]?.focus();
});
at("export").addEventListener("click", async () => {
  const found = await put({ use: "export" });
  if (found) download(found.file, found.text, "application/json");
});
at("import").addEventListener("click", () => at("import-file").click());
at("import-file").addEventListener("change", async (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const file = field.files?.[0];
  field.value = "";
  if (file && file.size > 1_000_000) say(page.words["too-big"], true);
  else if (file) await ask({ use: "import", text: await file.text() });
});
