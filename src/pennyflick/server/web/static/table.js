/** The table: shows the match as the server tells it, and turns what a person does into answers. Never guesses. */

/** @import {Aim} from "./controls.js" */
/** @import {Ask, Decision, MatchEvent, Pt, Refused, Snapshot} from "./wire.js" */
import { FULL_TURN, SPEED_LIMIT, direction, slideLength, speedPull } from "./aim.js";
import { Clock } from "./animate.js";
import { Board } from "./board.js";
import { build, button, discsOf, isAimed, refresh, regionOf } from "./controls.js";
import { listen } from "./gesture.js";
import { Link } from "./link.js";
import { drawRuling, element, nearestOnEdge, spoken, tellRuling, tellSheet, whereText } from "./ruling.js";
import { showShot } from "./showing.js";
import { setSound, soundOn, wakeSound } from "./sound.js";
import { fillTray } from "./tray.js";

const HOLD_MS = 1500; // how long a ruling stands before the next shot covers it
const GUIDE_MM = 70;
const TIP = "pennyflick-flicked";

/** @template {HTMLElement} T @param {string} id */
const byId = (id) => /** @type {T} */ (document.getElementById(id));

const snapshot = /** @type {Snapshot} */ (JSON.parse(byId("snapshot").textContent ?? "{}"));
const head = snapshot.match;
const board = new Board(byId("board"), head.discs);
const controls = byId("controls");
const clock = new Clock(0);
let state = snapshot;
/** @type {MatchEvent[]} */
const queue = [];
/** the latest shot that this page has seen: placements and choices in between do not take it away */
let lastShot = snapshot.last?.shot ? snapshot.last : null;
let showing = false;
let sending = false;
let guide = false;
let finger = false;
const pendingKey = `pennyflick-pending-${head.id}`;
/** @type {() => void} */
let endHold = () => {};
/** @type {Aim | null} */
let aim = null;
/** @type {{direction: number, speed: number} | null} */
let kept = null;
const remembered = { speed: 1200 };

const link = new Link(byId("sitting").dataset.socket ?? "", state.version, state.hash, {
  event(event) {
    queue.push(event);
    void drain();
  },
  snapshot(fresh) {
    queue.length = 0;
    clock.stop();
    endHold();
    state = fresh;
    if (fresh.last?.shot) lastShot = fresh.last;
    board.clear(board.marks, board.trails);
    board.show(state.layout);
    tell();
  },
  state(kind, sentence) {
    if (kind === "open") return keep(sending ? "Sending…" : "");
    keep(sentence, kind === "gone");
    if (kind === "gone") controls.replaceChildren(element("a", { class: "button", href: "/" }, "All games"));
  },
  status(status) {
    keep(status.ready ? "" : `Preparing the simulator: ${status.step}, ${Math.round(status.progress * 100)} %`);
  },
});

// ---- what the server tells ---------------------------------------------------------------------------------------------

async function drain() {
  if (showing) return;
  showing = true;
  aim = null;
  while (queue.length) {
    const event = /** @type {MatchEvent} */ (queue.shift());
    disarm();
    await showEvent(event, 1);
    state = { ...state, ...event, history: [...state.history, line(event)], last: event };
    if (event.shot) lastShot = event;
    settle(event);
    if (queue.length || state.act.house) await hold();
  }
  showing = false;
  tell();
}

/** @param {MatchEvent} event */
function line(event) {
  const { version, kind, seat, text, reasons } = event;
  return { version, kind, seat, text, sentence: spoken(event), clauses: reasons.map((reason) => reason.clause) };
}

/**
 * @param {MatchEvent} event
 * @param {number} speed
 */
async function showEvent(event, speed) {
  if (!event.shot) return board.clear(board.trails);
  clock.duration = event.shot.duration_s;
  byId("skip").hidden = false;
  await showShot(board, event, clock, speed);
  byId("skip").hidden = true;
}

/** @param {MatchEvent} event */
function settle(event) {
  board.show(event.layout);
  tellLast(event);
  byId("announce").textContent = `${spoken(event)} ${event.result ? event.result.sentence : (event.decision?.sentence ?? "")}`;
  tellState();
}

