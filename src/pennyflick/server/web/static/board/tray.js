/** The tray beside the board: pennies won, pucks on the rail and in the ditch, what is still in the hand. */

/** @import {Board} from "./board.js" */
/** @import {Disc, Layout} from "../wire.js" */
import { element } from "../page/page.js";

const SVG = "http://www.w3.org/2000/svg";
/** @type {Record<string, string>} */
const WORDS = { rail: "On the rail", ditch: "Out", hand: "In hand", off: "Off the board", holed: "In the hole" };
const MOST = 7; // more than these are a picture and a number

/**
 * @param {HTMLElement} tray
 * @param {Board} board
 * @param {Layout} layout
 */
export function fillTray(tray, board, layout) {
  const sides = ["one", "two"].map((side) => {
    const holder = element("div", { class: `side ${side}` });
    for (const [words, discs] of heaps(board, layout, side)) holder.append(heap(board, words, discs));
    return holder;
  });
  tray.replaceChildren(...sides);
  tray.hidden = sides.every((side) => !side.childElementCount);
}

/**
 * The discs of a side that are away from the board, by where they are.
 * @param {Board} board
 * @param {Layout} layout
 * @param {string} side
 */
function heaps(board, layout, side) {
  /** @type {Map<string, Disc[]>} */
  const found = new Map();
  for (const shape of board.shapes.values()) {
    const place = layout[shape.id];
    if (typeof place !== "string") continue;
    const won = place.startsWith("won by ");
    if (won ? place !== `won by ${side}` : shape.side !== side) continue;
    const words = won ? "Won" : (WORDS[place] ?? place);
    found.set(words, [...(found.get(words) ?? []), shape]);
  }
  return found;
}

/**
 * @param {Board} board
 * @param {string} words
 * @param {Disc[]} discs
 */
function heap(board, words, discs) {
  const row = element("span", { class: "heap" }, element("span", { class: "small" }, words));
  for (const { id, radius_mm } of discs.length > MOST ? discs.slice(0, 1) : discs) {
    const drawn = board.discs.get(id);
    if (drawn) row.append(small(drawn, radius_mm, discs.length > MOST ? discs.map((disc) => disc.id) : [id]));
  }
  if (discs.length > MOST) row.append(element("span", { class: "small" }, `× ${discs.length}`));
  return row;
}

/**
 * A little picture of a disc.
 * @param {SVGGElement} drawn
 * @param {number} radius
 * @param {string[]} ids the discs it stands for
 */
function small(drawn, radius, ids) {
  const picture = document.createElementNS(SVG, "svg");
  const copy = /** @type {SVGGElement} */ (drawn.cloneNode(true));
  for (const name of ["tabindex", "role", "aria-label", "data-disc", "transform"]) copy.removeAttribute(name);
  copy.classList.remove("away", "lit");
  copy.querySelector(".label")?.remove();
  const half = radius * 1.15;
  picture.setAttribute("viewBox", `${-half} ${-half} ${2 * half} ${2 * half}`);
  picture.setAttribute("class", "board");
  picture.setAttribute("data-lies", ids.join(" "));
  picture.append(copy);
  return picture;
}
