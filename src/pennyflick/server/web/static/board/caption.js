/** The ruling as a caption on the board: where it covers least, until the next aim begins. */

/** @import {Board} from "./board.js" */
/** @import {Teller} from "../page/naming.js" */
/** @import {MatchEvent} from "../wire.js" */
import { photoFinish } from "./moments.js";
import { measure } from "./ruling.js";
import { clauseLink, named } from "../page/naming.js";
import { byId, element } from "../page/page.js";
import { plain } from "../page/saying.js";

const CHOSEN = 20; // what it costs to cover the disc in the hand

/** Whether a ruling stands on the board. */
export const captioned = () => !byId("caption").hidden;

/** The board is free again, of the ruling and of the word for a good moment. */
export const uncaption = () => void (byId("caption").hidden = byId("moment").hidden = true);

/**
 * @param {Board} board
 * @param {MatchEvent} event
 * @param {Teller} teller
 * @param {MatchEvent | null} [earlier] one's own ruling, which this one answers
 */
export function caption(board, event, teller, earlier = null) {
  const place = byId("caption");
  const lines = [...reasons(event, teller), ...event.notes.map((note) => element("p", { class: "small" }, ...named(teller, note)))];
  const photo = photoFinish(event);
  if (photo) lines.unshift(element("p", { class: "finish" }, `Photo finish: ${photo.margin.toFixed(photo.margin < 0.1 ? 2 : 1)} mm`));
  if (earlier && lines.length) lines.unshift(element("p", { class: "earlier" }, `${who(earlier, teller)}${earlier.reasons.map((reason) => plain(teller.viewer, reason.sentence)).join(" ")}`));
  place.replaceChildren(...lines);
  place.hidden = !lines.length;
  stand(board);
}

/**
 * The caption stands where it covers least: below or above.
 * @param {Board} board
 */
export function stand(board) {
  const place = byId("caption");
  if (!place.hidden) place.classList.toggle("high", covered(board, place, "low") > covered(board, place, "high"));
}

/**
 * @param {MatchEvent} event
 * @param {Teller} teller
 */
const who = ({ seat }, teller) => (seat ? `${teller.viewer.heading(seat)}: ` : "");

/**
 * @param {MatchEvent} event
 * @param {Teller} teller
 */
function reasons(event, teller) {
  return event.reasons.map((reason) => {
    const words = measure(reason.evidence);
    const parts = [element("span", { class: "sentence" }, ...named(teller, reason.sentence)), " ", clauseLink(reason.clause)];
    return element("p", {}, ...parts, ...(words ? [" ", element("span", { class: "measure" }, words)] : []));
  });
}

/**
 * How much the caption would hide there: discs and what was measured, and before all what is about to be flicked.
 * @param {Board} board
 * @param {HTMLElement} place
 * @param {"low" | "high"} where
 */
function covered(board, place, where) {
  const stage = board.holder.getBoundingClientRect();
  const { width, height } = place.getBoundingClientRect();
  const left = stage.left + (stage.width - width) / 2;
  const top = where === "high" ? stage.top : stage.bottom - height;
  const hidden = (/** @type {Iterable<Element>} */ drawn) =>
    [...drawn].map((each) => each.getBoundingClientRect()).filter((box) => box.width && box.right > left && box.left < left + width && box.bottom > top && box.top < top + height).length;
  const discs = [...board.discs].filter(([id]) => board.place(id)).map(([, disc]) => disc);
  return hidden(discs) + hidden(board.marks.children) + CHOSEN * hidden(board.over.querySelectorAll(".chosen"));
}