/** @param {MatchEvent} event */
function tellLast(event) {
  drawRuling(board, event, head.edge);
  tellRuling(byId("ruling-body"), event);
  byId("ruling").hidden = false;
}

const hold = () =>
  new Promise((resolve) => {
    const timer = setTimeout(() => endHold(), HOLD_MS);
    byId("skip").hidden = false;
    endHold = () => {
      clearTimeout(timer);
      byId("skip").hidden = true;
      endHold = () => {};
      resolve(undefined);
    };
  });

/** Scores, words and lists as they stand. */
function tellState() {
  tellSheet(byId("sheet"), state.sheet);
  for (const side of ["one", "two"]) byId(`name-${side}`).classList.toggle("turn", state.act.seats.some((seat) => seat.startsWith(side)));
  byId("discs").replaceChildren(
    ...head.discs.map(({ id, kind }) => element("tr", {}, element("th", { scope: "row" }, id), element("td", {}, kind), element("td", {}, whereText(state.layout, id)))),
  );
  byId("history").replaceChildren(...state.history.map(({ seat, text, sentence }) => element("li", {}, `${named(seat)}${sentence || text}`)));
  fillTray(byId("tray"), board, state.layout);
  for (const id of ["again", "slow"]) /** @type {HTMLButtonElement} */ (byId(id)).disabled = lastShot === null;
  const retry = byId("retry");
  const flicks = state.history.filter(({ kind }) => kind === "action");
  retry.hidden = flicks.length === 0;
  /** @type {HTMLInputElement} */ (retry.querySelector("input")).value = String(lastOwn());
}

/** @param {string | null} seat */
const named = (seat) => (seat ? `${head.names[seat] ?? seat}: ` : "");

/** The action before the person's own latest one: where "try again" branches. */
function lastOwn() {
  for (let i = state.history.length - 1; i >= 0; i--) if (state.yours.includes(state.history[i].seat ?? "")) return i;
  return Math.max(0, state.version - 1);
}

/** Everything, the decision and its controls included. */
function tell() {
  tellState();
  const { decision, act, result } = state;
  const now = byId("now");
  const over = result !== null || decision === null;
  byId("over").hidden = !over;
  now.hidden = over;
  byId("result").textContent = result?.sentence ?? "";
  for (const id of ["resign", "abandon"]) /** @type {HTMLButtonElement} */ (byId(id)).disabled = over;
  if (over || !decision) return disarm();
  now.classList.toggle("one", act.seats[0]?.startsWith("one") ?? false);
  now.classList.toggle("two", act.seats[0]?.startsWith("two") ?? false);
  byId("whose").textContent = whose(decision.seats);
  byId("what").textContent = decision.sentence;
  if (act.house || !mySeat()) {
    disarm();
    controls.replaceChildren(element("p", { class: "quiet" }, act.house ? "The house is thinking…" : "You are watching."));
    return;
  }
  arm(decision);
  refocus();
}

/**
 * Whose turn it is, by name.
 * @param {string[]} seats
 */
function whose(seats) {
  const names = seats.map((seat) => head.names[seat] ?? seat).join(" or ");
  return names === "You" ? "Your turn" : `${names} to play`;
}

// Controls come and go; whoever works with keys keeps his place.
let left = /** @type {string | null} */ (null);

/** Remembers which control has the focus before it goes away. */
function leave() {
  const active = document.activeElement;
  if (!active || !controls.contains(active)) return;
  left = active.id;
  byId("what").focus({ preventScroll: true });
}

/** Gives the focus back to the control of the same name, or to the one that acts. */
function refocus() {
  if (left === null) return;
  const same = left ? document.getElementById(left) : null;
  left = null;
  if (document.activeElement !== byId("what") && document.activeElement !== document.body) return;
  const next = /** @type {HTMLElement | null} */ (same ?? controls.querySelector("#fire, [data-choose]"));
  next?.focus({ preventScroll: true });
}

const mySeat = () => state.decision?.seats.find((seat) => state.yours.includes(seat)) ?? null;

// ---- the aim ------------------------------------------------------------------------------------------------------------

