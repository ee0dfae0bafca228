/** Shows a shot: discs move, contacts sound; with reduced motion the paths are drawn instead. */

/** @import {Board} from "./board.js" */
/** @import {MatchEvent} from "../wire.js" */
import { Clock, reducedMotion } from "./animate.js";
import { playContact } from "../page/sound.js";

/** @type {Record<string, "contact" | "peg" | "off" | "holed">} */
const SOUNDS = { contact: "contact", peg: "peg", left: "off", holed: "holed" };

/**
 * @param {Board} board
 * @param {MatchEvent} event
 * @param {Clock} clock its `stop` skips the rest
 * @param {number} speed
 */
export async function showShot(board, event, clock, speed) {
  const { shot } = event;
  if (!shot) return;
  board.clear(board.marks, board.trails);
  board.show(shot.start);
  if (reducedMotion()) {
    board.at(shot, Infinity);
    board.paths(shot, flicked(event));
    return;
  }
  let sounded = 0;
  await clock.run(
    (instant) => {
      board.at(shot, instant);
      while (sounded < shot.events.length && shot.events[sounded][1] <= instant) sound(shot.events[sounded++]);
    },
    speed,
  );
  board.at(shot, Infinity);
}

/**
 * The disc that was flicked, or no name.
 * @param {MatchEvent} event
 */
export const flicked = ({ answer }) => (answer && "disc" in answer ? answer.disc : "");

/** @param {import("../wire.js").ShotEvent} event */
function sound(event) {
  const kind = SOUNDS[event[0]];
  if (kind) playContact(kind, Number(event[4] ?? 0));
}
