/** The match in words: score, whose turn, the ruling, where the discs are, and how it ended. */

/** @import {MatchEvent} from "../wire.js" */
import { arm, disarm } from "./aiming.js";
import { refocus } from "./focus.js";
import { glow } from "./glow.js";
import { tellGoal } from "../learn/goal.js";
import { tellLesson } from "../learn/lesson.js";
import { decidedFirst, tellEnd } from "./ending.js";
import { caption, stand } from "../board/caption.js";
import { tellBeat } from "../learn/beat.js";
import { tellTask } from "../learn/task.js";
import { tellNothing, tellOver, tellTurn, tellWaiting } from "./line.js";
import { tellPleas } from "./pleas.js";
import { listed } from "../page/naming.js";
import { byId, element } from "../page/page.js";
import { drawRuling, tellRuling, tellSheet, whereText } from "../board/ruling.js";
import { board, head, mySeat, known, teller } from "./known.js";
import { fillTray } from "../board/tray.js";
import { tellElsewhere } from "./elsewhere.js";
import { tellTime } from "./time.js";
import { tellWishes } from "./wishes.js";
import { drawOthers } from "./others.js";
import { tellRematch } from "./rematch.js";
import { tellMyTurn } from "./turn.js";

const ARMED_MS = 150; // by then the disc in the hand has its place

/** Everything, the decision and its controls included. */
export function tell() {
  tellState();
  const { decision } = known.state.now;
  const over = isOver();
  byId("over").hidden = !over;
  byId("acting").hidden = over;
  /** @type {HTMLButtonElement} */ (byId("resign")).disabled = over || !known.state.yours.length;
  tellTime();
  tellWishes();
  tellPleas();
  tellElsewhere();
  const waiting = known.state.open.length > 0;
  document.body.classList.toggle("waiting", waiting);
  if (waiting) return wait();
  tellGoal();
  tellLesson();
  glow();
  drawOthers();
  tellMyTurn();
  if (tellBeat() || tellTask(tell)) {
    byId("acting").hidden = true;
    tellNothing();
    return disarm();
  }
  if (!over && decision) return tellDecision(decision);
  disarm();
  tellOver();
  tellEnd();
  tellRematch();
}

/** Nothing is to be decided until everybody sits. */
function wait() {
  disarm();
  tellWaiting();
}

const isOver = () => known.state.result !== null || known.state.now.decision === null;

/** @param {import("../wire.js").Decision} decision */
function tellDecision(decision) {
  tellTurn(decision);
  if (known.state.now.act.house || !mySeat()) return disarm();
  arm(decision);
  refocus();
  setTimeout(() => stand(board), ARMED_MS);
}

/** Scores, words and lists as they stand. */
export function tellState() {
  const { sheet, now, layout, history, open } = known.state;
  tellSheet(byId("sheet"), isOver() ? decidedFirst(sheet) : sheet);
  for (const side of ["one", "two"]) byId(`name-${side}`).classList.toggle("turn", !open.length && now.act.seats.some((seat) => seat.startsWith(side)));
  byId("discs").replaceChildren(
    ...head.discs.map(({ id, kind }) => element("tr", {}, element("th", { scope: "row" }, id), element("td", {}, kind), element("td", {}, whereText(layout, id)))),
  );
  byId("history").replaceChildren(...history.map(({ seat, text, sentence }) => element("li", {}, said(seat), ...listed(teller, sentence.length ? sentence : text))));
  fillTray(byId("tray"), board, layout);
  for (const id of ["again", "slow"]) /** @type {HTMLButtonElement} */ (byId(id)).disabled = known.lastShot === null;
  offerToSend();
  const retry = byId("retry");
  retry.hidden = !history.some(({ kind }) => kind === "action");
  /** @type {HTMLInputElement} */ (retry.querySelector("input")).value = String(lastOwn());
}

/** The latest shot can be sent to somebody, who tries to beat it. */
function offerToSend() {
  const form = byId("send-flick");
  form.hidden = known.lastShot === null;
  /** @type {HTMLInputElement} */ (form.querySelector("input")).value = String(known.lastShot?.version ?? 0);
}

/** @param {string | null} seat */
const said = (seat) => (seat ? `${teller.viewer.heading(seat)}: ` : "");

/** The action before the person's own latest one: where "try again" branches. */
function lastOwn() {
  const { history, yours, version } = known.state;
  const latest = history.findLastIndex(({ seat }) => yours.includes(seat ?? ""));
  return latest < 0 ? Math.max(0, version - 1) : latest;
}

/**
 * The ruling: on the board, and beside it in full.
 * @param {MatchEvent} event
 * @param {MatchEvent | null} [earlier] one's own ruling, which this one answers
 */
export function tellLast(event, earlier = null) {
  drawRuling(board, event, head.edge);
  caption(board, event, teller, earlier);
  tellRuling(byId("ruling-body"), event, teller);
  byId("ruling").hidden = false;
}
