/** The aim on the board: how it is drawn. */

/** @import {Aim} from "./controls.js" */
/** @import {Strike} from "./hand.js" */
/** @import {Hand, Pt} from "../wire.js" */
import { FULL_PULL_PX, FULL_TURN, powerShare, powerText } from "./aim.js";
import { freeWay } from "./contact.js";
import { discsOf, isAimed, refresh, refreshPlacing, regionOf } from "./controls.js";
import { advance, handNow, isSeen, strayed } from "./hand.js";
import { byId } from "../page/page.js";
import { reducedMotion } from "../board/animate.js";
import { directionSdAt } from "./wander.js";
import { shareAim } from "./sharing.js";
import { board, currentAsk, head, origin, known } from "./known.js";

const LEAST_LINE_PX = 30;
const LINE_PX = 150; // what full power adds to the aim line
const RING_PX = 30; // the power ring is never smaller than this
const SMALLEST_PX = 24; // across: a smaller disc is magnified while it is aimed
const MAGNIFIED_PX = 34;
const ROUND = 120; // corners of a round board

const WEDGE_SD = 2; // the wedge of the hand: nineteen flicks of twenty go within it
const chalk = board.layer("chalk");
const aimed = /** @type {SVGGElement} */ (board.draw(board.over, "g", { class: "aimed" })); // apart, so that a frame of the wander paints nothing else
let frame = 0;
let pixel = 1; // in millimetres, asked for once a painting: each question after a change makes the browser lay the page out

/** Draws the aim, the discs that can be picked, and where they may be put. */
export function draw() {
  pixel = board.mmPerPixel();
  board.clear(board.over, board.under, aimed);
  const { aim, state } = known;
  const ask = currentAsk();
  shareAim();
  if (!aim || !ask) return;
  const region = regionOf(ask, aim.disc);
  if (region) board.draw(board.under, "g", { class: "regions" }).innerHTML = region.outline;
  for (const [disc, point] of Object.entries(aim.points)) board.move(disc, point);
  for (const disc of discsOf(ask)) {
    const place = aim.points[disc] ?? state.layout[disc];
    if (typeof place === "object") board.ring(disc, place, disc === aim.disc ? "pick chosen" : "pick", 2.5);
  }
  tellPower(aim);
  board.over.append(aimed);
  if (isAimed(ask)) paint(aim);
  refresh(byId("controls"), aim);
  if (ask.kind === "place") refreshPlacing(byId("controls"), ask, aim);
}

/**
 * What is painted of an aim, which is what happens if it is let go: all that is drawn of it goes through here.
 * @param {Aim} aim
 * @returns {Strike | null} null: nothing is aimed yet
 */
function shown(aim) {
  const { direction, speed } = aim;
  if (direction === null) return null;
  return aim.typed || aim.stroke || reducedMotion() ? { direction, speed } : strayed({ direction, speed });
}

/** The line of a flick that was let go stays as chalk until the next aim begins. */
export function freeze() {
  const from = origin();
  const strike = known.aim && shown(known.aim);
  board.clear(chalk);
  if (known.aim && from && strike) drawLine(chalk, from, board.radius(known.aim.disc), strike);
}

/** @param {Aim} aim */
function paint(aim) {
  const from = origin();
  const strike = shown(aim);
  if (!from || !strike) return;
  if (!known.sending) board.clear(chalk);
  if (isSeen(aim)) frame ||= requestAnimationFrame(wanderOn);
  const held = known.kept !== null || aim.drawn;
  const hand = handNow();
  if (hand) drawWedge(from, aim, hand);
  if (held) drawElastic(from, strike);
  if (known.guide) drawContact(from, board.radius(aim.disc), strike);
  drawLine(aimed, from, board.radius(aim.disc), strike);
  drawPower(from, Math.max(board.radius(aim.disc) + 4, RING_PX * pixel), strike);
  if (held) magnify(aim.disc, from);
}

/**
 * How hard it would be, on the board while somebody pulls; the controls say the same when nobody does.
 * @param {Aim} aim
 */
function tellPower(aim) {
  const from = origin();
  const readout = byId("readout");
  readout.hidden = known.kept === null && !aim.drawn;
  if (readout.hidden || !from) return;
  readout.textContent = powerText(aim.speed);
  readout.classList.toggle("right", isLeft(from)); // never over the disc that is aimed
}

/** @param {Pt} point */
function isLeft([x, y]) {
  const box = board.holder.getBoundingClientRect();
  return new DOMPoint(x, y).matrixTransform(board.table.getScreenCTM() ?? undefined).x < box.x + box.width / 2;
}

/** One frame of a hand that wanders. */
function wanderOn() {
  frame = 0;
  const { aim } = known;
  if (!aim || !isSeen(aim)) return;
  advance();
  board.clear(aimed);
  paint(aim);
}

/**
 * How far the hand strays to either side of the aim.
 * @param {Pt} from
 * @param {Aim} aim
 * @param {Hand} hand
 */
function drawWedge([x, y], aim, hand) {
  const reach = directionSdAt(hand.direction_sd_deg, aim.speed) * WEDGE_SD * 100;
  const sides = [-reach, reach].map((turn) => way({ direction: (aim.direction ?? 0) + turn, speed: aim.speed }));
  const corners = sides.map(([ux, uy]) => {
    const far = freeWay({ x, y, r: 0 }, [ux, uy], [], edge()) ?? 0;
    return `${x + ux * far},${y + uy * far}`;
  });
  board.draw(aimed, "polygon", { points: `${x},${y} ${corners.join(" ")}`, class: "aim-wedge" });
}

/**
 * @param {Strike} strike
 * @returns {Pt}
 */
