/** One's own aim as the others may see it while it moves: at most ten times a second, never where the hand has wandered to. */

import { aimsShown, isSeen } from "./company.js";
import { isAimed } from "./controls.js";
import { currentAsk, known, link, mySeat } from "./known.js";

const EVERY_MS = 110;
let timer = 0;
let told = "null";
let seat = "";

/** The aim may have changed: the others are told, soon. */
export function shareAim() {
  if (timer) return;
  share();
  timer = setTimeout(() => {
    timer = 0;
    share();
  }, EVERY_MS);
}

/** Somebody has come who has not seen it yet. */
export function shareAgain() {
  told = "null";
  shareAim();
}

function share() {
  const aim = current();
  const text = JSON.stringify(aim);
  if (text === told) return;
  told = text;
  seat = mySeat() ?? seat;
  link.tell({ type: "aim", version: known.state.version, seat, aim });
}

function current() {
  const { aim } = known;
  const ask = currentAsk();
  if (!aim || !ask || !isAimed(ask) || !mySeat() || known.sending || !aimsShown() || !isSeen()) return null;
  return { disc: aim.disc, direction_cdeg: aim.direction, speed_mm_s: aim.speed, start: aim.points[aim.disc] ?? null };
}