/** @param {Decision} decision */
function arm(decision) {
  const first = Math.max(0, decision.asks.findIndex((ask) => ask.kind !== "choose"));
  take(decision, first);
  byId("tip").hidden = !isAimed(decision.asks[first]) || localStorage.getItem(TIP) !== null;
}

/** Nothing can be done right now. */
function disarm() {
  leave();
  aim = null;
  board.clear(board.over, board.under);
  board.pickable([]);
  byId("readout").hidden = true;
  controls.replaceChildren();
  byId("tip").hidden = true;
}

/**
 * @param {Decision} decision
 * @param {number} index
 */
function take(decision, index) {
  const ask = decision.asks[index];
  const discs = discsOf(ask);
  const disc = discs.includes(aim?.disc ?? "") ? /** @type {Aim} */ (aim).disc : (discs[0] ?? "");
  aim = { ask: index, disc, held: ask.kind === "side-flick" ? ask.held[0] : null, points: {}, direction: 0, speed: remembered.speed, call: null, putting: ask.kind === "place" };
  if (ask.kind === "place") aim.points = { ...ask.suggested };
  show(decision);
  aimAtCentre();
  for (const each of ask.kind === "place" ? discs.filter((id) => !(id in ask.suggested)) : discs) void defaultPoint(each);
}

/**
 * A disc that must first be put somewhere starts in the middle of where it may be.
 * @param {string} disc
 */
async function defaultPoint(disc) {
  const ask = currentAsk();
  const region = ask && regionOf(ask, disc);
  if (!aim || !ask || !region) return;
  const drawn = board.draw(board.under, "g", {});
  drawn.innerHTML = region.outline;
  const middle = middleOf(/** @type {SVGGElement} */ (drawn));
  drawn.remove();
  const lies = state.layout[disc];
  const from = typeof lies === "object" ? lies : middle;
  await put(disc, from, "");
  aimAtCentre();
}

/**
 * A point within a region, as near as may be to the middle of its box.
 * @param {SVGGElement} region
 * @returns {Pt}
 */
function middleOf(region) {
  const box = region.getBBox();
  const shapes = /** @type {SVGGeometryElement[]} */ ([...region.querySelectorAll("path, circle, rect, polygon")]);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const across = box.width > box.height ? [0, box.height] : [box.width, 0]; // a bent strip is met at its own middle
  for (let step = 0; step <= 40; step++) {
    const share = ((step % 2 ? step + 1 : -step) / 80) * 0.98;
    const point = new DOMPoint(x + share * across[0], y + share * across[1]);
    if (shapes.some((shape) => shape.isPointInFill(point))) return [point.x, point.y];
  }
  return [x, y];
}

const currentAsk = () => (aim && state.decision ? state.decision.asks[aim.ask] : null);

/** @param {Decision} decision */
function show(decision) {
  if (!aim) return;
  leave();
  board.pickable(discsOf(decision.asks[aim.ask]));
  build(controls, decision, aim, {
    change(change) {
      if (!aim) return;
      const rebuilt = "disc" in change || "putting" in change || "held" in change;
      Object.assign(aim, change);
      if (rebuilt) show(decision);
      if ("disc" in change) aimAtCentre();
      draw();
    },
    put: (disc, point) => void put(disc, point),
    send: () => void send(),
    choose: (key) => void answer({ kind: "choose", key }),
    take: (index) => take(decision, index),
  });
  refocus();
  draw();
}

/** @returns {Pt | null} where the aimed disc is about to be flicked from */
function origin() {
  if (!aim) return null;
  const put = aim.points[aim.disc];
  const place = state.layout[aim.disc];
  return put ?? (typeof place === "object" ? place : null);
}

/** A first direction that makes sense: towards the middle of the board, or straight across it. */
function aimAtCentre() {
  const from = origin();
  if (!aim || !from) return;
  const far = Math.hypot(...from) > 20;
  aim.direction = inwards(from) ?? (far ? direction(-from[0], -from[1]) : mySeat()?.startsWith("two") ? 18000 : 0);
  draw();
}

