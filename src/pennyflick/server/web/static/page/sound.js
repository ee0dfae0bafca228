/** Clicks of coins and knocks of pegs, made from contacts and impulses. Silent until the player has touched the page. */

import { keepSetting, setting } from "./settings.js";

const KEY = "pennyflick-sound";
/** @type {AudioContext | null} */
let audio = null;

export const soundOn = () => (setting("sound") ?? localStorage.getItem(KEY)) !== "off";

/** @param {boolean} on */
export function setSound(on) {
  localStorage.setItem(KEY, on ? "on" : "off");
  keepSetting("sound", on ? "on" : "off");
}

/** Browsers let sound begin only inside a gesture: call this from one. */
export function wakeSound() {
  if (!soundOn()) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
}

/**
 * One contact, louder with its impulse; a release, louder with its share of a full pull.
 * @param {"contact" | "peg" | "off" | "holed" | "release"} kind
 * @param {number} impulse gram millimetres a second, or the share
 */
export function playContact(kind, impulse) {
  if (!audio || !soundOn() || audio.state !== "running") return;
  const loudness = kind === "release" ? 0.3 * impulse : kind === "off" || kind === "holed" ? 0.25 : Math.min(0.5, Math.sqrt(Math.max(impulse, 0)) / 120);
  if (loudness < 0.01) return;
  const pitch = { contact: 3100, peg: 900, off: 240, holed: 170, release: 520 }[kind];
  const length = { contact: 0.05, peg: 0.08, off: 0.14, holed: 0.22, release: 0.06 }[kind];
  ring(audio, pitch, length, loudness);
  if (kind === "contact") ring(audio, pitch * 1.53, length * 0.7, loudness * 0.5);
}

/** Two soft notes: something waits for you. */
export function chime() {
  if (!audio || !soundOn() || audio.state !== "running") return;
  ring(audio, 660, 0.35, 0.12);
  ring(audio, 880, 0.6, 0.08);
}

/**
 * @param {AudioContext} context
 * @param {number} pitch
 * @param {number} length
 * @param {number} loudness
 */
function ring(context, pitch, length, loudness) {
  const tone = context.createOscillator();
  const level = context.createGain();
  const now = context.currentTime;
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, now);
  level.gain.setValueAtTime(loudness, now);
  level.gain.exponentialRampToValueAtTime(0.0005, now + length);
  tone.connect(level).connect(context.destination);
  tone.start(now);
  tone.stop(now + length);
}
