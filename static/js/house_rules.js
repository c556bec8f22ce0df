/* The rules of the house and of a stage: a tie-break moves without a reload, by its buttons and by the arrow
   keys, and the sentence of a rule follows the choices. Without it each button sends its form. */
(() => {
  "use strict";
  if (!window.fetch) return;
  let latest = 0;

  const draw = (text, form, focus) => {
    const page = new DOMParser().parseFromString(text, "text/html"),
      parts = ["[data-chain]", ".chain-more", "#example", "#house-state", "[name=tie_breaks]"];
    (form.closest("details") || form).querySelectorAll("[id^=sentence-]").forEach((sentence) => {
      parts.push(`#${sentence.id}`);
    });
    for (const part of parts) {
      const old = document.querySelector(part),
        fresh = page.querySelector(part);
      if (old && fresh) old.replaceWith(fresh);
    }
    const target = focus && document.getElementById(focus);
    if (!target) return;
    const row = target.closest("li") || target.parentElement;
    (target.disabled ? row.querySelector("[data-move]:not(:disabled)") : target)?.focus();
  };

  const ask = async (form, move, focus) => {
    const data = new FormData(form),
      number = ++latest;
    data.set("move", move);
    try {
      const answer = await fetch(location.href, { method: "POST", body: data });
      if (!answer.ok || answer.redirected) location.assign(answer.url); // logged out, or the role is gone
      else if (number === latest) draw(await answer.text(), form, focus);
    } catch {
      const button = document.getElementById(focus); // without one the form would be saved
      if (button) form.requestSubmit(button); // the browser says what is wrong
    }
  };

  document.querySelectorAll("[data-house]").forEach((form) => {
    form.addEventListener("click", (event) => {
      const button = event.target.closest("[data-move]");
      if (!button) return;
      event.preventDefault();
      ask(form, button.value, button.id);
    });
    form.addEventListener("change", (event) => {
      const field = event.target;
      if (field.closest(".match-worth, .rule-form") && field.name !== "added") ask(form, "show", "");
    });
    const show = (event) => event.target.closest("details")?.setAttribute("open", "");
    form.addEventListener("invalid", show, true);
    form.addEventListener("keydown", (event) => {
      const row = event.target.closest("[data-chain] li"),
        way = { ArrowUp: "up", ArrowDown: "down" }[event.key];
      if (!row || !way) return;
      event.preventDefault();
      const key = row.id.replace("line-", "");
      if (!document.getElementById(`${way}-${key}`).disabled) ask(form, `${way} ${key}`, `${way}-${key}`);
    });
  });
})();
