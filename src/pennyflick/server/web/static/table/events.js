/** What has happened, shown one after the other: another's aim, the shot, and its ruling for as long as it takes to read. */

/** @import {MatchEvent, Now, Row, Snapshot} from "../wire.js" */
import { disarm } from "./aiming.js";
import { captioned, uncaption } from "../board/caption.js";
import { showFinish } from "../board/finish.js";
import { matters, momentOf, showMoment } from "../board/moments.js";
import { clearGlow } from "./glow.js";
import { takeSeats } from "./inviting.js";
import { byId } from "../page/page.js";
import { joined, plain } from "../page/saying.js";
import { drawRuling, spoken } from "../board/ruling.js";
import { showAim, showShot } from "../board/showing.js";
import { draw } from "./sight.js";
import { board, clock, head, known, teller } from "./known.js";
import { tellAiming, tellNothing, tellThinking } from "./line.js";
import { remember } from "./since.js";
import { tell, tellLast, tellState } from "./telling.js";

const HOLD_MS = 1500; // how long a ruling stands before the next shot covers it
const WEIGHTY_MS = 2500; // and one that costs or wins something
const WORD_MS = 230; // at the pace of an unhurried reader
const LONGEST_MS = 8000;
const FASTER = 4;
const GO_ON = new Set(["Enter", " ", "Escape"]);

/** @type {{event: MatchEvent, now: Now}[]} */
const queue = [];
/** @type {() => void} */
let endHold = () => {};
let pace = 1; // until it is one's own turn
let leaping = false; // what is left is not shown, only where it leads
/** one's own ruling that cost or won something: it stays beside the reply @type {MatchEvent | null} */
let own = null;

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
  takeSeats(fresh);
  known.state = fresh;
  seen();
  if (fresh.last?.shot) known.lastShot = fresh.last;
  free();
  board.show(fresh.layout);
  tell();
}

/** Ends what is being shown, or the pause after it. */
export function skip() {
  clock.stop();
  endHold();
}

/** What has happened is not shown one by one: only where it leads. */
export function leap() {
  leaping = true;
  skip();
}

/** Shows the rest faster, until it is one's own turn. */
export function hurry() {
  pace = pace === 1 ? FASTER : 1;
  clock.speed = pace;
  byId("faster").setAttribute("aria-pressed", String(pace > 1));
  if (pace > 1) endHold();
}

/** Drawings and words of an earlier shot go: the next aim begins. */
export function free() {
  if (!captioned() && !board.marks.childElementCount && !board.trails.childElementCount) return;
  board.clear(board.marks, board.trails);
  uncaption();
}

/**
 * Shows the last shot once more, or another one.
 * @param {number} speed
 * @param {MatchEvent | null} [shot]
 */
export async function repeat(speed, shot = known.lastShot) {
  if (known.showing || !shot) return;
  known.showing = true;
  board.clear(board.over, board.under);
  uncaption();
  await showEvent(shot, speed);
  board.show(known.state.layout);
  tellLast(shot);
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
    uncaption();
    clearGlow();
    if (!isMine(event) && !leaping) await showOthersAim(event);
    tellNothing();
    if (!leaping) await showEvent(event, pace);
    const { sheet: before, history } = known.state;
    take(event, now);
    settle(event, before);
    const words = [momentOf(event, before, history)?.word, event.result?.winner && winner(event.result.winner)].filter(Boolean);
    if (words.length) showMoment(words.join(": "));
    if (!leaping && (queue.length || othersTurn())) await hold(holdFor(event, before));
  }
  known.showing = false;
  leaping = false;
  pace = 1;
  byId("faster").setAttribute("aria-pressed", "false");
  tell();
}

/** Nothing is to be done here for now: a ruling can be read before the next shot covers it. */
const othersTurn = () => {
  const { seats } = known.state.now.act;
  return seats.length > 0 && !seats.some((seat) => known.state.yours.includes(seat));
};

/** @param {MatchEvent} event */
const isMine = ({ seat }) => known.state.yours.includes(seat ?? "");

/** @param {string} side */
const winner = (side) => plain(teller.viewer, [{ is: "subject", side }, " ", { is: "verb", third: "wins", plain: "win" }]);

/**
 * @param {MatchEvent} event
 * @param {Now} now
 */
function take(event, now) {
  const { version, hash, layout, sheet, result } = event;
  known.state = { ...known.state, version, hash, layout, sheet, result, now, history: [...known.state.history, line(event)], last: event };
  if (event.shot) known.lastShot = event;
  seen();
}

/** What is on the board has been seen; whoever comes back begins there. */
function seen() {
  known.behind = false;
  remember(head.id, known.state.version);
}

/** @param {MatchEvent} event */
async function showOthersAim(event) {
  if (!event.shot) return;
  tellAiming(event.seat);
  running(true);
  await showAim(board, event, clock, pace);
  running(false);
}

/**
 * @param {MatchEvent} event
 * @param {number} speed
 */
async function showEvent(event, speed) {
  if (!event.shot) return board.clear(board.trails);
  clock.duration = event.shot.duration_s;
  running(true);
  await showShot(board, event, clock, speed);
  await showFinish(board, event, head.edge, clock);
  running(false);
}

/** @param {boolean} on what runs can be skipped, and hurried */
function running(on) {
  byId("skip").hidden = !on;
  byId("faster").hidden = !on;
  byId("leap").hidden = !on || !queue.length;
}

/**
 * @param {MatchEvent} event
 * @param {Row[]} before
 */
function settle(event, before) {
  board.show(event.layout);
  if (isMine(event)) own = null;
  tellLast(event, own);
  if (isMine(event) && matters(event, before)) own = event;
  byId("announce").textContent = plain(teller.viewer, joined([spoken(event), (event.result ?? known.state.now.decision)?.sentence ?? ""]));
  tellState();
  if (known.state.now.act.house) tellThinking();
}

/** @param {MatchEvent} event */
function line(event) {
  const { version, kind, seat, text, reasons } = event;
  return { version, kind, seat, text, sentence: spoken(event), clauses: reasons.map((reason) => reason.clause) };
}

/**
 * How long a ruling is to be read.
 * @param {MatchEvent} event
 * @param {Row[]} before
 */
function holdFor(event, before) {
  if (!event.reasons.length && !event.notes.length) return HOLD_MS / pace;
  const words = plain(teller.viewer, spoken(event)).split(" ").length;
  const least = matters(event, before) ? Math.min(LONGEST_MS, Math.max(WEIGHTY_MS, words * WORD_MS)) : HOLD_MS;
  return least / pace;
}

/** @param {number} milliseconds unless a tap or a key goes on */
const hold = (milliseconds) =>
  new Promise((resolve) => {
    const timer = setTimeout(() => endHold(), milliseconds);
    const tap = () => endHold();
    const key = (/** @type {KeyboardEvent} */ event) => GO_ON.has(event.key) && endHold();
    running(true);
    board.holder.addEventListener("pointerdown", tap);
    document.addEventListener("keydown", key);
    endHold = () => {
      clearTimeout(timer);
      board.holder.removeEventListener("pointerdown", tap);
      document.removeEventListener("keydown", key);
      running(false);
      endHold = () => {};
      resolve(undefined);
    };
  });
