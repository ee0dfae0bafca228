/** A flick that was sent, and the tries to beat it: each can be seen again on the board. */

/** @import {Disc, Layout, MatchEvent, Pt} from "../wire.js" */
import { Clock } from "../board/animate.js";
import { Board } from "../board/board.js";
import { drawRuling } from "../board/ruling.js";
import { showShot } from "../board/showing.js";
import { byId } from "../page/page.js";
import { wakeSound } from "../page/sound.js";

/** @type {{discs: Disc[], edge: Pt[], layout: Layout, events: MatchEvent[]}} */
const shown = JSON.parse(byId("shown").textContent ?? "{}");
const board = new Board(byId("board"), shown.discs);
const clock = new Clock(0);
let turn = 0; // rises with every showing, so that an older one knows that it is over

/** @param {MatchEvent} event */
async function show(event) {
  const mine = ++turn;
  clock.stop();
  clock.duration = event.shot?.duration_s ?? 0;
  await showShot(board, event, clock, 1);
  if (mine !== turn) return;
  board.show(event.layout);
  drawRuling(board, event, shown.edge);
}

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-show]")))
  button.addEventListener("click", () => void show(shown.events[Number(button.dataset.show)]));
document.addEventListener("pointerdown", wakeSound);
board.show(shown.layout);
