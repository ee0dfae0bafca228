/** A rematch between people: wished for with one click, begun when all want it; every page of the match is told where it is. */

/** @import {Next, Wishes} from "../wire.js" */
import { command } from "./answers.js";
import { byId } from "../page/page.js";
import { head, known, teller } from "./known.js";
import { isShared } from "./wishes.js";

/** @type {string[]} */
let wished = [];
let next = "";
let asked = false; // on this page, just now: whoever comes back later wants to look at the old match

/** @param {Wishes} wishes */
export function hearRematch({ wishes }) {
  wished = wishes.rematch ?? [];
  tellRematch();
}

/** @param {Next} message */
export function hearNext({ match }) {
  next = `/match/${match}`;
  tellRematch();
  if (asked) location.assign(next);
}

/** Wishes for it. */
export function wishRematch() {
  asked = true;
  if (next) location.assign(next);
  else void command({ type: "rematch" });
}

/** The buttons of the end card, and who is waited for. */
export function tellRematch() {
  const { yours } = known.state;
  const mine = wished.some((seat) => yours.includes(seat));
  const link = /** @type {HTMLAnchorElement} */ (byId("next-match"));
  document.getElementById("rematch-form")?.toggleAttribute("hidden", isShared() || !yours.length); // practice has none
  byId("rematch").hidden = !isShared() || next !== "";
  /** @type {HTMLButtonElement} */ (byId("rematch")).disabled = mine;
  link.hidden = next === "";
  link.href = next;
  link.textContent = yours.length ? "To the rematch" : "Watch the rematch";
  byId("rematching").textContent = next || !isShared() ? "" : sentence(mine);
}

/** @param {boolean} mine */
function sentence(mine) {
  const others = head.seats.filter((seat) => head.players[seat] === "person" && !known.state.yours.includes(seat));
  const willing = others.filter((seat) => wished.includes(seat)).map(called);
  const awaited = others.filter((seat) => !wished.includes(seat)).map(called);
  if (mine) return `You want a rematch. Waiting for ${awaited.join(" and ")}.`;
  return willing.length ? `${willing.join(" and ")} ${willing.length > 1 ? "want" : "wants"} a rematch.` : "";
}

/** @param {string} seat */
const called = (seat) => teller.viewer.heading(seat);
