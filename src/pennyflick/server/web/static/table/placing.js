/** Discs put somewhere: at the nearest legal point, which only the server knows. What it has allowed is what is sent. */

/** @import {Aim} from "./controls.js" */
/** @import {Ask, AskPlace, Pt, Reply} from "../wire.js" */
import { fillTray } from "../board/tray.js";
import { regionOf } from "./controls.js";
import { byId, keep } from "../page/page.js";
import { plain } from "../page/saying.js";
import { draw } from "./sight.js";
import { board, currentAsk, link, mySeat, origin, known, teller } from "./known.js";

/** what the server has still to say about places */
let placing = /** @type {Promise<unknown>} */ (Promise.resolve());
/** how many of them */
let waiting = 0;
/** where the server said that the discs of an aim may lie @type {WeakMap<Aim, Record<string, Pt>>} */
const allowed = new WeakMap();
/** where discs are wished of which the server has still to speak @type {Map<string, Pt>} */
const wishes = new Map();
/** from the pointer to the centre of the disc that it carries @type {Pt} */
let grip = [0, 0];
/** the latest push with an arrow key @type {{aim: Aim, disc: string, way: string, to: Pt} | null} */
let push = null;
/** what was last said about a place */
let said = "";

/** Whoever acts before the server has said where the discs may be is waited for. */
export const placed = () => placing;

/**
 * A placement as it is sent: every disc where the server said that it may lie.
 * @param {AskPlace} ask
 * @param {Aim} aim
 */
export function placement(ask, aim) {
  const points = allowedFor(aim, ask);
  return { kind: "place", points: Object.fromEntries(Object.keys(ask.discs).map((disc) => [disc, points[disc] ?? aim.points[disc]])) };
}

/**
 * Puts a disc at the nearest legal point.
 * @param {string} disc
 * @param {Pt} point
 * @param {boolean} [quiet] say nothing when it had to be moved
 */
export function put(disc, point, quiet = false) {
  if (known.aim) known.aim.points[disc] = point;
  draw();
  push = null;
  return wish(disc, point, quiet);
}

/**
 * Has the server say where a disc goes that is wished somewhere.
 * @param {string} disc
 * @param {Pt} point
 * @param {boolean} quiet
 */
function wish(disc, point, quiet) {
  const { aim } = known;
  const ask = currentAsk();
  if (!aim || !ask) return placing;
  waiting += 1;
  wishes.set(disc, point);
  const done = () => settle(aim, ask, disc, point, quiet);
  placing = ask.kind === "place" ? placing.then(done) : Promise.all([placing, done()]); // discs of one placement keep clear of each other
  return placing;
}

/** Everything lies where it lies, and what is to be placed where it is suggested. */
export function lay() {
  wishes.clear();
  board.show(known.state.layout);
  const { points } = /** @type {Aim} */ (known.aim);
  for (const [disc, point] of Object.entries(points)) lies(disc, point);
  fillTray(byId("tray"), board, { ...known.state.layout, ...points });
  placing = placing.then(check);
}

/**
 * A disc that must first be put somewhere starts where the rules would have it, else in the middle of where it may be.
 * @param {string} disc
 */
export async function putInTheMiddle(disc) {
  const ask = currentAsk();
  const region = ask && regionOf(ask, disc);
  if (!region) return;
  const at = known.state.layout[disc];
  const preferred = ask.kind === "flick" ? ask.start : null;
  await put(disc, typeof at === "object" ? at : (preferred ?? board.middleOf(region.outline)), true);
}

/**
 * A pointer takes hold of the disc in the hand where it is pressed; elsewhere the disc comes to the pointer.
 * @param {number} x
 * @param {number} y
 * @param {number} reach how far from its centre the disc can be taken hold of
 */
export function hold(x, y, reach) {
  const at = origin();
  grip = at && Math.hypot(at[0] - x, at[1] - y) <= reach ? [at[0] - x, at[1] - y] : [0, 0];
}

