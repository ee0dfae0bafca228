/** Light or dark: the system's wish unless the reader has said otherwise. Loaded before the page is drawn. */
(() => {
  const saved = localStorage.getItem("pennyflick-theme");
  if (saved === "light" || saved === "dark") document.documentElement.dataset.theme = saved;
  addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("[data-theme-switch]")) return;
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    localStorage.setItem("pennyflick-theme", root.dataset.theme);
  });
})();
