/** Pointers and keys on the board. A pull back and let go flicks; a click points; keys nudge. A pull may leave the window. */

/** @import {Board} from "../board/board.js" */
/** @import {Pull, Sample} from "./aim.js" */
import { UNPULLED, beforeLift, pulled, stroke } from "./aim.js";

/** @typedef {{x: number, y: number}} Point board millimetres */
/** @typedef {Sample & {pull: Pull}} Held where the pointer was, and what had been pulled by then */

/**
 * @typedef {object} Wish what the gestures tell the page
 * @property {() => "flick" | "put" | "none"} mode
 * @property {() => boolean} finger is the finger flick on?
 * @property {() => {x: number, y: number, r: number} | null} disc the disc being aimed
 * @property {(at: Point) => boolean} press takes the disc that is pressed; false: none of those that may be flicked
 * @property {(pull: Pull, from: Point, to: Point) => void} pull
 * @property {(direction: number, speed: number) => void} strike a stroke has struck the disc
 * @property {() => void} fire
 * @property {() => void} slacken the aim goes back to what it was
 * @property {() => void} takeBack so it does, and the page says so
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
  /** @type {{id: number, kind: "pull" | "stroke" | "carry", pressed: boolean, scale: number, samples: Held[]} | null} */
  let held = null;

  const drop = () => {
    const { kind, samples = [] } = held ?? {};
    held = null;
    if (kind === "pull" && samples.some(({ pull }) => pull.direction !== null)) wish.takeBack();
    else if (kind) wish.slacken();
  };

  holder.addEventListener("pointerdown", (event) => {
    if (held) return drop(); // a second finger takes the pull back
    const mode = wish.mode();
    if (mode === "none" || event.button > 0) return;
    const { x, y } = board.point(event);
    const kind = mode === "put" ? "carry" : wish.finger() ? "stroke" : "pull";
    if (kind === "carry" && !wish.grab(x, y)) return;
    const pressed = kind === "pull" && wish.press({ x, y });
    held = { id: event.pointerId, kind, pressed, scale: 1 / board.mmPerPixel(), samples: [{ x, y, at: event.timeStamp, pull: UNPULLED }] };
    holder.setPointerCapture(event.pointerId);
    event.preventDefault();
    holder.focus({ preventScroll: true });
  });

  // What is held is no scroll of the browser's: the tap after one that it takes for a fling would only end the fling.
  holder.addEventListener("touchmove", (event) => held && event.cancelable && event.preventDefault(), { passive: false });

  holder.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    for (const each of unmerged(event)) follow(held, each);
    const { kind, samples } = held;
    const { x, y, pull } = samples[samples.length - 1];
    if (kind === "carry") wish.carry(x, y, false);
    else if (kind === "pull" && pull.direction === null) wish.slacken();
    else if (kind === "pull") wish.pull(pull, samples[0], { x, y });
  });

  /**
   * @param {{scale: number, samples: Held[]}} held
   * @param {PointerEvent} event
   */
  function follow({ scale, samples }, event) {
    const { x, y } = board.point(event);
    const [first, last] = [samples[0], samples[samples.length - 1]];
    samples.push({ x, y, at: event.timeStamp, pull: pulled(last.pull, (x - first.x) * scale, (y - first.y) * scale) });
  }

  holder.addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { kind, pressed, samples } = held;
    held = null;
    const { x, y } = board.point(event);
    if (kind === "carry") return wish.carry(x, y, true);
    if (samples.every(({ pull }) => pull.direction === null)) {
      wish.slacken();
      return pressed ? undefined : wish.click(x, y);
    }
    if (kind === "stroke") return struck(samples);
    const end = beforeLift(samples, event.timeStamp);
    if (end.pull.direction === null || samples[samples.length - 1].pull.direction === null) return wish.takeBack();
    wish.pull(end.pull, samples[0], end);
    wish.fire();
  });

  holder.addEventListener("pointercancel", drop);
  holder.addEventListener("lostpointercapture", (event) => held && event.pointerId === held.id && drop());
  addEventListener("blur", drop);
  holder.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && held) drop();
    else if (wish.key(event.key, event)) event.preventDefault();
  });

  /** @param {Sample[]} samples */
  function struck(samples) {
    const disc = wish.disc();
    const made = disc && stroke(samples, disc);
    if (!made) return wish.slacken();
    if (made.dragged) return wish.unclean();
    wish.strike(made.direction, made.speed);
    wish.fire();
  }
}

/**
 * Every place where the pointer has been since the last event: mice and fingers report more often than pages are painted.
 * @param {PointerEvent} event
 */
function unmerged(event) {
  const each = event.getCoalescedEvents?.() ?? [];
  return each.length ? each : [event];
}
