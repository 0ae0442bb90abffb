// The service worker: the site without a network, and threads where the host sends no headers for them.
// BUILD and FILES, each file's digest, stand above. A file is kept under its digest, so builds never mix.

const STORE = "hashi-files";
const [LOOKS, LOOK_EVERY] = [50, 200]; // milliseconds
const scope = new URL("./", location.href);
const asyncify = !("Suspending" in WebAssembly);
const FIRST = (name) => name === "index.html" || name === "engine/transport.js" || name.startsWith("static/") || name.endsWith(".webmanifest");
// First views in other languages are kept when they were seen, and of CP-SAT the build that this browser takes.
const unused = (name) =>
  /^first\/.*\d/.test(name) || (name.startsWith("engine/cp-sat/") && name.includes("_asyncify") !== asyncify);
const key = (name) => new URL(`${name}?${FILES[name]}`, scope).href;

addEventListener("install", (event) => {
  // the first time only what the first view needs, so that the page waits for little; an update is whole before it is used
  const update = Boolean(registration.active);
  if (!update) skipWaiting();
  event.waitUntil(keep((name) => update || FIRST(name)));
});

addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([clients.claim(), forget()]));
});

addEventListener("message", (event) => {
  if (event.data === "keep") {
    event.waitUntil(keep(() => true).then(() => event.source.postMessage("kept"), () => undefined));
  }
  if (event.data === "take over") event.waitUntil(takeOver());
});

// Not while another tab shows the build before: it may still fetch parts of it.
async function takeOver() {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const open = await clients.matchAll({ includeUncontrolled: true });
    if (open.length === 1) return skipWaiting();
    await new Promise((done) => setTimeout(done, LOOK_EVERY)); // the page before this one may still be closing
  }
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(scope.href)) return;
  const path = url.pathname.slice(scope.pathname.length);
  event.respondWith(answer(event, path || "index.html"));
});

async function answer(event, name) {
  if (!(name in FILES)) return isolated(await fetch(event.request));
  const there = await (await caches.open(STORE)).match(key(name));
  if (there) return there;
  const [found, kept] = await fetched(name);
  event.waitUntil(kept.catch(() => undefined)); // a full disk: the page works, but not without a network
  return found;
}

// The response as an isolated page may use it.
function isolated(found) {
  if (found.type === "opaque" || !found.status) return found;
  const headers = new Headers(found.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(found.body, { status: found.status, statusText: found.statusText, headers });
}

// From the network, and kept if it is the file of this build; the host may already have the next one.
async function fetched(name) {
  const found = isolated(await fetch(new URL(name, scope), { cache: "no-cache" }));
  return [found, found.ok ? put(name, found.clone()) : Promise.resolve()];
}

async function put(name, found) {
  const { status, statusText, headers } = found;
  const data = await found.arrayBuffer();
  const digest = [...new Uint8Array(await crypto.subtle.digest("SHA-256", data))];
  const text = digest.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!text.startsWith(FILES[name])) return;
  await (await caches.open(STORE)).put(key(name), new Response(data, { status, statusText, headers }));
}

async function keep(wanted) {
  const store = await caches.open(STORE);
  for (const name of Object.keys(FILES).filter((each) => wanted(each) && !unused(each))) {
    if (await store.match(key(name))) continue;
    const [, kept] = await fetched(name);
    await kept;
    if (!(await store.match(key(name)))) throw new Error(`${name} is not the file of build ${BUILD}`);
  }
}

async function forget() {
  const store = await caches.open(STORE);
  const ours = new Set(Object.keys(FILES).map(key));
  for (const request of await store.keys()) {
    if (request.url.startsWith(scope.href) && !ours.has(request.url)) await store.delete(request);
  }
}
