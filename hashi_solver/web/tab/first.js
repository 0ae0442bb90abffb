// The first view: what the page asks for at once stands in it, or in files, so that a day can be seen while Python starts.

import { read } from "./files.js";

/** @typedef {import("../static/api.js").Answer} Answer */
/** @typedef {{lang: string, page: Answer, game: Answer | null, days?: Record<string, object>}} Known */

export const FIRST = "first"; // the key of the game that is seen before there is one

const today = () => new Date().toLocaleDateString("sv"); // as 2026-12-24
const here = /** @type {Known} */ (JSON.parse(document.getElementById("hashi-first")?.textContent ?? "{}"));
const days = here.days ?? {};
const kept = read().catch(() => []);

/** @param {string} name @returns {Promise<any>} */
async function file(name) {
  const found = await fetch(new URL(`../first/${encodeURIComponent(name)}.json`, import.meta.url)).catch(() => undefined);
  return found?.ok ? found.json() : undefined;
}

/** @param {string} lang @param {string} day @returns {Promise<Answer | undefined>} */
async function view(lang, day) {
  if (!(day in days)) return undefined;
  const [known, found] = lang === here.lang ? [here, days] : await Promise.all([file(lang), file(`${lang}.${day.slice(0, 7)}`)]);
  if (!known?.game || !found?.[day]) return undefined;
  return globalThis.hashiGame(known.game, found[day]);
}

// What can be answered without Python; nothing where the browser keeps something that Python has to look at.
/** @param {Record<string, any>} request @returns {Promise<Answer | undefined>} */
export async function first({ use, lang, daily, day, ...others }) {
  const files = await kept;
  if (use === "page" && !files.some(([name]) => name.includes("/boards/"))) {
    const known = lang === here.lang ? here : await file(lang);
    return known && { ...known.page, today: today() };
  }
  if (use !== "open" || Object.values(others).some(Boolean)) return undefined;
  const found = await view(lang, daily ? today() : day ?? "");
  return found && files.some(([, text]) => text.includes(found.code)) ? undefined : found;
}
