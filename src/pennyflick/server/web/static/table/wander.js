// The wander of a visible hand: the twin of players/wander.py and of let_go in players/hands.py, bit by bit
// (docs/notation.md). Law: only + − × ÷ and whole numbers of 32 bits, in the same order as there.

export const LONGEST_INSTANT_MS = 9_999_999_999;
export const MOST_SD = 2.74; // no offset is ever larger
export const PACE_SD = 0.39; // and none moves by more than this in 17 ms

const FULL_TURN_CDEG = 36_000;
const SPEED_LIMIT_MM_S = 4_000;
const OFFSETS = 8; // streams of the phases stand so far behind those of the points

/** @typedef {{stream: number, period_ms: number, amplitude_sd: number, least: number | null}} Wave */

/** @type {[Wave, Wave]} */
const DIRECTION = [
  { stream: 1, period_ms: 420, amplitude_sd: 1.84, least: 0.3 },
  { stream: 2, period_ms: 290, amplitude_sd: 0.9, least: null },
];
/** @type {[Wave, Wave]} */
const SPEED = [
  { stream: 3, period_ms: 520, amplitude_sd: 1.84, least: 0.3 },
  { stream: 4, period_ms: 360, amplitude_sd: 0.9, least: null },
];

/**
 * How far direction and speed are off at that instant, in standard deviations.
 * @param {string} number of the decision: sixteen hex digits
 * @param {number} instantMs whole milliseconds since the decision opened
 * @returns {[number, number]}
 */
export function wander(number, instantMs) {
  const high = parseInt(number.slice(0, 8), 16);
  const low = parseInt(number.slice(8), 16);
  return [offset(DIRECTION, high, low, instantMs), offset(SPEED, high, low, instantMs)];
}

/**
 * The spread of direction, in degrees, of a flick at this speed.
 * @param {number} directionSdDeg the hand's, at 1000 mm/s
 * @param {number} speedMmS
 */
export function directionSdAt(directionSdDeg, speedMmS) {
  return directionSdDeg * (1.0 + 0.1 * (speedMmS / 1000.0 - 1.0));
}

/**
 * The flick that happens when this aim is let go at that instant: what the server will find too.
 * @param {{direction_sd_deg: number, speed_sd: number}} hand
 * @param {{direction_cdeg: number, speed_mm_s: number}} aim
 * @param {string} number
 * @param {number} instantMs
 * @returns {{direction_cdeg: number, speed_mm_s: number}}
 */
export function letGo(hand, aim, number, instantMs) {
  const [turn, haste] = wander(number, instantMs);
  const turned = Math.floor(directionSdAt(hand.direction_sd_deg, aim.speed_mm_s) * turn * 100.0 + 0.5);
  const speed = Math.floor(aim.speed_mm_s * (1.0 + hand.speed_sd * haste) + 0.5);
  return {
    direction_cdeg: (((aim.direction_cdeg + turned) % FULL_TURN_CDEG) + FULL_TURN_CDEG) % FULL_TURN_CDEG,
    speed_mm_s: Math.min(Math.max(speed, 1), SPEED_LIMIT_MM_S),
  };
}

/** @param {[Wave, Wave]} waves @param {number} high @param {number} low @param {number} instantMs */
function offset(waves, high, low, instantMs) {
  const [sway, drift] = waves;
  return height(sway, high, low, instantMs) + height(drift, high, low, instantMs);
}

/** @param {Wave} wave @param {number} high @param {number} low @param {number} instantMs */
function height(wave, high, low, instantMs) {
  const phase = hashed(high, low, wave.stream + OFFSETS, 0) % (2 * wave.period_ms);
  const rest = (instantMs + phase) % wave.period_ms;
  const cell = (instantMs + phase - rest) / wave.period_ms;
  const before = point(wave, high, low, cell);
  const after = point(wave, high, low, cell + 1);
  const way = rest / wave.period_ms;
  return before + (after - before) * (way * way * (3.0 - 2.0 * way));
}

/** @param {Wave} wave @param {number} high @param {number} low @param {number} cell */
function point(wave, high, low, cell) {
  const share = hashed(high, low, wave.stream, cell) / 4294967296.0;
  if (wave.least === null) return wave.amplitude_sd * (2.0 * share - 1.0);
  const size = wave.amplitude_sd * (wave.least + (1.0 - wave.least) * share);
  return cell % 2 ? -size : size;
}

/** @param {number} high @param {number} low @param {number} stream @param {number} cell */
function hashed(high, low, stream, cell) {
  return mixed(mixed(mixed(high ^ (cell >>> 0)) + low) + stream);
}

/** @param {number} bits taken as 32 of them */
function mixed(bits) {
  bits >>>= 0;
  bits ^= bits >>> 16;
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  bits ^= bits >>> 16;
  return bits >>> 0;
}