/**
 * A side-flick can only strike the rim that hangs over the edge: straight onto the board is always within its reach.
 * @param {Pt} from
 */
function inwards(from) {
  const edge = currentAsk()?.kind === "side-flick" ? nearestOnEdge(head.edge, from) : null;
  return edge && Math.hypot(from[0] - edge[0], from[1] - edge[1]) > 0.01 ? direction(from[0] - edge[0], from[1] - edge[1]) : null;
}

/** Draws the aim, the discs that can be picked, and where they may be put. */
function draw() {
  board.clear(board.over, board.under);
  const ask = currentAsk();
  if (!aim || !ask) return;
  const region = regionOf(ask, aim.disc);
  if (region) /** @type {SVGGElement} */ (board.draw(board.under, "g", { class: "regions" })).innerHTML = region.outline;
  for (const [disc, point] of Object.entries(aim.points)) board.move(disc, point);
  for (const disc of discsOf(ask)) {
    const place = aim.points[disc] ?? state.layout[disc];
    if (typeof place === "object") board.ring(disc, place, disc === aim.disc ? "pick chosen" : "pick", 2.5);
  }
  if (isAimed(ask)) drawAim();
  refresh(controls, aim);
}

function drawAim() {
  const from = origin();
  if (!aim || !from) return;
  const radius = head.discs.find(({ id }) => id === aim?.disc)?.radius_mm ?? 10;
  const angle = (aim.direction / FULL_TURN) * 2 * Math.PI;
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  const length = guide ? slideLength(aim.speed, head.deceleration_mm_s2) : GUIDE_MM;
  const ring = Math.max(radius + 4 + speedPull(aim.speed) / 4, 30 * board.mmPerPixel());
  const at = (/** @type {number} */ distance) => ({ x: from[0] + ux * distance, y: from[1] + uy * distance });
  const [near, far] = [at(radius), at(radius + length)];
  board.draw(board.over, "line", { x1: near.x, y1: near.y, x2: far.x, y2: far.y, class: "aim-line" });
  board.draw(board.over, "circle", { cx: from[0], cy: from[1], r: ring, class: "aim-ring" });
  const round = (2 * Math.PI * ring) / board.mmPerPixel(); // dashes are in pixels: the strokes do not scale
  const share = Math.min(aim.speed / SPEED_LIMIT, 1) * round;
  const turn = `rotate(${aim.direction / 100 + 180} ${from[0]} ${from[1]})`;
  board.draw(board.over, "circle", { cx: from[0], cy: from[1], r: ring, class: "aim-power", "stroke-dasharray": `${share} ${round}`, transform: turn });
  byId("readout").hidden = kept === null; // the numbers beside the board say the same when nobody is pulling
  byId("readout").textContent = `${aim.speed} mm/s · ${(aim.direction / 100).toFixed(1)}°`;
}

/**
 * Puts a disc at the nearest legal point, as the server knows it.
 * @param {string} disc
 * @param {Pt} point
 * @param {string} [moved] what to say when it had to be moved
 */
function put(disc, point, moved = "Moved to the nearest legal place") {
  const placed = place(disc, point, moved);
  placing = Promise.all([placing, placed]);
  return placed;
}

/** what the server has still to say about places: whoever flicks before it has is waited for */
let placing = /** @type {Promise<unknown>} */ (Promise.resolve());

/**
 * @param {string} disc
 * @param {Pt} point
 * @param {string} moved
 */
async function place(disc, point, moved) {
  if (!aim) return;
  const { ask } = aim;
  aim.points[disc] = point;
  draw();
  const reply = await link.send({ type: "nearest", version: state.version, ask, disc, point: [round(point[0]), round(point[1])] });
  if (!aim || aim.ask !== ask || aim.points[disc] !== point) return;
  if (reply.type === "nearest") aim.points[disc] = reply.point;
  aim.direction = inwards(aim.points[disc]) ?? aim.direction;
  if (reply.type === "nearest" && !reply.legal && reply.clause && moved) keep(`${moved} (${reply.clause}).`);
  draw();
}

const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;

// ---- answers ------------------------------------------------------------------------------------------------------------

