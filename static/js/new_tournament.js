/* The buttons beside the three questions; without it they are typed, and a button asks what comes of it. */
(() => {
  "use strict";
  const prepare = () => {
    document.querySelectorAll("[data-up], [data-down]").forEach((button) => {
      button.hidden = false;
    });
    document.querySelectorAll(".what-comes").forEach((line) => {
      line.hidden = true;
    });
  };
  prepare();
  document.addEventListener("htmx:load", prepare);
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-up], [data-down]");
    if (!button) return;
    const up = "up" in button.dataset,
      input = document.getElementById(button.dataset[up ? "up" : "down"]);
    if ("time" in input.dataset) input.value = around(input.value, up ? 15 : -15);
    else if (up) input.stepUp();
    else input.stepDown();
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });

  /* ---- a quarter of an hour on or back, past midnight too ---- */
  const around = (time, minutes) => {
    const [hour, minute] = (time || "23:30").split(/[:.]/).map(Number),
      day = 24 * 60,
      then = (hour * 60 + minute + minutes + day) % day;
    return [Math.floor(then / 60), then % 60].map((part) => String(part).padStart(2, "0")).join(":");
  };
})();
