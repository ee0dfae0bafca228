/** The table: shows the match as the server tells it, and turns what a person does into answers. Never guesses. */

/** @import {Aimed, Presence, Said, Snapshot} from "../wire.js" */
import { command, declare, resend } from "./answers.js";
import { attend, hearPresence, keepCompany } from "./company.js";
import { tellElsewhere } from "./elsewhere.js";
import { bestShot } from "./ending.js";
import { free, happen, hurry, leap, repeat, skip, startFrom } from "./events.js";
import { listenToHands } from "./focus.js";
import { hearWander } from "./hand.js";
import "./awaiting.js";
import { copy } from "../page/copying.js";
import { listenToNames } from "../page/naming.js";
import { byId, element, keep } from "../page/page.js";
import { tellSince } from "./line.js";
import { drawOthers, hearAimed } from "./others.js";
import { hearSaid, listenToPhrases, offerPhrases } from "./phrases.js";
import { listenToBoard } from "./pointing.js";
import { hearNext, hearRematch, wishRematch } from "./rematch.js";
import { lastSeen, remember } from "./since.js";
import { captioned } from "../board/caption.js";
import { keepFitting } from "../board/fitting.js";
import { drawRuling } from "../board/ruling.js";
import { shareAgain } from "./sharing.js";
import { draw } from "./sight.js";
import { board, head, link, mySeat, known } from "./known.js";
import { setSound, soundOn, wakeSound } from "../page/sound.js";
import { tell, tellLast, tellState } from "./telling.js";
import { claim, hearClock, stopTime, waitOn } from "./time.js";
import { hearTurn, listenToTurns } from "./turn.js";
import { listenToWays } from "./ways.js";
import { agree, forgetWishes, hearWishes, offer, withdraw } from "./wishes.js";

const SLOW_MOTION = 0.2;

/**
 * @param {string} id
 * @param {() => void} act
 */
const on = (id, act) => byId(id).addEventListener("click", act);

/**
 * @param {string} id
 * @param {boolean} on
 */
const press = (id, on) => byId(id).setAttribute("aria-pressed", String(on));

/**
 * What passes at the table.
 * @param {Presence | Aimed | Said} aside
 */
function hearAside(aside) {
  if (aside.type === "aimed") return hearAimed(aside);
  if (aside.type === "said") return hearSaid(aside);
  hearPresence(aside);
  tellElsewhere();
  offerPhrases();
  drawOthers();
  shareAgain();
}

/** What is drawn in pixels, drawn anew for another size. */
function redraw() {
  if (known.state.last && captioned()) drawRuling(board, known.state.last, head.edge);
  draw();
  drawOthers();
}

/**
 * The next aim begins: what an earlier shot has left on the board goes.
 * @param {Event} event
 */
function begin(event) {
  const moves = event instanceof KeyboardEvent && ["Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key);
  if (known.aim && !known.showing && !moves) free();
}

/** The match as it stands, or as one last saw it: then what happened since comes over the link. */
async function open() {
  const then = await lastSeen(known.state);
  if (then !== known.state) goBack(then);
  link.open(listener);
  board.show(known.state.layout);
  if (known.state.last) tellLast(known.state.last);
  if (known.behind) {
    tellState();
    tellSince();
  } else {
    remember(head.id, known.state.version);
    tell();
  }
  resend();
}

/** @param {Snapshot} then */
function goBack(then) {
  known.behind = true;
  known.state = then;
  known.lastShot = then.last?.shot ? then.last : null;
  link.version = then.version;
  link.hash = then.hash;
}

on("skip", skip);
on("faster", hurry);
on("leap", leap);
on("claim", claim);
on("wait-on", waitOn);
on("agree", agree);
on("withdraw", withdraw);
on("best", () => void repeat(1, bestShot()));
on("again", () => void repeat(1));
on("slow", () => void repeat(SLOW_MOTION));
on("turn", () => {
  board.turn();
  redraw();
});
on("sound", () => {
  setSound(!soundOn());
  press("sound", soundOn());
});
on("copy-link", async () => {
  const link = `${location.origin}/match/${head.id}/replay`;
  const who = head.terms.watch === "nobody" ? "only those who played" : "whoever has the link";
  byId("copied").textContent = (await copy(link)) ? `Copied: ${who} can watch it.` : link;
});
on("copy-record", async () => {
  const record = await fetch(`/match/${head.id}/record.txt`).then((reply) => reply.text(), () => "");
  const copied = record && (await copy(record));
  byId("copied").textContent = copied ? "Copied: the whole match as a text." : `${location.origin}/match/${head.id}/record.txt`;
});
on("rematch", wishRematch);
on("resign", () => confirm("Resign this match?") && void command({ type: "resign", seat: mySeat() ?? known.state.yours[0] }));
on("abandon", offer);
byId("declarations").addEventListener("click", (event) => {
  const what = event.target instanceof HTMLElement ? event.target.dataset.declare : undefined;
  if (what) void declare(what);
});
document.addEventListener("pointerdown", wakeSound);
document.addEventListener("keydown", wakeSound);
listenToBoard();
listenToWays();
listenToHands();
listenToNames(board);

listenToPhrases();
listenToTurns();
keepCompany();

/** @type {import("./link.js").Listener} */
const listener = {
  event(event, now) {
    hearTurn(event.version, now);
    happen(event, now);
  },
  snapshot: startFrom,
  wander(wander) {
    hearWander(wander);
    if (known.aim && !known.showing) draw(); // who aimed before he was told sees it wander from here on
  },
  clock: hearClock,
  wishes(wishes) {
    hearWishes(wishes);
    hearRematch(wishes);
  },
  next: hearNext,
  synced() {
    stopTime();
    forgetWishes();
  },
  aside: hearAside,
  state(kind, sentence) {
    if (kind === "open") attend();
    if (kind === "open") return keep(known.sending ? "Sending…" : "");
    keep(sentence, kind === "gone");
    if (kind === "gone") byId("controls").replaceChildren(element("a", { class: "button", href: "/" }, "All games"));
  },
  status(status) {
    keep(status.ready ? "" : `Preparing the simulator: ${status.step}, ${Math.round(status.progress * 100)} %`);
  },
};

press("sound", soundOn());
for (const place of [board.holder, byId("controls")]) for (const kind of ["pointerdown", "keydown", "input"]) place.addEventListener(kind, begin);
document.addEventListener("keydown", (event) => event.key.toLowerCase() === "t" && begin(event)); // T aims from anywhere
keepFitting(board, known.state.yours.some((seat) => seat.startsWith("one")) || !known.state.yours.length ? 1 : 3, redraw);
void open();
