/** *I am Ann*: who pleads for a seat, as those who sit here are asked; and what only they can do. */

/** @import {Plea} from "../wire.js" */
import { button, byId, element, keep } from "../page/page.js";
import { head, known } from "./known.js";

/** Asks what is to be answered. */
export function tellPleas() {
  const { yours, pleas } = known.state;
  byId("go-on").hidden = !yours.length;
  byId("pleas").replaceChildren(...pleas.map(card));
}

/** @param {Plea} plea */
function card({ id, seat }) {
  const name = head.names[seat];
  const words = element("p", { role: "status" }, `Somebody says “I am ${name}” and asks for that seat.`);
  const answers = element("p", { class: "row" }, button(`Yes, it is ${name}`, () => void answer(id, "yes")), button("No", () => void answer(id, "no")));
  return element("section", { class: "card plea", "aria-label": `Is it ${name}?` }, words, answers);
}

/**
 * @param {string} plea
 * @param {"yes" | "no"} said
 */
async function answer(plea, said) {
  const reply = await fetch(`/match/${head.id}/pleas`, { method: "POST", body: new URLSearchParams({ plea, answer: said }), redirect: "manual" }).catch(() => null);
  if (reply && reply.status >= 400) keep("That could not be answered: nobody waits for it any more, or the table is open elsewhere.", true);
}
