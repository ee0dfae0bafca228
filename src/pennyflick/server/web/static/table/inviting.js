/** The invitation: its links are copied and shared here, and whoever sits down gets his name on the page. */

/** @import {Snapshot} from "../wire.js" */
import { copy } from "../page/copying.js";
import { byId } from "../page/page.js";
import { Viewer } from "../page/saying.js";
import { head, known, teller } from "./known.js";

const card = document.getElementById("inviting");

for (const link of card?.querySelectorAll(".link") ?? []) {
  const field = /** @type {HTMLInputElement} */ (link.querySelector(".address"));
  field.addEventListener("focus", () => field.select());
  const copying = /** @type {HTMLButtonElement} */ (link.querySelector("[data-copy]"));
  copying.disabled = false; // a press before now would have been lost
  copying.addEventListener("click", () => void tellCopied(field.value));
  const share = /** @type {HTMLButtonElement} */ (link.querySelector("[data-share]"));
  share.hidden = !("share" in navigator);
  share.addEventListener("click", () => void send(field.value));
}

/** @param {string} address */
async function tellCopied(address) {
  byId("link-copied").textContent = (await copy(address)) ? "Copied. Paste it where your friend reads it." : "It could not be copied: mark the link and copy it yourself.";
}

/** @param {string} address */
const send = (address) => navigator.share({ title: head.title, text: card?.dataset.said ?? "", url: address }).catch(() => {}); // thought better of

/**
 * Who sits where, as the server tells it anew.
 * @param {Snapshot} fresh
 */
export function takeSeats(fresh) {
  const came = known.state.open.filter((seat) => !fresh.open.includes(seat));
  Object.assign(head, fresh.match);
  teller.viewer = new Viewer(head.names, fresh.yours);
  for (const side of ["one", "two"]) tellName(side, fresh.hand_words);
  for (const seat of came) document.getElementById(`link-${seat}`)?.remove();
  if (card) card.hidden = !fresh.open.length;
  if (came.length) byId("announce").textContent = sitDown(came.map((seat) => teller.viewer.heading(seat)));
}

/** @param {string[]} names */
export const sitDown = (names) => `${names.join(" and ")} ${names.length === 1 ? "sits" : "sit"} down.`;

/**
 * @param {string} side
 * @param {Record<string, string>} hands in words
 */
function tellName(side, hands) {
  const heading = teller.viewer.heading(side);
  const place = byId(`name-${side}`);
  for (const name of place.querySelectorAll(".name")) name.textContent = heading;
  const own = [hands[side], hands[`${side}-b`]].filter(Boolean);
  for (const hand of place.querySelectorAll(".hand")) hand.textContent = [...new Set(own)].join(" / ");
  for (const letter of place.querySelectorAll(".mark text")) letter.textContent = heading.charAt(0).toUpperCase();
}
