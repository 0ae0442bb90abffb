// Asking hashi where there is no server: one worker runs the interface, another one the solver.

import { FIRST, first } from "./first.js";

/** @typedef {import("../static/api.js").Answer} Answer */
/** @typedef {{signal?: AbortSignal, onProgress?: (share: number, seen?: Answer) => void}} Options */
/** @typedef {{id: number, request: Record<string, any>, options: Options, done: (found: Answer) => void, failed: (error: unknown) => void}} Task */

const STOPS = 64;
const LOOKS = ["page", "open", "look", "aims", "clock"]; // what changes nothing
const PATIENCE = 8000; // milliseconds
const [RELOADED, TAPPED] = ["hashi-reloaded", "hashi-tapped"];
const ENOUGH = 20_000; // milliseconds from one reload to the next: if one did not help, none does
/** @type {Task[]} */
const tasks = [];
/** @type {Task | undefined} */
let running;
/** @type {Set<string>} */
let heavy = new Set();
let isReady = false;
let played = false;
let last = 0;
/** @type {Worker | undefined} */
let solver;
let solving = false;

/** @type {Int32Array | undefined} */
let stops;
/** @type {Worker} */
let engine;
/** @type {Record<string, any> | undefined} */
let seen; // what opened the first view
/** @type {string | undefined} */
let real; // the game that it turned out to be
/** @type {() => void} */
let tell;
export const ready = new Promise((done) => (tell = () => done(true)));

void prepare().then(() => {
  if (globalThis.crossOriginIsolated) stops = new Int32Array(new SharedArrayBuffer(4 * STOPS));
  engine = new Worker(new URL("engine.js", import.meta.url), { type: "module" });
  engine.onmessage = hear;
  engine.onerror = (event) => {
    const error = new Error(event.message || "the engine does not start");
    for (const { failed } of [...(running ? [running] : []), ...tasks.splice(0)]) failed(error);
  };
  engine.postMessage({ stops });
});

/** @param {MessageEvent} message */
function hear({ data }) {
  if (data.ready) {
    heavy = new Set(data.heavy);
    if (stops) begin();
    void open().then(() => {
      isReady = true;
      tell();
      next();
      navigator.serviceWorker?.controller?.postMessage("keep");
    });
  } else if (data.solve) solver?.postMessage(data.solve);
  else if (data.abandon) {
    solver?.terminate();
    begin();
  } else if ("progress" in data) running?.options.onProgress?.(data.progress[0], data.progress[1] ?? undefined);
  else if (running) {
    const { done, failed } = running;
    running = undefined;
    if (data.failed) failed(new Error(data.failed));
    else done(data.found.game === real && real ? { ...data.found, game: FIRST } : data.found);
    next();
  }
}

// Open the game of the first view, and play what was tapped before a reload. If it is not as it was shown, the page
// opens it anew.
async function open() {
  const before = /** @type {Record<string, any>[]} */ (JSON.parse(sessionStorage.getItem(TAPPED) ?? "[]"));
  sessionStorage.removeItem(TAPPED);
  if (!seen) return;
  const { request, found } = seen;
  const opened = await send(request);
  if (opened.error || ["code", "round", "phase", "total"].some((key) => opened[key] !== found[key])) {
    dispatchEvent(new Event("hashi-gone"));
    return;
  }
  real = opened.game;
  for (const each of before) await send({ ...each, game: FIRST });
  if (before.length) dispatchEvent(new Event("hashi-gone"));
}

// Send a request past the queue.
/** @param {Record<string, any>} request @returns {Promise<Answer>} */
function send(request) {
  return new Promise((done, failed) => run({ id: (last += 1), request, options: {}, done, failed }));
}

/** @param {Task} task */
function run(task) {
  running = task;
  const { id, request } = task;
  const meant = request.game === FIRST ? { ...request, game: real ?? FIRST } : request;
  if (stops) Atomics.store(stops, id % STOPS, 0);
  engine.postMessage({ id, request: JSON.stringify(meant) });
}

/**
 * A service worker brings threads where the host does not, which takes one reload, and keeps the site for times without
 * a network. A new build takes over as soon as the browser lets it, if nothing was played here until then.
 */
async function prepare() {
  const service = navigator.serviceWorker;
  if (!service) return;
  service.addEventListener("message", ({ data }) => {
    if (data === "kept") document.documentElement.dataset.offline = "true";
  });
  const taken = new Promise((done) => service.addEventListener("controllerchange", () => done(true), { once: true }));
  const patience = new Promise((done) => setTimeout(done, PATIENCE, false));
  try {
    const { waiting } = await service.register(new URL("../sw.js", import.meta.url));
    if (waiting) void taken.then(() => (played && isReady) || reload()); // once it is ready, all of this build is here
    waiting?.postMessage("take over");
    if (service.controller || globalThis.crossOriginIsolated || !(await Promise.race([taken, patience]))) return;
  } catch {
    return; // a browser that keeps nothing here: the page works, but not without a network
  }
  if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < ENOUGH) return;
  sessionStorage.setItem(RELOADED, `${Date.now()}`);
  reload();
  await new Promise(() => undefined);
}

/** What was tapped on the first view is played after it. */
function reload() {
  sessionStorage.setItem(TAPPED, JSON.stringify(tasks.map((each) => each.request).filter((each) => each.game === FIRST)));
  location.reload();
}

/** Start the solver. Until it has loaded, only quick requests go on. */
function begin() {
  solving = false;
  solver = new Worker(new URL("solver.js", import.meta.url), { type: "module" });
  const loaded = () => {
    solving = true;
    next();
  };
  solver.onmessage = loaded;
  solver.onerror = loaded; // what then asks for a proof is told that there is none
}

function next() {
  if (!isReady || running) return;
  const at = tasks.findIndex((each) => !heavy.has(each.request.use) || solving || !stops);
  if (at >= 0) run(tasks.splice(at, 1)[0]);
}

/**
 * @param {Record<string, any>} request
 * @param {Options} [options]
 * @returns {Promise<Answer>}
 */
export async function ask(request, options = {}) {
  if (!played && !LOOKS.includes(request.use)) {
    played = true;
    localStorage.setItem("hashi-played", "true");
  }
  const found = isReady ? undefined : await first(request);
  if (found && !isReady) {
    if (request.use === "open") seen = { request, found };
    return found;
  }
  return new Promise((done, failed) => {
    const task = { id: (last += 1), request, options, done, failed };
    tasks.push(task);
    options.signal?.addEventListener("abort", () => {
      const at = tasks.indexOf(task);
      if (at >= 0) tasks.splice(at, 1);
      else if (running === task && stops) Atomics.store(stops, task.id % STOPS, 1);
      failed(options.signal?.reason);
    });
    next();
  });
}
