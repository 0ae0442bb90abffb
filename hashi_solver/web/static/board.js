// The board: Python draws it, this puts it on the page and hears taps and keys.

const CONTROLS = "[tabindex]:is([data-island], [data-line], [data-cell])"; // others are only looked at
const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
});

/**
 * Put a drawing in the place of the one before. Controls stay the same elements, so that focus stays where it is.
 * @param {HTMLElement} place
 * @param {string} svg
 */
export function draw(place, svg) {
  const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const there = place.querySelector("svg");
  const same = there && names(there).join() === names(drawn).join();
  if (!same) {
    const focused = controls(place).find((each) => each === document.activeElement);
    const before = focused ?? controls(place).find((each) => each.getAttribute("tabindex") === "0");
    place.replaceChildren(document.importNode(drawn, true));
    const next = (before && control(place, name(before))) ?? controls(place)[0];
    next?.setAttribute("tabindex", "0");
    if (focused) next?.focus();
    return;
  }
  const fresh = [...drawn.children];
  [...there.children].forEach((old, at) => {
    const changed = fresh[at];
    for (const { name, value } of changed.attributes) {
      if (name !== "tabindex" && old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    if (old.innerHTML !== changed.innerHTML) {
      old.replaceChildren(...[...changed.childNodes].map((each) => document.importNode(each, true)));
    }
  });
}

/** @param {Element} svg */
function names(svg) {
  return [...svg.children].map((each) => name(each) || each.getAttribute("data-layer"));
}

/** @param {Element} control @returns {string} */
export function name(control) {
  return control.getAttribute("data-island") ?? control.getAttribute("data-line") ?? control.getAttribute("data-cell") ?? "";
}

/** @param {ParentNode} place @returns {SVGElement[]} */
function controls(place) {
  return [...place.querySelectorAll(CONTROLS)].map((each) => /** @type {SVGElement} */ (each));
}

/** @param {ParentNode} place @param {string} wanted */
function control(place, wanted) {
  return controls(place).find((each) => name(each) === wanted);
}

// Go to the control of this name.
/** @param {HTMLElement} place @param {string} wanted */
export function reach(place, wanted) {
  const found = control(place, wanted);
  if (found) settle(place, found);
}

/**
 * @param {HTMLElement} place
 * @param {(name: string) => void} tapped
 */
export function listen(place, tapped) {
  place.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const further = target.getAttribute("data-reach");
    const control = target.closest(CONTROLS);
    if (further) tapped(further);
    else if (control) {
      settle(place, /** @type {SVGElement} */ (control));
      tapped(name(control));
    }
  });
  place.addEventListener("keydown", (event) => {
    const control = /** @type {Element} */ (event.target).closest(CONTROLS);
    if (!control || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!event.repeat) tapped(name(control));
    } else if (event.key in ARROWS) {
      event.preventDefault();
      const next = towards(place, control, ARROWS[event.key]);
      if (next) settle(place, next);
    }
  });
}

/** @param {HTMLElement} place @param {SVGElement} control */
function settle(place, control) {
  for (const each of controls(place)) each.setAttribute("tabindex", each === control ? "0" : "-1");
  control.focus();
}

/**
 * From an island onto the line in this direction, along a line to its end, else to whatever is nearest there.
 * @param {HTMLElement} place
 * @param {Element} here
 * @param {[number, number]} direction
 * @returns {SVGElement | undefined}
 */
function towards(place, here, [right, down]) {
  const from = name(here);
  const [x, y] = middle(here);
  let best, least = Infinity;
  for (const control of controls(place)) {
    const there = name(control);
    if (there === from) continue;
    const joined = !here.hasAttribute("data-at") && (`-${from}-`.includes(`-${there}-`) || `-${there}-`.includes(`-${from}-`));
    const [across, along] = offset(middle(control), [x, y], [right, down]);
    if (along <= 0 || (!joined && across > along)) continue;
    const distance = along + 3 * across + (joined && !across ? -100 : 0);
    if (distance < least) [best, least] = [control, distance];
  }
  return best;
}

/** @param {number[]} there @param {number[]} here @param {number[]} direction */
function offset(there, here, [right, down]) {
  const [dx, dy] = [there[0] - here[0], there[1] - here[1]];
  return right ? [Math.abs(dy), dx * right] : [Math.abs(dx), dy * down];
}

// Where a control is, in columns and rows: on a line in the middle, unless it says where.
/** @param {Element} control @returns {[number, number]} */
function middle(control) {
  const said = control.getAttribute("data-at")?.split(" ").map(Number);
  if (said) return [said[0], said[1]];
  const ends = name(control).split("-").map((each) => [each.charCodeAt(0), Number(each.slice(1))]);
  const last = ends[ends.length - 1];
  return [(ends[0][0] + last[0]) / 2, (ends[0][1] + last[1]) / 2];
}
