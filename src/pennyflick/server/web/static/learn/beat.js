/** A try to beat a flick: one flick, and then the next try or both side by side. */

import { byId } from "../page/page.js";
import { known } from "../table/known.js";

const form = document.getElementById("beat");

/** Looks whether this try has been flicked; then nothing more is to be done here. */
export function tellBeat() {
  if (!form || !known.state.history.length) return false;
  byId("beat-says").textContent = document.getElementById("beat-on") ? "That was it." : "That was the last try.";
  document.getElementById("beat-on")?.removeAttribute("hidden");
  byId("beat-see").textContent = "Side by side";
  byId("beat-see").classList.remove("quiet-button");
  return true;
}
