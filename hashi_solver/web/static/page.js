// What every view of the page needs: the words, asking hashi, saying what came of it, work that can be stopped.

import { ask } from "./api.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {{title?: string, open: (path: string[], options: Record<string, string>) => unknown, close?: () => void}} View */

export const root = document.documentElement;

// What `use: page` answered: words, boards, languages, today.
export const page = /** @type {Answer} */ ({});

let waiting = /** @type {AbortController | undefined} */ (undefined);

/** @param {string} id @returns {HTMLElement} */
export function at(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @param {string} id @returns {HTMLDialogElement} */
export function dialog(id) {
  return /** @type {HTMLDialogElement} */ (at(id));
}

/** @param {string} id @returns {HTMLFormElement} */
export function form(id) {
  return /** @type {HTMLFormElement} */ (at(id));
}

/**
 * @param {string} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// Say it in the status line of the view that is open; what is in sight anyway is only heard.
/** @param {string} sentence @param {boolean} [refused] @param {string} [heard] */
export function say(sentence, refused = false, heard = "") {
  const status = document.querySelector("main:not([hidden]) .status");
  if (!status) return;
  status.replaceChildren(element("span", { class: "heard" }, heard), element("span", { class: "said" }, sentence));
  status.classList.toggle("refused", refused);
}

/**
 * Ask, and say why not if it is refused. A game that hashi has forgotten is told to the view by "hashi-gone".
 * @param {Record<string, unknown>} request
 * @param {Parameters<typeof ask>[1]} [options]
 * @returns {Promise<Answer | undefined>}
 */
export async function put(request, options) {
  try {
    const found = await ask({ ...request, lang: lang() }, options);
    if (!found.error) return found;
    if (found.error.kind === "gone") dispatchEvent(new Event("hashi-gone"));
    else if (found.error.kind !== "stopped") say(found.error.sentence, true);
  } catch (error) {
    if (!options?.signal?.aborted) say(page.words?.offline ?? String(error), true);
  }
}

/**
 * Work that takes seconds: its share is told, and the view's Stop button ends it.
 * @param {Record<string, unknown>} request
 * @param {(busy: boolean) => void} [shown] called when it begins and when it ends
 * @param {(seen: Answer) => void} [seen] called with what is known meanwhile
 * @returns {Promise<Answer | undefined>}
 */
export async function work(request, shown = () => undefined, seen = () => undefined) {
  stop();
  const mine = (waiting = new AbortController());
  const tell = (/** @type {boolean} */ busy) => {
    for (const button of document.querySelectorAll(".stop")) /** @type {HTMLElement} */ (button).hidden = !busy;
    shown(busy);
  };
  say(page.words.wait);
  tell(true);
  const onProgress = (/** @type {number} */ share, /** @type {Answer | undefined} */ known) => {
    if (known && waiting === mine) seen(known);
    say(`${page.words.wait} ${Math.round(100 * share)} %`);
  };
  const found = await put(request, { signal: mine.signal, onProgress });
  if (waiting === mine) waiting = undefined;
  if (!waiting) tell(false);
  return found;
}

// A link by which the browser saves a file.
/** @param {string} name @param {BlobPart} data @param {string} type */
export function file(name, data, type) {
  return element("a", { href: URL.createObjectURL(new Blob([data], { type })), download: name }, name);
}

// Give the browser a file to save.
/** @param {string} name @param {BlobPart} data @param {string} type */
export function download(name, data, type) {
  const link = /** @type {HTMLAnchorElement} */ (file(name, data, type));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function busy() {
  return Boolean(waiting);
}

export function stop() {
  waiting?.abort();
  waiting = undefined;
}

export function lang() {
  const wanted = new URLSearchParams(location.search).get("lang");
  const chosen = [wanted ?? localStorage.getItem("hashi-lang") ?? root.dataset.lang ?? "", ...navigator.languages];
  const spoken = page.languages?.map((/** @type {Answer} */ each) => each.code) ?? ["en", "es", "it", "pl", "pt"];
  return chosen.map((each) => each.slice(0, 2).toLowerCase()).find((each) => spoken.includes(each)) ?? "en";
}

// Choices of a list that all have a name.
/** @param {Answer[]} rows @param {string} key */
export function options(rows, key) {
  return rows.map((each) => element("option", { value: each[key] }, each.name));
}

// Ask anew what there is: the words, the boards.
export async function refresh() {
  const found = await put({ use: "page" });
  if (!found) return false;
  Object.assign(page, found);
  words();
  return true;
}

/** @param {Record<string, {head: string[], rows: string[][]}>} found tables by their ids */
export function tables(found) {
  for (const [id, { head, rows }] of Object.entries(found)) {
    const [first, ...others] = [head, ...rows].map((cells, row) => element("tr", row ? { "data-move": `${row - 1}` } : {},
      ...cells.map((each) => element(row ? "td" : "th", {}, each))));
    at(id).replaceChildren(element("thead", {}, ...(head.length ? [first] : [])), element("tbody", {}, ...others));
  }
}

/** Put the words of the language where the page asks for them. */
export function words() {
  root.lang = page.lang;
  for (const each of document.querySelectorAll("[data-word]")) {
    each.textContent = page.words[/** @type {HTMLElement} */ (each).dataset.word ?? ""];
  }
  for (const each of document.querySelectorAll("[data-label]")) {
    const label = page.words[/** @type {HTMLElement} */ (each).dataset.label ?? ""];
    each.setAttribute("aria-label", label);
    each.setAttribute("title", label);
  }
  for (const each of document.querySelectorAll("select.boards")) {
    const chosen = /** @type {HTMLSelectElement} */ (each).value || "side-a";
    each.replaceChildren(...options(page.boards, "id"));
    /** @type {HTMLSelectElement} */ (each).value = chosen;
  }
}
