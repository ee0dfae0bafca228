/** Presets: choosing one writes its values into the options below; changing one of those is a way of one's own. */

const presets = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("[name=preset]")]);
const form = presets[0]?.form;

/** @param {string} name */
const control = (name) => /** @type {HTMLInputElement | HTMLSelectElement | null} */ (form?.elements.namedItem(name) ?? null);

/** @param {HTMLInputElement} preset @returns {[string, string][]} */
const fieldsOf = (preset) => Object.entries(JSON.parse(preset.dataset.fields ?? "{}"));

/** @param {HTMLInputElement} preset */
function write(preset) {
  for (const [name, value] of fieldsOf(preset)) {
    const field = control(name);
    if (field) field.value = value;
  }
}

/** Which preset the options say now, if any. */
function mark() {
  for (const preset of presets) preset.checked = fieldsOf(preset).every(([name, value]) => control(name)?.value === value);
}

form?.addEventListener("change", (event) => {
  const changed = /** @type {HTMLInputElement} */ (event.target);
  if (changed.name === "preset") write(changed);
  else if (changed.name.startsWith("option.")) mark();
});
if (form) mark();