function way({ direction }) {
  const angle = (direction / FULL_TURN) * 2 * Math.PI;
  return [Math.cos(angle), Math.sin(angle)];
}

/**
 * The way the disc will go: the harder, the longer.
 * @param {SVGGElement} layer
 * @param {Pt} from
 * @param {number} radius
 * @param {Strike} strike
 */
function drawLine(layer, [x, y], radius, strike) {
  const [ux, uy] = way(strike);
  const far = radius + (LEAST_LINE_PX + LINE_PX * powerShare(strike.speed)) * pixel;
  const ends = { x1: x + ux * radius, y1: y + uy * radius, x2: x + ux * far, y2: y + uy * far };
  if (layer === aimed) board.draw(layer, "line", { ...ends, class: "aim-edge" });
  board.draw(layer, "line", { ...ends, class: layer === chalk ? "chalk-line" : "aim-line" });
}

/**
 * From the disc to the finger; where the finger began elsewhere, behind the disc as far as it has pulled.
 * @param {Pt} from
 * @param {Strike} strike
 */
function drawElastic(from, strike) {
  const { pull } = known;
  const [ux, uy] = way(strike);
  const back = FULL_PULL_PX * powerShare(strike.speed) * pixel;
  const onDisc = pull && Math.hypot(pull.from[0] - from[0], pull.from[1] - from[1]) < board.radius(known.aim?.disc ?? "") * 2;
  strands(from, onDisc ? pull.to : [from[0] - ux * back, from[1] - uy * back]);
  if (!pull || onDisc) return;
  board.draw(aimed, "line", { x1: pull.from[0], y1: pull.from[1], x2: pull.to[0], y2: pull.to[1], class: "aim-reach" });
  board.draw(aimed, "circle", { cx: pull.to[0], cy: pull.to[1], r: 5 * pixel, class: "aim-finger" });
}

/**
 * Two strands that leave the disc at its sides and meet.
 * @param {Pt} from
 * @param {Pt} to
 */
function strands([x, y], [tx, ty]) {
  const length = Math.hypot(tx - x, ty - y) || 1;
  const radius = board.radius(known.aim?.disc ?? "");
  const [sx, sy] = [(-(ty - y) / length) * radius, ((tx - x) / length) * radius];
  board.draw(aimed, "polyline", { points: `${x + sx},${y + sy} ${tx},${ty} ${x - sx},${y - sy}`, class: "aim-elastic" });
}

/**
 * Where the disc would first touch something, going straight on: another disc, a peg, or the edge.
 * @param {Pt} from
 * @param {number} radius
 * @param {Strike} strike
 */
function drawContact([x, y], radius, strike) {
  const [ux, uy] = way(strike);
  const far = freeWay({ x, y, r: radius }, [ux, uy], obstacles(), edge());
  if (far === null) return;
  const [cx, cy] = [x + ux * far, y + uy * far];
  board.draw(aimed, "line", { x1: x, y1: y, x2: cx, y2: cy, class: "aim-contact" });
  board.draw(aimed, "circle", { cx, cy, r: radius, class: "aim-ghost" });
}

/** @returns {Pt[]} the corners of the board, or of a polygon as good as round */
function edge() {
  const round = /** @type {SVGCircleElement | null} */ (board.table.querySelector("circle.gloss"));
  if (head.edge.length || !round) return head.edge;
  const radius = round.r.baseVal.value;
  return Array.from({ length: ROUND }, (_, i) => [radius * Math.cos((i / ROUND) * 2 * Math.PI), radius * Math.sin((i / ROUND) * 2 * Math.PI)]);
}

function obstacles() {
  const lying = Object.entries({ ...known.state.layout, ...known.aim?.points }).filter(([disc, place]) => disc !== known.aim?.disc && typeof place === "object");
  const discs = lying.map(([disc, place]) => ({ x: Number(place[0]), y: Number(place[1]), r: board.radius(disc) }));
  const pegs = /** @type {SVGCircleElement[]} */ ([...board.table.querySelectorAll("circle.peg")]);
  return [...discs, ...pegs.map(({ cx, cy, r }) => ({ x: cx.baseVal.value, y: cy.baseVal.value, r: r.baseVal.value }))];
}

/**
 * A ring that fills with the pull: full is the fastest flick there is.
 * @param {Pt} from
 * @param {number} ring its radius
 * @param {Strike} strike
 */
function drawPower([x, y], ring, strike) {
  const round = (2 * Math.PI * ring) / pixel; // dashes are in pixels: the strokes do not scale
  const share = powerShare(strike.speed) * round;
  const turn = `rotate(${strike.direction / 100 + 180} ${x} ${y})`;
  board.draw(aimed, "circle", { cx: x, cy: y, r: ring, class: "aim-ring" });
  board.draw(aimed, "circle", { cx: x, cy: y, r: ring, class: "aim-power", "stroke-dasharray": `${share} ${round}`, transform: turn });
}

/**
 * A disc too small to be seen under a finger is drawn larger over itself.
 * @param {string} disc
 * @param {Pt} from
 */
function magnify(disc, [x, y]) {
  const across = (2 * board.radius(disc)) / pixel;
  const drawn = board.discs.get(disc);
  if (across >= SMALLEST_PX || !drawn) return;
  const larger = /** @type {SVGGElement} */ (drawn.cloneNode(true));
  for (const name of ["data-disc", "tabindex", "aria-label", "role", "id"]) larger.removeAttribute(name);
  larger.setAttribute("aria-hidden", "true");
  larger.setAttribute("class", `${drawn.getAttribute("class")} magnified`);
  larger.setAttribute("transform", `translate(${x} ${y}) scale(${MAGNIFIED_PX / across})`);
  aimed.append(larger);
}
