/** An example of a clause, played on its board as at the table: what is answered, what comes of it, what the referee says. */

/** @import {Board} from "../board/board.js" */
/** @import {Example, Layout, MatchEvent, Pt, Reason} from "../wire.js" */
import { Clock, reducedMotion } from "../board/animate.js";
import { caption, uncaption } from "../board/caption.js";
import { showFinish } from "../board/finish.js";
import { momentOf, showMoment } from "../board/moments.js";
import { drawRuling, spoken } from "../board/ruling.js";
import { drawAim, showAim, showShot } from "../board/showing.js";
import { plain, Viewer } from "../page/saying.js";

const READ_S = 2.4; // between two answers, to read what was ruled
const GLIDE_S = 0.7; // how long a disc takes that is put somewhere
const NOBODY = new Viewer({}, []); // One and Two

export class Demonstration {
  /**
   * @param {Board} board
   * @param {Example} example
   * @param {(words: string) => void} tell whoever cannot see it
   */
  constructor(board, example, tell) {
    this.board = board;
    this.example = example;
    this.tell = tell;
    this.teller = { shapes: board.shapes, viewer: NOBODY };
    this.clock = new Clock(0);
    this.turn = 0; // rises with every showing, so that an older one knows that it is over
  }

  /**
   * From the beginning to the end.
   * @returns {Promise<boolean>} whether it came to its end
   */
  async play() {
    const mine = (this.turn += 1);
    this.rewind();
    for (const [number, event] of this.events().map((each) => this.about(each)).entries()) {
      if (number) await this.wait(READ_S);
      if (mine !== this.turn) return false;
      await this.show(event, number);
      if (mine !== this.turn) return false;
      this.rule(event, number);
    }
    return true;
  }

  /** Stands still, or goes on. */
  hold() {
    this.clock.held = !this.clock.held;
    return this.clock.held;
  }

  /** Ends it, and lays everything back. */
  stop() {
    this.turn += 1;
    this.rewind();
  }

  rewind() {
    const { board, clock } = this;
    clock.stop();
    clock.held = false;
    uncaption();
    board.clear(board.marks, board.trails, board.over);
    board.far();
    board.show(this.example.layout);
  }

  /** What happens; where no ruling names the clause, what the referee says by it is added to the last of it. */
  events() {
    const { events, said, refused } = this.example;
    if (!said) return events;
    const reason = { ...said, discs: refused ? concerned(refused) : [], evidence: null };
    return refused ? [...events, this.refusal(refused, reason)] : [...events.slice(0, -1), ruledBy(events[events.length - 1], reason)];
  }

  /**
   * The same event with what matters here: what is ruled by the clause, or else the first of the rulings.
   * @param {MatchEvent} event
   */
  about(event) {
    const own = event.reasons.filter((reason) => reason.clause === this.example.clause);
    return { ...event, reasons: own.length ? own : event.reasons.slice(0, 1), notes: [] };
  }

  /**
   * An answer that is not taken, as an event that changes nothing.
   * @param {NonNullable<Example["refused"]>} answer
   * @param {Reason} reason
   * @returns {MatchEvent}
   */
  refusal(answer, reason) {
    const { events, layout, sheet } = this.example;
    const last = events[events.length - 1];
    const blank = { version: events.length + 1, before: "", hash: "", kind: "refused", number: null, seat: null, house: false, actual: null, text: "", thought: [], shot: null, notes: [], result: null, hindsight: null };
    return { ...blank, answer, reasons: [reason], layout: last?.layout ?? layout, sheet: last?.sheet ?? sheet };
  }

  /**
   * @param {MatchEvent} event
   * @param {number} number
   */
  async show(event, number) {
    const { board, clock, example } = this;
    uncaption();
    board.clear(board.marks, board.trails, board.over);
    if (!event.shot) return this.put(event, this.before(number));
    await showAim(board, event, clock, 1);
    clock.duration = event.shot.duration_s;
    await showShot(board, event, clock, 1);
    await showFinish(board, event, example.edge, clock);
  }

  /**
   * The ruling, drawn and told.
   * @param {MatchEvent} event
   * @param {number} number
   */
  rule(event, number) {
    const { board, example, teller } = this;
    board.show(event.layout);
    drawRuling(board, event, example.edge);
    caption(board, event, teller);
    this.tell(plain(NOBODY, spoken(event)));
    const moment = momentOf(event, number ? example.events[number - 1].sheet : example.sheet, []);
    if (moment) showMoment(moment.word);
  }

  /**
   * Where everything lay before an event.
   * @param {number} number
   */
  before(number) {
    return number ? this.example.events[number - 1].layout : this.example.layout;
  }

  /**
   * Discs that are put somewhere go there; what is not taken is shown all the same, and goes back when it is ruled.
   * @param {MatchEvent} event
   * @param {Layout} from
   */
  async put({ answer, layout, kind }, from) {
    const wished = answer && answer.kind === "place" && kind === "refused" ? { ...from, ...answer.points } : layout;
    await this.glide(from, wished);
    if (kind !== "refused" || !answer) return;
    if ("direction_cdeg" in answer) this.aim(answer.disc, answer.direction_cdeg, from);
    await this.wait(GLIDE_S);
  }

  /**
   * @param {string} disc
   * @param {number} direction_cdeg
   * @param {Layout} layout
   */
  aim(disc, direction_cdeg, layout) {
    const at = layout[disc];
    if (typeof at === "object") drawAim(this.board, at, this.board.radius(disc), (direction_cdeg / 100) * (Math.PI / 180), 1);
  }

  /**
   * @param {Layout} from
   * @param {Layout} to
   */
  async glide(from, to) {
    const moved = Object.keys(to).filter((id) => typeof from[id] === "object" && typeof to[id] === "object" && String(from[id]) !== String(to[id]));
    if (!reducedMotion() && moved.length)
      await this.run(GLIDE_S, (share) => {
        for (const id of moved) this.board.move(id, between(/** @type {Pt} */ (from[id]), /** @type {Pt} */ (to[id]), share));
      });
    this.board.show(to);
  }

  /** @param {number} seconds */
  wait(seconds) {
    return this.run(seconds, () => {});
  }

  /**
   * @param {number} seconds
   * @param {(share: number) => void} draw
   */
  run(seconds, draw) {
    this.clock.duration = seconds;
    return this.clock.run((instant) => draw(instant / seconds), 1);
  }
}

/**
 * The discs that an answer is about.
 * @param {NonNullable<Example["refused"]>} answer
 */
function concerned(answer) {
  if (answer.kind === "place") return Object.keys(answer.points);
  return "disc" in answer ? [answer.disc] : [];
}

/**
 * @param {MatchEvent} event
 * @param {Reason} reason
 */
const ruledBy = (event, reason) => ({ ...event, reasons: [reason, ...event.reasons] });

/**
 * @param {Pt} from
 * @param {Pt} to
 * @param {number} share
 * @returns {Pt}
 */
const between = (from, to, share) => [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
