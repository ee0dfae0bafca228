/** The board of the home page: one pull, and the flick is played on the table. Nothing is begun before. */

import { CANCEL_PX, SPEED_LIMIT, direction, pullSpeed } from "../table/aim.js";
import { freshId } from "../page/page.js";

const SVG = "http://www.w3.org/2000/svg";
const HALO_MM = 23; // round the puck that waits to be pulled
const REACH_MM = 60; // how near to the puck a pull begins

const live = document.getElementById("live");
if (live) listen(live);

/** @param {HTMLElement} holder */
function listen(holder) {
  const [x, y] = /** @type {[number, number]} */ (JSON.parse(holder.dataset.start ?? "[0,0]"));
  const table = /** @type {SVGGElement} */ (holder.querySelector("g.table"));
  draw(table, "circle", { cx: x, cy: y, r: HALO_MM, class: "live-halo" });
  const line = draw(table, "line", { x1: x, y1: y, x2: x, y2: y, class: "live-line" });
  const reach = draw(table, "circle", { cx: x, cy: y, r: REACH_MM, class: "live-reach" });
  /** @type {{x: number, y: number} | null} */
  let from = null;

  reach.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false }); // a pull does not scroll the page
  reach.addEventListener("pointerdown", (event) => {
    from = { x: event.clientX, y: event.clientY };
    reach.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  reach.addEventListener("pointermove", (event) => {
    if (from) show(line, x, y, aimOf(from, event));
  });
  reach.addEventListener("pointerup", (event) => {
    const aim = from && aimOf(from, event);
    from = null;
    if (aim) void play(holder, aim);
    else show(line, x, y, null);
  });
  reach.addEventListener("pointercancel", () => {
    from = null;
    show(line, x, y, null);
  });
}

/** @typedef {{direction: number, speed: number}} Aim hundredths of a degree, mm/s */

/**
 * What a pull means; null: it is taken back. The screen's y points down, the board's up.
 * @param {{x: number, y: number}} from
 * @param {PointerEvent} to
 * @returns {Aim | null}
 */
function aimOf(from, to) {
  const [dx, dy] = [from.x - to.clientX, to.clientY - from.y];
  const pull = Math.hypot(dx, dy);
  return pull <= CANCEL_PX ? null : { direction: direction(dx, dy), speed: Math.round(pullSpeed(pull)) };
}

/**
 * @param {Element} line
 * @param {number} x
 * @param {number} y
 * @param {Aim | null} aim
 */
function show(line, x, y, aim) {
  const angle = ((aim?.direction ?? 0) / 18000) * Math.PI;
  const length = aim ? 60 + (aim.speed / SPEED_LIMIT) * 400 : 0;
  line.setAttribute("x2", String(x + Math.cos(angle) * length));
  line.setAttribute("y2", String(y + Math.sin(angle) * length));
}

/**
 * Opens the lesson's first flick on a table, which sends what waits for it as if it had been pulled there.
 * @param {HTMLElement} holder
 * @param {Aim} aim
 */
async function play({ dataset }, { direction, speed }) {
  const known = localStorage.getItem(`pennyflick-learnt-${dataset.game}`) !== null;
  const opened = await fetch(`/learn/${dataset.game}`, { method: "POST", body: new URLSearchParams({ step: "1" }) });
  const match = new URL(opened.url).pathname.split("/").at(-1);
  const answer = { kind: "flick", disc: dataset.disc, direction_cdeg: direction, speed_mm_s: speed, start: JSON.parse(dataset.start ?? "[]") };
  const message = { type: "answer", version: 0, seat: "one", answer };
  sessionStorage.setItem(`pennyflick-pending-${match}`, JSON.stringify({ message, id: freshId() }));
  if (known) sessionStorage.setItem("pennyflick-just-a-flick", match ?? "");
  location.assign(opened.url);
}

/**
 * @param {SVGGElement} table
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 */
function draw(table, tag, attributes) {
  const made = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  table.append(made);
  return made;
}
