/** Boards that play, beside the clauses of the rulebook and on the pages of lessons: one at a time; pressed again, it waits. */

/** @import {Example} from "../wire.js" */
import { Board } from "../board/board.js";
import { byId, element } from "../page/page.js";
import { listenToNames } from "../page/naming.js";
import { wakeSound } from "../page/sound.js";
import { Demonstration } from "./demonstration.js";

/** @typedef {"still" | "coming" | "running" | "held" | "over"} State what the board does, and so what its button would do */

/** @type {Record<State, string>} */
const VERBS = { still: "Show", coming: "Fetching", running: "Pause", held: "Go on with", over: "Show again:" };
const UNREACHED = "It could not be fetched. Try again in a moment.";

/** @type {Map<HTMLElement, Promise<Demonstration>>} */
const shown = new Map();
/** @type {HTMLElement | null} */
let current = null;
/** @type {Demonstration | null} */
let playing = null; // on the current one, once it has come
/** @type {ReturnType<typeof listenToNames> | null} */
let lookAt = null;

/** @param {string} words */
const tell = (words) => void (byId("said").textContent = words);

/** @param {HTMLElement} figure */
const stateOf = (figure) => /** @type {State} */ (figure.dataset.state ?? "still");

/**
 * @param {HTMLElement} figure
 * @param {State} state
 */
function mark(figure, state) {
  if (state === "still") delete figure.dataset.state;
  else figure.dataset.state = state;
  figure.querySelector(".show")?.setAttribute("aria-label", `${VERBS[state]} ${figure.dataset.clause}`);
}

/** @param {HTMLElement} figure */
function demonstrated(figure) {
  const known = shown.get(figure) ?? made(figure);
  shown.set(figure, known);
  known.catch(() => shown.delete(figure)); // the next press asks again
  return known;
}

/** @param {HTMLElement} figure */
async function made(figure) {
  const reply = await fetch(figure.dataset.example ?? "");
  if (!reply.ok) throw new Error(`${reply.url}: ${reply.status}`);
  const example = /** @type {Example} */ (await reply.json());
  return new Demonstration(new Board(/** @type {HTMLElement} */ (figure.querySelector(".holder")), example.discs), example, tell);
}

/** @param {HTMLElement} figure */
async function press(figure) {
  const state = figure === current ? stateOf(figure) : "still";
  if (state === "coming") return;
  if (state !== "over" && playing && figure === current) return mark(figure, playing.hold() ? "held" : "running");
  leave(figure);
  const demonstration = await demonstrated(figure).catch(() => null);
  if (demonstration) await run(figure, demonstration);
  else fail(figure);
}

/**
 * @param {HTMLElement} figure
 * @param {Demonstration} demonstration
 */
async function run(figure, demonstration) {
  if (figure !== current) return mark(figure, "still");
  playing = demonstration;
  mark(figure, "running");
  turnTo(demonstration.board);
  tell(demonstration.example.says);
  if (await demonstration.play()) mark(figure, "over");
}

/**
 * Another board comes: the one before lies as it began. What is said on the wood is said there from now on.
 * @param {HTMLElement} figure
 */
function leave(figure) {
  if (current) mark(current, "still");
  playing?.stop();
  [current, playing] = [figure, null];
  mark(figure, "coming");
  figure.querySelector(".stage")?.append(byId("caption"), byId("moment"));
}

/** @param {Board} board whose discs light up when they are named */
function turnTo(board) {
  if (lookAt) lookAt(board);
  else lookAt = listenToNames(board);
}

/** @param {HTMLElement} figure what belongs to it did not come */
function fail(figure) {
  const caption = byId("caption");
  mark(figure, "still");
  if (figure !== current) return;
  caption.replaceChildren(element("p", {}, UNREACHED));
  caption.hidden = false;
  tell(UNREACHED);
}

/**
 * A clause that is named on the wood and stands on this page is gone to, here.
 * @param {MouseEvent} event
 */
function stay(event) {
  const link = /** @type {Element} */ (event.target).closest("a.clause");
  if (!link || !document.getElementById(link.textContent ?? "")) return;
  event.preventDefault();
  location.hash = link.textContent ?? "";
}

/** Whoever comes by a link to a clause finds all of it. */
function arrive() {
  const clause = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!clause?.matches(".rule")) return;
  clause.querySelector("details")?.setAttribute("open", "");
  clause.scrollIntoView();
  clause.focus({ preventScroll: true });
}

for (const figure of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-example]"))) {
  figure.querySelector(".show")?.addEventListener("click", () => void press(figure));
  figure.querySelector(".holder")?.addEventListener("click", () => void press(figure));
  if (figure.hasAttribute("data-by-itself")) void press(figure); // whoever came here asked for it
}
byId("caption").addEventListener("click", stay);
document.addEventListener("pointerdown", wakeSound);
addEventListener("hashchange", arrive);
arrive();
