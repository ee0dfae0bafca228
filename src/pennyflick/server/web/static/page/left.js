/** How long is left, in a few words that stay true. */

const UNITS = /** @type {const} */ ([["day", 86400], ["hour", 3600], ["minute", 60]]);
export const URGENT_MS = 10000;

/**
 * As the server words it: 2 days, 1 hour, 5 minutes, 90 seconds.
 * @param {number} milliseconds
 */
export function leftWords(milliseconds) {
  const seconds = Math.max(milliseconds, 0) / 1000;
  for (const [unit, length] of UNITS) {
    const count = Math.floor(seconds / length);
    if (count >= 2 || (count && unit !== "minute")) return many(count, unit);
  }
  return many(Math.ceil(seconds), "second");
}

/**
 * @param {number} count
 * @param {string} unit
 */
const many = (count, unit) => `${count} ${unit}${count === 1 ? "" : "s"}`;

/**
 * As short as it fits beside a name: 2 d, 5 h, 12:30, 0:42.
 * @param {number} milliseconds
 */
export function leftShort(milliseconds) {
  const seconds = Math.ceil(Math.max(milliseconds, 0) / 1000);
  if (seconds >= 2 * 86400) return `${Math.floor(seconds / 86400)} d`;
  if (seconds >= 2 * 3600) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
