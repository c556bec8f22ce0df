/* The count of a hand: the keypad writes into a real field, the last number completes itself, steppers step. */
(() => {
  "use strict";
  const tell = (input) => input.dispatchEvent(new Event("input", { bubbles: true }));

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    const input = button && document.getElementById(button.dataset.for);
    if (!input) return;
    const next = input.value === "" ? Number(input.dataset.from || input.min || 0) : Number(input.value) + Number(button.dataset.step);
    input.value = Math.min(Number(input.max), Math.max(Number(input.min), next));
    tell(input);
  });
  const start = () => {
    const duo = document.querySelector("[data-total], [data-most]");
    const keys = document.querySelector(".keys");
    if (!duo) return;

    const total = Number(duo.dataset.total || duo.dataset.most);
    const fields = [...duo.querySelectorAll("input")];
    let at = fields.find((field) => field.value !== "" && !field.dataset.derived) || fields[0];
    const choose = (field) => {
      at = field;
      fields.forEach((each) => each.closest("label").classList.toggle("on", each === at));
    };
    /* all but one were typed: the one typed longest ago, or never, is what is missing to the sum */
    let typed = fields.filter((field) => field.value !== "" && field.value !== field.placeholder).slice(0, fields.length - 1);
    const complete = (field) => {
      typed = typed.filter((each) => each !== field);
      if (field.value !== "") typed = [field, ...typed].slice(0, fields.length - 1);
      const left = total - typed.reduce((sum, each) => sum + Number(each.value), 0);
      const known = typed.length === fields.length - 1 && typed.every((each) => /^\d+$/.test(each.value)) && left >= 0;
      fields.forEach((each) => { if (each !== field && !typed.includes(each)) each.value = known ? left : ""; });
    };
    const write = (field, value) => { field.value = value; complete(field); tell(field); };
    const press = (key) => {
      const points = at.value === "" ? 0 : Number(at.value);
      if (key === "swap") return choose(fields[(fields.indexOf(at) + 1) % fields.length]);
      if (key === "del") return write(at, at.value.slice(0, -1));
      if (key[0] === "=") return write(at, key.slice(1));
      if (key.length > 1) return write(at, Math.min(total, Math.max(0, points + Number(key))));
      /* a digit that would pass the total begins the number again */
      const longer = fresh ? key : at.value + key;
      fresh = false;
      write(at, String(Number(longer) > total ? Number(key) : Number(longer)));
    };
    let fresh = true;

    fields.forEach((field) => {
      field.addEventListener("focus", () => { if (at !== field) fresh = true; choose(field); });
      field.addEventListener("input", (event) => { if (event.isTrusted) complete(field); });
    });
    choose(at);
    if (keys) {
      keys.hidden = false;
      if (matchMedia("(pointer: coarse)").matches) fields.forEach((field) => { field.inputMode = "none"; });
      keys.addEventListener("click", (event) => {
        const button = event.target.closest("[data-key]");
        if (button) press(button.dataset.key);
      });
    }
  };
  start();
  document.addEventListener("page", start);
})();
