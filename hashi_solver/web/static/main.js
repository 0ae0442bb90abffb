// The page: which view the address means, and what stands on every view.

import { ready } from "./api.js";
import { at, dialog, form, lang, options, page, refresh, root, stop } from "./page.js";

/** @typedef {import("./page.js").View} View */

// The views by the first word of the address; every other address is a game.
/** @type {Record<string, [string, () => Promise<View>]>} */
const VIEWS = {
  paper: ["paper", () => import("./paper.js")],
  history: ["history", () => import("./history.js")],
  board: ["boards", () => import("./boards.js")],
  review: ["review", () => import("./review.js")],
  solve: ["solve", () => import("./solve.js")],
  print: ["print", () => import("./print.js")],
};
/** @type {[string, () => Promise<View>]} */
const GAME = ["game", () => import("./play.js")];

/** @type {View | undefined} */
let view;
let turn = 0;

/** Show the view that the address asks for. */
async function route() {
  const mine = (turn += 1);
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const parts = path.split("/");
  const rest = parts.slice(1).join("/");
  const [id, load] = VIEWS[parts[0]] ?? GAME;
  const next = await load();
  if (mine !== turn) return;
  if (view !== next) {
    stop();
    view?.close?.();
  }
  view = next;
  for (const each of document.querySelectorAll("main")) each.hidden = each.id !== id;
  for (const each of document.querySelectorAll("nav a")) {
    if (each.getAttribute("href")?.split("/")[1] === parts[0]) each.setAttribute("aria-current", "page");
    else each.removeAttribute("aria-current");
  }
  const views = /** @type {HTMLElement & {hidePopover(): void}} */ (at("views"));
  if (views.matches(":popover-open")) views.hidePopover();
  await next.open([parts[0], typed(rest)], Object.fromEntries(new URLSearchParams(query ?? "")));
  await ready();
  if (mine === turn) root.dataset.ready = "true";
}

// A stray per cent sign is part of what was typed.
/** @param {string} text */
function typed(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function load() {
  if (!(await refresh())) return;
  const language = /** @type {HTMLSelectElement} */ (at("language"));
  language.replaceChildren(...options(page.languages, "code"));
  language.value = lang();
  const day = /** @type {HTMLInputElement} */ (form("other-form").elements.namedItem("day"));
  day.value = day.value || page.today;
  await route();
}

const preferred = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
root.dataset.theme = localStorage.getItem("hashi-theme") ?? preferred;
at("theme").addEventListener("click", () => {
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  localStorage.setItem("hashi-theme", root.dataset.theme);
});
at("language").addEventListener("change", (event) => {
  localStorage.setItem("hashi-lang", /** @type {HTMLSelectElement} */ (event.target).value);
  history.replaceState(null, "", `${location.pathname}${location.hash}`); // what the address asked for no longer counts
  void load();
});
at("other-button").addEventListener("click", () => dialog("other").showModal());
at("other-close").addEventListener("click", () => dialog("other").close());
at("keys-button").addEventListener("click", () => dialog("keys").showModal());
at("keys-close").addEventListener("click", () => dialog("keys").close());
form("other-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const filled = Object.fromEntries(new FormData(form("other-form")));
  const what = String(filled.what);
  const chosen = { board: String(filled.board), cards: String(filled.cards), start: String(filled.start) };
  const path = `${what === "code" ? "challenge" : what}/${encodeURIComponent(String(filled[what]).trim())}`;
  const paper = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value === "paper";
  dialog("other").close();
  if (paper && what === "code") location.hash = path.replace("challenge", "#/paper");
  else if (paper) location.hash = `#/paper?${new URLSearchParams({ ...chosen, [what]: String(filled[what]).trim() })}`;
  else location.hash = what === "code" ? `#/${path}` : `#/${path}?${new URLSearchParams(chosen)}`;
});
for (const name of ["day", "seed", "code"]) {
  const field = /** @type {HTMLInputElement} */ (form("other-form").elements.namedItem(name));
  field.addEventListener("focus", () => {
    /** @type {RadioNodeList} */ (form("other-form").elements.namedItem("what")).value = name;
  });
}
addEventListener("hashchange", () => void route());
addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.key !== "?" || target.matches("input, select, textarea") || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  dialog("keys").showModal();
});
void load();
