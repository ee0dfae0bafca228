/** Buttons that copy a link. */

import { copy } from "./copying.js";

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-copy]"))) {
  button.addEventListener("click", async () => {
    const copied = await copy(button.dataset.copy ?? "");
    const told = document.getElementById("copied");
    if (told) told.textContent = copied ? "Copied." : "It could not be copied: mark the link and copy it yourself.";
  });
}
