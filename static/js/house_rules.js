/* The tie-breaks of the house move without a reload, by their buttons and by the arrow keys; without it each
   button sends the form, and the page comes back with the new order. */
(() => {
  "use strict";
  const form = document.querySelector("[data-house]");
  if (!form || !window.fetch) return;
  let latest = 0;

  const draw = (text, focus) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    for (const part of ["[data-chain]", ".chain-more", "#example", "#house-state", "[name=tie_breaks]"]) {
      const old = document.querySelector(part),
        fresh = page.querySelector(part);
      if (old && fresh) old.replaceWith(fresh);
    }
    const target = focus && document.getElementById(focus);
    if (!target) return;
    const row = target.closest("li") || target.parentElement;
    (target.disabled ? row.querySelector("[data-move]:not(:disabled)") : target)?.focus();
  };

  const ask = async (move, focus) => {
    const data = new FormData(form),
      number = ++latest;
    data.set("move", move);
    try {
      const answer = await fetch(location.href, { method: "POST", body: data });
      if (!answer.ok || answer.redirected) location.assign(answer.url); // logged out, or the role is gone
      else if (number === latest) draw(await answer.text(), focus);
    } catch {
      const button = document.getElementById(focus); // without one the form would be saved
      if (button) form.requestSubmit(button); // the browser says what is wrong
    }
  };

  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-move]");
    if (!button) return;
    event.preventDefault();
    ask(button.value, button.id);
  });
  form.addEventListener("change", (event) => {
    if (event.target.closest(".match-worth")) ask("show", "");
  });
  form.addEventListener("keydown", (event) => {
    const row = event.target.closest("[data-chain] li"),
      way = { ArrowUp: "up", ArrowDown: "down" }[event.key];
    if (!row || !way) return;
    event.preventDefault();
    const key = row.id.replace("line-", "");
    if (!document.getElementById(`${way}-${key}`).disabled) ask(`${way} ${key}`, `${way}-${key}`);
  });
})();
