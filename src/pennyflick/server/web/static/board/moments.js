/** What is worth a word over the board, and which rulings cost or win something. */

/** @import {Board} from "./board.js" */
/** @import {Evidence, MatchEvent, Row} from "../wire.js" */
import { byId } from "../page/page.js";
import { reducedMotion } from "./animate.js";

/** @typedef {{word: string, weight: number}} Moment the heavier, the better the shot */
/** @typedef {{clause: string, fact?: string, row?: string, moment: Moment}} Sign what tells a moment: a clause, with what was found or with what was scored */

const MOMENT_MS = 1200;
const READ_MS = 2600; // a line that does not move stands longer
const RUN = 5;

/** @type {Sign[]} */
const SIGNS = [
  { clause: "BLU-4", fact: "kill_chain", moment: { word: "A kill", weight: 6 } },
  { clause: "GRN-18", row: "goals", moment: { word: "Goal", weight: 6 } },
  { clause: "RED-13", fact: "off", moment: { word: "Star shot", weight: 5 } },
  { clause: "PIC-9", fact: "sunk", moment: { word: "Twenty", weight: 4 } },
  { clause: "RED-12", fact: "cannon", moment: { word: "Cannon", weight: 3 } },
  { clause: "BLK-9", moment: { word: "Cannon", weight: 3 } },
];
/** @type {Moment} */
const FIVE = { word: "Five in a row", weight: 5 };
const WON = "BLK-8";
const CLAUSES = new Set([...SIGNS.map(({ clause }) => clause), WON]);

/** @param {string[]} clauses of an action: may it have been a moment? */
export const promising = (clauses) => clauses.some((clause) => CLAUSES.has(clause));

/**
 * The best that an event was, or nothing.
 * @param {MatchEvent} event
 * @param {Row[]} before the score before it
 * @param {{seat: string | null, clauses: string[]}[]} history the actions before it
 * @returns {Moment | null}
 */
export function momentOf(event, before, history) {
  const found = SIGNS.filter((sign) => shows(sign, event, before)).map(({ moment }) => moment);
  if (isFive(event, history)) found.push(FIVE);
  return found.sort((one, other) => other.weight - one.weight)[0] ?? null;
}

/**
 * @param {Sign} sign
 * @param {MatchEvent} event
 * @param {Row[]} before
 */
function shows({ clause, fact, row }, event, before) {
  const cited = event.reasons.filter((reason) => reason.clause === clause);
  if (row) return cited.length > 0 && value(event.sheet, row) !== value(before, row);
  return cited.some(({ evidence }) => !fact || evidence?.fact === fact);
}

/**
 * @param {Row[]} sheet
 * @param {string} label
 */
function value(sheet, label) {
  const row = sheet.find((each) => each.label === label);
  return row ? `${row.one}–${row.two}` : "";
}

/**
 * The fifth penny (or the tenth) that one player wins without a break.
 * @param {MatchEvent} event
 * @param {{seat: string | null, clauses: string[]}[]} history
 */
function isFive({ seat, reasons }, history) {
  if (!reasons.some(({ clause }) => clause === WON)) return false;
  const broken = history.findLastIndex((line) => line.seat !== seat || !line.clauses.includes(WON));
  return (history.length - broken) % RUN === 0;
}

/**
 * Whether a ruling costs or wins something: the score moved, a disc left, or the match is over.
 * @param {MatchEvent} event
 * @param {Row[]} before
 */
export function matters(event, before) {
  const left = Object.entries(event.shot?.start ?? {}).some(([id, place]) => typeof place === "object" && typeof event.layout[id] === "string");
  return left || event.result !== null || JSON.stringify(event.sheet) !== JSON.stringify(before);
}

/**
 * What was decided by less than a millimetre.
 * @param {MatchEvent} event
 * @returns {{evidence: Evidence, margin: number} | null}
 */
export function photoFinish(event) {
  for (const { evidence } of event.reasons) {
    if (!event.shot || !evidence?.discs.length || !evidence.measured_mm) continue;
    const limit = evidence.limit_mm !== null && evidence.limit_mm > 1 ? evidence.limit_mm : 0;
    const margin = Math.abs(evidence.measured_mm - limit);
    if (margin < 1) return { evidence, margin };
  }
  return null;
}

let timer = 0;

/**
 * A word that rises over the board and is gone; with reduced motion a line that stands a little longer.
 * @param {string} word
 */
export function showMoment(word) {
  const place = byId("moment");
  clearTimeout(timer);
  place.hidden = true;
  place.textContent = word;
  void place.offsetWidth; // so that the next one rises anew
  place.hidden = false;
  timer = setTimeout(() => (place.hidden = true), reducedMotion() ? READ_MS : MOMENT_MS);
}
