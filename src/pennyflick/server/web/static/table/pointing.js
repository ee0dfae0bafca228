/** What gestures and keys on the board do to the aim. */

/** @import {Pull} from "./aim.js" */
/** @import {Aim} from "./controls.js" */
import { FULL_PULL_PX, FULL_TURN, SPEED_LIMIT, direction, pullLength, pullSpeed } from "./aim.js";
import { pick, takeDisc, turnBy } from "./aiming.js";
import { declare, send } from "./answers.js";
import { isAimed } from "./controls.js";
import { listen } from "./gesture.js";
import { button, byId, keep } from "../page/page.js";
import { carry, hold, nudge as nudgeDisc, putBack } from "./placing.js";
import { draw } from "./sight.js";
import { turnToNext } from "./targets.js";
import { board, currentAsk, origin, known } from "./known.js";

const UNCLEAN = "That stroke pushed the disc instead of striking it: an unclean flick. Nothing was sent; begin outside the disc, or declare the foul.";
const TAKEN_BACK = "Taken back: nothing was flicked.";
const DRAWN = "Drawn: Space lets go, Escape takes back.";
const FULL_MS = 8; // of vibration when a pull reaches full power
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Begins to listen. */
export function listenToBoard() {
  listen(board, { mode, finger: () => known.finger && currentAsk()?.kind === "flick", disc, press, pull, strike: struck, fire, slacken, takeBack, click, grab, carry, unclean, key });
  document.addEventListener("keydown", keyAnywhere);
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

/** @param {import("./gesture.js").Point} at */
const press = ({ x, y }) => pick(x, y);

/**
 * @param {Pull} pull
 * @param {import("./gesture.js").Point} from
 * @param {import("./gesture.js").Point} to
 */
function pull(pull, from, to) {
  if (pull.direction === null) return;
  const [before, length] = [known.kept && known.aim?.speed, pullLength(pull)];
  known.pull = { from: [from.x, from.y], to: [to.x, to.y] };
  strike(Math.round(pull.direction) % FULL_TURN, Math.round(pullSpeed(length)));
  if (length >= FULL_PULL_PX && before !== SPEED_LIMIT) navigator.vibrate?.(FULL_MS);
}

/**
 * @param {number} direction
 * @param {number} speed
 */
function strike(direction, speed) {
  const { aim } = known;
  if (!aim) return;
  if (!known.kept) {
    board.clear(board.marks, board.trails);
    keep("");
  }
  known.kept ??= { direction: aim.direction, speed: aim.speed, typed: aim.typed };
  Object.assign(aim, { direction, speed, typed: false, stroke: false, drawn: false });
  draw();
}

/**
 * A stroke through the disc: it is what happens.
 * @param {number} direction
 * @param {number} speed
 */
function struck(direction, speed) {
  strike(direction, speed);
  if (known.aim) known.aim.stroke = true;
}

function fire() {
  known.kept = known.pull = null;
  draw();
  void send(known.aim?.stroke ? "stroke" : "pull").then(() => known.aim && (known.aim.stroke = false)); // what is refused is aimed anew
}

function slacken() {
  if (known.aim?.putting) return putBack();
  if (known.aim && known.kept) Object.assign(known.aim, known.kept);
  known.kept = known.pull = null;
  draw();
}

function takeBack() {
  slacken();
  keep(TAKEN_BACK);
}

/**
 * @param {number} x
 * @param {number} y
 */
function click(x, y) {
  const from = origin();
  if (!known.aim || !from) return;
  Object.assign(known.aim, { direction: direction(x - from[0], y - from[1]), typed: false });
  draw();
}

/**
 * @param {number} x
 * @param {number} y
 */
function grab(x, y) {
  hold(x, y, pick(x, y) ? Infinity : board.radius(known.aim?.disc ?? ""));
  return true;
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
  else if (key === "Enter" || (key === " " && !aim.putting)) act(aim, key);
  else if (key === "Escape" && aim.drawn) undraw(aim);
  else return false;
  return true;
}

/** @param {KeyboardEvent} event */
function keyAnywhere(event) {
  const typing = event.target instanceof Element && event.target.closest("input, select, textarea");
  if (event.key.toLowerCase() !== "t" || typing || event.ctrlKey || event.metaKey || event.altKey || mode() !== "flick") return;
  turnToNext();
  event.preventDefault();
}

/**
 * The disc that has the focus is taken; the one in the hand is flicked or put. Space draws first, like a hand.
 * @param {Aim} aim
 * @param {string} key
 */
function act(aim, key) {
  const focused = document.activeElement?.closest("[data-disc]")?.getAttribute("data-disc");
  if (focused && takeDisc(focused)) return;
  if (key === "Enter" || aim.drawn || aim.direction === null) return void send("keys");
  aim.drawn = true;
  keep(DRAWN);
  draw();
}

/** @param {Aim} aim */
function undraw(aim) {
  aim.drawn = false;
  draw();
  keep(TAKEN_BACK);
}

/**
 * Left and right turn the aim and up and down change its speed; a disc being put moves.
 * @param {Aim} aim
 * @param {[number, number]} arrow
 * @param {KeyboardEvent} event
 */
function nudge(aim, [right, up], event) {
  const step = event.shiftKey ? 0.5 : 5;
  if (aim.putting) return nudgeDisc(right * step, up * step);
  const turn = event.ctrlKey || event.metaKey ? 1 : event.shiftKey ? 10 : 100;
  Object.assign(aim, { speed: Math.min(SPEED_LIMIT, Math.max(1, aim.speed + up * (event.shiftKey ? 10 : 50))), typed: false });
  if (right) turnBy(-right * turn);
  draw();
}
