// Asking hashi: a request goes out, lines of progress and then the answer come back.

/** @typedef {{kind: string, sentence: string, rule?: string, where?: string[]}} Refusal */
/** @typedef {Record<string, any> & {error?: Refusal}} Answer */

const engine = document.querySelector('meta[name="hashi-engine"]')?.getAttribute("content"); // a site has one, no server
const worker = engine ? import(new URL(engine, document.baseURI).href) : undefined;
/** Until Python answers; a server always does. */
export async function ready() {
  await (await worker)?.ready;
}

/** @type {Promise<unknown>} */
let before = Promise.resolve();

/**
 * @param {Record<string, unknown>} request
 * @param {{signal?: AbortSignal, keepalive?: boolean, onProgress?: (share: number, seen?: Answer) => void}} [options]
 * @returns {Promise<Answer>}
 */
export async function ask(request, options = {}) {
  if (worker) return (await worker).ask(request, options);
  const response = await fetch("answer", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
    signal: options.signal,
    keepalive: options.keepalive ?? false, // for what is asked while the page goes away
  });
  if (!response.body) return response.json();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (value) text += value;
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) {
      const found = JSON.parse(line);
      if (!("progress" in found)) return found;
      options.onProgress?.(found.progress, found.seen);
    }
    if (done && !text) throw new Error("no answer");
    if (done) return JSON.parse(text);
  }
}

/**
 * One after the other, so that two quick taps arrive in their order.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export function inTurn(work) {
  const next = before.then(work, work);
  before = next.catch(() => undefined);
  return next;
}
