/** The connection to a match: one reply to every command, resent after a cut, and events in order or a fresh picture. */

/** @import {Aimed, Aside, Clock, MatchEvent, Message, Missed, Next, Now, Presence, Reply, Said, Snapshot, Status, Wander, Wishes} from "../wire.js" */

import { freshId } from "../page/page.js";

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5000;
const SILENCE = 30000;
const PATIENCE = 5000; // with a command that has had no reply, and with a question whether the line lives
const RESTARTING = 1012; // another worker takes over, or the server comes back
const CUT = "The connection was cut; trying again.";
/** @type {Now} */
const NOTHING = { decision: null, act: { seats: [], house: false }, hands: {}, aims: { goal: [], danger: [] } };
const FINAL = new Map([
  [4403, "Only those who play this match may look at it."],
  [4404, "This match does not exist (any more)."],
  [4410, "This match was deleted."],
  [4413, "Too many pages of this browser look at this match."],
  [4414, "As many people watch this match as it can take; try again later."],
]);

/**
 * @typedef {object} Listener
 * @property {(event: MatchEvent, now: Now) => void} event what happened, and what is to be done then
 * @property {(snapshot: Snapshot) => void} snapshot
 * @property {(state: "open" | "cut" | "gone", sentence: string) => void} state
 * @property {(status: Status) => void} status
 * @property {(clock: Clock) => void} [clock] for whom time runs
 * @property {(wishes: Wishes) => void} [wishes] what all must want
 * @property {(next: Next) => void} [next] where the rematch is
 * @property {() => void} [synced] clocks and wishes are told anew, if there are any
 * @property {(wander: Wander) => void} [wander] the number of the visible hand that is this browser's to let go
 * @property {(aside: Presence | Aimed | Said) => void} [aside] what passes at the table and may be missed
 */

export class Link {
  /**
   * @param {string} path
   * @param {number} version the version that the page shows already
   * @param {string} hash
   * @param {Pick<Snapshot, "yours" | "open">} seats this browser's own and those that are open, as far as the page knows
   * @param {Record<string, string> | null} [names] of the seats, as far as the page knows
   */
  constructor(path, version, hash, seats, names = null) {
    this.path = path;
    this.version = version;
    this.hash = hash;
    this.seats = seats;
    this.names = names;
    /** @type {Listener} */
    this.listener = { event() {}, snapshot() {}, state() {}, status() {} };
    /** @type {WebSocket | null} */
    this.socket = null;
    this.pause = FIRST_PAUSE;
    this.gone = false;
    /** @type {Map<string, {message: object, resolve: (reply: Reply) => void}>} */
    this.waiting = new Map();
    this.heard = Date.now();
    this.asked = 0; // when the last command was sent
  }

  /**
   * Connects, and stays connected as far as it can.
   * @param {Listener} listener
   */
  open(listener) {
    this.listener = listener;
    this.connect();
    setInterval(() => this.listen(), 5000);
    document.addEventListener("visibilitychange", () => document.hidden || this.listen());
    addEventListener("online", () => {
      this.pause = FIRST_PAUSE; // an attempt under way may still fail: the next follows soon
      this.connect();
    });
  }

