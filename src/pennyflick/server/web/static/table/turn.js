/** Your turn, for whoever looks elsewhere: by the title, the icon, a badge and a sound. */

/** @import {Now} from "../wire.js" */
import { chime } from "../page/sound.js";
import { others } from "./company.js";
import { head, known } from "./known.js";

const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
const quiet = { title: document.title, icon: icon?.href ?? "" };
let mine = isMine(known.state.now);
let noticed = known.state.version;
let passed = false; // since then it was somebody else's turn, if only while a shot was shown

/** @param {Now} now */
function isMine({ act }) {
  return act.seats.some((seat) => known.state.yours.includes(seat)) && !known.state.result;
}

/** Begins to listen: whoever looks or does something has noticed. */
export function listenToTurns() {
  document.addEventListener("visibilitychange", () => document.hidden || calm());
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, calm);
}

/**
 * Something has come from the server; a hidden page shows it only later.
 * @param {number} version
 * @param {Now} now
 */
export function hearTurn(version, now) {
  passed ||= !isMine(now);
  if (document.hidden) notice(version, now);
}

/** What came is shown by now. */
export const tellMyTurn = () => notice(known.state.version, known.state.now);

/**
 * @param {number} version
 * @param {Now} now
 */
function notice(version, now) {
  if (version < noticed) return;
  const before = version === noticed && mine;
  const goesOn = mine && !passed; // nothing new to whoever sees it
  noticed = version;
  mine = isMine(now);
  passed = !mine;
  if (!mine) return calm();
  if (before || (goesOn && !document.hidden)) return;
  if (!document.hidden && !others().length) return; // against the house one sees it coming
  announce();
}

function announce() {
  document.title = `● Your turn · ${head.title}`;
  if (icon) icon.href = quiet.icon.replace("icon.svg", "icon-turn.svg");
  void navigator.setAppBadge?.(1).catch(() => {});
  chime();
}

function calm() {
  if (document.title === quiet.title) return;
  document.title = quiet.title;
  if (icon) icon.href = quiet.icon;
  void navigator.clearAppBadge?.().catch(() => {});
}
