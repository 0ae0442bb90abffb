// Starting Python. What its memory holds once it has started is kept, so that the next start is quick.

const STORE = "hashi-python";
const WHERE = "/package";
const WARM = `
import sys
sys.path.insert(0, "${WHERE}")
from hashi_solver.web.tab.engine import warm
warm("/home/warm")`;

/** @param {string} name @returns {Promise<Response>} */
export async function fetched(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

/** @param {ArrayBuffer} zip our package @param {ArrayBuffer} library Python's own */
export async function started(zip, library) {
  const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", import.meta.url).href);
  const options = {
    lockFileContents: (await fetched("pyodide/pyodide-lock.json")).json(),
    stdLibURL: URL.createObjectURL(new Blob([library])),
  };
  const load = async (/** @type {object} */ more) => {
    const python = await loadPyodide({ ...options, ...more });
    python.unpackArchive(zip, "zip", { extractDir: WHERE });
    return python;
  };
  const [store, key] = await Promise.all([opened(), named(zip, library)]);
  const kept = await store?.match(key);
  if (kept) {
    const memory = new Uint8Array(await kept.arrayBuffer());
    const createPyodideModule = (/** @type {object} */ settings) => withRoom(settings, memory.length);
    try {
      return await load({ _loadSnapshot: memory, createPyodideModule });
    } catch {
      await store?.delete(key); // of no use to this browser: start as if there were none
    }
  }
  const python = await load({ _makeSnapshot: true });
  python.runPython(WARM);
  if (store) void keep(store, key, python.makeMemorySnapshot());
  return python;
}

/** Pyodide copies a snapshot into memory as it is at a start, which may be too small. */
/** @param {object} settings @param {number} bytes */
async function withRoom(settings, bytes) {
  const { default: make } = await import(new URL("pyodide/pyodide.asm.mjs", import.meta.url).href);
  const made = await make(settings);
  made.growMemory(bytes);
  return made;
}

/** Nothing where the browser keeps nothing. */
/** @returns {Promise<Cache | undefined>} */
async function opened() {
  return globalThis.caches?.open(STORE).catch(() => undefined);
}

/** The same files in the same browser lead to the same memory. */
/** @param {...ArrayBuffer} files */
async function named(...files) {
  const digests = await Promise.all(files.map((each) => crypto.subtle.digest("SHA-256", each)));
  const numbers = digests.flatMap((each) => [...new Uint8Array(each).slice(0, 8)]);
  const name = new URLSearchParams({ files: numbers.join("."), browser: navigator.userAgent });
  return new URL(`python?${name}`, import.meta.url).href;
}

/** @param {Cache} store @param {string} key @param {Uint8Array} memory */
async function keep(store, key, memory) {
  const ours = new URL("python?", import.meta.url).href;
  try {
    for (const { url } of await store.keys()) if (url.startsWith(ours)) await store.delete(url);
    await store.put(key, new Response(/** @type {BufferSource} */ (memory)));
  } catch {
    return; // no room for it: the next start takes as long as this one
  }
}
