// Asking hashi where there is no server: one worker runs the interface, another one the solver.

/** @typedef {import("../static/api.js").Answer} Answer */
/** @typedef {{signal?: AbortSignal, onProgress?: (share: number, seen?: Answer) => void}} Options */
/** @typedef {{id: number, request: Record<string, any>, options: Options, done: (found: Answer) => void, failed: (error: unknown) => void}} Task */

const STOPS = 64;
const PATIENCE = 8000; // milliseconds
const RELOADED = "hashi-reloaded";
const ENOUGH = 20_000; // milliseconds from one reload to the next: if one did not help, none does
/** @type {Task[]} */
const tasks = [];
/** @type {Task | undefined} */
let running;
/** @type {Set<string>} */
let heavy = new Set();
let ready = false;
let last = 0;
/** @type {Worker | undefined} */
let solver;
let solving = false;

await prepare();
const isolated = globalThis.crossOriginIsolated === true;
const stops = isolated ? new Int32Array(new SharedArrayBuffer(4 * STOPS)) : undefined;
const engine = new Worker(new URL("engine.js", import.meta.url), { type: "module" });
engine.onmessage = (/** @type {MessageEvent} */ { data }) => {
  if (data.ready) {
    heavy = new Set(data.heavy);
    ready = true;
    if (isolated) begin();
    next();
    navigator.serviceWorker?.controller?.postMessage("keep");
  } else if (data.solve) solver?.postMessage(data.solve);
  else if (data.abandon) {
    solver?.terminate();
    begin();
  } else if ("progress" in data) running?.options.onProgress?.(data.progress[0], data.progress[1] ?? undefined);
  else if (running) {
    const { done, failed } = running;
    running = undefined;
    if (data.failed) failed(new Error(data.failed));
    else done(data.found);
    next();
  }
};
engine.onerror = (/** @type {ErrorEvent} */ event) => {
  const error = new Error(event.message || "the engine does not start");
  for (const { failed } of [...(running ? [running] : []), ...tasks.splice(0)]) failed(error);
};
engine.postMessage({ stops });

/**
 * A service worker brings threads where the host does not, which takes one reload, and keeps the site for times without
 * a network. A new build takes over here, before anything is played.
 */
async function prepare() {
  const service = navigator.serviceWorker;
  if (!service) return;
  service.addEventListener("message", ({ data }) => {
    if (data === "kept") document.documentElement.dataset.offline = "true";
  });
  const taken = new Promise((done) => service.addEventListener("controllerchange", () => done(true), { once: true }));
  const patience = new Promise((done) => setTimeout(done, PATIENCE, false));
  let renewed = false;
  try {
    const { waiting } = await service.register(new URL("../sw.js", import.meta.url));
    waiting?.postMessage("take over");
    renewed = Boolean(waiting);
    const wanted = renewed || !(service.controller || globalThis.crossOriginIsolated);
    if (!wanted || !(await Promise.race([taken, patience]))) return;
  } catch {
    return; // a browser that keeps nothing here: the page works, but not without a network
  }
  if (!renewed && Date.now() - Number(sessionStorage.getItem(RELOADED)) < ENOUGH) return;
  sessionStorage.setItem(RELOADED, `${Date.now()}`);
  location.reload();
  await new Promise(() => undefined);
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
  if (!ready || running) return;
  const at = tasks.findIndex((each) => !heavy.has(each.request.use) || solving || !isolated);
  if (at < 0) return;
  [running] = tasks.splice(at, 1);
  const { id, request } = running;
  if (stops) Atomics.store(stops, id % STOPS, 0);
  engine.postMessage({ id, request: JSON.stringify(request) });
}

/**
 * @param {Record<string, any>} request
 * @param {Options} [options]
 * @returns {Promise<Answer>}
 */
export function ask(request, options = {}) {
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
