/** The page's elements: found, made, and the line that says how things stand. */

/** @template {HTMLElement} T @param {string} id */
export const byId = (id) => /** @type {T} */ (document.getElementById(id));

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * @param {string} words
 * @param {() => void} act
 * @param {Record<string, string>} [attributes]
 */
export function button(words, act, attributes = {}) {
  const made = element("button", { type: "button", ...attributes }, words);
  made.addEventListener("click", act);
  return made;
}

/** A name that no other command has; not crypto.randomUUID, which browsers keep back at an address of the local network. */
export const freshId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Says whether what the person did is kept.
 * @param {string} sentence
 * @param {boolean} [bad]
 */
export function keep(sentence, bad = false) {
  const place = byId("keeping");
  place.textContent = sentence;
  place.classList.toggle("refused", bad);
}
