// The first view: what the page asks for at once stands in files, so that a day can be seen while Python starts.

import { read } from "./files.js";

/** @typedef {import("../static/api.js").Answer} Answer */

export const FIRST = "first"; // the key of the game that is seen before there is one

const today = () => new Date().toLocaleDateString("sv"); // as 2026-12-24
const [spoken, from, to] = (document.querySelector('meta[name="hashi-days"]')?.getAttribute("content") ?? "").split(" ");
const kept = read().catch(() => []);

/** @param {string} name @returns {Promise<Answer | undefined>} */
async function file(name) {
  const found = await fetch(new URL(`../first/${encodeURIComponent(name)}.json`, import.meta.url)).catch(() => undefined);
  return found?.ok ? found.json() : undefined;
}

// What can be answered without Python; nothing where the browser keeps something that Python has to look at.
/** @param {Record<string, any>} request @returns {Promise<Answer | undefined>} */
export async function first({ use, lang, daily, day, ...others }) {
  const files = await kept;
  if (use === "page" && !files.some(([name]) => name.includes("/boards/"))) {
    const found = await file(`page.${lang}`);
    return found && { ...found, today: today() };
  }
  const plain = Object.values(others).every((each) => !each);
  const wanted = daily ? today() : day ?? "";
  if (use !== "open" || !plain || lang !== spoken || !(from <= wanted && wanted <= to)) return undefined;
  const found = await file(`${wanted}.${lang}`);
  return found && files.some(([, text]) => text.includes(found.code)) ? undefined : found;
}
