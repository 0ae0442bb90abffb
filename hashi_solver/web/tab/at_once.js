// Stands in the page itself: the day's board is there before any other file has come. The page then adds the rest.

/** A day's game, from the one that is written in full and what is different. */
/** @param {any} game @param {object} patch */
globalThis.hashiGame = (game, patch) => {
  /** @param {any} old @param {any} changes parts by their keys, or a list with the new value */
  const patched = (old, changes) => {
    if (Array.isArray(changes)) return changes[0];
    const made = Array.isArray(old) ? [...old] : { ...old };
    for (const [key, each] of Object.entries(changes)) made[key] = patched(made[key], each);
    return made;
  };
  const made = patched(game, patch);
  return { ...made, svg: made.svg.join("\n") };
};

{
  const known = JSON.parse(document.getElementById("hashi-first")?.textContent ?? "{}");
  const [what, day] = location.hash.replace(/^#\/?/, "").split("/");
  const wanted = what === "day" ? day : new Date().toLocaleDateString("sv");
  const root = document.documentElement;
  const chosen = localStorage.getItem("hashi-lang") ?? root.dataset.lang ?? navigator.language;
  const patch = ["", "today", "day"].includes(what) && chosen.startsWith(known.lang) ? known.days[wanted] : undefined;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  root.dataset.theme = localStorage.getItem("hashi-theme") ?? dark;
  const board = document.getElementById("board");
  // whoever has played here may have begun this very game
  if (board && patch && !localStorage.getItem("hashi-played")) {
    const { svg, name, where, prompt } = globalThis.hashiGame(known.game, patch);
    board.innerHTML = svg;
    board.querySelector("[tabindex]")?.setAttribute("tabindex", "0");
    const words = { "#name": `${name} · ${known.game.board}`, "#where": where, "#game .status": prompt };
    for (const [place, text] of Object.entries(words)) {
      const element = document.querySelector(place);
      if (element) element.textContent = text;
    }
  }
}
