/* What the desk does beyond links and forms: turn the cards of the draw, print. Everything works without it. */
(() => {
  "use strict";
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  /* ---- live pages: what is unfolded stays so, and what is being typed in it stays as it is ---- */
  if (window.Idiomorph) Object.assign(Idiomorph.defaults.callbacks, {
    beforeNodeMorphed: (node) => !(node.matches?.("details[open]") && node.contains(document.activeElement)),
    beforeAttributeUpdated: (name, node) =>
      !["open", "aria-expanded"].includes(name) && !(name === "hidden" && node.matches("[data-print]")),
  });

  /* ---- the draw: cards face down, turned one by one ---- */
  const seen = (key) => { try { return sessionStorage.getItem(key); } catch { return "1"; } };
  const remember = (key) => { try { sessionStorage.setItem(key, "1"); } catch { /* they will lie face down again */ } };
  const deal = () => {
    const list = document.querySelector("[data-cards]:not([data-dealt])");
    if (!list) return;
    list.dataset.dealt = "";
    const cards = all("[data-card]", list), key = "turned:" + location.pathname;
    const controls = all("[data-turn]"), says = document.querySelector("[data-turned]");
    if (still.matches || seen(key)) return;
    let turned = 0;
    const finish = () => { controls.forEach((el) => { el.hidden = true; }); remember(key); };
    const turn = (quiet) => {
      const card = cards[turned++];
      if (!card) return;
      cards.forEach((other) => other.classList.remove("now"));
      card.classList.replace("back", "turned");
      all(":scope > *", card).forEach((el) => { el.hidden = false; });
      if (!quiet) {
        card.classList.add("now");
        card.scrollIntoView({ block: "nearest" });
        says.textContent = card.textContent;
      }
      if (turned === cards.length) finish();
    };
    cards.forEach((card) => { card.classList.add("back"); all(":scope > *", card).forEach((el) => { el.hidden = true; }); });
    controls.forEach((el) => { el.hidden = false; });
    document.querySelector("[data-turn-next]").addEventListener("click", () => turn());
    document.querySelector("[data-turn-all]").addEventListener("click", () => { while (turned < cards.length) turn(true); });
    document.addEventListener("keydown", (event) => {
      const busy = event.target.closest("a, button, input, select, textarea, summary");
      if (event.key !== " " || busy || turned >= cards.length) return;
      event.preventDefault();
      turn();
    });
  };
  deal();
  document.addEventListener("htmx:load", deal);

  /* ---- the cards of the lot: the space bar turns the next, wherever the focus is ---- */
  document.addEventListener("keydown", (event) => {
    const next = document.querySelector("[data-space]");
    if (!next || event.key !== " " || event.repeat || event.target.closest("a, button, input, select, textarea, summary")) return;
    event.preventDefault();
    next.click();
  });

  /* ---- the menu of a narrow screen; the strip of the evening begins at the step that is played ---- */
  document.addEventListener("click", (event) => {
    const menu = event.target.closest("[data-menu]");
    if (menu) menu.setAttribute("aria-expanded", menu.getAttribute("aria-expanded") !== "true");
  });
  const strip = document.querySelector(".phase"), step = strip?.querySelector("[aria-current]");
  if (step) strip.scrollLeft = step.offsetLeft - strip.offsetLeft - 48;

  /* ---- print ---- */
  const offer = () => all("[data-print]").forEach((el) => { el.hidden = false; });
  offer();
  document.addEventListener("htmx:load", offer);
  document.addEventListener("click", (event) => { if (event.target.closest("[data-print]")) print(); });
})();
