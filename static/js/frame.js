/* For every page except the phone at the table, in addition to trionfo.js: clocks, chips that change with
   time, the first position of rows that scroll, and the key of the search field. */
(() => {
  "use strict";
  const LONG = 300000; /* ms after which a call is old */
  document.addEventListener("tick", () => {
    const { all, now } = window.Query,
      here = now();
    all("[data-chip][data-since]").forEach((chip) => {
      const still = here - Date.parse(chip.dataset.since) > LONG;
      chip.hidden = still;
      const other = chip.nextElementSibling;
      if (other && other.matches("[data-chip-still]")) other.hidden = !still;
    });
    all("[data-still]").forEach((el) => {
      el.hidden = here - Date.parse(el.dataset.still) <= LONG;
    });
    all("[data-clock]").forEach((el) => {
      el.textContent = new Date(here).toLocaleTimeString("it", {
        hour: "2-digit",
        minute: "2-digit",
        timeZone: el.dataset.clock || undefined,
      });
    });
  });
  document.addEventListener("DOMContentLoaded", () => {
    window.Query.all(".scrollx [aria-current]").forEach((el) => {
      const row = el.closest(".scrollx"); // only the row scrolls, not the page
      const left = row.getBoundingClientRect().left + row.clientWidth / 3;
      row.scrollLeft += el.getBoundingClientRect().left - left;
    });
  });
  document.addEventListener("keydown", (event) => {
    const field = document.querySelector("[aria-keyshortcuts='/']");
    if (event.key !== "/" || !field || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea")) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
})();
