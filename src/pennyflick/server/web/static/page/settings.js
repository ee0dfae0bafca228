/** Settings that go with the person: as the server keeps them; what it does not know, this browser may. */

/**
 * @param {"sound" | "way"} name
 * @returns {string | null} null: the server knows none
 */
export const setting = (name) => document.documentElement.dataset[name] ?? null;

/**
 * Keeps it with the person.
 * @param {"sound" | "way"} name
 * @param {string} value
 */
export function keepSetting(name, value) {
  document.documentElement.dataset[name] = value;
  void fetch("/me/settings", { method: "POST", body: new URLSearchParams({ [name]: value }), keepalive: true }).catch(() => {}); // this browser has it, too
}
