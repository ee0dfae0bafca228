/** What happened since one was last here: kept by this browser, so that a match by post goes on where one left it. */

/** @import {MatchEvent, Snapshot} from "../wire.js" */

const SEEN = "pennyflick-seen";
const MOST = 40; // matches that are remembered
const SHOWN = 20; // more are not shown one by one: the server tells no more either

/** @type {Snapshot["now"]} */
const NOTHING = { decision: null, act: { seats: [], house: false }, hands: {}, aims: { goal: [], danger: [] } };

/** @returns {Record<string, number>} */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(SEEN) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * This version is on the board.
 * @param {string} match
 * @param {number} version
 */
export function remember(match, version) {
  const { [match]: _, ...others } = remembered();
  const kept = [...Object.entries(others), [match, version]].slice(-MOST);
  localStorage.setItem(SEEN, JSON.stringify(Object.fromEntries(kept)));
}

/**
 * The match as one last saw it, where others have played on since; else as it stands.
 * @param {Snapshot} snapshot
 * @returns {Promise<Snapshot>}
 */
export async function lastSeen(snapshot) {
  const { match, yours, version } = snapshot;
  const seen = remembered()[match.id];
  const shared = Object.entries(match.players).some(([seat, who]) => who === "person" && !yours.includes(seat));
  if (seen === undefined || !yours.length || !shared || seen >= version || version - seen > SHOWN) return snapshot;
  const event = await fetch(`/match/${match.id}/events/${seen || 1}.json`).then((reply) => (reply.ok ? reply.json() : null), () => null);
  return event ? asOf(snapshot, seen, event) : snapshot;
}

/**
 * @param {Snapshot} snapshot
 * @param {number} seen
 * @param {MatchEvent} event the one that was seen last; before the first, that one
 * @returns {Snapshot}
 */
function asOf(snapshot, seen, event) {
  const then = { ...snapshot, version: seen, now: NOTHING, result: null, history: snapshot.history.slice(0, seen) };
  if (seen) return { ...then, hash: event.hash, layout: event.layout, sheet: event.sheet, last: event };
  return { ...then, hash: event.before, layout: event.shot?.start ?? event.layout, sheet: [], last: null };
}