async function send() {
  const meant = aim;
  await placing;
  const ask = currentAsk();
  if (!aim || aim !== meant || !ask || sending) return;
  if (isAimed(ask)) {
    localStorage.setItem(TIP, "yes");
    remembered.speed = aim.speed;
  }
  await answer(wish(ask, aim));
}

/**
 * @param {Ask} ask
 * @param {Aim} aim
 */
function wish(ask, aim) {
  const strike = { disc: aim.disc, direction_cdeg: aim.direction, speed_mm_s: aim.speed };
  if (ask.kind === "side-flick") return { kind: "side-flick", ...strike, held: aim.held, at: aim.points[aim.disc] };
  if (ask.kind === "place") return { kind: "place", points: Object.fromEntries(Object.keys(ask.discs).map((disc) => [disc, aim.points[disc]])) };
  const start = regionOf(ask, aim.disc) ? { start: aim.points[aim.disc] } : {};
  return { kind: "flick", ...strike, ...start, ...(aim.call ? { call: aim.call } : {}) };
}

/** @param {object} given */
const answer = (given) => command({ type: "answer", seat: mySeat(), answer: given });

/**
 * Sends what changes the match: one at a time, kept until its reply has come, also over a reload.
 * @param {object} given
 * @param {string} [id]
 */
async function command(given, id = crypto.randomUUID()) {
  if (sending) return;
  sending = true;
  keep("Sending…");
  document.body.toggleAttribute("data-sending", true);
  const message = { version: state.version, ...given };
  sessionStorage.setItem(pendingKey, JSON.stringify({ message, id }));
  const reply = await link.send(message, true, id);
  sessionStorage.removeItem(pendingKey);
  sending = false;
  document.body.toggleAttribute("data-sending", false);
  if (reply.type === "refused") refused(reply);
  else keep("Kept.");
}

/** @param {Refused} reply */
function refused(reply) {
  keep(`${reply.sentence}${reply.clause ? ` (${reply.clause})` : ""}`, true);
  byId("announce").textContent = reply.sentence;
  const ask = currentAsk();
  if (aim && ask && reply.nearest && regionOf(ask, aim.disc)) {
    aim.points[aim.disc] = reply.nearest;
  }
  draw();
}

/**
 * @param {string} sentence
 * @param {boolean} [bad]
 */
function keep(sentence, bad = false) {
  const place = byId("keeping");
  place.textContent = sentence;
  place.classList.toggle("refused", bad);
}

// ---- what the person does -------------------------------------------------------------------------------------------------

/**
 * Takes the disc at a point of the board, if it is one that can be taken now; false: it was no other disc.
 * @param {number} x
 * @param {number} y
 */
function pick(x, y) {
  const { decision } = state;
  if (!decision || !aim) return false;
  for (const index of [aim.ask, ...decision.asks.keys()]) {
    const disc = discAt(x, y, index === aim.ask ? aim.points : {}, decision.asks[index]);
    if (disc === null) continue;
    if (index === aim.ask && disc === aim.disc) return false;
    aim.disc = disc;
    if (index === aim.ask) show(decision);
    else take(decision, index);
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
    const place = points[disc] ?? state.layout[disc];
    if (typeof place === "object") near.push([Math.hypot(place[0] - x, place[1] - y), disc]);
  }
  near.sort((a, b) => a[0] - b[0]);
  return near.length && near[0][0] < 16 ? near[0][1] : null;
}

