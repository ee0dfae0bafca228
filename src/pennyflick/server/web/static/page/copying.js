/** Putting a text on the clipboard, also where browsers keep theirs back: at an address of the local network. */

/**
 * @param {string} text
 * @returns {Promise<boolean>} whether it is there
 */
export async function copy(text) {
  const asked = navigator.clipboard?.writeText(text).then(() => true, () => false);
  return (await asked) || copyMarked(text);
}

/**
 * The old way: mark a text and copy what is marked.
 * @param {string} text
 */
function copyMarked(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
