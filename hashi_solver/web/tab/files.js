// The files of games and boards, in the browser's database: each by its name. Tabs tell each other what they change.

const NAME = `hashi ${new URL("..", import.meta.url).pathname}`;
const STORE = "files";
/** @type {Map<string, string | null>} */
const heard = new Map();
const others = new BroadcastChannel(NAME);
others.onmessage = (/** @type {MessageEvent} */ { data }) => {
  for (const [name, text] of data) heard.set(name, text);
};

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

function database() {
  opened ??= new Promise((done, failed) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
  return opened;
}

// Every file that is kept.
/** @returns {Promise<[string, string][]>} */
export async function read() {
  const store = (await database()).transaction(STORE).objectStore(STORE);
  const [names, texts] = await Promise.all([result(store.getAllKeys()), result(store.getAll())]);
  return names.map((name, at) => [String(name), texts[at]]);
}

// Keep what has changed; null: the file is gone.
/** @param {[string, string | null][]} rows */
export async function write(rows) {
  if (!rows.length) return;
  const transaction = (await database()).transaction(STORE, "readwrite", { durability: "strict" });
  const store = transaction.objectStore(STORE);
  for (const [name, text] of rows) {
    if (text === null) store.delete(name);
    else store.put(text, name);
  }
  await new Promise((done, failed) => {
    transaction.oncomplete = done;
    transaction.onabort = () => failed(transaction.error);
  });
  others.postMessage(rows);
}

/** What other tabs have changed since this was last called. */
export function changed() {
  const rows = [...heard];
  heard.clear();
  return rows;
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function result(request) {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}
