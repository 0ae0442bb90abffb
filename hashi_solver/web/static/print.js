// Printing: what is wanted is chosen here, hashi makes it, the browser saves it.

import { drawing } from "./boards.js";
import { at, element, file, form, lang, options, page, say, stop, work } from "./page.js";

const fields = form("print-form");
let filled = false;

// #/print, and what is chosen already: #/print?what=code&code=T4V02-T30QV-JVM9F
/** @param {string[]} _ @param {Record<string, string>} wanted */
export async function open(_, wanted) {
  const language = /** @type {HTMLSelectElement} */ (fields.elements.namedItem("sheet_language"));
  const before = language.value || lang();
  language.replaceChildren(...options(page.languages, "code"));
  const start = filled ? {} : { day: page.today, month: page.today.slice(0, 7), seed: page.today };
  at("print-drawing").hidden = !drawing();
  if (wanted.what === "drawing" && !drawing()) delete wanted.what;
  for (const [name, value] of Object.entries({ ...start, ...wanted, sheet_language: before })) {
    const field = fields.elements.namedItem(name);
    if (field) /** @type {HTMLInputElement} */ (field).value = value;
  }
  filled = true;
  say("");
}

export { stop as close };

const controls = (/** @type {boolean} */ busy) => at("print-go").toggleAttribute("disabled", busy);

async function print() {
  const chosen = Object.fromEntries([...new FormData(fields)].filter(([, value]) => value !== ""));
  const request = { ...chosen, html: chosen.format === "html", difficulty: Number(chosen.difficulty) || null };
  for (const old of at("files").querySelectorAll("a")) URL.revokeObjectURL(old.href);
  at("files").replaceChildren();
  const found = await work({ use: "print", ...request, drawing: drawing() }, controls);
  if (!found) return;
  const links = found.files.map((/** @type {import("./api.js").Answer} */ each) =>
    file(each.name, Uint8Array.from(atob(each.data), (letter) => letter.charCodeAt(0)), found.type));
  at("files").replaceChildren(...links.map((/** @type {HTMLElement} */ each) => element("li", {}, each)));
  links[0].click();
  say(found.said);
}

fields.addEventListener("submit", (event) => {
  event.preventDefault();
  void print();
});
at("print-stop").addEventListener("click", () => {
  stop();
  controls(false);
  say("");
});
for (const name of ["day", "month", "seed", "code"]) {
  const field = /** @type {HTMLInputElement} */ (fields.elements.namedItem(name));
  field.addEventListener("focus", () => {
    /** @type {RadioNodeList} */ (fields.elements.namedItem("what")).value = name;
  });
}
