/** A game's first Play in this browser opens with its first minute. */

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-learn]"))) {
  const game = form.dataset.learn;
  if (localStorage.getItem(`pennyflick-learnt-${game}`) === null) form.querySelector("button")?.setAttribute("formaction", `/learn/${game}`);
}
