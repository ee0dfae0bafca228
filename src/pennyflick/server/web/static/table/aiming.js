/** The decision in the person's hands: which ask is being answered, with which disc, through which controls. */

/** @import {Ask, Decision, Pt} from "../wire.js" */
import { FULL_TURN } from "./aim.js";
import { answer, hasFlicked, send } from "./answers.js";
import { build, discsOf, isAimed } from "./controls.js";
import { byPointer, leave, refocus } from "./focus.js";
import { byId } from "../page/page.js";
import { drawOthers } from "./others.js";
import { lay, put, putInTheMiddle } from "./placing.js";
import { shareAim } from "./sharing.js";
import { draw } from "./sight.js";
import { turnToNext } from "./targets.js";
import { board, known } from "./known.js";
import { offerFinger } from "./ways.js";

const REACH_PX = 18; // how near to its centre even a tiny disc is taken
/** An aim belongs to its disc: another one is not aimed yet. */
const UNAIMED = { direction: null, typed: false, stroke: false, drawn: false, target: -1 };

/** @param {Decision} decision */
export function arm(decision) {
  const first = Math.max(0, decision.asks.findIndex((ask) => ask.kind !== "choose"));
  take(decision, first);
  byId("tip").hidden = !isAimed(decision.asks[first]) || hasFlicked();
  if (isAimed(decision.asks[first]) && hasFlicked()) offerFinger();
}

/** Nothing can be done right now. */
export function disarm() {
  leave();
  known.aim = known.kept = known.pull = null;
  board.clear(board.over, board.under);
  board.pickable([]);
  byId("readout").hidden = true;
  byId("controls").replaceChildren();
  byId("tip").hidden = true;
  drawOthers();
  shareAim();
}

/**
 * @param {Decision} decision
 * @param {number} index
 */
function take(decision, index) {
  const ask = decision.asks[index];
  const discs = discsOf(ask);
  const before = known.aim?.disc ?? "";
  known.aim = {
    ask: index,
    disc: discs.includes(before) ? before : (discs[0] ?? ""),
    held: ask.kind === "side-flick" ? ask.held[0] : null,
    points: ask.kind === "place" ? { ...ask.suggested } : {},
    direction: null,
    speed: known.speed,
    typed: false,
    stroke: false,
    drawn: false,
    target: -1,
    call: null,
    putting: ask.kind === "place",
    refused: "",
  };
  lay();
  show(decision);
  for (const disc of ask.kind === "place" ? discs.filter((id) => !(id in ask.suggested)) : discs) void putInTheMiddle(disc);
}

/**
 * Turns the aim a little; where nothing is aimed yet, to the first thing worth aiming at.
 * @param {number} by hundredths of a degree
 */
export function turnBy(by) {
  const { aim } = known;
  if (!aim) return;
  if (aim.direction === null) return turnToNext();
  Object.assign(aim, { direction: (aim.direction + by + FULL_TURN) % FULL_TURN, typed: false });
  draw();
}

/** @param {Decision} decision */
function show(decision) {
  const { aim } = known;
  if (!aim) return;
  leave();
  board.pickable(discsOf(decision.asks[aim.ask]));
  build(byId("controls"), decision, aim, {
    change(change) {
      if (!known.aim) return;
      const rebuilt = "disc" in change || "putting" in change || "held" in change;
      Object.assign(known.aim, "disc" in change ? UNAIMED : {}, change);
      if (rebuilt) show(decision);
      draw();
    },
    turn: turnBy,
    put: (disc, point) => void put(disc, point),
    send: () => void send(byPointer() ? "clicks" : "keys"),
    choose: (key) => void answer({ kind: "choose", key }),
    take: (index) => take(decision, index),
  });
  refocus();
  draw();
}

/**
 * Takes another disc of the ask that is being answered; false: it is not to be had, or in the hand already.
 * @param {string} disc
 */
export function takeDisc(disc) {
  const { aim, state } = known;
  if (!aim || !state.now.decision || disc === aim.disc || !discsOf(state.now.decision.asks[aim.ask]).includes(disc)) return false;
  Object.assign(aim, UNAIMED, { disc });
  show(state.now.decision);
  return true;
}

/**
 * Takes the disc at a point of the board, if it is one that can be taken now; false: there is none.
 * @param {number} x
 * @param {number} y
 */
export function pick(x, y) {
  const { aim, state } = known;
  if (!aim || !state.now.decision) return false;
  for (const index of [aim.ask, ...state.now.decision.asks.keys()]) {
    const disc = discAt(x, y, index === aim.ask ? aim.points : {}, state.now.decision.asks[index]);
    if (disc === null) continue;
    if (index === aim.ask) takeDisc(disc);
    else {
      aim.disc = disc;
      take(state.now.decision, index);
    }
    return true;
  }
  return false;
}

/**
 * The disc of an ask at a point.
 * @param {number} x
 * @param {number} y
 * @param {Record<string, Pt>} points where discs are about to be put
 * @param {Ask} ask
 */
function discAt(x, y, points, ask) {
  /** @type {[number, string][]} */
  const near = [];
  for (const disc of discsOf(ask)) {
    const place = points[disc] ?? known.state.layout[disc];
    const away = typeof place === "object" ? Math.hypot(place[0] - x, place[1] - y) : Infinity;
    if (away < Math.max(board.radius(disc), REACH_PX * board.mmPerPixel())) near.push([away, disc]);
  }
  near.sort((a, b) => a[0] - b[0]);
  return near.length ? near[0][1] : null;
}
