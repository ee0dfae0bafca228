/** Whose time runs and how long: beside the name, and what may be done when it has passed. Nothing happens by itself. */

/** @import {Clock} from "../wire.js" */
import { command } from "./answers.js";
import { URGENT_MS, leftShort } from "../page/left.js";
import { byId } from "../page/page.js";
import { head, known, teller } from "./known.js";

/** @type {{clock: Clock, at: number} | null} */
let told = null;
let waited = -1; // the version at which somebody chose to wait on
let urged = -1; // the version at which it was said that little is left

/**
 * For whom time runs, as the server has just told it.
 * @param {Clock} clock
 */
export function hearClock(clock) {
  told = { clock, at: performance.now() };
  tellTime();
}

/** A fresh picture: what runs is told again, if anything does. */
export function stopTime() {
  told = null;
  tellTime();
}

/** The clock of the version that is on the board, if one runs. */
function running() {
  if (!told || told.clock.version !== known.state.version || known.state.result) return null;
  return { seats: told.clock.seats, left: told.clock.left_ms - (performance.now() - told.at) };
}

const timed = () => head.terms.time !== "none";

/** Everything about time, as it stands. */
export function tellTime() {
  const clock = running();
  for (const side of ["one", "two"]) tellBeside(side, clock && timed() && clock.seats.some((seat) => seat.startsWith(side)) ? clock.left : null);
  const claimable = clock !== null && clock.left <= 0 && claimant(clock.seats) !== null;
  byId("claiming").hidden = !claimable || waited === known.state.version;
  if (claimable) byId("late").textContent = late(clock.seats);
  if (clock && timed() && clock.left > 0 && clock.left <= URGENT_MS) urge(clock.seats);
}

/**
 * @param {string} side
 * @param {number | null} left
 */
function tellBeside(side, left) {
  const place = byId(`clock-${side}`);
  place.hidden = left === null;
  if (left === null) return;
  place.classList.toggle("urgent", left <= URGENT_MS);
  place.textContent = left <= 0 ? "late" : left <= URGENT_MS ? `${Math.ceil(left / 1000)} s left` : leftShort(left);
}

/**
 * Said once, for who does not look at the clock.
 * @param {string[]} seats
 */
function urge(seats) {
  if (urged === known.state.version) return;
  urged = known.state.version;
  if (seats.some((seat) => known.state.yours.includes(seat))) byId("announce").textContent = "Ten seconds are left for you.";
}

/**
 * The seat of one's own that may claim the match.
 * @param {string[]} seats those that must act
 */
const claimant = (seats) => known.state.yours.find((mine) => mine in head.players && !seats.some((seat) => seat.slice(0, 3) === mine.slice(0, 3))) ?? null;

/** @param {string[]} seats */
function late(seats) {
  const who = seats.map((seat) => teller.viewer.heading(seat)).join(" or ");
  return timed() ? `${who} did not act in time.` : `${who} has been away for seven days.`;
}

/** Wins the match on time. */
export function claim() {
  const seat = told && claimant(told.clock.seats);
  if (seat) void command({ type: "claim", seat });
}

/** Lets the other take the time it takes. */
export function waitOn() {
  waited = known.state.version;
  tellTime();
}

setInterval(tellTime, 250);
