/** Ways to flick that a person switches on: the finger flick, which touch screens are offered once, where the table allows it;
 * and the line to the first contact in matches from before it was agreed on. */

import { button, byId, element } from "../page/page.js";
import { keepSetting, setting } from "../page/settings.js";
import { draw } from "./sight.js";
import { head, known } from "./known.js";

const FINGER = "pennyflick-finger";
// one picture: the finger begins beside the coin and strikes through it
const PICTURE = `<svg viewBox="0 0 120 60" role="img" aria-label="A finger that begins beside the coin and strikes through it">
<circle cx="66" cy="30" r="13" fill="#b87333" stroke="#6e3f14" stroke-width="2"/>
<path d="M14 30H98" fill="none" stroke="currentcolor" stroke-width="3" stroke-dasharray="6 5"/><path d="M96 21l13 9-13 9z" fill="currentcolor"/>
<circle cx="16" cy="30" r="9" fill="none" stroke="currentcolor" stroke-width="3"/><circle cx="16" cy="30" r="3" fill="currentcolor"/></svg>`;

/** Begins to listen to the two switches. */
export function listenToWays() {
  known.finger = head.strokes && (setting("way") ?? (localStorage.getItem(FINGER) === "on" ? "finger" : "pull")) === "finger";
  press();
  document.getElementById("guide")?.addEventListener("click", () => {
    known.guide = !known.guide;
    press();
    draw();
  });
  document.getElementById("finger")?.addEventListener("click", () => chooseFinger(known.finger ? "off" : "on"));
}

/** Offers the finger flick where there is a finger, once, to whoever has flicked before: under the controls, where it covers nothing. */
export function offerFinger() {
  if (!head.strokes || setting("way") !== null || localStorage.getItem(FINGER) !== null || !matchMedia("(pointer: coarse)").matches || byId("finger-card") || byId("lesson")) return;
  const picture = element("div", { class: "picture" });
  picture.innerHTML = PICTURE;
  const words = element("p", {}, "Rather flick with your finger? Begin beside the coin and strike through it.");
  const choices = element("p", { class: "row" }, button("Yes, finger flick", () => chooseFinger("on"), { id: "finger-yes" }), button("No, I pull", () => chooseFinger("off"), { id: "finger-no" }));
  byId("acting").append(element("div", { class: "card finger-card", id: "finger-card", role: "group", "aria-label": "Finger flick" }, picture, words, choices));
}

/** @param {"on" | "off"} chosen */
function chooseFinger(chosen) {
  localStorage.setItem(FINGER, chosen);
  keepSetting("way", chosen === "on" ? "finger" : "pull");
  known.finger = chosen === "on";
  byId("finger-card")?.remove();
  press();
}

function press() {
  document.getElementById("guide")?.setAttribute("aria-pressed", String(known.guide));
  document.getElementById("finger")?.setAttribute("aria-pressed", String(known.finger));
}
