// The worker that runs Python. It answers one request at a time, and keeps the files before it answers.

import { changed, read, write } from "./files.js";
import { fetched, started } from "./python.js";

const HOME = "/home/kept";
const MOST = 1 << 20; // bytes of a response
const PYTHON = `
from hashi_solver.web.tab.engine import Tab
Tab`;

/** @type {any} */
let tab;
/** @type {Int32Array | undefined} */
let stops;
/** @type {Promise<unknown>} */
let begun = Promise.resolve();

/** The solver as Python sees it: it waits in this thread for what another one does. */
function solver() {
  /** @type {SharedArrayBuffer} */
  let shared;
  /** @type {Int32Array} */
  let state;
  return {
    /** @param {any} model @param {any} parameters */
    begin(model, parameters) {
      shared = new SharedArrayBuffer(8 + MOST);
      state = new Int32Array(shared, 0, 2);
      postMessage({ solve: { model: bytes(model), parameters: bytes(parameters), shared } });
    },
    /** @param {number} milliseconds */
    wait: (milliseconds) => Atomics.wait(state, 0, 0, milliseconds) !== "timed-out",
    response: () => new Uint8Array(shared, 8, state[1]).slice(),
    abandon: () => postMessage({ abandon: true }),
  };
}

/** @param {any} from bytes of Python */
function bytes(from) {
  const view = from.getBuffer("u8");
  const copied = view.data.slice();
  view.release();
  return copied;
}

async function begin() {
  const [zip, library, published, files] = await Promise.all([
    fetched("package.zip").then((found) => found.arrayBuffer()),
    fetched("pyodide/python_stdlib.zip").then((found) => found.arrayBuffer()),
    fetched("../published.json").then((found) => found.text()),
    read(),
  ]);
  const python = await started(zip, library);
  tab = python.runPython(PYTHON)(HOME, published, stops ? solver() : undefined);
  for (const [name, text] of files) tab.put(name, text);
  postMessage({ ready: true, heavy: JSON.parse(tab.heavy) });
}

/** @param {{id: number, request: string}} asked */
async function answer({ id, request }) {
  for (const [name, text] of changed()) tab.put(name, text);
  const progress = (/** @type {string} */ told) => postMessage({ progress: JSON.parse(told) });
  const stopped = () => Boolean(stops && Atomics.load(stops, id % stops.length));
  const found = JSON.parse(tab.answer(request, progress, stopped));
  await write(Object.entries(JSON.parse(tab.changed())));
  postMessage({ found });
}

addEventListener("message", ({ data }) => {
  if ("request" in data) {
    begun.then(() => answer(data)).catch((error) => postMessage({ failed: String(error) }));
  } else {
    stops = data.stops;
    begun = begin();
    begun.catch((error) => setTimeout(() => { throw error; }));
  }
});
