/** Pointers and keys on the board. A pull back and let go flicks; a click points; keys nudge. Leaving the window never fires. */

/** @import {Board} from "../board/board.js" */
import { CANCEL_MM, beforeLift, direction, pullSpeed, stroke } from "./aim.js";

/**
 * @typedef {object} Wish what the gestures tell the page
 * @property {() => "flick" | "put" | "none"} mode
 * @property {() => boolean} finger is the finger flick on?
 * @property {() => {x: number, y: number, r: number} | null} disc the disc being aimed
 * @property {(direction: number, speed: number) => void} aim
 * @property {() => void} fire
 * @property {() => void} cancel the aim goes back to what it was
 * @property {(x: number, y: number) => void} click
 * @property {(x: number, y: number, done: boolean) => void} carry a disc being put somewhere
 * @property {(x: number, y: number) => boolean} grab may a disc here be picked up?
 * @property {() => void} unclean a stroke that dragged the penny
 * @property {(key: string, event: KeyboardEvent) => boolean} key
 */

/**
 * @param {Board} board
 * @param {Wish} wish
 */
export function listen(board, wish) {
  const holder = board.holder;
  /** @type {{id: number, kind: "pull" | "stroke" | "carry", samples: import("./aim.js").Sample[]} | null} */
  let held = null;

  const drop = () => {
    if (held && held.kind !== "carry") wish.cancel();
    held = null;
  };

  holder.addEventListener("pointerdown", (event) => {
    if (held) return drop(); // a second finger takes the pull back
    const mode = wish.mode();
    if (mode === "none" || event.button > 0) return;
    const { x, y } = board.point(event);
    const kind = mode === "put" ? "carry" : wish.finger() ? "stroke" : "pull";
    if (kind === "carry" && !wish.grab(x, y)) return;
    held = { id: event.pointerId, kind, samples: [{ x, y, at: event.timeStamp }] };
    holder.setPointerCapture(event.pointerId);
    event.preventDefault();
    holder.focus({ preventScroll: true });
  });

  holder.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { x, y } = board.point(event);
    held.samples.push({ x, y, at: event.timeStamp });
    if (held.kind === "carry") wish.carry(x, y, false);
    if (held.kind === "pull") pulled(held.samples[0], { x, y });
  });

  holder.addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { kind, samples } = held;
    held = null;
    const { x, y } = board.point(event);
    const inside = event.clientX >= 0 && event.clientY >= 0 && event.clientX <= innerWidth && event.clientY <= innerHeight;
    if (kind === "carry") return wish.carry(x, y, true);
    if (!inside) return wish.cancel();
    const moved = samples.some((sample) => Math.hypot(sample.x - samples[0].x, sample.y - samples[0].y) > CANCEL_MM);
    if (!moved) {
      wish.cancel();
      return wish.click(x, y);
    }
    if (kind === "stroke") return struck(samples);
    const end = beforeLift(samples, event.timeStamp);
    if (Math.hypot(x - samples[0].x, y - samples[0].y) <= CANCEL_MM || !pulled(samples[0], end)) return wish.cancel();
    wish.fire();
  });

  holder.addEventListener("pointercancel", drop);
  holder.addEventListener("lostpointercapture", (event) => held && event.pointerId === held.id && drop());
  addEventListener("blur", drop);
  holder.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && held) drop();
    else if (wish.key(event.key, event)) event.preventDefault();
  });

  /**
   * @param {{x: number, y: number}} from
   * @param {{x: number, y: number}} to
   */
  function pulled(from, to) {
    const [dx, dy] = [from.x - to.x, from.y - to.y];
    const pull = Math.hypot(dx, dy);
    if (pull <= CANCEL_MM) {
      wish.cancel();
      return false;
    }
    wish.aim(direction(dx, dy), pullSpeed(pull));
    return true;
  }

  /** @param {import("./aim.js").Sample[]} samples */
  function struck(samples) {
    const disc = wish.disc();
    const made = disc && stroke(samples, disc);
    if (!made) return wish.cancel();
    if (made.dragged) return wish.unclean();
    wish.aim(made.direction, made.speed);
    wish.fire();
  }
}
