/** What gestures and keys on the board do to the aim. */

/** @import {Aim} from "./controls.js" */
import { FULL_TURN, SPEED_LIMIT, direction } from "./aim.js";
import { pick, takeDisc } from "./aiming.js";
import { declare, send } from "./answers.js";
import { isAimed } from "./controls.js";
import { listen } from "./gesture.js";
import { button, byId, keep } from "../page/page.js";
import { put } from "./placing.js";
import { aimAtCentre, draw } from "./sight.js";
import { board, currentAsk, origin, known } from "./known.js";

const UNCLEAN = "That stroke pushed the disc instead of striking it: an unclean flick. Nothing was sent; begin outside the disc, or declare the foul.";
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Begins to listen. */
export function listenToBoard() {
  listen(board, { mode, finger: () => known.finger, disc, aim, fire, cancel, click, grab, carry, unclean, key });
}

function mode() {
  const ask = currentAsk();
  if (!known.aim || !ask || known.sending || known.showing) return "none";
  if (known.aim.putting) return "put";
  return isAimed(ask) ? "flick" : "none";
}

function disc() {
  const from = origin();
  return known.aim && from ? { x: from[0], y: from[1], r: board.radius(known.aim.disc) } : null;
}

/**
 * @param {number} direction
 * @param {number} speed
 */
function aim(direction, speed) {
  if (!known.aim) return;
  if (!known.kept) board.clear(board.marks, board.trails);
  known.kept ??= { direction: known.aim.direction, speed: known.aim.speed };
  Object.assign(known.aim, { direction, speed });
  draw();
}

function fire() {
  known.kept = null;
  void send();
}

function cancel() {
  if (known.aim && known.kept) Object.assign(known.aim, known.kept);
  known.kept = null;
  draw();
}

/**
 * @param {number} x
 * @param {number} y
 */
function click(x, y) {
  const from = origin();
  if (!known.aim) return;
  if (pick(x, y)) aimAtCentre();
  else if (from) {
    known.aim.direction = direction(x - from[0], y - from[1]);
    draw();
  }
}

/**
 * @param {number} x
 * @param {number} y
 */
function grab(x, y) {
  pick(x, y);
  return true;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {boolean} done
 */
function carry(x, y, done) {
  if (!known.aim) return;
  if (done) return void put(known.aim.disc, [x, y]);
  known.aim.points[known.aim.disc] = [x, y];
  draw();
}

function unclean() {
  keep(UNCLEAN, true);
  byId("keeping").append(" ", button("Declare it", () => void declare("unclean"), { id: "declare-unclean" }));
  draw();
}

/**
 * @param {string} key
 * @param {KeyboardEvent} event
 */
function key(key, event) {
  const { aim } = known;
  if (!aim || known.sending || known.showing) return false;
  if (key in ARROWS) nudge(aim, ARROWS[key], event);
  else if (key === "Enter" || (key === " " && !aim.putting)) act(aim);
  else return false;
  return true;
}

/**
 * The disc that has the focus is taken; the one in the hand is flicked or put.
 * @param {Aim} aim
 */
function act(aim) {
  const focused = document.activeElement?.closest("[data-disc]")?.getAttribute("data-disc");
  if (!aim.putting && focused && takeDisc(focused)) aimAtCentre();
  else void send();
}

/**
 * Left and right turn the aim and up and down change its speed; a disc being put moves.
 * @param {Aim} aim
 * @param {[number, number]} arrow
 * @param {KeyboardEvent} event
 */
function nudge(aim, [right, up], event) {
  const from = origin();
  if (aim.putting) {
    const step = event.shiftKey ? 0.5 : 5;
    if (from) void put(aim.disc, [from[0] + right * step, from[1] + up * step]);
    return;
  }
  const turn = event.ctrlKey || event.metaKey ? 1 : event.shiftKey ? 10 : 100;
  aim.direction = (aim.direction - right * turn + FULL_TURN) % FULL_TURN;
  aim.speed = Math.min(SPEED_LIMIT, Math.max(1, aim.speed + up * (event.shiftKey ? 10 : 50)));
  draw();
}
