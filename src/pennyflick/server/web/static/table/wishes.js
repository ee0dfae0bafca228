/** To end a match between people without a result: one offers, the others agree or play on. */

/** @import {Wishes} from "../wire.js" */
import { command } from "./answers.js";
import { byId } from "../page/page.js";
import { head, known, teller } from "./known.js";

/** @type {Wishes | null} */
let told = null;

/** Whether others play here too, so that one alone cannot end it. */
export const isShared = () => known.state.yours.length > 0 && Object.entries(head.players).some(([seat, who]) => who === "person" && !known.state.yours.includes(seat));

/** @param {Wishes} wishes */
export function hearWishes(wishes) {
  told = wishes;
  tellWishes();
}

/** A fresh picture: what is wished is told again, if anything is. */
export function forgetWishes() {
  told = null;
  tellWishes();
}

/** The seats that wish the end of the match as it stands on the board. */
const wished = () => (told?.version === known.state.version && !known.state.result ? (told.wishes.end ?? []) : []);

const mine = () => wished().some((seat) => known.state.yours.includes(seat));

/** The card, and the button that begins it. */
export function tellWishes() {
  const seats = wished();
  byId("wishing").hidden = !seats.length || !known.state.yours.length;
  byId("abandon").textContent = isShared() ? "Offer to end" : "Abandon";
  /** @type {HTMLButtonElement} */ (byId("abandon")).disabled = known.state.result !== null || !known.state.yours.length || mine();
  const others = seats.map((seat) => teller.viewer.heading(seat)).join(" and ");
  byId("offer").textContent = mine() ? "You offer to end the match without a result. It goes on until all agree." : `${others} offers to end the match without a result.`;
  byId("agree").hidden = mine();
  byId("withdraw").hidden = !mine();
}

/** Offers the end, or ends it where nobody else plays. */
export function offer() {
  const words = isShared() ? "Offer to end this match without a result?" : "Abandon this match without a result?";
  if (confirm(words)) void command({ type: "abandon" });
}

/** Agrees to the end. */
export const agree = () => void command({ type: "abandon" });

/** Plays on after all. */
export const withdraw = () => void command({ type: "withdraw", wish: "end" });
