// A game from paper: tapped round by round, typed or pasted. The text of its record is all there is of it.

import { inTurn } from "./api.js";
import { draw, listen } from "./board.js";
import { at, dialog, element, page, put, say, work } from "./page.js";
import { showCard } from "./panels.js";

/** @typedef {import("./api.js").Answer} Answer */

const KEPT = "hashi-paper";
const place = at("paper");
const field = /** @type {HTMLTextAreaElement} */ (at("paper-text"));
/** @type {Answer} */
let sheet = {};
let address = "";
let typed = 0;

/**
 * #/paper/CODE, #/paper?day=2026-11-20, #/paper?kept=KEY; #/paper alone is the sheet that was open last
 * @param {string[]} path
 * @param {Record<string, string>} options
 */
export async function open([, code], options) {
  const last = JSON.parse(localStorage.getItem(KEPT) ?? '{"address": "{}", "text": ""}');
  const wanted = { ...options, ...(code ? { code } : {}) };
  const named = JSON.stringify(wanted);
  const found = ["{}", last.address].includes(named) ? last : await put({ use: "paper-open", ...wanted });
  if (!found) return;
  address = found.address ?? named;
  field.value = found.text;
  await ask();
  if (!sheet.findings.length) say(page.words["paper-about"]);
}

/** @param {Record<string, unknown>} [step] */
async function ask(step = {}) {
  const mine = (typed += 1);
  const found = await inTurn(() => put({ use: "paper", text: field.value, ...step }));
  if (found && mine === typed) show(found);
}

/** @param {Answer} found */
function show(found) {
  sheet = found;
  if (field.value !== found.text) field.value = found.text;
  localStorage.setItem(KEPT, JSON.stringify({ address, text: found.text }));
  place.classList.toggle("empty", !found.text.trim());
  place.dataset.round = found.round;
  place.dataset.total = found.total ?? "";
  at("paper-where").textContent = found.where + (found.written ? `: ${found.written}` : "");
  showCard({ ...found, to_draw: Number(found.card?.split("/")[1]) }, "paper-card");
  if (found.svg) draw(at("paper-board"), found.svg);
  for (const each of at("paper-board").querySelectorAll("[data-island]")) {
    each.classList.toggle("wrong", found.wrong.includes(each.getAttribute("data-island")));
  }
  field.rows = found.marks.length + 1;
  at("paper-marks").replaceChildren(...found.marks.map((/** @type {string} */ each) =>
    element("span", { class: each === "✓" ? "done" : "" }, `${each}\n`)));
  at("paper-findings").replaceChildren(...found.findings.map(finding));
  at("paper-verdict").textContent = found.verdict;
  at("paper-before").toggleAttribute("disabled", found.round <= found.first);
  for (const id of ["paper-next", "paper-rest"]) at(id).toggleAttribute("disabled", !found.can_go_on);
  for (const id of ["paper-keep", "paper-review"]) at(id).toggleAttribute("disabled", !found.can_be_kept);
  say(found.said);
  if (found.has_medal) void medal();
}

/** @param {Answer} found */
function finding({ line, column, text }) {
  if (line === null) return element("li", {}, text);
  const button = element("button", { type: "button" }, text);
  button.addEventListener("click", () => {
    const lines = field.value.split("\n");
    const begin = lines.slice(0, line).join("\n").length + (line ? 1 : 0);
    field.focus();
    field.setSelectionRange(begin + (column ? column - 1 : 0), begin + lines[line].length);
  });
  return element("li", {}, button);
}

async function medal() {
  const { text } = sheet;
  const found = await work({ use: "paper-medal", text });
  if (!found || text !== sheet.text) return;
  place.dataset.medal = found.medal;
  say(found.said);
}

listen(at("paper-board"), (name) => {
  void ask({ round: sheet.round, [name.includes("-") ? "line" : "island"]: name });
});
field.addEventListener("input", () => void ask());
at("paper-before").addEventListener("click", () => void ask({ round: sheet.round - 1 }));
at("paper-next").addEventListener("click", () => void ask({ round: sheet.round, act: "next" }));
at("paper-rest").addEventListener("click", () => void ask({ round: sheet.round, act: "rest" }));
at("paper-begin").addEventListener("submit", (event) => {
  event.preventDefault();
  location.hash = `#/paper/${encodeURIComponent(/** @type {HTMLInputElement} */ (at("paper-sheet")).value.trim())}`;
});
for (const each of place.querySelectorAll(".paper-other")) each.addEventListener("click", () => dialog("other").showModal());
at("paper-keep").addEventListener("click", async () => {
  if (await put({ use: "paper-keep", text: field.value })) say(page.words["paper-kept"]);
});
at("paper-review").addEventListener("click", () => {
  sessionStorage.setItem("hashi-record", field.value);
  location.hash = "#/review";
});
