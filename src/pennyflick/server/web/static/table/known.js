/** What this page knows: the match as the server last told it, and what the person is about to answer. */

/** @import {Aim} from "./controls.js" */
/** @import {MatchEvent, Pt, Snapshot} from "../wire.js" */
import { Clock } from "../board/animate.js";
import { Board } from "../board/board.js";
import { Link } from "./link.js";
import { byId } from "../page/page.js";
import { Viewer } from "../page/saying.js";

const snapshot = /** @type {Snapshot} */ (JSON.parse(byId("snapshot").textContent ?? "{}"));

export const head = snapshot.match;
export const board = new Board(byId("board"), head.discs);
export const clock = new Clock(0);
export const teller = { shapes: board.shapes, viewer: new Viewer(head.names, snapshot.yours) };
export const link = new Link(byId("at-table").dataset.socket ?? "", snapshot.version, snapshot.hash, snapshot, snapshot.match.names);

/** @typedef {"pull" | "stroke" | "keys" | "clicks"} Way how a flick is let go */
/** @typedef {Pick<Aim, "direction" | "speed" | "typed">} Kept */

/**
 * @typedef {object} Known
 * @property {Snapshot} state
 * @property {MatchEvent | null} lastShot the latest shot that this page has seen: placements and choices in between do not take it away
 * @property {Aim | null} aim
 * @property {Kept | null} kept the aim before the pull that is being made
 * @property {{from: Pt, to: Pt} | null} pull where the pointer was pressed and is now, while one is pulled
 * @property {number} speed the speed to begin with: the one last flicked with
 * @property {Way | ""} way how the last flick was let go
 * @property {boolean} showing a shot is being shown
 * @property {boolean} sending an answer is under way
 * @property {boolean} guide the line to the first contact is drawn
 * @property {boolean} finger the finger flick is on
 * @property {boolean} behind what happened since one was last here is still to be shown
 */

/** @type {Known} */
export const known = {
  state: snapshot,
  lastShot: snapshot.last?.shot ? snapshot.last : null,
  aim: null,
  kept: null,
  pull: null,
  speed: 1200,
  way: "",
  showing: false,
  sending: false,
  guide: head.first_contact ?? Object.values(head.players).some((player) => player !== "person"), // an older match leaves it to each
  finger: false,
  behind: false,
};

/** The person's seat that is to decide. */
export const mySeat = () => known.state.now.decision?.seats.find((seat) => known.state.yours.includes(seat)) ?? null;

/** What the person is answering. */
export const currentAsk = () => (known.aim && known.state.now.decision ? known.state.now.decision.asks[known.aim.ask] : null);

/** @returns {Pt | null} where the aimed disc is about to be flicked from */
export function origin() {
  const { aim, state } = known;
  if (!aim) return null;
  const place = aim.points[aim.disc] ?? state.layout[aim.disc];
  return typeof place === "object" ? place : null;
}
