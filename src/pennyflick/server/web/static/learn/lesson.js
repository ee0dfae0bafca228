/** A flick of the first minute: was it what the sentence asked for? Then the next one; after two tries in any case. */

import { byId } from "../page/page.js";
import { head, known } from "../table/known.js";

const READING_MS = 2600; // long enough to read the ruling; the button goes on at once
const form = /** @type {HTMLFormElement | null} */ (document.getElementById("lesson"));
/** @type {{ruled: string[], lies: string[], gone: string[], last: boolean}} */
const awaited = JSON.parse(document.getElementById("awaited")?.textContent ?? "{}");
let over = false;

// whoever knows the game already and pulled the board of the home page wants no lesson: a match comes next
if (form && sessionStorage.getItem("pennyflick-just-a-flick") === head.id) input("step").value = "9";
if (form) localStorage.setItem(`pennyflick-learnt-${head.game}`, "yes");

/** Looks at what the last shot has done, once it has been shown. */
export function tellLesson() {
  const { last } = known.state;
  if (!form || over || !last?.shot) return;
  over = true;
  const done = isDone(last);
  if (!done && !awaited.last) again(form);
  const next = done ? "That is it." : awaited.last ? "Never mind: on we go." : "Not quite. Once more.";
  byId("lesson-says").textContent = next;
  byId("lesson-on").hidden = false;
  setTimeout(() => form.requestSubmit(byId("lesson-on")), READING_MS);
}

/** @param {import("../wire.js").MatchEvent} event */
function isDone({ reasons, layout }) {
  const ruled = reasons.map((reason) => reason.clause);
  const lies = (/** @type {string} */ disc) => typeof layout[disc] === "object";
  return awaited.ruled.every((clause) => ruled.includes(clause)) && awaited.lies.every(lies) && !awaited.gone.some(lies);
}

/**
 * The same step from the beginning.
 * @param {HTMLFormElement} form
 */
function again(form) {
  const { step, attempt } = form.dataset;
  input("step").value = step ?? "1";
  input("attempt").value = String(Number(attempt) + 1);
}

/** @param {string} name */
function input(name) {
  return /** @type {HTMLInputElement} */ (form?.querySelector(`input[name=${name}]`));
}
