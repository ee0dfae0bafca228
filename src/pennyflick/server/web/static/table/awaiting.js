/** A board to practise on: the table that waits is listened to, and calls its player back when everybody sits. */

import { byId } from "../page/page.js";
import { sitDown } from "./inviting.js";
import { Link } from "./link.js";

const READING_MS = 1000;
const NOTHING_SEEN = -1;
const strip = document.getElementById("awaiting");
/** those who were awaited when last heard @type {string[]} */
let awaited = [];

if (strip) listen(strip);

/** @param {HTMLElement} strip */
function listen({ dataset }) {
  const table = new Link(dataset.socket ?? "", NOTHING_SEEN, "", { yours: [], open: [] });
  table.open({
    snapshot: ({ open, match }) => {
      const came = awaited.filter((seat) => !open.includes(seat));
      awaited = open;
      if (came.length) tell(sitDown(came.map((seat) => match.names[seat])));
      if (!open.length) setTimeout(() => location.assign(dataset.table ?? "/"), came.length ? READING_MS : 0);
    },
    event: () => location.assign(dataset.table ?? "/"), // it goes on there already
    state: (kind, sentence) => void (kind === "gone" && tell(sentence)),
    status: () => {},
  });
}

/** @param {string} sentence */
function tell(sentence) {
  byId("awaiting-says").textContent = sentence;
}
