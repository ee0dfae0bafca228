/** Discs put somewhere: at the nearest legal point, which only the server knows. */

/** @import {Pt} from "../wire.js" */
import { regionOf } from "./controls.js";
import { keep } from "../page/page.js";
import { draw } from "./sight.js";
import { board, currentAsk, link, known } from "./known.js";

/** what the server has still to say about places */
let placing = /** @type {Promise<unknown>} */ (Promise.resolve());

/** Whoever flicks before the server has said where the discs may be is waited for. */
export const placed = () => placing;

/**
 * Puts a disc at the nearest legal point.
 * @param {string} disc
 * @param {Pt} point
 * @param {string} [moved] what to say when it had to be moved
 */
export function put(disc, point, moved = "Moved to the nearest legal place") {
  const done = place(disc, point, moved);
  placing = Promise.all([placing, done]);
  return done;
}

/**
 * A disc that must first be put somewhere starts in the middle of where it may be.
 * @param {string} disc
 */
export async function putInTheMiddle(disc) {
  const ask = currentAsk();
  const region = ask && regionOf(ask, disc);
  if (!region) return;
  const lies = known.state.layout[disc];
  await put(disc, typeof lies === "object" ? lies : board.middleOf(region.outline), "");
}

/**
 * @param {string} disc
 * @param {Pt} point
 * @param {string} moved
 */
async function place(disc, point, moved) {
  if (!known.aim) return;
  const { ask } = known.aim;
  known.aim.points[disc] = point;
  draw();
  const reply = await link.send({ type: "nearest", version: known.state.version, ask, disc, point: point.map(tenth) });
  const { aim } = known; // another one, perhaps, by the time the reply comes
  if (!aim || aim.ask !== ask || aim.points[disc] !== point) return;
  if (reply.type === "nearest") aim.points[disc] = reply.point;
  if (reply.type === "nearest" && !reply.legal && reply.clause && moved) keep(`${moved} (${reply.clause}).`);
  draw();
}

const tenth = (/** @type {number} */ value) => Math.round(value * 10) / 10;
