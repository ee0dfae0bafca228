/** Whoever wants no motion cannot watch a hand wander: the forms then offer the hand of the same size that errs unseen. */

import { reducedMotion } from "../board/animate.js";

const VISIBLE = "visible ";

if (reducedMotion()) {
  for (const field of document.querySelectorAll('[name^="hand."], [name="hand"]')) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    if (field.value.startsWith(VISIBLE)) field.value = field.value.slice(VISIBLE.length);
  }
}
