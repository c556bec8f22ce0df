/* What the desk does beyond links and forms: the space bar turns cards, print. Everything works without it. */
(() => {
  "use strict";
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  /* ---- the cards of the lot, then the pairs: the space bar turns the next, wherever the focus is ---- */
  document.getElementById("newest")?.scrollIntoView({ block: "nearest" });
  document.addEventListener("keydown", (event) => {
    const next = document.querySelector("[data-space]");
    if (!next || event.key !== " " || event.repeat) return;
    if (event.target.closest("a, button, input, select, textarea, summary")) return;
    event.preventDefault();
    next.click();
  });

  /* ---- print ---- */
  all("[data-print]").forEach((el) => { el.hidden = false; el.addEventListener("click", () => print()); });
})();
