/** Shows a shot: discs move, contacts sound; with reduced motion the paths are drawn instead. */

/** @import {Board} from "./board.js" */
/** @import {MatchEvent, Pt} from "../wire.js" */
import { Clock, reducedMotion } from "./animate.js";
import { playContact } from "../page/sound.js";

const SWING_S = 0.7; // how long another's aim is to be seen
const SWING_DEGREES = 32;

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
 * Somebody else takes aim: the disc is chosen and the line swings in to where the flick will go.
 * @param {Board} board
 * @param {MatchEvent} event
 * @param {Clock} clock its `stop` ends it
 * @param {number} speed
 */
export async function showAim(board, { shot, answer, actual }, clock, speed) {
  const strike = actual ?? answer;
  if (!shot || !strike || !("direction_cdeg" in strike) || reducedMotion()) return;
  const from = shot.start[strike.disc];
  if (typeof from !== "object") return;
  board.clear(board.marks, board.trails);
  board.show(shot.start);
  clock.duration = SWING_S;
  await clock.run((instant) => {
    const left = Math.pow(1 - instant / SWING_S, 3);
    board.clear(board.over);
    board.ring(strike.disc, from, "pick chosen");
    drawAim(board, from, board.radius(strike.disc), (strike.direction_cdeg / 100 + SWING_DEGREES * left) * (Math.PI / 180), 1 - left);
  }, speed);
  board.clear(board.over);
}

/**
 * A line from a disc to where it is about to go.
 * @param {Board} board
 * @param {Pt} from
 * @param {number} radius
 * @param {number} angle
 * @param {number} grown
 */
export function drawAim(board, [x, y], radius, angle, grown) {
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  const far = radius * (2 + 5 * grown);
  board.draw(board.over, "line", { x1: x + ux * radius, y1: y + uy * radius, x2: x + ux * far, y2: y + uy * far, class: "aim-line" });
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
