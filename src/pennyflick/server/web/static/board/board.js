/** The board on the page: an SVG in millimetres, its discs, and what is drawn under and over them. */

/** @import {Disc, Layout, Pt, Shot} from "../wire.js" */
import { corners, pathAt } from "./animate.js";

const SVG = "http://www.w3.org/2000/svg";
const WORDS_PX = 14;
const RING = 0.2; // between a disc and its ring, in radii
const LARGER = 1.05; // what a turn of the board must gain

export class Board {
  /**
   * @param {HTMLElement} holder
   * @param {Disc[]} shapes
   */
  constructor(holder, shapes) {
    this.holder = holder;
    this.svg = /** @type {SVGSVGElement} */ (holder.querySelector("svg"));
    this.table = /** @type {SVGGElement} */ (this.svg.querySelector("g.table"));
    this.shapes = new Map(shapes.map((shape) => [shape.id, shape]));
    /** @type {Map<string, SVGGElement>} */
    this.discs = new Map();
    for (const disc of this.table.querySelectorAll("[data-disc]")) {
      const element = /** @type {SVGGElement} */ (disc);
      this.discs.set(element.dataset.disc ?? "", element);
    }
    this.under = this.layer("under");
    this.trails = this.layer("trails");
    this.over = this.layer("over");
    this.marks = this.layer("marks");
    const first = this.discs.values().next().value;
    for (const layer of [this.under, this.trails]) first?.parentNode?.insertBefore(layer, first);
    this.quarter = 0;
    this.chosen = false; // somebody has turned it as he likes it
    this.box = this.svg.viewBox.baseVal;
    this.home = [this.box.x, this.box.y, this.box.width, this.box.height];
  }

  /** @param {string} name */
  layer(name) {
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", `overlay ${name}`);
    this.table.append(group);
    return group;
  }

  /** @param {Layout} layout */
  show(layout) {
    for (const id of Object.keys(layout)) {
      const place = layout[id];
      if (typeof place === "string") this.hide(id);
      else this.move(id, place);
      const disc = this.discs.get(id);
      if (disc?.hasAttribute("role")) disc.setAttribute("aria-label", this.spoken(id, place)); // within a picture they have no names
    }
  }

  /**
   * A disc in words, for whoever cannot see it.
   * @param {string} id
   * @param {Pt | string} place
   */
  spoken(id, place) {
    const shape = this.shapes.get(id);
    const kind = !shape || shape.kind === id ? "" : `, ${shape.kind}`;
    const whose = shape?.side ? ` of side ${shape.side}` : "";
    return `${id}${kind}${whose}, ${typeof place === "string" ? place : `at ${place[0].toFixed(1)}, ${place[1].toFixed(1)} mm`}`;
  }

  /**
   * The tab key stops only at discs that can be picked right now.
   * @param {string[]} ids
   */
  pickable(ids) {
    for (const [id, disc] of this.discs) disc.setAttribute("tabindex", ids.length > 1 && ids.includes(id) ? "0" : "-1");
  }

  /**
   * @param {string} id
   * @param {Pt} point
   */
  move(id, [x, y]) {
    const disc = this.discs.get(id);
    if (!disc) return;
    disc.setAttribute("transform", `translate(${x.toFixed(3)} ${y.toFixed(3)})`);
    if (disc.hasAttribute("hidden")) disc.removeAttribute("hidden");
    if (disc.classList.contains("away")) disc.classList.remove("away");
  }

  /**
   * Where a disc is drawn; null: away from the board.
   * @param {string} id
   * @returns {Pt | null}
   */
  place(id) {
    const disc = this.discs.get(id);
    if (!disc || disc.hasAttribute("hidden") || disc.classList.contains("away") || !disc.transform.baseVal.numberOfItems) return null;
    const { e, f } = disc.transform.baseVal.getItem(0).matrix;
    return [e, f];
  }

  /** @param {string} id */
  hide(id) {
    this.discs.get(id)?.classList.add("away");
  }

  /**
   * Every disc where the shot has it at an instant; `gone` are discs that have left or dropped by then.
   * @param {Shot} shot
   * @param {number} instant
   */
  at(shot, instant) {
    for (const id of Object.keys(shot.paths)) {
      const gone = shot.events.find((event) => (event[0] === "left" || event[0] === "holed") && event[2] === id);
      if (gone && instant >= gone[1]) this.hide(id);
      else this.move(id, pathAt(shot.paths[id], instant));
    }
  }

