/** The other is to play and elsewhere: *Tell Ann* sends the link, and one may ask to be rung oneself. */

import { mayOffer, whenSwitched } from "../page/bell.js";
import { copy } from "../page/copying.js";
import { byId } from "../page/page.js";
import { isAway } from "./company.js";
import { head, known, mySeat, teller } from "./known.js";

const place = document.getElementById("elsewhere");
const byPost = head.terms.time.endsWith("d");

if (place) {
  byId("tell-other").addEventListener("click", () => void send());
  whenSwitched(tellElsewhere);
}

/** Those who are to play, in other browsers, and may not know it. */
function unaware() {
  const { open, result, yours, now } = known.state;
  if (open.length || result || !yours.length || mySeat()) return [];
  const waited = (now.decision?.seats ?? []).filter((seat) => head.players[seat] === "person");
  return byPost || waited.every((seat) => isAway(seat)) ? waited : [];
}

/** What can be done about it, as things stand. */
export function tellElsewhere() {
  if (!place) return;
  const seats = unaware();
  const said = byId("tell-says").textContent || byId("ring-says").textContent;
  place.hidden = !seats.length;
  byId("tell-other").textContent = `Tell ${seats.map((seat) => teller.viewer.heading(seat)).join(" and ")}`;
  if (place.hidden && said) for (const id of ["tell-says", "ring-says"]) byId(id).textContent = "";
  place.classList.toggle("offering", mayOffer());
}

/** By the device's share sheet, or else by the clipboard. */
async function send() {
  const address = place?.dataset.address ?? "";
  if ("share" in navigator) {
    const sent = await navigator.share({ title: head.title, text: "Your flick:", url: address }).then(() => true, (error) => error.name === "AbortError"); // thought better of
    if (sent) return;
  }
  const words = `Your flick: ${address}`;
  const copied = (await copy(words)) ? "Copied. Paste it where your friend reads it." : words;
  byId("tell-says").textContent = place?.dataset.onlyHere === "yes" ? `${copied} It works only on this machine.` : copied;
}
