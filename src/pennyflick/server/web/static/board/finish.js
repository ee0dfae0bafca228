/** The photo finish: what was decided by less than a millimetre, close and slow. */

/** @import {Board} from "./board.js" */
/** @import {Clock} from "./animate.js" */
/** @import {MatchEvent, Pt} from "../wire.js" */
import { reducedMotion } from "./animate.js";
import { photoFinish } from "./moments.js";
import { drawRuling, placeOf } from "./ruling.js";

const CLOSE = 7; // radii of the disc on each side of it
const LEAD_S = 0.35; // of the shot, before it was decided
const SLOW = 0.2;
const STILL_S = 1.4;

/**
 * @param {Board} board
 * @param {MatchEvent} event
 * @param {Pt[]} edge
 * @param {Clock} clock its `stop` ends it
 */
export async function showFinish(board, event, edge, clock) {
  const { shot } = event;
  const photo = photoFinish(event);
  if (!shot || !photo || reducedMotion()) return;
  const { discs, instant_s } = photo.evidence;
  const at = placeOf(event, discs[0], instant_s);
  if (!at) return;
  const decided = instant_s ?? shot.duration_s;
  const lead = LEAD_S / SLOW;
  let ruled = false;
  board.near(at, CLOSE * board.radius(discs[0]));
  clock.duration = lead + STILL_S;
  await clock.run((instant) => {
    board.at(shot, Math.min(decided - LEAD_S + instant * SLOW, decided));
    if (instant < lead || ruled) return;
    ruled = true;
    drawRuling(board, event, edge);
  }, 1);
  board.clear(board.marks, board.trails);
  board.far();
  board.at(shot, Infinity);
}
