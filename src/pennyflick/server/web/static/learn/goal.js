/** Goal and danger, a sentence each: open in the first matches of each game, then at hand when asked for. */

import { byId } from "../page/page.js";
import { named, tellIn } from "../page/naming.js";
import { head, known, mySeat, teller } from "../table/known.js";

const FIRST_MATCHES = 3;
const MET = `pennyflick-met-${head.game}`; // the first matches of this game in this browser, by their ids

const lesson = document.querySelector("#lesson, #task") !== null; // which says itself what to do
const fold = /** @type {HTMLDetailsElement} */ (byId("goal"));
fold.open = !lesson && isEarly();

/** Says what to play for and what to beware of; while others act, what was said last stands. */
export function tellGoal() {
  const { aims, decision } = known.state.now;
  if (!decision) fold.hidden = true;
  if (lesson || !decision || !mySeat()) return;
  fold.hidden = !aims.goal.length;
  tellIn(byId("goal-goal"), ...named(teller, aims.goal));
  tellIn(byId("goal-danger"), ...named(teller, aims.danger));
  byId("goal-danger").hidden = !aims.danger.length;
}

/** Whether this is one of the first matches of its game here. */
function isEarly() {
  const met = /** @type {string[]} */ (JSON.parse(localStorage.getItem(MET) ?? "[]"));
  if (!met.includes(head.id) && met.length < FIRST_MATCHES) {
    met.push(head.id);
    localStorage.setItem(MET, JSON.stringify(met));
  }
  return met.includes(head.id);
}
