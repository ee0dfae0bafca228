/** The aim: a disc, a direction and a speed. Gestures, clicks, keys and typed numbers all change this one thing. */

export const SPEED_LIMIT = 4000;
export const FULL_TURN = 36000;
// Gates in millimetres of the board, never pixels: nearer than this and the drag is taken back.
export const CANCEL_MM = 6;
const FULL_POWER_MM = 110;
const SOFTEST = 150;
// Aim is taken this long before lift-off, so that lifting the finger does not spoil it.
const LIFT_MS = 45;

/**
 * Direction of a vector in hundredths of a degree, anticlockwise from +x.
 * @param {number} dx
 * @param {number} dy
 */
export function direction(dx, dy) {
  const turn = Math.round((Math.atan2(dy, dx) / (2 * Math.PI)) * FULL_TURN);
  return ((turn % FULL_TURN) + FULL_TURN) % FULL_TURN;
}

/**
 * The speed that a pull of this length means: gentle at first, all there is at the end.
 * @param {number} pull millimetres
 * @param {number} most mm/s
 */
export function pullSpeed(pull, most = 3000) {
  const share = Math.min(Math.max((pull - CANCEL_MM) / (FULL_POWER_MM - CANCEL_MM), 0), 1);
  return Math.round(SOFTEST + (most - SOFTEST) * Math.pow(share, 1.5));
}

/**
 * How far one would have pulled for this speed: the power ring's radius.
 * @param {number} speed
 * @param {number} most
 */
export function speedPull(speed, most = 3000) {
  const share = Math.min(Math.max((speed - SOFTEST) / (most - SOFTEST), 0), 1);
  return CANCEL_MM + (FULL_POWER_MM - CANCEL_MM) * Math.pow(share, 1 / 1.5);
}

/**
 * How far a free disc slides.
 * @param {number} speed mm/s
 * @param {number} deceleration mm/s²
 */
export const slideLength = (speed, deceleration) => (speed * speed) / (2 * deceleration);

/** @typedef {{x: number, y: number, at: number}} Sample board millimetres and the time in milliseconds */

/**
 * Where the pointer was a moment before lift-off: the sample that the lifting finger has not yet spoilt.
 * @param {Sample[]} samples in order of time
 * @param {number} now
 * @returns {Sample}
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
