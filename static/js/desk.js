/* What the desk does beyond links and forms: the space bar turns cards, print. Everything works without
   it. */
(() => {
  "use strict";
  const { all } = window.Query;

  /* ---- live pages: what is unfolded stays so, what is typed or chosen stays until it is sent ---- */
  let sent = false;
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    sent = detail.requestConfig.verb !== "get";
  });
  const changed = (node) =>
    node.matches?.("input, textarea") &&
    (node.value !== node.defaultValue || node.checked !== node.defaultChecked);
  const chosen = (node) =>
    node.matches?.("select:has([selected])") && !node.selectedOptions[0]?.defaultSelected;
  if (window.Idiomorph)
    Object.assign(Idiomorph.defaults.callbacks, {
      beforeNodeMorphed: (node) =>
        !(node.matches?.("details[open]") && node.contains(document.activeElement)) &&
        !(!sent && (changed(node) || chosen(node))),
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

  /* ---- the menu of a narrow screen ---- */
  document.addEventListener("click", (event) => {
    const menu = event.target.closest("[data-menu]");
    if (menu) menu.setAttribute("aria-expanded", menu.getAttribute("aria-expanded") !== "true");
  });

  /* ---- Escape closes an open menu ---- */
  document.addEventListener("keydown", (event) => {
    const open = event.key === "Escape" && document.querySelector("details.menu[open]");
    if (!open) return;
    open.open = false;
    open.querySelector("summary").focus();
  });

  /* ---- a role taken away, a session that is over: the page itself says what has happened ---- */
  document.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => {
    if (xhr.status === 403 || xhr.responseURL.includes("/accounts/login/"))
      location.assign(location.pathname + location.search);
  });

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
