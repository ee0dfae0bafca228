/** A few fixed phrases: said with a click, shown for a moment beside the name, spoken politely, and muted by whoever wants to. */

/** @import {Said} from "../wire.js" */
import { byId } from "../page/page.js";
import { aimsShown, others, showAims } from "./company.js";
import { head, known, link, mySeat, teller } from "./known.js";
import { shareAim } from "./sharing.js";

const MUTE = "pennyflick-mute";
const SHOWN_MS = 4000;
const BURST = 5; // as many as the server lets pass at once
const REFILL_MS = 4000;
/** @type {Record<string, number>} */
const timers = {};
/** @type {number[]} when something was said */
let lately = [];

const muted = () => localStorage.getItem(MUTE) === "on";

/** Begins to listen to the buttons. */
export function listenToPhrases() {
  byId("saying").addEventListener("click", ({ target }) => {
    const phrase = target instanceof HTMLElement ? target.dataset.say : undefined;
    if (phrase) say(phrase);
  });
  byId("mute").addEventListener("click", () => {
    localStorage.setItem(MUTE, muted() ? "off" : "on");
    press();
  });
  byId("show-aim").addEventListener("click", () => {
    showAims(!aimsShown());
    shareAim();
    press();
  });
  press();
}

function press() {
  byId("mute").setAttribute("aria-pressed", String(muted()));
  byId("show-aim").setAttribute("aria-pressed", String(aimsShown()));
}

/** There is something to say only where somebody else can hear it; whoever looks on may still mute. */
export function offerPhrases() {
  const plays = known.state.yours.length > 0;
  byId("saying").hidden = others().length === 0;
  byId("phrases").hidden = !plays;
  byId("show-aim").hidden = !plays;
}

/** @param {string} phrase */
function say(phrase) {
  link.tell({ type: "say", seat: mySeat() ?? known.state.yours[0], phrase });
  lately.push(Date.now());
  rest();
}

/** The buttons wait while nothing more would be heard. */
function rest() {
  lately = lately.filter((at) => Date.now() - at < BURST * REFILL_MS).slice(-BURST);
  const spent = lately.length >= BURST;
  for (const each of /** @type {NodeListOf<HTMLButtonElement>} */ (byId("phrases").querySelectorAll("button"))) each.disabled = spent;
  if (spent) setTimeout(rest, REFILL_MS);
}

/** @param {Said} said */
export function hearSaid({ seat, words }) {
  if (muted() && !known.state.yours.includes(seat)) return;
  const side = seat.startsWith("one") ? "one" : "two";
  const name = teller.viewer.heading(seat);
  const partners = head.seats.filter((each) => each.startsWith(side)).length > 1;
  const bubble = byId(`said-${side}`);
  bubble.textContent = partners ? `${name}: ${words}` : words;
  bubble.hidden = false;
  byId("spoken").textContent = `${name}: ${words}`;
  clearTimeout(timers[side]);
  timers[side] = setTimeout(() => (bubble.hidden = true), SHOWN_MS);
}
