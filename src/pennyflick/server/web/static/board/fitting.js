/** The board gets all the room that the line above it and the controls leave, and long boards stand upright where that is larger. */

/** @import {Board} from "./board.js" */
import { byId } from "../page/page.js";

/**
 * Begins to look after it.
 * @param {Board} board
 * @param {number} upright the quarters by which a long board stands upright
 * @param {() => void} redraw what is drawn in pixels
 */
export function keepFitting(board, upright, redraw) {
  const leave = () => document.body.style.setProperty("--above", `${above()}px`);
  const fit = () => {
    leave();
    if (board.fit(upright)) redraw();
  };
  const watched = new ResizeObserver(leave); // a longer sentence makes the board smaller, but never turns it
  for (const each of rows()) watched.observe(each);
  addEventListener("resize", fit);
  fit();
}

/** What may stand above the board: a lesson, the score, the line, goal and danger. */
const rows = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".lesson, .at-table > :is(.bar, .tally, .line, .goal)")]);

/** The pixels above the board; beside it, nothing counts. */
function above() {
  const felt = /** @type {HTMLElement} */ (byId("at-table").querySelector(".felt")).getBoundingClientRect();
  const over = rows().map((row) => row.getBoundingClientRect()).filter((box) => box.height && box.left < felt.right - 1);
  return Math.ceil(Math.max(0, ...over.map((box) => box.bottom + scrollY))) + 2;
}
