/** The replay: any action of a match, its shot and its ruling, back and forth at any speed. */

/** @import {Layout, MatchEvent, Snapshot} from "../wire.js" */
import { Clock } from "../board/animate.js";
import { Board } from "../board/board.js";
import { caption, uncaption } from "../board/caption.js";
import { showFinish } from "../board/finish.js";
import { keepFitting } from "../board/fitting.js";
import { momentOf, showMoment } from "../board/moments.js";
import { copy } from "../page/copying.js";
import { listed, listenToNames } from "../page/naming.js";
import { byId, element } from "../page/page.js";
import { Viewer } from "../page/saying.js";
import { drawRuling, tellRuling, tellSheet } from "../board/ruling.js";
import { flicked, showShot } from "../board/showing.js";
import { wakeSound } from "../page/sound.js";
import { fillTray } from "../board/tray.js";

const PAUSE_MS = 900;

const snapshot = /** @type {Snapshot} */ (JSON.parse(byId("snapshot").textContent ?? "{}"));
const opening = /** @type {Layout} */ (JSON.parse(byId("opening").textContent ?? "{}"));
const board = new Board(byId("board"), snapshot.match.discs);
const teller = { shapes: board.shapes, viewer: new Viewer(snapshot.match.names, snapshot.yours) };
const clock = new Clock(0);
const scrub = /** @type {HTMLInputElement} */ (byId("scrub"));
/** @type {Map<number, Promise<MatchEvent>>} */
const events = new Map();
let at = 0;
let playing = false;
let turn = 0; // rises with every jump, so that an older one knows that it is over

/** @param {number} number */
function eventOf(number) {
  const known = events.get(number);
  if (known) return known;
  const asked = fetch(`/match/${snapshot.match.id}/events/${number}.json`).then((reply) => reply.json());
  events.set(number, asked);
  return asked;
}

const speed = () => Number(/** @type {HTMLSelectElement} */ (byId("speed")).value);

/**
 * Shows the position after an action, with its ruling.
 * @param {number} number
 */
async function jump(number) {
  const mine = ++turn;
  clock.stop();
  at = Math.min(Math.max(number, 0), snapshot.version);
  mark();
  if (at === 0) {
    board.clear(board.marks, board.trails);
    board.show(opening);
    fillTray(byId("tray"), board, opening);
    byId("ruling-body").replaceChildren(element("p", { class: "quiet" }, "The opening."));
    tellSheet(byId("sheet"), []);
    uncaption();
    return;
  }
  const event = await eventOf(at);
  if (mine !== turn) return;
  board.clear(board.trails);
  if (event.shot) board.paths(event.shot, flicked(event));
  settle(event);
}

/** @param {MatchEvent} event */
function settle(event) {
  board.show(event.layout);
  drawRuling(board, event, snapshot.match.edge);
  caption(board, event, teller);
  tellRuling(byId("ruling-body"), event, teller);
  tellSheet(byId("sheet"), event.sheet);
  fillTray(byId("tray"), board, event.layout);
}

/** Plays the next action. */
async function step() {
  if (at >= snapshot.version) return false;
  const mine = ++turn;
  clock.stop();
  at += 1;
  mark();
  const event = await eventOf(at);
  if (at < snapshot.version) void eventOf(at + 1);
  if (mine !== turn) return false;
  clock.duration = event.shot?.duration_s ?? 0;
  uncaption();
  await showShot(board, event, clock, speed());
  if (mine === turn) await showFinish(board, event, snapshot.match.edge, clock);
  if (mine !== turn) return false;
  settle(event);
  await celebrate(event);
  return true;
}

/**
 * A good moment gets its word here too.
 * @param {MatchEvent} event
 */
async function celebrate(event) {
  const before = event.version > 1 ? (await eventOf(event.version - 1)).sheet : [];
  const moment = momentOf(event, before, snapshot.history.slice(0, event.version - 1));
  if (moment) showMoment(moment.word);
}

function mark() {
  scrub.value = String(at);
  /** @type {HTMLInputElement} */ (byId("after")).value = String(at);
  void offerToSend();
  byId("where").textContent = at === 0 ? "The opening" : `Action ${at} of ${snapshot.version}`;
  for (const button of byId("steps").querySelectorAll("button")) {
    const current = Number(button.dataset.number) === at;
    button.toggleAttribute("aria-current", current);
    if (current) {
      button.setAttribute("aria-current", "true");
      byId("steps").scrollTop = button.offsetTop - 60; // the list scrolls, the page stays
    }
  }
}

/** What is shown can be sent to somebody, who tries to beat it, if it is a flick. */
async function offerToSend() {
  const [form, shown] = [byId("send-flick"), at];
  const flick = shown > 0 && (await eventOf(shown)).shot !== null;
  if (shown !== at) return;
  form.hidden = !flick;
  /** @type {HTMLInputElement} */ (form.querySelector("input")).value = String(at);
}

async function play() {
  playing = !playing;
  byId("play").textContent = playing ? "Pause" : "Play";
  if (playing && at >= snapshot.version) await jump(0);
  while (playing && (await step())) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS / speed()));
  playing = false;
  byId("play").textContent = "Play";
}

for (const { version, seat, text, sentence } of snapshot.history) {
  const who = seat ? `${teller.viewer.heading(seat)}: ` : "";
  const notation = element("span", { class: "notation" }, text);
  const button = element("button", { type: "button", "data-number": String(version) }, element("span", {}, `${version}. ${who}`, ...listed(teller, sentence)), notation);
  button.addEventListener("click", () => void jump(version));
  byId("steps").append(element("li", {}, button));
}
byId("play").addEventListener("click", () => void play());
byId("step").addEventListener("click", () => void step());
byId("back").addEventListener("click", () => void jump(at - 1));
scrub.addEventListener("input", () => void jump(Number(scrub.value)));
byId("copy").addEventListener("click", async () => {
  const record = /** @type {HTMLTextAreaElement} */ (byId("record"));
  byId("copied").textContent = (await copy(record.value)) ? "Copied." : "It could not be copied: mark it and copy it yourself.";
  record.select();
});
keepFitting(board, 1, () => void jump(at));
document.addEventListener("pointerdown", wakeSound);
listenToNames(board);
void jump(location.hash ? Number(location.hash.slice(1)) || 0 : 0);