  /**
   * Where on the board a pointer is, in millimetres.
   * @param {{clientX: number, clientY: number}} event
   */
  point(event) {
    const matrix = this.table.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x, y };
  }

  /** @param {string} id */
  radius(id) {
    return this.shapes.get(id)?.radius_mm ?? 10;
  }

  /**
   * A point within a region, as near as may be to the middle of its box.
   * @param {string} outline the region as SVG
   * @returns {Pt}
   */
  middleOf(outline) {
    const region = /** @type {SVGGElement} */ (this.draw(this.under, "g", {}));
    region.innerHTML = outline;
    const box = region.getBBox();
    const shapes = /** @type {SVGGeometryElement[]} */ ([...region.querySelectorAll("path, circle, rect, polygon")]);
    const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
    const across = box.width > box.height ? [0, box.height] : [box.width, 0]; // a bent strip is met at its own middle
    const tried = Array.from({ length: 41 }, (_, step) => ((step % 2 ? step + 1 : -step) / 80) * 0.98);
    const points = tried.map((share) => new DOMPoint(middle.x + share * across[0], middle.y + share * across[1]));
    const { x, y } = points.find((point) => shapes.some((shape) => shape.isPointInFill(point))) ?? middle;
    region.remove();
    return [x, y];
  }

  /** How many millimetres a pixel of the screen shows. */
  mmPerPixel() {
    const matrix = this.table.getScreenCTM();
    return matrix ? 1 / Math.max(Math.hypot(matrix.a, matrix.b), 1e-6) : 1;
  }

  /**
   * @param {SVGGElement} layer
   * @param {string} tag
   * @param {Record<string, string | number>} attributes
   */
  draw(layer, tag, attributes) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    layer.append(element);
    return element;
  }

  /**
   * Upright words, whichever way the board is turned.
   * @param {SVGGElement} layer
   * @param {Pt} point
   * @param {string} words
   * @param {string} name
   */
  words(layer, [x, y], words, name) {
    const size = WORDS_PX * this.mmPerPixel();
    const transform = `translate(${x} ${y}) rotate(${-90 * this.quarter}) scale(1 -1)`;
    this.draw(layer, "text", { class: name, transform, "font-size": size.toFixed(2) }).textContent = words;
  }

  /**
   * @param {string} id
   * @param {Pt} point
   * @param {string} name
   * @param {number} [wider]
   */
  ring(id, [x, y], name, wider = RING * this.radius(id)) {
    const r = this.radius(id) + wider;
    this.draw(name.startsWith("mark") ? this.marks : this.over, "circle", { cx: x, cy: y, r, class: name });
  }

  /**
   * The paths of a shot as lines under the discs.
   * @param {Pick<Shot, "paths">} shot
   * @param {string} flicked
   */
  paths(shot, flicked) {
    for (const [id, pieces] of Object.entries(shot.paths)) {
      const points = corners(pieces).map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");
      this.draw(this.trails, "polyline", { points, class: id === flicked ? "path flicked" : "path" });
    }
  }

  /** @param {SVGGElement[]} layers */
  clear(...layers) {
    for (const layer of layers) layer.replaceChildren();
  }

  /**
   * A long board stands upright where it is larger so, unless somebody has turned it himself.
   * @param {number} upright by how many quarters
   * @returns {boolean} whether it was turned
   */
  fit(upright) {
    if (this.chosen) return false;
    const [, , width, height] = this.home;
    const [wide, high] = [this.holder.clientWidth, parseFloat(getComputedStyle(this.svg).maxHeight) || Infinity];
    const [flat, stood] = [Math.min(wide / width, high / height), Math.min(wide / height, high / width)];
    const quarter = stood > LARGER * flat ? upright : 0;
    if (quarter === this.quarter) return false;
    this.stand(quarter);
    return true;
  }

  /** Turns the board by a quarter, as somebody wishes. */
  turn() {
    this.chosen = true;
    this.stand((this.quarter + 1) % 4);
  }

  /** @param {number} quarter */
  stand(quarter) {
    this.quarter = quarter;
    this.table.setAttribute("transform", `scale(1 -1) rotate(${90 * this.quarter})`);
    this.far();
  }

  /** Looks at the whole board. */
  far() {
    const [x, y, width, height] = this.home;
    this.holder.classList.remove("near");
    this.svg.setAttribute("viewBox", (this.quarter % 2 ? [y, x, height, width] : [x, y, width, height]).join(" "));
  }

  /**
   * Looks closely at a point, in a box of the same shape.
   * @param {Pt} point
   * @param {number} half millimetres on each side of it, at least
   */
  near([x, y], half) {
    for (let turned = 0; turned < this.quarter; turned++) [x, y] = [-y, x];
    const { width, height } = this.box;
    const share = (2 * half) / Math.min(width, height);
    this.holder.classList.add("near");
    this.svg.setAttribute("viewBox", [x - (width * share) / 2, -y - (height * share) / 2, width * share, height * share].join(" "));
  }
}
