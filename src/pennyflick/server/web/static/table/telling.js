/** The match in words: score, whose turn, the ruling, where the discs are, and how it ended. */

/** @import {MatchEvent} from "../wire.js" */
import { arm, disarm } from "./aiming.js";
import { refocus } from "./focus.js";
import { listed, named, tellIn } from "../page/naming.js";
import { byId, element } from "../page/page.js";
import { plain } from "../page/saying.js";
import { drawRuling, tellRuling, tellSheet, whereText } from "../board/ruling.js";
import { board, head, mySeat, known, teller } from "./known.js";
import { fillTray } from "../board/tray.js";

/** Everything, the decision and its controls included. */
export function tell() {
  tellState();
  const { now, result } = known.state;
  const { decision } = now;
  const over = result !== null || decision === null;
  byId("over").hidden = !over;
  byId("now").hidden = over;
  byId("result").textContent = plain(teller.viewer, result?.sentence ?? "");
  for (const id of ["resign", "abandon"]) /** @type {HTMLButtonElement} */ (byId(id)).disabled = over;
  if (over) disarm();
  else tellDecision(decision);
}

/** @param {import("../wire.js").Decision} decision */
function tellDecision(decision) {
  const { act } = known.state.now;
  for (const side of ["one", "two"]) byId("now").classList.toggle(side, act.seats[0]?.startsWith(side) ?? false);
  byId("whose").textContent = whose(decision.seats);
  tellIn(byId("what"), ...named(teller, decision.sentence));
  if (act.house || !mySeat()) {
    disarm();
    byId("controls").replaceChildren(element("p", { class: "quiet" }, act.house ? "The house is thinking…" : "You are watching."));
    return;
  }
  arm(decision);
  refocus();
}

/**
 * Whose turn it is, by name.
 * @param {string[]} seats
 */
function whose(seats) {
  const { viewer } = teller;
  if (seats.some((seat) => viewer.yours.includes(seat))) return "Your turn";
  return `${seats.map((seat) => viewer.heading(seat)).join(" or ")} to play`;
}

/** Scores, words and lists as they stand. */
export function tellState() {
  const { sheet, now, layout, history } = known.state;
  tellSheet(byId("sheet"), sheet);
  for (const side of ["one", "two"]) byId(`name-${side}`).classList.toggle("turn", now.act.seats.some((seat) => seat.startsWith(side)));
  byId("discs").replaceChildren(
    ...head.discs.map(({ id, kind }) => element("tr", {}, element("th", { scope: "row" }, id), element("td", {}, kind), element("td", {}, whereText(layout, id)))),
  );
  byId("history").replaceChildren(...history.map(({ seat, text, sentence }) => element("li", {}, said(seat), ...listed(teller, sentence.length ? sentence : text))));
  fillTray(byId("tray"), board, layout);
  for (const id of ["again", "slow"]) /** @type {HTMLButtonElement} */ (byId(id)).disabled = known.lastShot === null;
  const retry = byId("retry");
  retry.hidden = !history.some(({ kind }) => kind === "action");
  /** @type {HTMLInputElement} */ (retry.querySelector("input")).value = String(lastOwn());
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
 * The ruling, beside the board and on it.
 * @param {MatchEvent} event
 */
export function tellLast(event) {
  drawRuling(board, event, head.edge);
  tellRuling(byId("ruling-body"), event, teller);
  byId("ruling").hidden = false;
}
