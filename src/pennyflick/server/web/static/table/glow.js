/** What counts now glows softly, what lies too near is ringed: as the rules say it, for whoever is to act. */

import { board, known, mySeat } from "./known.js";

const HALO_MM = 3.5; // how far a halo stands out from its disc
const HOLE_MM = 24; // the ring round a single point

const layer = board.layer("glows");
board.under.parentNode?.insertBefore(layer, board.under);

/** Shows it anew: for the decision at hand when it is this person's, else nothing. */
export function glow() {
  clearGlow();
  const { decision } = known.state.now;
  if (!decision || !mySeat()) return;
  for (const disc of decision.glows) light(disc, "glow", board.radius(disc) + HALO_MM);
  // as far as its rim reaches is too near: a penny's width beyond the disc's own
  for (const disc of decision.leave) light(disc, "leave", 3 * board.radius(disc));
  aimAt(decision.target);
}

/** Takes it away: while a shot runs nothing counts yet. */
export function clearGlow() {
  board.clear(layer);
  for (const disc of board.discs.values()) disc.classList.remove("glow", "leave");
}

/**
 * @param {string} disc
 * @param {"glow" | "leave"} name
 * @param {number} r
 */
function light(disc, name, r) {
  const place = known.state.layout[disc];
  if (typeof place !== "object") return;
  board.discs.get(disc)?.classList.add(name);
  board.draw(layer, "circle", { cx: place[0], cy: place[1], r, class: `${name}-ring` });
}

/** @param {[number, number][]} target a point, or the two ends of a goal */
function aimAt([one, two]) {
  if (one && two) board.draw(layer, "line", { x1: one[0], y1: one[1], x2: two[0], y2: two[1], class: "glow-goal" });
  else if (one) board.draw(layer, "circle", { cx: one[0], cy: one[1], r: HOLE_MM, class: "glow-ring" });
}
