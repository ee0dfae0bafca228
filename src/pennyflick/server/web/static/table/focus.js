/** Controls come and go; whoever works with keys keeps his place. */

import { byId } from "../page/page.js";

/** Whoever points needs no box round what has the focus; whoever works with keys does. */
export function listenToHands() {
  document.addEventListener("pointerdown", () => document.documentElement.setAttribute("data-pointer", ""), true);
  document.addEventListener("keydown", ({ key }) => key === "Tab" && document.documentElement.removeAttribute("data-pointer"), true);
}

/** Whether whoever is here points, with a mouse or a finger, rather than works with keys. */
export const byPointer = () => document.documentElement.hasAttribute("data-pointer");

let left = /** @type {string | null} */ (null);

/** Remembers which control has the focus before it goes away. */
export function leave() {
  const active = document.activeElement;
  if (!active || !byId("controls").contains(active)) return;
  left = active.id;
  byId("what").focus({ preventScroll: true });
}

/** Gives the focus back to the control of the same name, or to the one that acts. */
export function refocus() {
  if (left === null) return;
  const same = left ? byId(left) : null;
  left = null;
  if (document.activeElement !== byId("what") && document.activeElement !== document.body) return;
  const next = /** @type {HTMLElement | null} */ (same ?? byId("controls").querySelector("#fire, [data-choose]"));
  next?.focus({ preventScroll: true });
}
