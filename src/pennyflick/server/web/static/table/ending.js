/** The end card: how and why the match ended, what decided it, and its best shot. */

/** @import {MatchEvent, Row} from "../wire.js" */
import { momentOf, promising } from "../board/moments.js";
import { listed } from "../page/naming.js";
import { byId } from "../page/page.js";
import { plain } from "../page/saying.js";
import { spoken } from "../board/ruling.js";
import { head, known, teller } from "./known.js";

const LOOKED_AT = 12; // how many actions are asked for, at the most, to find the best
/** @type {Record<string, string>} */
const GIVEN_UP = { abandoned: "It was abandoned without a result.", agreed: "All agreed to end it without a result." };
let sought = -1;
let best = /** @type {MatchEvent | null} */ (null);

/** The shot that the end card offers. */
export const bestShot = () => best;

/** Fills the card. */
export function tellEnd() {
  const { result, last, sheet } = known.state;
  const kind = last?.kind ?? "action";
  const given = kind in GIVEN_UP;
  byId("over-title").textContent = `${title(result?.winner ?? null, given)}${kind === "on-time" ? " on time" : ""}`;
  byId("result").textContent = GIVEN_UP[kind] ?? plain(teller.viewer, result?.sentence ?? "");
  const [row] = decidedFirst(sheet);
  byId("figure").textContent = row ? `${row.label.charAt(0).toUpperCase()}${row.label.slice(1)}: ${row.one}–${row.two}` : "";
  byId("why").replaceChildren(...(last && !given ? listed(teller, spoken(last)) : []));
  byId("why").hidden = byId("why").textContent === byId("result").textContent; // whoever resigns has said it
  if (sought !== known.state.version) void seek();
}

/**
 * @param {string | null} winner
 * @param {boolean} given up, so that nobody wins
 */
function title(winner, given) {
  if (given || winner === null) return given ? "The match is over" : "Drawn";
  const { viewer } = teller;
  return plain(viewer, [{ is: "subject", side: winner }, " ", { is: "verb", third: "wins", plain: "win" }, " the match"]);
}

/**
 * The score with the row on top that decided: a set that has begun anew says nothing.
 * @param {Row[]} sheet
 */
export function decidedFirst(sheet) {
  const row = sheet.find(({ one, two, label }) => one !== two && label !== "turns");
  return row ? [row, ...sheet.filter((each) => each !== row)] : sheet;
}

/** Looks for the best shot: the greatest moment, one's own before another's; without any, the last shot. */
async function seek() {
  sought = known.state.version;
  const { history, yours } = known.state;
  const tried = history.filter(({ clauses }) => promising(clauses)).slice(-LOOKED_AT);
  const found = await Promise.all(tried.map(({ version }) => graded(version)));
  const good = found.filter(({ moment }) => moment !== null);
  const weight = (/** @type {typeof found[number]} */ { event, moment }) => (moment?.weight ?? 0) + (yours.includes(event.seat ?? "") ? 0.5 : 0);
  const top = good.sort((one, other) => weight(other) - weight(one))[0];
  best = top?.event ?? known.lastShot;
  byId("best").hidden = best === null;
  byId("best").textContent = top?.moment ? `The best shot: ${top.moment.word.toLowerCase()}` : "The last shot";
}

/** @param {number} version */
async function graded(version) {
  const [before, event] = await Promise.all([version - 1, version].map(asked));
  const history = known.state.history.slice(0, version - 1);
  return { event: /** @type {MatchEvent} */ (event), moment: event ? momentOf(event, before?.sheet ?? [], history) : null };
}

/**
 * @param {number} version
 * @returns {Promise<MatchEvent | null>}
 */
const asked = (version) => (version < 1 ? Promise.resolve(null) : fetch(`/match/${head.id}/events/${version}.json`).then((reply) => (reply.ok ? reply.json() : null)));
