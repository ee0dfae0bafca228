/** The aim on the board: where it points first, and how it is drawn. */

/** @import {Aim} from "./controls.js" */
/** @import {Pt} from "../wire.js" */
import { FULL_TURN, SPEED_LIMIT, direction, slideLength, speedPull } from "./aim.js";
import { discsOf, isAimed, refresh, regionOf } from "./controls.js";
import { byId } from "../page/page.js";
import { nearestOnEdge } from "../board/ruling.js";
import { board, currentAsk, head, mySeat, origin, known } from "./known.js";

const GUIDE_MM = 70;

/** A first direction that makes sense: towards the middle of the board, or straight across it. */
export function aimAtCentre() {
  const { aim } = known;
  const from = origin();
  if (!aim || !from) return;
  const far = Math.hypot(...from) > 20;
  const across = mySeat()?.startsWith("two") ? FULL_TURN / 2 : 0;
  aim.direction = inwards(from) ?? (far ? direction(-from[0], -from[1]) : across);
  draw();
}

/**
 * A side-flick can only strike the rim that hangs over the edge: straight onto the board is always within its reach.
 * @param {Pt} from
 */
export function inwards(from) {
  const edge = currentAsk()?.kind === "side-flick" ? nearestOnEdge(head.edge, from) : null;
  return edge && Math.hypot(from[0] - edge[0], from[1] - edge[1]) > 0.01 ? direction(from[0] - edge[0], from[1] - edge[1]) : null;
}

/** Draws the aim, the discs that can be picked, and where they may be put. */
export function draw() {
  board.clear(board.over, board.under);
  const { aim, state } = known;
  const ask = currentAsk();
  if (!aim || !ask) return;
  const region = regionOf(ask, aim.disc);
  if (region) board.draw(board.under, "g", { class: "regions" }).innerHTML = region.outline;
  for (const [disc, point] of Object.entries(aim.points)) board.move(disc, point);
  for (const disc of discsOf(ask)) {
    const place = aim.points[disc] ?? state.layout[disc];
    if (typeof place === "object") board.ring(disc, place, disc === aim.disc ? "pick chosen" : "pick", 2.5);
  }
  if (isAimed(ask)) drawAim(aim);
  refresh(byId("controls"), aim);
}

/** @param {Aim} aim */
function drawAim(aim) {
  const from = origin();
  if (!from) return;
  const radius = board.radius(aim.disc);
  drawLine(from, radius, aim);
  drawPower(from, Math.max(radius + 4 + speedPull(aim.speed) / 4, 30 * board.mmPerPixel()), aim);
  byId("readout").hidden = known.kept === null; // the numbers beside the board say the same when nobody is pulling
  byId("readout").textContent = `${aim.speed} mm/s · ${(aim.direction / 100).toFixed(1)}°`;
}

/**
 * The way the disc will go.
 * @param {Pt} from
 * @param {number} radius
 * @param {Aim} aim
 */
function drawLine([x, y], radius, aim) {
  const angle = (aim.direction / FULL_TURN) * 2 * Math.PI;
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  const far = radius + (known.guide ? slideLength(aim.speed, head.deceleration_mm_s2) : GUIDE_MM);
  board.draw(board.over, "line", { x1: x + ux * radius, y1: y + uy * radius, x2: x + ux * far, y2: y + uy * far, class: "aim-line" });
}

/**
 * A ring that fills with the speed.
 * @param {Pt} from
 * @param {number} ring its radius
 * @param {Aim} aim
 */
function drawPower([x, y], ring, aim) {
  const round = (2 * Math.PI * ring) / board.mmPerPixel(); // dashes are in pixels: the strokes do not scale
  const share = Math.min(aim.speed / SPEED_LIMIT, 1) * round;
  const turn = `rotate(${aim.direction / 100 + 180} ${x} ${y})`;
  board.draw(board.over, "circle", { cx: x, cy: y, r: ring, class: "aim-ring" });
  board.draw(board.over, "circle", { cx: x, cy: y, r: ring, class: "aim-power", "stroke-dasharray": `${share} ${round}`, transform: turn });
}
