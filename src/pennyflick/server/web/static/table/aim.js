/** The aim: a disc, a direction and a speed. Gestures, clicks, keys and typed numbers all change this one thing. */

export const SPEED_LIMIT = 4000;
export const FULL_TURN = 36000;
// Gates in pixels, because it is the hand that has a size: nearer than this and the pull is taken back.
export const CANCEL_PX = 10;
export const FULL_PULL_PX = 140;
const GROWTH = 1.0245; // of the speed with each pixel of a pull: every pixel weighs the same, at any power
const TURN_PER_PX = 30; // hundredths of a degree: no pixel of movement turns the aim by more
const STEP_PX = 1; // long movements are taken in steps of this, so that a slow mouse aims like a quick one
const STRAIGHTENS = 2; // how soon a pull that grows longer points straight away from the finger
const RADIAN = FULL_TURN / (2 * Math.PI);
// Aim is taken this long before lift-off, so that lifting the finger does not spoil it.
const LIFT_MS = 45;
const WORDS = ["feather", "soft", "gentle", "firm", "strong", "hard", "full"];

/** @param {number} turn */
const wrapped = (turn) => ((turn % FULL_TURN) + FULL_TURN) % FULL_TURN;

/**
 * Direction of a vector in hundredths of a degree, anticlockwise from +x.
 * @param {number} dx
 * @param {number} dy
 */
export const direction = (dx, dy) => wrapped(Math.round(Math.atan2(dy, dx) * RADIAN));

/**
 * The speed that a pull of this length means; beyond a full pull there is no more.
 * @param {number} pull pixels
 */
export function pullSpeed(pull) {
  return SPEED_LIMIT * Math.pow(GROWTH, Math.min(Math.max(pull, CANCEL_PX), FULL_PULL_PX) - FULL_PULL_PX);
}

/**
 * How far one would have pulled for this speed, in pixels.
 * @param {number} speed
 */
export function speedPull(speed) {
  const pull = FULL_PULL_PX + Math.log(speed / SPEED_LIMIT) / Math.log(GROWTH);
  return Math.min(Math.max(pull, CANCEL_PX), FULL_PULL_PX);
}

/**
 * The share of a full pull that gives this speed: the part of the power ring that is filled.
 * @param {number} speed
 */
export const powerShare = (speed) => speedPull(speed) / FULL_PULL_PX;

/**
 * Power as people say it: a word and how much of a full pull it is.
 * @param {number} speed
 */
export function powerText(speed) {
  const share = powerShare(speed);
  return `${WORDS[Math.floor(share * (WORDS.length - 1))]} · ${Math.round(share * 100)} %`;
}

/**
 * @typedef {object} Pull how far the pointer is from where it was pressed, and the direction that this has come to
 * @property {number} x pixels, turned as the board is
 * @property {number} y
 * @property {number | null} direction hundredths of a degree; null: not pulled, or taken back
 */

/** @type {Pull} */
export const UNPULLED = { x: 0, y: 0, direction: null };

/** @param {Pull} pull */
export const pullLength = ({ x, y }) => Math.hypot(x, y);

/**
 * The pull after the pointer has moved straight to a point.
 * @param {Pull} pull
 * @param {number} x
 * @param {number} y
 * @returns {Pull}
 */
export function pulled(pull, x, y) {
  const [dx, dy] = [x - pull.x, y - pull.y];
  const steps = Math.max(1, Math.ceil(Math.hypot(dx, dy) / STEP_PX));
  let now = pull;
  for (let step = 1; step <= steps; step++) now = stepped(now, pull.x + (dx * step) / steps, pull.y + (dy * step) / steps);
  return now;
}

/**
 * Movement round the disc turns the aim, geared so that no pixel turns it by more than TURN_PER_PX, and finer still beyond
 * full power; movement away from the disc straightens it.
 * @param {Pull} before
 * @param {number} x
 * @param {number} y
 * @returns {Pull}
 */
function stepped(before, x, y) {
  const length = Math.hypot(x, y);
  if (length <= CANCEL_PX) return { x, y, direction: null };
  const away = Math.atan2(-y, -x) * RADIAN;
  if (before.direction === null) return { x, y, direction: wrapped(away) };
  const most = Math.hypot(x - before.x, y - before.y) * TURN_PER_PX * Math.min(1, FULL_PULL_PX / length);
  const gear = (TURN_PER_PX * Math.min(length, FULL_PULL_PX)) / RADIAN;
  const swung = gear * turnBetween(Math.atan2(-before.y, -before.x) * RADIAN, away);
  const straightened = (turnBetween(before.direction, away) * STRAIGHTENS * Math.max(0, length - pullLength(before))) / length;
  return { x, y, direction: wrapped(before.direction + Math.min(Math.max(swung + straightened, -most), most)) };
}

/**
 * The shorter way round from one direction to another.
 * @param {number} from
 * @param {number} to
 */
const turnBetween = (from, to) => wrapped(to - from + FULL_TURN / 2) - FULL_TURN / 2;

/** @typedef {{x: number, y: number, at: number}} Sample board millimetres and the time in milliseconds */

/**
 * Where the pointer was a moment before lift-off: the sample that the lifting finger has not yet spoilt.
 * @template {Sample} T
 * @param {T[]} samples in order of time
 * @param {number} now
 * @returns {T}
 */
export function beforeLift(samples, now) {
  for (let i = samples.length - 1; i >= 0; i--) if (now - samples[i].at >= LIFT_MS) return samples[i];
  return samples[0];
}

/**
 * A real stroke through the penny: did the pointer's path sweep through the disc, and how fast over the last 120 ms?
 * @param {Sample[]} samples
 * @param {{x: number, y: number, r: number}} disc
 * @returns {{direction: number, speed: number, dragged: boolean} | null}
 */
export function stroke(samples, disc) {
  const hit = samples.findIndex((_, i) => i > 0 && segmentMeets(samples[i - 1], samples[i], disc));
  if (hit < 1) return null;
  const strike = samples[hit];
  const recent = samples.filter((sample) => sample.at <= strike.at && strike.at - sample.at <= 120);
  const from = recent[0] === strike ? samples[hit - 1] : recent[0];
  const seconds = Math.max((strike.at - from.at) / 1000, 0.004);
  const [dx, dy] = [strike.x - from.x, strike.y - from.y];
  const inside = samples.slice(0, hit).filter((s) => Math.hypot(s.x - disc.x, s.y - disc.y) < disc.r);
  return {
    direction: direction(dx, dy),
    speed: Math.max(1, Math.min(SPEED_LIMIT, Math.round(Math.hypot(dx, dy) / seconds))),
    dragged: inside.length > 0, // the stroke began on the penny: that is pushing it, not flicking it
  };
}

/**
 * @param {{x: number, y: number}} a
 * @param {{x: number, y: number}} b
 * @param {{x: number, y: number, r: number}} disc
 */
function segmentMeets(a, b, disc) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(Math.max(((disc.x - a.x) * dx + (disc.y - a.y) * dy) / length, 0), 1);
  return Math.hypot(a.x + share * dx - disc.x, a.y + share * dy - disc.y) < disc.r;
}
