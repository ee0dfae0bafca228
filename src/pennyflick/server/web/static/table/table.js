/** The table: shows the match as the server tells it, and turns what a person does into answers. Never guesses. */

import { command, declare, resend } from "./answers.js";
import { happen, repeat, skip, startFrom } from "./events.js";
import { listenToNames } from "../page/naming.js";
import { byId, element, keep } from "../page/page.js";
import { listenToBoard } from "./pointing.js";
import { drawRuling } from "../board/ruling.js";
import { draw } from "./sight.js";
import { board, head, link, mySeat, known } from "./known.js";
import { setSound, soundOn, wakeSound } from "../page/sound.js";
import { tell, tellLast } from "./telling.js";
import { listenToWays } from "./ways.js";

const SLOW_MOTION = 0.2;

/**
 * @param {string} id
 * @param {() => void} act
 */
const on = (id, act) => byId(id).addEventListener("click", act);

/**
 * @param {string} id
 * @param {boolean} on
 */
const press = (id, on) => byId(id).setAttribute("aria-pressed", String(on));

on("skip", skip);
on("again", () => void repeat(1));
on("slow", () => void repeat(SLOW_MOTION));
on("turn", () => {
  board.turn();
  if (known.state.last) drawRuling(board, known.state.last, head.edge);
  draw();
});
on("sound", () => {
  setSound(!soundOn());
  press("sound", soundOn());
});
on("resign", () => confirm("Resign this match?") && void command({ type: "resign", seat: mySeat() ?? known.state.yours[0] }));
on("abandon", () => confirm("Abandon this match without a result?") && void command({ type: "abandon" }));
byId("declarations").addEventListener("click", (event) => {
  const what = event.target instanceof HTMLElement ? event.target.dataset.declare : undefined;
  if (what) void declare(what);
});
document.addEventListener("pointerdown", wakeSound);
document.addEventListener("keydown", wakeSound);
listenToBoard();
listenToWays();
listenToNames(board);

link.open({
  event: happen,
  snapshot: startFrom,
  state(kind, sentence) {
    if (kind === "open") return keep(known.sending ? "Sending…" : "");
    keep(sentence, kind === "gone");
    if (kind === "gone") byId("controls").replaceChildren(element("a", { class: "button", href: "/" }, "All games"));
  },
  status(status) {
    keep(status.ready ? "" : `Preparing the simulator: ${status.step}, ${Math.round(status.progress * 100)} %`);
  },
});

press("sound", soundOn());
board.fit();
board.show(known.state.layout);
if (known.state.last) tellLast(known.state.last);
tell();
resend();
