/** Discs by their names: a name in a sentence lights its disc on the board, and a disc under the pointer says its name. */

/** @import {Board} from "../board/board.js" */
/** @import {Disc, Sentence} from "../wire.js" */
/** @import {Part, Viewer} from "./saying.js" */
import { element } from "./page.js";
import { Spotlight } from "../board/spotlight.js";
import { said } from "./saying.js";

const TAP_MS = 4000; // how long a tapped name stays lit
const TAP_PX = 10; // a finger that went further has pulled
const FINGER_PX = 22; // half a fingertip

/** @typedef {{shapes: Map<string, Disc>, viewer: Viewer}} Teller the discs of the match by name, and who reads */

/** @param {string} clause */
export const clauseLink = (clause) =>
  element("a", { class: "clause", href: `/clause/${clause}`, target: "_blank", rel: "noopener", "aria-label": `Clause ${clause}, opens the rulebook` }, clause);

/**
 * A sentence in which the names of discs can be pointed at, and reached with the tab key; clauses are links.
 * @param {Teller} teller
 * @param {Sentence} sentence
 */
export const named = (teller, sentence) => marked(teller, sentence, "button");

/**
 * The same where there are too many of them for the tab key: in lists, and within buttons.
 * @param {Teller} teller
 * @param {Sentence} sentence
 */
export const listed = (teller, sentence) => marked(teller, sentence, "span");

/**
 * @param {Teller} teller
 * @param {Sentence} sentence
 * @param {"button" | "span"} tag
 * @returns {(Node | string)[]}
 */
function marked({ shapes, viewer }, sentence, tag) {
  const pieces = said(viewer, sentence);
  return pieces.map(({ part, words }, index) => {
    if (typeof part === "string") return disc(pieces[index - 1]?.part) ? words.slice(stops(words).length) : words;
    if (disc(part)) return element("span", { class: "unbroken" }, mark(shapes, words, tag), stops(pieces[index + 1]?.words ?? "")); // no full stop on a line of its own
    return part.is === "clause" && tag === "button" ? clauseLink(words) : words;
  });
}

/** @param {Part | undefined} part */
const disc = (part) => typeof part === "object" && part.is === "disc";

/** @param {string} words what stands at their beginning and belongs to the name before them */
const stops = (words) => /^(?:'s|[.,:;!?”)]+)?/.exec(words)?.[0] ?? "";

/**
 * @param {Map<string, Disc>} shapes
 * @param {string} name
 * @param {"button" | "span"} tag
 */
function mark(shapes, name, tag) {
  if (shapes.get(name)?.kind === name) return element("span", { "data-names": name }, name); // "the shooter" is a word, no code
  return element(tag, { class: "disc-name", "data-names": name, ...(tag === "button" ? { type: "button" } : {}) }, name);
}

/**
 * Puts what is told in place of what was; whoever stood on a name with the keys stays there.
 * @param {HTMLElement} place
 * @param {(Node | string)[]} told
 */
export function tellIn(place, ...told) {
  const active = document.activeElement;
  const stood = active && active !== place && place.contains(active) ? active.getAttribute("data-names") : null;
  place.replaceChildren(...told);
  if (stood === null) return;
  const same = /** @type {HTMLElement | null} */ (place.querySelector(`button[data-names="${stood}"]`));
  if (!same) place.tabIndex = -1;
  (same ?? place).focus({ preventScroll: true });
}

/**
 * Begins to listen, on the whole page.
 * @param {Board} board
 * @returns {(other: Board) => void} turns to another board, where a page has several
 */
export function listenToNames(board) {
  let light = new Spotlight(board);
  const lights = new Map([[board, light]]);
  let timer = 0; // runs while a tap holds the light
  let [downX, downY] = [0, 0];

  /**
   * @param {string} name
   * @param {Element} source what asked for it
   */
  const show = (name, source) => {
    clearTimeout(timer);
    timer = 0;
    light.show(name, source);
  };
  const leave = () => {
    clearTimeout(timer);
    timer = 0;
    const active = document.activeElement;
    const name = active?.matches(":focus-visible") ? nameAt(active) : null;
    if (active && name) light.show(name, active);
    else light.hide();
  };

  /** @param {Element | null} found a disc of another board of the page? */
  const isElsewhere = (found) => found?.closest("[data-disc]") && !light.board.holder.contains(found);

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch" || event.buttons) return;
    const found = event.target instanceof Element ? event.target : null;
    const name = isElsewhere(found) ? null : nameAt(found);
    if (found && name) show(name, found);
    else if (light.name && !timer) leave(); // a page that scrolls moves under a mouse that lies still
  });
  document.documentElement.addEventListener("pointerleave", leave);
  document.addEventListener("focusin", (event) => {
    const found = /** @type {Element} */ (event.target);
    const name = nameAt(found);
    if (name && found.matches(":focus-visible")) show(name, found);
  });
  document.addEventListener("focusout", leave);
  document.addEventListener("keydown", (event) => event.key === "Escape" && light.hide());
  document.addEventListener("pointerdown", (event) => {
    [downX, downY] = [event.clientX, event.clientY];
    if (event.pointerType === "touch" || light.board.holder.contains(/** @type {Node} */ (event.target))) light.hide(); // nothing in the way of a pull
  });
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (!target || target.closest(".steps")) return; // there a click is a jump
    const finger = event instanceof PointerEvent && event.pointerType === "touch";
    const pulled = Math.hypot(event.clientX - downX, event.clientY - downY) > TAP_PX;
    const name = finger && !pulled && light.board.holder.contains(target) ? touched(light.board, event) : nameAt(target.closest("[data-names], [data-lies]"));
    if (!name) return;
    show(name, target);
    if (target.closest("[data-names]")) light.bringIntoView();
    if (finger) timer = setTimeout(leave, TAP_MS);
  });
  return (other) => {
    light.hide();
    light = lights.get(other) ?? new Spotlight(other);
    lights.set(other, light);
  };
}

/**
 * The disc that an element names, shows, or is.
 * @param {Element | null} found
 */
function nameAt(found) {
  const one = found?.closest("[data-names], [data-disc], [data-lies]");
  const name = one?.getAttribute("data-names") ?? one?.getAttribute("data-disc") ?? one?.getAttribute("data-lies");
  return name && !name.includes(" ") ? name : null; // a picture of a whole heap is no disc
}

/**
 * The disc under a fingertip.
 * @param {Board} board
 * @param {MouseEvent} event
 */
function touched(board, event) {
  const { x, y } = board.point(event);
  const near = [...board.discs.keys()].map((name) => ({ name, at: board.place(name) })).filter(({ at }) => at !== null);
  const far = near.map(({ name, at }) => ({ name, gap: at ? Math.hypot(at[0] - x, at[1] - y) : Infinity }));
  const [nearest] = far.sort((a, b) => a.gap - b.gap);
  return nearest && nearest.gap < Math.max(board.radius(nearest.name), FINGER_PX * board.mmPerPixel()) ? nearest.name : null;
}
