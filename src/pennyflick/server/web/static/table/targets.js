/** What is worth aiming at: what glows, then the other discs, the nearest first, then the middle of the board. */

/** @import {Pt} from "../wire.js" */
import { direction } from "./aim.js";
import { currentAsk, head, known, origin } from "./known.js";
import { nearestOnEdge } from "../board/ruling.js";
import { draw } from "./sight.js";

const NEAR_MM = 20; // from here the middle of the board is no target

/** Turns the aim to the next target. */
export function turnToNext() {
  const { aim } = known;
  const from = origin();
  if (!aim || !from) return;
  const ways = inwards(from) ?? targets(from).map(([x, y]) => direction(x - from[0], y - from[1]));
  if (!ways.length) return;
  aim.target = (aim.target + 1) % ways.length;
  Object.assign(aim, { direction: ways[aim.target], typed: false });
  draw();
}

/**
 * @param {Pt} from
 * @returns {Pt[]}
 */
function targets(from) {
  const lying = Object.entries(known.state.layout).filter(([disc, place]) => disc !== known.aim?.disc && typeof place === "object");
  const glows = known.state.now.decision?.glows ?? [];
  const near = (/** @type {boolean} */ glowing) => lying.filter(([disc]) => glows.includes(disc) === glowing).map(([, place]) => /** @type {Pt} */ (place)).sort((a, b) => apart(a, from) - apart(b, from));
  const discs = [...near(true), ...near(false)];
  return Math.hypot(...from) > NEAR_MM ? [...discs, [0, 0]] : discs;
}

/**
 * @param {Pt} a
 * @param {Pt} b
 */
const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/**
 * A side-flick can only strike the rim that hangs over the edge: straight onto the board is always within its reach.
 * @param {Pt} from
 */
function inwards(from) {
  const edge = currentAsk()?.kind === "side-flick" ? nearestOnEdge(head.edge, from) : null;
  return edge && apart(from, edge) > 0.01 ? [direction(from[0] - edge[0], from[1] - edge[1])] : null;
}
