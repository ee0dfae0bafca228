/** The hand of whoever is to flick: how far it strays, and the instant of a visible one that is being painted. */

/** @import {Aim} from "./controls.js" */
/** @import {Wander} from "../wire.js" */
import { reducedMotion } from "../board/animate.js";
import { known, mySeat } from "./known.js";
import { letGo } from "./wander.js";

/** @type {{version: number, number: string, opened: number, painted: number} | null} */
let told = null;

/** The hand that flicks now; null: it does exactly as it is told. */
export function handNow() {
  const seat = mySeat();
  const hand = seat ? known.state.now.hands[seat] : undefined;
  return hand && hand.kind !== "exact" ? hand : null;
}

/**
 * What the server says of the wander of the decision at hand.
 * @param {Wander} wander
 */
export function hearWander({ version, number, elapsed_ms }) {
  const painted = told?.number === number ? told.painted : 0; // told again after a cut: time does not run back
  told = { version, number, opened: performance.now() - elapsed_ms, painted };
}

/** The wander of the decision at hand, if its hand is visible. */
const wandering = () => (told && told.version === known.state.version && handNow()?.kind === "visible" ? told : null);

/**
 * Whether the hand is seen to wander: not for typed numbers nor a stroke, nor where nothing may move.
 * @param {Aim} aim
 */
export const isSeen = (aim) => aim.direction !== null && !aim.typed && !aim.stroke && !known.sending && !reducedMotion() && wandering() !== null;

/** The next frame paints the hand as it is by then. */
export function advance() {
  const now = wandering();
  if (now) now.painted = Math.max(now.painted, Math.floor(performance.now() - now.opened));
}

/** @typedef {{direction: number, speed: number}} Strike */

/**
 * Where the hand has got to with an aim, as it is painted.
 * @param {Strike} strike
 * @returns {Strike}
 */
export function strayed({ direction, speed }) {
  const [hand, now] = [handNow(), wandering()];
  if (!hand || !now) return { direction, speed };
  const flicked = letGo(hand, { direction_cdeg: direction, speed_mm_s: speed }, now.number, now.painted);
  return { direction: flicked.direction_cdeg, speed: flicked.speed_mm_s };
}

/**
 * How an aim is let go: as painted, as a stroke, or unseen, and then the hand is blind.
 * @param {Aim} aim
 * @returns {{instant_ms?: number, stroke?: boolean}}
 */
export function letting(aim) {
  if (aim.stroke) return { stroke: true };
  const now = wandering();
  return now && isSeen(aim) ? { instant_ms: now.painted } : {};
}

/**
 * A word for whoever has a visible hand and will not see it.
 * @param {Aim} aim
 */
export function blindly(aim) {
  if (handNow()?.kind !== "visible") return "";
  if (aim.typed) return " · your hand will be blind for typed numbers";
  return reducedMotion() ? " · your hand will be blind, for nothing may move" : "";
}
