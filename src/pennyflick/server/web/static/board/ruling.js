/** The ruling as people see it: the sentence, the clause as a link, and what was measured drawn on the board. */

/** @import {Board} from "./board.js" */
/** @import {Teller} from "../page/naming.js" */
/** @import {Viewer} from "../page/saying.js" */
/** @import {Evidence, Layout, MatchEvent, Pt, Reason, Row, Sentence} from "../wire.js" */
import { pathAt } from "./animate.js";
import { clauseLink, named, tellIn } from "../page/naming.js";
import { element } from "../page/page.js";
import { capital, joined } from "../page/saying.js";

// What a gap below nothing means, fact by fact.
/** @type {Record<string, string>} */
const MEASURES = {
  overhanging: "Hangs over the edge",
  over_edge: "Hangs over the edge",
  red: "Short of lying wholly on that court",
  in_area: "Inside",
  on_line: "Over the line",
};
const EDGE_FACTS = new Set(["overhanging", "over_edge", "blue_near_edge"]);

/**
 * What was measured, in words.
 * @param {Evidence | null} evidence
 */
export function measure(evidence) {
  if (!evidence || evidence.measured_mm === null) return "";
  const told = MEASURES[evidence.fact];
  const gap = `${Math.abs(evidence.measured_mm).toFixed(1)} mm`;
  if (told && evidence.measured_mm < 0) return `${told} by ${gap}.`;
  const limit = evidence.limit_mm !== null && evidence.limit_mm > 1 ? `; the limit is ${evidence.limit_mm.toFixed(1)} mm` : "";
  return `Gap measured: ${gap}${limit}.`;
}

/**
 * @param {HTMLElement} body
 * @param {MatchEvent} event
 * @param {Teller} teller
 */
export function tellRuling(body, event, teller) {
  const list = element("ul");
  for (const reason of event.reasons) list.append(line(reason, teller));
  for (const note of event.notes) list.append(element("li", {}, ...named(teller, note)));
  if (!list.childElementCount) list.append(element("li", {}, ...(event.kind !== "action" && event.result ? named(teller, event.result.sentence) : ["Nothing to rule on."])));
  const more = [];
  if (event.actual && event.answer) more.push(element("p", { class: "small quiet" }, handSentence(event)));
  if (event.thought.length) more.push(element("p", { class: "thought" }, ...named(teller, thoughtSentence(event, teller.viewer))));
  tellIn(body, list, ...more);
}

/**
 * What a bot says of its answer; of a flick, what it was meant for and the chance that this comes true.
 * @param {MatchEvent} event
 * @param {Viewer} viewer
 * @returns {Sentence}
 */
function thoughtSentence({ seat, shot, thought }, viewer) {
  const who = seat ? viewer.heading(seat) : "The house";
  const [first = "", ...rest] = joined([thought]);
  return [`${who}${shot ? " meant" : ""}: “`, typeof first === "string" ? capital(first) : first, ...rest, shot ? ".”" : "”"];
}

/** @param {MatchEvent} event */
function handSentence({ answer, actual }) {
  if (!answer || !actual || !("speed_mm_s" in answer)) return "";
  const turn = ((actual.direction_cdeg - answer.direction_cdeg + 54000) % 36000) - 18000;
  const signed = (/** @type {number} */ value, /** @type {number} */ digits) => (value < 0 ? "−" : "+") + Math.abs(value).toFixed(digits);
  return `The hand erred by ${signed(turn / 100, 2)}° and ${signed(actual.speed_mm_s - answer.speed_mm_s, 0)} mm/s.`;
}

/**
 * @param {Reason} reason
 * @param {Teller} teller
 */
function line(reason, teller) {
  const words = measure(reason.evidence);
  const item = element("li", {}, element("span", { class: "sentence" }, ...named(teller, reason.sentence)), " ", clauseLink(reason.clause));
  if (words) item.append(element("span", { class: "measure" }, words));
  return item;
}

/** @param {MatchEvent} event */
export const spoken = (event) => joined([...event.reasons.map((reason) => reason.sentence), ...event.notes]);

/**
 * Marks the discs and draws the geometry of a ruling over the board.
 * @param {Board} board
 * @param {MatchEvent} event
 * @param {Pt[]} edge
 */
export function drawRuling(board, event, edge) {
  board.clear(board.marks);
  for (const reason of event.reasons) {
    for (const disc of reason.discs) {
      const point = placeOf(event, disc, null);
      if (point) board.ring(disc, point, "mark-disc");
    }
    if (reason.evidence) drawEvidence(board, event, reason.evidence, edge);
  }
}

