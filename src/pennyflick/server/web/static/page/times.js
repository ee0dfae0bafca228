/** Instants as the reader's own clock shows them, and how long is left. */

import { leftWords } from "./left.js";

const shown = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const opened = performance.now();

/** How long is left in each line, counted on from when the page was made. */
function count() {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-left-ms]"))) {
    const left = Number(place.dataset.leftMs) - (performance.now() - opened);
    place.textContent = left > 0 ? `${leftWords(left)} left` : "time is up";
  }
}

setInterval(count, 1000);
for (const time of document.querySelectorAll("time")) time.textContent = shown.format(new Date(time.dateTime));
