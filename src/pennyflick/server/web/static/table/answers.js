/** Answers on their way to the server: one at a time, kept until the reply has come. */

/** @import {Aim} from "./controls.js" */
/** @import {Ask, Refused} from "../wire.js" */
import { powerShare } from "./aim.js";
import { AIM_FIRST, isAimed, regionOf } from "./controls.js";
import { letting } from "./hand.js";
import { byId, freshId, keep } from "../page/page.js";
import { plain } from "../page/saying.js";
import { placed, placement, put } from "./placing.js";
import { draw, freeze } from "./sight.js";
import { playContact } from "../page/sound.js";
import { currentAsk, head, link, mySeat, known, teller } from "./known.js";

const RELEASE_MS = 15; // of vibration
const FLICKED = "pennyflick-flicked";
const PENDING = `pennyflick-pending-${head.id}`;

/** Whether somebody has ever flicked in this browser. */
export const hasFlicked = () => localStorage.getItem(FLICKED) !== null;

/**
 * Sends the aim as it stands.
 * @param {import("./known.js").Way} way how it was let go
 */
export async function send(way) {
  const meant = known.aim;
  const how = meant ? letting(meant) : {}; // now, whatever is still to be waited for
  await placed();
  const { aim } = known;
  const ask = currentAsk();
  if (!aim || aim !== meant || !ask || known.sending) return;
  if (aim.refused) return keep(aim.refused, true);
  if (isAimed(ask)) {
    if (aim.direction === null) return keep(AIM_FIRST);
    letGo(aim.speed);
    freeze();
    localStorage.setItem(FLICKED, "yes");
    known.speed = aim.speed;
    known.way = way;
  }
  await answer({ ...wish(ask, aim), ...(isAimed(ask) ? how : {}) });
}

/**
 * What one hears and feels of a flick of one's own.
 * @param {number} speed
 */
function letGo(speed) {
  playContact("release", powerShare(speed));
  navigator.vibrate?.(RELEASE_MS);
}

/**
 * @param {Ask} ask
 * @param {Aim} aim
 */
function wish(ask, aim) {
  const strike = { disc: aim.disc, direction_cdeg: aim.direction, speed_mm_s: aim.speed };
  if (ask.kind === "side-flick") return { kind: "side-flick", ...strike, held: aim.held, at: aim.points[aim.disc] };
  if (ask.kind === "place") return placement(ask, aim);
  const start = regionOf(ask, aim.disc) ? { start: aim.points[aim.disc] } : {};
  return { kind: "flick", ...strike, ...start, ...(aim.call ? { call: aim.call } : {}) };
}

/** @param {object} given */
export const answer = (given) => command({ type: "answer", seat: mySeat(), answer: given });

/** @param {string} what */
export const declare = (what) => answer({ kind: "declare", what, discs: [] });

/**
 * Sends what changes the match: one at a time, kept until its reply has come, also over a reload.
 * @param {object} given
 * @param {string} [id]
 */
export async function command(given, id = freshId()) {
  if (known.sending) return;
  underWay(true);
  keep("Sending…");
  const message = { version: known.state.version, ...given };
  sessionStorage.setItem(PENDING, JSON.stringify({ message, id }));
  const reply = await link.send(message, true, id);
  sessionStorage.removeItem(PENDING);
  underWay(false);
  if (reply.type === "refused") refused(reply);
  else keep("Kept.");
}

/** Sends again what had no reply when the page was left. */
export function resend() {
  const pending = sessionStorage.getItem(PENDING);
  if (!pending) return;
  const { message, id } = JSON.parse(pending);
  void command(message, id);
}

/** @param {boolean} sending */
function underWay(sending) {
  known.sending = sending;
  document.body.toggleAttribute("data-sending", sending);
}

/** @param {Refused} reply */
function refused(reply) {
  const sentence = plain(teller.viewer, reply.sentence);
  keep(`${sentence}${reply.clause ? ` (${reply.clause})` : ""}`, true);
  byId("announce").textContent = sentence;
  const { aim } = known;
  const ask = currentAsk();
  if (aim && ask && isAimed(ask) && reply.nearest && regionOf(ask, aim.disc)) void put(aim.disc, reply.nearest, true);
  draw();
}
