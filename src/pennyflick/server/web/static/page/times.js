/** Instants as the reader's own clock shows them. */

const shown = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
for (const time of document.querySelectorAll("time")) time.textContent = shown.format(new Date(time.dateTime));
