/** The line above the board: whose turn it is and what to do. It is always true; while a shot runs it says nothing. */

/** @import {Decision} from "../wire.js" */
import { named, tellIn } from "../page/naming.js";
import { byId } from "../page/page.js";
import { known, teller } from "./known.js";

const LONG = 95; // letters that no longer fit two lines of a phone

/**
 * What is to be decided, said to whoever must do it or looks on.
 * @param {Decision} decision
 */
export function tellTurn({ seats, sentence }) {
  const mine = seats.some((seat) => known.state.yours.includes(seat));
  if (known.state.now.act.house && !mine) return tellThinking();
  const { viewer } = teller;
  const whose = seats.some((seat) => viewer.yours.includes(seat)) ? "Your turn:" : `${seats.map((seat) => viewer.heading(seat)).join(" or ")} to play:`;
  say(known.state.yours.length ? whose : `You are watching. ${whose}`, seats[0]);
  tellIn(byId("what"), ...named(teller, sentence));
  byId("line").classList.toggle("long", (byId("line").textContent ?? "").length > LONG);
}

/** The house has something to do. */
export function tellThinking() {
  const [seat] = known.state.now.act.seats;
  say(seat ? `${teller.viewer.heading(seat)} is thinking…` : "", seat);
}

/** @param {string | null} seat who takes aim */
export const tellAiming = (seat) => say(seat ? `${teller.viewer.heading(seat)} is aiming…` : "", seat ?? undefined);

/** A shot runs: nothing is known yet. */
export const tellNothing = () => say("");

/** Somebody has still to sit down. */
export const tellWaiting = () => say("Waiting for somebody to sit down.");

/** What happened since one was last here is about to be shown. */
export const tellSince = () => say("Since you were last here…");

/** It is over. */
export const tellOver = () => say("The match is over.");

/**
 * @param {string} whose
 * @param {string} [seat]
 */
function say(whose, seat = "") {
  for (const side of ["one", "two"]) byId("now").classList.toggle(side, seat.startsWith(side));
  byId("whose").textContent = whose;
  byId("what").replaceChildren();
}
