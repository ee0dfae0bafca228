/** Who else is at the table: here, away or reconnecting, beside the names; and how many look on. */

/** @import {Attendance, Presence} from "../wire.js" */
import { byId } from "../page/page.js";
import { head, known, link, teller } from "./known.js";

const AGAIN_MS = 15000; // "away for 2 min" grows
const MINUTE = 60000;
const AIMS = "pennyflick-show-aim";

/** @type {Presence} */
let there = { type: "presence", seats: {}, watchers: 0 };
let heard = 0;

/** Whether others may see how this browser aims. */
export const aimsShown = () => localStorage.getItem(AIMS) !== "off";

/** @param {boolean} on */
export function showAims(on) {
  localStorage.setItem(AIMS, on ? "on" : "off");
  attend();
}

/** Tells the server whether this page can be seen, and whether its aims may be. */
export const attend = () => link.tell({ type: "attend", visible: !document.hidden, aims: aimsShown() });

/** The seats of people in other browsers. */
export const others = () => Object.keys(there.seats).filter((seat) => !known.state.yours.includes(seat));

/** Whether anybody could see what is shown here. */
export const isSeen = () => there.watchers > 0 || others().some((seat) => isHere(seat));

/** @param {string} seat */
export const isHere = (seat) => there.seats[seat]?.state === "here";

/** @param {string} seat */
export const isAway = (seat) => there.seats[seat]?.state === "away";

/** @param {Presence} presence */
export function hearPresence(presence) {
  there = presence;
  heard = Date.now();
  tellCompany();
}

/** Begins to tell the server when the page is hidden, and to count the minutes. */
export function keepCompany() {
  document.addEventListener("visibilitychange", attend);
  setInterval(tellCompany, AGAIN_MS);
}

function tellCompany() {
  for (const side of ["one", "two"]) tellSide(side);
  const watchers = byId("watchers");
  watchers.hidden = there.watchers === 0 || (there.watchers === 1 && !known.state.yours.length); // who looks on alone knows it
  watchers.textContent = `${there.watchers} watching`;
}

/** @param {string} side */
function tellSide(side) {
  const place = byId(`there-${side}`);
  const seats = others().filter((seat) => seat.startsWith(side));
  const partners = head.seats.filter((seat) => seat.startsWith(side)).length > 1;
  const said = seats.map((seat) => `${partners ? `${teller.viewer.heading(seat)} ` : ""}${words(there.seats[seat])}`);
  place.textContent = said.join(", ");
  place.dataset.state = seats.map((seat) => there.seats[seat].state).find((state) => state !== "here") ?? (seats.length ? "here" : "");
}

/** @param {Attendance} attendance */
function words({ state, for_ms }) {
  if (state !== "away" || for_ms === null) return state;
  const minutes = Math.floor((for_ms + Date.now() - heard) / MINUTE);
  if (minutes < 1) return state;
  if (minutes < 120) return `away for ${minutes} min`;
  return minutes < 2880 ? `away for ${Math.floor(minutes / 60)} h` : `away for ${Math.floor(minutes / 1440)} days`;
}
