/* What the desk does beyond links and forms: the space bar turns cards, print. Everything works without
   it. */
(() => {
  "use strict";
  const { all } = window.Query;

  /* ---- live pages: what is unfolded stays so, and what is being typed in it stays as it is ---- */
  if (window.Idiomorph)
    Object.assign(Idiomorph.defaults.callbacks, {
      beforeNodeMorphed: (node) =>
        !(node.matches?.("details[open]") && node.contains(document.activeElement)),
      beforeAttributeUpdated: (name, node) =>
        !["open", "aria-expanded"].includes(name) && !(name === "hidden" && node.matches("[data-print]")),
    });

  /* ---- the cards of the lot, then the pairs: the space bar turns the next, wherever the focus is ---- */
  document.getElementById("newest")?.scrollIntoView({ block: "nearest" });
  document.addEventListener("keydown", (event) => {
    const next = document.querySelector("[data-space]");
    if (!next || event.key !== " " || event.repeat) return;
    if (event.target.closest("a, button, input, select, textarea, summary")) return;
    event.preventDefault();
    next.click();
  });

  /* ---- the menu of a narrow screen; the strip of the evening begins at the step that is played ---- */
  document.addEventListener("click", (event) => {
    const menu = event.target.closest("[data-menu]");
    if (menu) menu.setAttribute("aria-expanded", menu.getAttribute("aria-expanded") !== "true");
  });
  const strip = document.querySelector(".phase"),
    step = strip?.querySelector("[aria-current]");
  if (step) strip.scrollLeft = step.offsetLeft - strip.offsetLeft - 48;

  /* ---- print ---- */
  const offer = () =>
    all("[data-print]").forEach((el) => {
      el.hidden = false;
    });
  offer();
  document.addEventListener("htmx:load", offer);
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-print]")) print();
  });
})();
