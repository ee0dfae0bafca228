/** One disc lit: a ring round it and its name beside it, where it covers neither the aim nor, if that can be helped, another disc. */

/** @import {Board} from "./board.js" */
import { reducedMotion } from "./animate.js";
import { element } from "../page/page.js";

const RING_PX = 3; // between the disc and its ring
const STEPS_PX = [5, 13, 21, 29, 37, 45, 53, 61]; // between the ring and the name: as near as may be
const CLEAR_PX = 4; // what the name keeps free round itself
const SAMPLES = 48; // points of the aim that are looked at
const [AIM, OUTSIDE] = [100, 1000]; // what it costs to cover a point of the aim, or to be cut off; a point of a disc costs 1
/** Where the name may stand as seen from the disc, the best first; the screen's y points down. */
const WAYS = [-90, -45, -135, 0, 180, 45, 135, 90].map((degrees) => [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]);

/** @typedef {{x: number, y: number, cost: number}} Obstacle */
/** @typedef {{x: number, y: number, r: number}} Round on the screen, in pixels */

export class Spotlight {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.felt = /** @type {HTMLElement} */ (board.holder.parentElement);
    this.around = board.holder.closest(".felt") ?? this.felt; // the tray is there
    this.layer = board.layer("lit");
    this.label = element("span", { class: "disc-label", "aria-hidden": "true", hidden: "" });
    this.felt.append(this.label);
    this.name = "";
    this.source = /** @type {Element} */ (this.felt);
    this.seen = "";
  }

  /**
   * @param {string} name
   * @param {Element} source the light goes out with it
   */
  show(name, source) {
    if (name === this.name) return void (this.source = source);
    this.hide();
    Object.assign(this, { name, source });
    this.label.textContent = name;
    this.board.discs.get(name)?.classList.add("lit");
    this.follow();
  }

  hide() {
    this.board.discs.get(this.name)?.classList.remove("lit");
    for (const picture of this.around.querySelectorAll("[data-lies].lit")) picture.classList.remove("lit");
    this.board.clear(this.layer);
    this.label.hidden = true;
    Object.assign(this, { name: "", seen: "" });
  }

  /** Stays with the disc while it moves, the board turns or somebody aims. */
  follow() {
    const { name } = this;
    if (!name) return;
    if (!this.source.isConnected) return this.hide();
    const seen = this.state();
    if (seen !== this.seen) this.place();
    this.seen = seen;
    requestAnimationFrame(() => name === this.name && this.follow());
  }

  /** Everything that the place of the name depends on. */
  state() {
    const { board } = this;
    const aim = [...board.over.querySelectorAll(".aim-line, .aim-ring")].map((each) => each.outerHTML);
    return [board.place(this.name), board.quarter, board.mmPerPixel(), this.picture()?.isConnected, ...aim].join();
  }

  place() {
    this.board.clear(this.layer);
    const picture = this.picture();
    const at = this.lit() ?? (picture && middle(picture.getBoundingClientRect()));
    picture?.classList.add("lit");
    this.label.hidden = !at;
    if (at) this.beside(at);
  }

  /** Draws the ring, and says where the disc is on the screen; null: not on the board. */
  lit() {
    const { board, layer, name } = this;
    const place = board.place(name);
    const matrix = board.table.getScreenCTM();
    if (!place || !matrix) return null;
    const [cx, cy] = place;
    const pixel = board.mmPerPixel();
    const r = board.radius(name) + RING_PX * pixel;
    for (const each of ["lit-halo", "lit-ring"]) board.draw(layer, "circle", { cx, cy, r, class: each });
    const { x, y } = new DOMPoint(cx, cy).matrixTransform(matrix);
    return { x, y, r: r / pixel };
  }

  /** The little picture of a disc that is away from the board, in the tray. */
  picture() {
    return this.board.place(this.name) ? null : this.around.querySelector(`[data-lies~="${this.name}"]`);
  }

  /** @param {Round} at */
  beside(at) {
    const felt = this.felt.getBoundingClientRect();
    const [w, h] = [this.label.offsetWidth, this.label.offsetHeight];
    const obstacles = [...this.aimed(), ...this.others()];
    const tried = STEPS_PX.flatMap((step, far) => WAYS.map(([ux, uy], turned) => {
      const reach = at.r + step + Math.abs(ux) * (w / 2) + Math.abs(uy) * (h / 2);
      const [x, y] = [at.x + ux * reach, at.y + uy * reach];
      return { x, y, cost: far / 10 + turned / 100 + covered(x, y, w, h, obstacles) + OUTSIDE * Number(isCut(x, y, w, h, felt)) };
    }));
    const best = tried.reduce((one, other) => (other.cost < one.cost ? other : one));
    const left = Math.min(Math.max(best.x - w / 2 - felt.left, 0), felt.width - w);
    this.label.style.translate = `${left.toFixed(1)}px ${(best.y - h / 2 - felt.top).toFixed(1)}px`;
  }

  /** @returns {Obstacle[]} the aim, point by point */
  aimed() {
    const drawn = /** @type {SVGGeometryElement[]} */ ([...this.board.over.querySelectorAll(".aim-line, .aim-ring")]);
    return drawn.flatMap((each) => {
      const matrix = each.getScreenCTM() ?? new DOMMatrix();
      const step = each.getTotalLength() / SAMPLES;
      return Array.from({ length: SAMPLES + 1 }, (_, number) => {
        const { x, y } = each.getPointAtLength(number * step).matrixTransform(matrix);
        return { x, y, cost: AIM };
      });
    });
  }

  /** @returns {Obstacle[]} the other discs on the board: their middles and their rims */
  others() {
    const { board } = this;
    const matrix = board.table.getScreenCTM() ?? new DOMMatrix();
    return [...board.discs.keys()].flatMap((name) => {
      const place = name === this.name ? null : board.place(name);
      const around = place ? [[0, 0], ...WAYS] : [];
      return around.map(([ux, uy]) => {
        const [x, y] = place ?? [0, 0];
        const point = new DOMPoint(x + ux * board.radius(name), y + uy * board.radius(name)).matrixTransform(matrix);
        return { x: point.x, y: point.y, cost: 1 };
      });
    });
  }

  /** The board comes into view, if the disc is out of it. */
  bringIntoView() {
    const { top, bottom } = this.label.getBoundingClientRect();
    if (this.label.hidden || (top >= 0 && bottom <= innerHeight)) return;
    this.board.holder.scrollIntoView({ block: "nearest", behavior: reducedMotion() ? "auto" : "smooth" });
  }
}

/**
 * @param {DOMRect} box
 * @returns {Round}
 */
const middle = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2, r: box.width / 2 });

/**
 * What a name there would cover.
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} h
 * @param {Obstacle[]} obstacles
 */
function covered(x, y, w, h, obstacles) {
  const under = obstacles.filter((each) => Math.abs(each.x - x) < w / 2 + CLEAR_PX && Math.abs(each.y - y) < h / 2 + CLEAR_PX);
  return under.reduce((sum, each) => sum + each.cost, 0);
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} h
 * @param {DOMRect} felt
 */
const isCut = (x, y, w, h, felt) => x - w / 2 < felt.left || x + w / 2 > felt.right || y - h / 2 < felt.top || y + h / 2 > felt.bottom;