/**
 * What was measured: a gap between two discs or to the edge, the instant of a contact, the way a disc went.
 * @param {Board} board
 * @param {MatchEvent} event
 * @param {Evidence} evidence
 * @param {Pt[]} edge
 */
function drawEvidence(board, event, evidence, edge) {
  const [first, second] = evidence.discs;
  const at = first ? placeOf(event, first, evidence.instant_s) : null;
  if (!at) return;
  const path = event.shot?.paths[first];
  if (path) board.paths({ paths: { [first]: path } }, first);
  const other = second ? placeOf(event, second, evidence.instant_s) : null;
  if (evidence.instant_s !== null) return drawInstant(board, first, at, second, other);
  const { measured_mm: measured, limit_mm: limit } = evidence;
  if (limit !== null && limit > 1) board.ring(second ?? first, other ?? at, "mark-ring", limit); // round the disc that must keep away
  if (measured === null) return;
  const to = other ?? (EDGE_FACTS.has(evidence.fact) ? nearestOnEdge(edge, at) : null);
  if (to) drawGap(board, at, board.radius(first), to, other ? board.radius(second) : 0);
  const middle = to ?? at;
  board.words(board.marks, [(at[0] + middle[0]) / 2, (at[1] + middle[1]) / 2 + (to ? 0.7 : 1.6) * board.radius(first)], `${Math.abs(measured).toFixed(1)} mm`, "mark-text");
}

/**
 * Ghosts of the discs as they were at that instant, and a spark where they met.
 * @param {Board} board
 * @param {string} first
 * @param {Pt} at
 * @param {string | undefined} second
 * @param {Pt | null} other
 */
function drawInstant(board, first, at, second, other) {
  board.ring(first, at, "mark-ghost", 0);
  if (!second || !other) return;
  board.ring(second, other, "mark-ghost", 0);
  const share = board.radius(first) / (board.radius(first) + board.radius(second));
  const [x, y] = [at[0] + (other[0] - at[0]) * share, at[1] + (other[1] - at[1]) * share];
  board.draw(board.marks, "circle", { cx: x, cy: y, r: 0.2 * board.radius(first), class: "mark-spark" });
}

/**
 * A line over the gap alone: from rim to rim, or from rim to edge.
 * @param {Board} board
 * @param {Pt} from
 * @param {number} near radius at its beginning
 * @param {Pt} to
 * @param {number} far radius at its end
 */
function drawGap(board, from, near, to, far) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  board.draw(board.marks, "line", { x1: from[0] + ux * near, y1: from[1] + uy * near, x2: to[0] - ux * far, y2: to[1] - uy * far, class: "mark-gap" });
}

/**
 * The point of the edge nearest to a point; none when the board is round.
 * @param {Pt[]} edge
 * @param {Pt} at
 * @returns {Pt | null}
 */
export function nearestOnEdge(edge, [x, y]) {
  let best = /** @type {Pt | null} */ (null);
  for (let i = 0; i < edge.length; i++) {
    const [a, b] = [edge[i], edge[(i + 1) % edge.length]];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const share = Math.min(Math.max(((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy), 0), 1);
    const point = /** @type {Pt} */ ([a[0] + share * dx, a[1] + share * dy]);
    if (!best || Math.hypot(point[0] - x, point[1] - y) < Math.hypot(best[0] - x, best[1] - y)) best = point;
  }
  return best;
}

/**
 * Where a disc was at an instant of the shot, or when it ended.
 * @param {MatchEvent} event
 * @param {string} disc
 * @param {number | null} instant
 * @returns {Pt | null}
 */
export function placeOf(event, disc, instant) {
  const pieces = event.shot?.paths[disc];
  if (pieces) return pathAt(pieces, instant ?? Infinity);
  const place = event.shot?.start[disc] ?? event.layout[disc];
  return typeof place === "object" ? place : null;
}

/**
 * @param {HTMLElement} body
 * @param {Row[]} sheet
 */
export function tellSheet(body, sheet) {
  body.replaceChildren(
    ...sheet.map((row) => element("tr", {}, element("td", {}, row.one), element("th", { scope: "row" }, ...label(row.label)), element("td", {}, row.two))),
  );
}

/**
 * What a row counts; "(first to 3)" is not broken.
 * @param {string} words
 */
function label(words) {
  const [what, more] = capital(words).split(" (");
  return more ? [what, " ", element("span", { class: "unbroken" }, `(${more}`)] : [what];
}

/**
 * @param {Layout} layout
 * @param {string} disc
 */
export function whereText(layout, disc) {
  const place = layout[disc];
  return typeof place === "string" ? place : `${place[0].toFixed(1)}, ${place[1].toFixed(1)}`;
}
