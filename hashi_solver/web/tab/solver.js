// The worker that runs CP-SAT, one search at a time. A search cannot be interrupted: to stop it, end this worker.

const kind = "Suspending" in WebAssembly ? "cp_sat_runtime" : "cp_sat_runtime_asyncify";
const ARGUMENTS = ["number", "number", "number", "number", "number"];

/** @type {Promise<any>} */
const loading = import(new URL(`cp-sat/${kind}.js`, import.meta.url).href).then(({ default: make }) =>
  make({ locateFile: (/** @type {string} */ name) => new URL(`cp-sat/${name}`, import.meta.url).href }),
);
loading.then(
  () => postMessage({ loaded: true }),
  () => postMessage({ loaded: false }),
);

/** @param {{model: Uint8Array, parameters: Uint8Array}} asked @returns {Promise<Uint8Array>} */
async function solved({ model, parameters }) {
  const cpSat = await loading;
  const put = (/** @type {Uint8Array} */ data) => {
    const at = cpSat._malloc(data.length);
    cpSat.HEAPU8.set(data, at);
    return at;
  };
  const [first, second, size] = [put(model), put(parameters), cpSat._malloc(4)];
  const given = [first, model.length, second, parameters.length, size];
  const at = await cpSat.ccall("solve_model", "number", ARGUMENTS, given, { async: true });
  const length = new DataView(cpSat.HEAPU8.buffer).getUint32(size, true);
  const found = cpSat.HEAPU8.slice(at, at + length);
  for (const each of [first, second, size]) cpSat._free(each);
  if (at) cpSat._free_buffer(at);
  return found;
}

// The response goes into shared memory: its length and itself, none where it failed. Then whoever waits is woken.
addEventListener("message", async ({ data }) => {
  const state = new Int32Array(data.shared, 0, 2);
  const room = new Uint8Array(data.shared, 8);
  try {
    const found = await solved(data);
    if (found.length <= room.length) {
      room.set(found);
      state[1] = found.length;
    }
  } finally {
    Atomics.store(state, 0, 1);
    Atomics.notify(state, 0);
  }
});
