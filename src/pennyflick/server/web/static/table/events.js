/** What has happened, shown one after the other: each shot moves, then its ruling stands for a while. */

/** @import {MatchEvent, Now, Snapshot} from "../wire.js" */
import { disarm } from "./aiming.js";
import { byId } from "../page/page.js";
import { joined, plain } from "../page/saying.js";
import { drawRuling, spoken } from "../board/ruling.js";
import { showShot } from "../board/showing.js";
import { draw } from "./sight.js";
import { board, clock, head, known, teller } from "./known.js";
import { tell, tellLast, tellState } from "./telling.js";

const HOLD_MS = 1500; // how long a ruling stands before the next shot covers it

/** @type {{event: MatchEvent, now: Now}[]} */
const queue = [];
/** @type {() => void} */
let endHold = () => {};

/**
 * @param {MatchEvent} event
 * @param {Now} now what is to be done after it
 */
export function happen(event, now) {
  queue.push({ event, now });
  void drain();
}

/**
 * The match as it stands, whatever was shown before.
 * @param {Snapshot} fresh
 */
export function startFrom(fresh) {
  queue.length = 0;
  skip();
  known.state = fresh;
  if (fresh.last?.shot) known.lastShot = fresh.last;
  board.clear(board.marks, board.trails);
  board.show(fresh.layout);
  tell();
}

/** Ends the shot that is being shown, or the pause after it. */
export function skip() {
  clock.stop();
  endHold();
}

/**
 * Shows the last shot once more.
 * @param {number} speed
 */
export async function repeat(speed) {
  const { lastShot } = known;
  if (known.showing || !lastShot) return;
  known.showing = true;
  board.clear(board.over, board.under);
  await showEvent(lastShot, speed);
  board.show(known.state.layout);
  drawRuling(board, lastShot, head.edge);
  known.showing = false;
  draw();
  void drain();
}

async function drain() {
  if (known.showing) return;
  known.showing = true;
  known.aim = null;
  while (queue.length) {
    const { event, now } = /** @type {{event: MatchEvent, now: Now}} */ (queue.shift());
    disarm();
    await showEvent(event, 1);
    const { version, hash, layout, sheet, result } = event;
    known.state = { ...known.state, version, hash, layout, sheet, result, now, history: [...known.state.history, line(event)], last: event };
    if (event.shot) known.lastShot = event;
    settle(event);
    if (queue.length || known.state.now.act.house) await hold();
  }
  known.showing = false;
  tell();
}

/**
 * @param {MatchEvent} event
 * @param {number} speed
 */
async function showEvent(event, speed) {
  if (!event.shot) return board.clear(board.trails);
  clock.duration = event.shot.duration_s;
  byId("skip").hidden = false;
  await showShot(board, event, clock, speed);
  byId("skip").hidden = true;
}

/** @param {MatchEvent} event */
function settle(event) {
  board.show(event.layout);
  tellLast(event);
  byId("announce").textContent = plain(teller.viewer, joined([spoken(event), (event.result ?? known.state.now.decision)?.sentence ?? ""]));
  tellState();
}

/** @param {MatchEvent} event */
function line(event) {
  const { version, kind, seat, text, reasons } = event;
  return { version, kind, seat, text, sentence: spoken(event), clauses: reasons.map((reason) => reason.clause) };
}

const hold = () =>
  new Promise((resolve) => {
    const timer = setTimeout(() => endHold(), HOLD_MS);
    byId("skip").hidden = false;
    endHold = () => {
      clearTimeout(timer);
      byId("skip").hidden = true;
      endHold = () => {};
      resolve(undefined);
    };
  });
