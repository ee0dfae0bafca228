/** A sentence as data (docs/protocol.md), said to whoever reads it: you, by name, or One and Two. The server's `Viewer` says the same. */

/** @import {Sentence} from "../wire.js" */

/** @typedef {Exclude<Sentence, string>[number]} Part */
/** @typedef {{side?: string | null, seat?: string | null}} Who a side, or one seat of it */
/** @typedef {{words: string, grammar: "it" | "they" | "you"}} Called what somebody is called within a sentence, and how verbs agree with it */

/** @type {Called} */
const YOU = { words: "you", grammar: "you" };
const UNNAMED = new Map([["you", "The guest"], ["your partner", "The guest's partner"]]); // as version 0.1.0 stored them
const TO_HIMSELF = new Map([["The guest", "You"], ["The guest's partner", "Your partner"]]);
const MENTIONS = new Set(["subject", "object", "owner", "owned"]);

/** @param {string} seat */
const sideOf = (seat) => seat.split("-")[0];

/** @param {string} name */
const toldName = (name) => UNNAMED.get(name.trim().toLowerCase()) ?? name;

/** @param {string} words */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** Somebody who reads: the names he knows and the seats he holds. */
export class Viewer {
  /**
   * @param {Record<string, string>} names of the seats
   * @param {string[]} yours the seats held; who holds some of both sides reads names
   */
  constructor(names, yours) {
    this.names = names;
    this.sayable = sayable(names);
    this.yours = new Set(yours.map(sideOf)).size === 1 ? yours : [];
  }

  /**
   * What the side or seat is called within a sentence.
   * @param {Who} who
   * @returns {Called}
   */
  called({ side, seat }) {
    return seat ? this.#seat(seat) : this.#side(side ?? "");
  }

  /**
   * The seat before a remark: its name; who has none is You to himself.
   * @param {string} seat
   */
  heading(seat) {
    const name = toldName(this.names[seat] ?? "");
    return (this.yours.includes(seat) && TO_HIMSELF.get(name)) || name || capital(seat);
  }

  /**
   * @param {string} side
   * @returns {Called}
   */
  #side(side) {
    if (this.yours.some((seat) => sideOf(seat) === side)) return YOU;
    const team = [...this.sayable].filter(([seat]) => sideOf(seat) === side).map(([, name]) => name);
    return { words: team.join(" and ") || capital(side), grammar: team.length > 1 ? "they" : "it" };
  }

  /**
   * @param {string} seat
   * @returns {Called}
   */
  #seat(seat) {
    if (this.yours.includes(seat)) return YOU;
    const name = this.sayable.get(seat);
    if (name || !seat.endsWith("-b")) return { words: name ?? capital(sideOf(seat)), grammar: "it" };
    return { words: `${owner(this.#seat(sideOf(seat)))} partner`, grammar: "it" };
  }
}

/**
 * The names that sentences can use, as they stand within one; none at all when two are alike.
 * @param {Record<string, string>} names
 */
function sayable(names) {
  const told = Object.entries(names).filter(([seat, name]) => !["", seat, "one", "two"].includes(name.trim().toLowerCase()));
  const within = new Map(told.sort(([a], [b]) => (a < b ? -1 : 1)).map(([seat, name]) => [seat, toldName(name).replace(/^(A|An|Another|The)(?= \p{Ll})/u, (article) => article.toLowerCase())]));
  return new Set([...within.values()].map((name) => name.toLowerCase())).size === within.size ? within : new Map();
}

/** @param {Called} called */
const owner = ({ words, grammar }) => (grammar === "you" ? "your" : `${words}'s`);

/**
 * The parts with the words for them, in order.
 * @param {Viewer} viewer
 * @param {Sentence} sentence
 */
export function said(viewer, sentence) {
  let grammar = /** @type {Called["grammar"]} */ ("it"); // of the last subject: verbs agree with it
  let before = "";
  return (typeof sentence === "string" ? [sentence] : sentence).map((part) => {
    if (typeof part !== "string" && part.is === "subject") grammar = viewer.called(part).grammar;
    const words = wordsOf(viewer, part, grammar);
    const begins = typeof part !== "string" && MENTIONS.has(part.is) && (before === "" || /[.!?] $/.test(before));
    before += words;
    return { part, words: begins ? capital(words) : words };
  });
}

/**
 * The plain text, for announcements and buttons.
 * @param {Viewer} viewer
 * @param {Sentence} sentence
 */
export const plain = (viewer, sentence) => said(viewer, sentence).map(({ words }) => words).join("");

/**
 * Several sentences, one after the other.
 * @param {Sentence[]} sentences
 * @returns {Part[]}
 */
export const joined = (sentences) => sentences.filter((each) => each.length).flatMap((each, index) => [...(index ? [" "] : []), ...(typeof each === "string" ? [each] : each)]);

/**
 * @param {Viewer} viewer
 * @param {Part} part
 * @param {Called["grammar"]} grammar
 */
function wordsOf(viewer, part, grammar) {
  if (typeof part === "string") return part;
  switch (part.is) {
    case "subject":
    case "object":
      return viewer.called(part).words;
    case "owner":
      return owner(viewer.called(part));
    case "owned": {
      const called = viewer.called(part);
      return called.grammar === "you" ? "yours" : called.words;
    }
    case "verb":
      return grammar === "it" ? part.third : part.plain;
    case "their":
      return grammar === "you" ? "your" : "their";
    case "disc":
      return part.disc;
    case "clause":
      return part.clause;
    case "measure":
      return `${part.mm.toFixed(1)} mm`;
  }
}
