/** A try at a lesson, a drill, a puzzle or the flick of a day: the server says how it stands and where it goes on to. */

/** @import {Onward, TaskStanding} from "../wire.js" */
import { byId, element, keep } from "../page/page.js";
import { board, head, known } from "../table/known.js";

const READING_MS = 2600; // long enough to read the ruling; the button goes on at once
const AGAIN_MS = 3000; // until it is asked again, where nobody answered
const WAITING_MS = 500; // then it is looked again whether anybody is still busy here
const band = document.getElementById("task");
let asked = 0; // the version at which it was last asked how it stands
let asking = false;
let over = false;
let goesOn = false; // by itself
const LET_GO = "pennyflick-let-go";

// whoever made the try before this one by keys goes on with them: the board listens at once
if (band && sessionStorage.getItem(LET_GO) === "keys") board.holder.focus({ preventScroll: true });

/**
 * Asks how the try stands once something was shown; true: it is over, or not known yet, and nothing is to be done here.
 * @param {() => void} retell what tells the table anew when that is known
 */
export function tellTask(retell) {
  if (!band) return false;
  if (!over && !asking && known.state.version > asked) void look(known.state.version).then((isKnown) => settle(isKnown, retell));
  return over || asking;
}

/**
 * @param {boolean} isKnown
 * @param {() => void} retell
 */
function settle(isKnown, retell) {
  asking = false;
  if (over) return end(retell);
  retell();
  if (!isKnown) setTimeout(() => ((asked = 0), retell()), AGAIN_MS);
}

/**
 * The table is told that it is over; where it does not go on by itself, whoever works with keys goes on from here.
 * @param {() => void} retell
 */
function end(retell) {
  retell();
  const had = document.activeElement;
  const lost = !had || had === document.body || had === byId("what") || byId("acting").contains(had);
  if (lost && !goesOn) /** @type {HTMLElement | null} */ (document.querySelector("#task-onward .primary"))?.focus({ preventScroll: true });
}

/**
 * @param {number} version
 * @returns {Promise<boolean>} whether it is known now
 */
async function look(version) {
  [asked, asking] = [version, true];
  try {
    const reply = await fetch(`/match/${head.id}/tried`, { method: "POST", body: new URLSearchParams({ way: known.way }) });
    if (!reply.ok) throw new Error(reply.statusText);
    say(await reply.json());
    return true;
  } catch {
    keep("How the try stands is not known yet.", true);
    return false;
  }
}

/** @param {TaskStanding} standing */
function say({ state, says, marks, onward, by_itself }) {
  if (state === "open") return;
  [over, goesOn] = [true, by_itself];
  if (known.way) sessionStorage.setItem(LET_GO, known.way);
  byId("task-says").textContent = says;
  byId("task-marks").textContent = marks;
  band?.classList.add(state);
  band?.scrollIntoView({ block: "nearest" }); // who typed his aim below the fold sees how it went, and where it goes on
  const ways = onward.map(way);
  byId("task-onward").replaceChildren(...ways);
  const back = /** @type {HTMLAnchorElement} */ (byId("task-back"));
  back.hidden = onward.some(({ href }) => href === back.getAttribute("href")); // once is enough
  (ways[0]?.querySelector("button") ?? ways[0])?.classList.add("primary");
  if (by_itself) setTimeout(() => goOn(/** @type {HTMLFormElement} */ (ways[0])), READING_MS);
}

/**
 * Takes the way without being asked; who looks at the shot again, points at the band or has come to it by keys is waited for.
 * @param {HTMLFormElement} form
 */
function goOn(form) {
  if (known.showing || band?.matches(":hover, :has(:focus-visible)")) setTimeout(() => goOn(form), WAITING_MS);
  else form.requestSubmit();
}

/** @param {Onward} onward */
function way({ words, action, hand, href }) {
  if (href) return element("a", { class: "button", href }, words);
  const fields = hand ? [element("input", { type: "hidden", name: "hand", value: hand })] : [];
  return element("form", { method: "post", action }, ...fields, element("button", {}, words));
}