/**
 * The disc goes with the pointer; let go, it snaps.
 * @param {number} x
 * @param {number} y
 * @param {boolean} done
 */
export function carry(x, y, done) {
  const { aim } = known;
  if (!aim) return;
  const point = /** @type {Pt} */ ([x + grip[0], y + grip[1]]);
  if (done) return void put(aim.disc, point);
  wishes.delete(aim.disc);
  aim.points[aim.disc] = point;
  draw();
}

/** What was being carried goes back to where it may lie. */
export function putBack() {
  const { aim } = known;
  const ask = currentAsk();
  const point = aim && ask && allowedFor(aim, ask)[aim.disc];
  if (point) aim.points[aim.disc] = point;
  draw();
}

/**
 * Moves the disc by a step, never into another one. What is stopped by something is pushed on from beyond it, and gets past in time.
 * @param {number} right in millimetres
 * @param {number} up
 */
export function nudge(right, up) {
  const { aim } = known;
  const from = origin();
  if (!aim || !from) return;
  const way = `${Math.sign(right)} ${Math.sign(up)}`;
  const [x, y] = push?.aim === aim && push.disc === aim.disc && push.way === way ? push.to : (wishes.get(aim.disc) ?? from);
  const to = /** @type {Pt} */ ([x + right, y + up]);
  void wish(aim.disc, to, false);
  push = { aim, disc: aim.disc, way, to };
}

/**
 * Asks the server and does what it says; nothing when the disc has been moved on since.
 * @param {Aim} aim
 * @param {Ask} ask
 * @param {string} disc
 * @param {Pt} point
 * @param {boolean} quiet
 */
async function settle(aim, ask, disc, point, quiet) {
  const moved = () => known.aim !== aim || wishes.get(disc) !== point;
  if (!moved()) {
    const points = allowedFor(aim, ask);
    const { [disc]: _, ...others } = ask.kind === "place" ? points : {};
    const reply = await link.send({ type: "nearest", version: known.state.version, ask: aim.ask, disc, point: point.map(tenth), others });
    if (reply.type === "nearest") points[disc] = reply.point;
    if (!moved()) rest(aim, disc, points[disc] ?? point, quiet ? "" : why(reply));
  }
  waiting -= 1;
  if (!waiting) await check();
}

/**
 * The disc lies where it may.
 * @param {Aim} aim
 * @param {string} disc
 * @param {Pt} point
 * @param {string} sentence why it is not where it was put
 */
function rest(aim, disc, point, sentence) {
  wishes.delete(disc);
  aim.points[disc] = point;
  if (sentence || (said && byId("keeping").textContent === said)) keep(sentence);
  said = sentence;
  lies(disc, point);
  fillTray(byId("tray"), board, { ...known.state.layout, ...aim.points });
  draw();
}

/** Would the whole placement be accepted? If not, the button waits and says why. */
async function check() {
  const { aim } = known;
  const ask = currentAsk();
  if (!aim || ask?.kind !== "place") return;
  const reply = await link.send({ type: "check", version: known.state.version, seat: mySeat(), answer: placement(ask, aim) });
  if (known.aim !== aim) return;
  aim.refused = reply.type === "refused" && reply.code === "illegal" ? plain(teller.viewer, reply.sentence) : "";
  draw();
}

/**
 * @param {Aim} aim
 * @param {Ask} ask
 */
function allowedFor(aim, ask) {
  const found = allowed.get(aim) ?? (ask.kind === "place" ? { ...ask.suggested } : {});
  allowed.set(aim, found);
  return found;
}

/** @param {Reply} reply */
function why(reply) {
  return "sentence" in reply && reply.sentence ? plain(teller.viewer, reply.sentence) : "";
}

/**
 * Says where the disc lies to whoever cannot see it.
 * @param {string} disc
 * @param {Pt} point
 */
function lies(disc, point) {
  board.discs.get(disc)?.setAttribute("aria-label", board.spoken(disc, point));
}

const tenth = (/** @type {number} */ value) => Math.round(value * 10) / 10;