listen(board, {
  mode: () => (!aim || sending || showing ? "none" : aim.putting ? "put" : isAimed(/** @type {Ask} */ (currentAsk())) ? "flick" : "none"),
  finger: () => finger,
  disc() {
    const from = origin();
    return aim && from ? { x: from[0], y: from[1], r: head.discs.find(({ id }) => id === aim?.disc)?.radius_mm ?? 10 } : null;
  },
  aim(direction, speed) {
    if (!aim) return;
    if (!kept) board.clear(board.marks, board.trails);
    kept ??= { direction: aim.direction, speed: aim.speed };
    Object.assign(aim, { direction, speed });
    draw();
  },
  fire() {
    kept = null;
    void send();
  },
  cancel() {
    if (aim && kept) Object.assign(aim, kept);
    kept = null;
    draw();
  },
  click(x, y) {
    const from = origin();
    if (!aim) return;
    if (pick(x, y)) aimAtCentre();
    else if (from) {
      aim.direction = direction(x - from[0], y - from[1]);
      draw();
    }
  },
  grab(x, y) {
    pick(x, y);
    return true;
  },
  carry(x, y, done) {
    if (!aim) return;
    if (done) return void put(aim.disc, [x, y]);
    aim.points[aim.disc] = [x, y];
    draw();
  },
  unclean() {
    keep("That stroke pushed the disc instead of striking it: an unclean flick. Nothing was sent; begin outside the disc, or declare the foul.", true);
    byId("keeping").append(" ", button("Declare it", () => void answer({ kind: "declare", what: "unclean", discs: [] }), { id: "declare-unclean" }));
    draw();
  },
  key(key, event) {
    if (!aim || sending || showing) return false;
    if (aim.putting) return nudgePoint(key, event.shiftKey ? 0.5 : 5);
    const fine = event.ctrlKey || event.metaKey ? 1 : event.shiftKey ? 10 : 100;
    const change = { ArrowLeft: [fine, 0], ArrowRight: [-fine, 0], ArrowUp: [0, event.shiftKey ? 10 : 50], ArrowDown: [0, event.shiftKey ? -10 : -50] }[key];
    if (change) {
      aim.direction = (aim.direction + change[0] + FULL_TURN) % FULL_TURN;
      aim.speed = Math.min(SPEED_LIMIT, Math.max(1, aim.speed + change[1]));
      draw();
      return true;
    }
    if (key === "Enter" || key === " ") {
      const focused = document.activeElement?.closest("[data-disc]")?.getAttribute("data-disc");
      const ask = currentAsk();
      if (focused && ask && discsOf(ask).includes(focused) && focused !== aim.disc) {
        aim.disc = focused;
        show(/** @type {Decision} */ (state.decision));
        aimAtCentre();
      } else void send();
      return true;
    }
    return false;
  },
});

/**
 * @param {string} key
 * @param {number} by
 */
function nudgePoint(key, by) {
  const from = origin();
  const step = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, by], ArrowDown: [0, -by] }[key];
  if (aim && from && step) void put(aim.disc, [from[0] + step[0], from[1] + step[1]]);
  if (key === "Enter") void send();
  return step !== undefined || key === "Enter";
}

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

/** @param {number} speed */
async function repeat(speed) {
  if (showing || !lastShot) return;
  showing = true;
  board.clear(board.over, board.under);
  await showEvent(lastShot, speed);
  board.show(state.layout);
  drawRuling(board, lastShot, head.edge);
  showing = false;
  draw();
  void drain();
}

on("skip", () => {
  clock.stop();
  endHold();
});
on("again", () => void repeat(1));
on("slow", () => void repeat(0.2));
on("guide", () => {
  guide = !guide;
  press("guide", guide);
  draw();
});
on("finger", () => {
  finger = !finger;
  press("finger", finger);
});
on("turn", () => {
  board.turn();
  if (state.last) drawRuling(board, state.last, head.edge);
  draw();
});
on("sound", () => {
  setSound(!soundOn());
  press("sound", soundOn());
});
on("resign", () => confirm("Resign this match?") && void command({ type: "resign", seat: mySeat() ?? state.yours[0] }));
on("abandon", () => confirm("Abandon this match without a result?") && void command({ type: "abandon" }));
byId("declarations").addEventListener("click", (event) => {
  const what = event.target instanceof HTMLElement ? event.target.dataset.declare : undefined;
  if (what) void answer({ kind: "declare", what, discs: [] });
});
document.addEventListener("pointerdown", wakeSound);
document.addEventListener("keydown", wakeSound);

press("sound", soundOn());
board.fit();
board.show(state.layout);
if (state.last) tellLast(state.last);
tell();
const pending = sessionStorage.getItem(pendingKey);
if (pending) {
  const { message, id } = JSON.parse(pending);
  void command(message, id);
}