  connect() {
    if (this.gone || (this.socket && this.socket.readyState <= WebSocket.OPEN)) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const seen = `version=${this.version}&yours=${this.seats.yours}&open=${this.seats.open ?? []}`;
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}?${seen}`);
    this.socket = socket;
    socket.onopen = () => {
      this.pause = FIRST_PAUSE;
      this.heard = Date.now();
      this.listener.state("open", "");
      for (const { message } of this.waiting.values()) socket.send(JSON.stringify(message));
    };
    socket.onmessage = (frame) => {
      this.heard = Date.now();
      this.receive(JSON.parse(frame.data));
    };
    socket.onclose = (close) => this.closed(socket, close.code);
  }

  /**
   * @param {WebSocket} socket
   * @param {number} code
   */
  closed(socket, code) {
    if (socket !== this.socket) return;
    const sentence = FINAL.get(code);
    this.gone = sentence !== undefined;
    if (code === RESTARTING && this.pause === FIRST_PAUSE) {
      this.pause *= 2;
      setTimeout(() => this.connect(), Math.random() * FIRST_PAUSE); // not everybody in the same instant
      return;
    }
    this.listener.state(this.gone ? "gone" : "cut", sentence ?? CUT);
    if (this.gone) return;
    setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  /** A connection that has been silent for long, or a page that slept, asks whether anything was missed. */
  listen() {
    const silent = Date.now() - (this.waiting.size ? Math.max(this.heard, this.asked) : this.heard);
    const patience = this.waiting.size ? PATIENCE : SILENCE;
    if (silent > patience + PATIENCE) this.drop();
    else if (silent > patience) this.resync();
    if (!this.socket || this.socket.readyState === WebSocket.CLOSED) this.connect();
  }

  /** A line that does not answer is no line: it would take its time to close, so another is opened at once. */
  drop() {
    const dead = this.socket;
    if (dead?.readyState !== WebSocket.OPEN) return;
    this.socket = null;
    dead.onmessage = null;
    dead.close();
    this.listener.state("cut", CUT);
    this.connect();
  }

  resync() {
    void this.send({ type: "sync", version: this.version }, false);
  }

  /**
   * Sends a command; the promise holds its one reply, however often the connection is cut meanwhile.
   * @param {object} command
   * @param {boolean} [kept] resend it after a cut
   * @param {string} [id]
   * @returns {Promise<Reply>}
   */
  send(command, kept = true, id = freshId()) {
    const message = { ...command, id };
    return new Promise((resolve) => {
      if (kept) {
        this.waiting.set(id, { message, resolve });
        this.asked = Date.now();
      }
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    });
  }

  /**
   * Tells something in passing: without a reply, and gone when nobody is connected.
   * @param {Aside} aside
   */
  tell(aside) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(aside));
  }

  /** @param {Message} message */
  receive(message) {
    if (message.type === "event") return this.event(message.event, message.now);
    if (message.type === "status") return this.listener.status(message);
    if (message.type === "wander") return this.listener.wander?.(message);
    if (message.type === "presence" || message.type === "aimed" || message.type === "said") return this.listener.aside?.(message);
    if (message.type === "clock") return this.listener.clock?.(message);
    if (message.type === "wishes") return this.listener.wishes?.(message);
    if (message.type === "next") return this.listener.next?.(message);
    if (message.type === "sync") {
      this.listener.synced?.();
      this.sync(message);
    }
    if (message.type === "refused" && message.sync) this.sync(message.sync);
    const id = message.id ?? "";
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id);
    waiting.resolve(message);
  }

  /**
   * @param {MatchEvent} event
   * @param {Now} now
   */
  event(event, now) {
    if (event.version <= this.version) return;
    if (event.version !== this.version + 1 || event.before !== this.hash) return this.resync();
    this.version = event.version;
    this.hash = event.hash;
    this.listener.event(event, now);
  }

  /**
   * Events that were missed: only after the last of them is there something to be done.
   * @param {MatchEvent[]} events
   * @param {Now} now
   */
  missed(events, now) {
    for (const event of events) this.event(event, event === events.at(-1) ? now : NOTHING);
  }

  /** @param {Missed} sync */
  sync(sync) {
    if (sync.snapshot) {
      this.version = sync.version;
      this.hash = sync.hash;
      this.seats = sync.snapshot;
      this.names = sync.snapshot.match.names;
      this.listener.snapshot(sync.snapshot);
    } else this.missed(sync.events ?? [], sync.now ?? NOTHING);
    if ((sync.version === this.version && sync.hash !== this.hash) || this.renamed(sync.names)) void this.send({ type: "sync", version: null }, false);
  }

  /**
   * Whether somebody is called otherwise than the page knows: names change without a version.
   * @param {Record<string, string> | null} [names]
   */
  renamed(names) {
    const known = this.names;
    return known !== null && Object.entries(names ?? {}).some(([seat, name]) => known[seat] !== name);
  }
}
