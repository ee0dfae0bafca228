/** Everybody's flick of a day: all of them run at once as ghosts on one board, one's own ringed. */

/** @import {Ghost, Ghosts} from "../wire.js" */
import { Clock, corners, pathAt, reducedMotion } from "../board/animate.js";
import { Board } from "../board/board.js";
import { byId } from "../page/page.js";

const UNREACHED = "Everybody's flick could not be fetched. Load the page again in a moment.";

/** @typedef {{ghost: Ghost, disc: string, circle: Element}} Moving one disc of one ghost */

class Haunting {
  /**
   * @param {Board} board
   * @param {Ghosts} told
   */
  constructor(board, told) {
    this.board = board;
    this.told = told;
    this.clock = new Clock(Math.max(0, ...told.ghosts.map((ghost) => ghost.duration_s)));
    // one's own last, over all the others
    this.ghosts = [...told.ghosts].sort((one, other) => Number(one.mine) - Number(other.mine));
  }

  /** All of them, from the beginning; with reduced motion only where they end. */
  async run() {
    const { board, clock } = this;
    clock.stop();
    board.clear(board.over, board.trails);
    board.show(this.told.layout);
    for (const id of new Set(this.ghosts.flatMap(({ paths }) => Object.keys(paths)))) board.discs.get(id)?.classList.add("haunted");
    const moving = this.ghosts.flatMap((ghost) => Object.keys(ghost.paths).map((disc) => this.moving(ghost, disc)));
    for (const { paths, disc } of this.ghosts.filter(({ mine }) => mine)) this.way(paths[disc]);
    const draw = (/** @type {number} */ instant) => moving.forEach((each) => place(each, instant));
    draw(0);
    if (!reducedMotion()) await clock.run(draw, 1);
    draw(Infinity);
  }

  /**
   * @param {Ghost} ghost
   * @param {string} disc
   * @returns {Moving}
   */
  moving(ghost, disc) {
    const shape = this.board.shapes.get(disc);
    const whose = ghost.mine ? ` mine ${ghost.done ? "did" : "missed"}` : "";
    const looks = `flick-ghost kind-${shape?.kind} side-${shape?.side ?? "none"}${whose}`;
    return { ghost, disc, circle: this.board.draw(this.board.over, "circle", { r: this.board.radius(disc), class: looks }) };
  }

  /** @param {Ghost["paths"][string] | undefined} pieces */
  way(pieces) {
    if (!pieces?.length) return;
    const points = corners(pieces).map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");
    this.board.draw(this.board.over, "polyline", { points, class: "ghost-way" });
  }
}

/**
 * @param {Moving} moving
 * @param {number} instant
 */
function place({ ghost, disc, circle }, instant) {
  const [x, y] = pathAt(ghost.paths[disc], instant);
  circle.setAttribute("cx", x.toFixed(2));
  circle.setAttribute("cy", y.toFixed(2));
  circle.classList.toggle("away", disc in ghost.gone && instant >= ghost.gone[disc]);
}

/** @param {Ghosts} told */
function words({ ghosts, people, did }) {
  if (!ghosts.length) return "Nobody has flicked here on this day.";
  const flicks = ghosts.length === 1 ? "one flick" : `${ghosts.length} flicks`;
  const who = people === 1 ? "one person" : `${people} people`;
  const mine = ghosts.some((ghost) => ghost.mine) ? " Yours are ringed." : "";
  return `${flicks} of ${who}; ${did === 1 ? "one" : did || "nobody"} did it.${mine}`.replace(/^./, (letter) => letter.toUpperCase());
}

/** @param {HTMLElement} holder */
async function haunt(holder) {
  const reply = await fetch(holder.dataset.ghosts ?? "");
  if (!reply.ok) throw new Error(`${reply.url}: ${reply.status}`);
  const told = /** @type {Ghosts} */ (await reply.json());
  byId("ghosts-say").textContent = words(told);
  if (!told.ghosts.length) return;
  const haunting = new Haunting(new Board(holder, told.discs), told);
  byId("run-ghosts").hidden = false;
  byId("run-ghosts").addEventListener("click", () => void haunting.run());
  await haunting.run();
}

haunt(byId("board")).catch(() => {
  byId("ghosts-say").textContent = UNREACHED;
});
