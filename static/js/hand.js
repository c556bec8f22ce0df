/* The inputs of a hand: the keypad writes into a real field, the last number completes itself, steppers step;
   for pages made on this phone the list of declarations, and the hand as the server reads it (copies.js). */
(() => {
  "use strict";
  const { all, one } = window.Query;
  const tell = (input) => input.dispatchEvent(new Event("input", { bubbles: true }));

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    const input = button && document.getElementById(button.dataset.for);
    if (!input) return;
    const next =
      input.value === ""
        ? Number(input.dataset.from || input.min || 0)
        : Number(input.value) + Number(button.dataset.step);
    input.value = Math.min(input.max, Math.max(input.min, next));
    tell(input);
  });
  const start = () => {
    const duo = one("[data-total], [data-most]");
    const keys = one(".keys");
    if (!duo) return;

    const total = Number(duo.dataset.total || duo.dataset.most);
    const fields = all("input", duo);
    let at = fields.find((field) => field.value !== "" && !field.dataset.derived) || fields[0];
    const choose = (field) => {
      at = field;
      fields.forEach((each) => each.closest("label").classList.toggle("on", each === at));
    };
    /* all but one were typed: the one typed longest ago, or never, is what is missing to the sum */
    let typed = fields
      .filter((field) => field.value !== "" && field.value !== field.placeholder)
      .slice(0, fields.length - 1);
    const complete = (field) => {
      typed = typed.filter((each) => each !== field);
      if (field.value !== "") typed = [field, ...typed].slice(0, fields.length - 1);
      const left = total - typed.reduce((sum, each) => sum + Number(each.value), 0);
      const known =
        typed.length === fields.length - 1 && typed.every((each) => /^\d+$/.test(each.value)) && left >= 0;
      fields.forEach((each) => {
        if (each !== field && !typed.includes(each)) each.value = known ? left : "";
      });
    };
    const write = (field, value) => {
      field.value = value;
      complete(field);
      tell(field);
    };
    const press = (key) => {
      if (key === "swap") return choose(fields[(fields.indexOf(at) + 1) % fields.length]);
      if (key === "del") return write(at, at.value.slice(0, -1));
      if (key[0] === "=") return write(at, key.slice(1));
      if (key.length > 1) return write(at, Math.min(total, Math.max(0, Number(at.value) + Number(key))));
      /* a digit that would pass the total begins the number again */
      const longer = fresh ? key : at.value + key;
      fresh = false;
      write(at, String(Number(longer > total ? key : longer)));
    };
    let fresh = true;

    fields.forEach((field) => {
      field.addEventListener("focus", () => {
        if (at !== field) fresh = true;
        choose(field);
      });
      field.addEventListener("input", (event) => {
        if (Number(field.value) > total) field.value = field.value.slice(-1); /* as on the keypad */
        if (event.isTrusted) complete(field);
      });
      field.addEventListener("fill", (event) => {
        choose(field);
        write(field, event.detail);
      });
    });
    choose(at);
    if (keys) {
      keys.hidden = false;
      if (matchMedia("(pointer: coarse)").matches)
        fields.forEach((field) => {
          field.inputMode = "none";
        });
      keys.addEventListener("click", (event) => {
        const button = event.target.closest("[data-key]");
        if (button) press(button.dataset.key);
      });
    }
  };
  /* The count helper: what is ticked is added up, and written into the points at a touch. Where tricks score,
     their number is asked for under the cards, and nothing is offered that so many tricks cannot hold. */
  const count = () => {
    const box = one("[data-taken]");
    if (!box) return;
    const put = (name, value) => {
      one(name, box).textContent = value;
    };
    const { taken: points, trick, each, use, gives, unit } = box.dataset;
    const [whose, other] = [":checked", ":not(:checked)"].map((is) => one(`input[type=radio]${is}`, box));
    const side = whose.value,
      total = Number(one("[data-total]").dataset.total);
    const ticks = all("input[type=checkbox]", box),
      ticked = ticks.filter((tick) => tick.checked);
    /* the values of cards may be thirds of a point, and what is left over is lost */
    const cards = Math.floor(ticked.reduce((sum, tick) => sum + Number(tick.dataset.value), 0) / unit);
    /* without their number it is the last trick alone that scores */
    const asks = trick > 0 && one("#tricks_row input"),
      last = trick > 0 && box.closest("form").last_trick?.value,
      open = asks?.value === "" || last === "";
    const won =
      !asks || open
        ? last === side
        : asks.name.endsWith(`_${side}`)
          ? Number(asks.value)
          : asks.max - asks.value;
    const sum = cards + won * trick,
      fits =
        !asks ||
        open ||
        (ticked.length <= won * each && ticks.length - ticked.length <= (asks.max - won) * each);
    put("[data-cards]", cards);
    put("[data-tricks]", open ? "–" : won * trick);
    const ready = fits && !open;
    put("[data-sum]", ready ? sum : "–");
    const rest = total - sum,
      button = one("[data-use-it]", box),
      words = { ours: sum, theirs: rest, who: whose.dataset.inline, rest, other: other.dataset.inline };
    const say = (text) => text.replace(/{(\w+)}/g, (_, name) => words[name]);
    put("[data-who]", say(ready ? gives : gives.split(",")[0]));
    box.dataset.on = "";
    one("[data-tot]", box).hidden = false;
    one("[data-unfit]", box).hidden = fits || !ticked.length;
    button.hidden = !ticked.length || !ready || sum > total;
    button.textContent = say(use);
    button.onclick = () => {
      one(`[name='${points}_${side}']`).dispatchEvent(new CustomEvent("fill", { detail: sum }));
      box.open = false;
    };
  };
  /* while cards are counted the tricks are asked for right under them */
  const settle = (box) => {
    const place = box.matches("[data-taken]") && one("[data-tricks-here]", box);
    if (!place) return;
    place.hidden = !box.open;
    const row = one("#tricks_row"),
      wrong = one("#wrong_tricks");
    if (box.open) place.append(row, wrong);
    else box.before(row, wrong);
  };
  document.addEventListener("toggle", ({ target }) => settle(target), true);
  /* one that came open toggled too early */
  all("[data-taken][open]").forEach(settle);
  document.addEventListener("input", (event) => {
    if (event.target.closest("[data-taken], .tricks, [name=last_trick]")) count();
  });
  document.addEventListener("click", (event) => {
    const row = event.target.closest("[data-row]"),
      ticks = [];
    for (let next = row?.nextElementSibling; next?.matches("label"); next = next.nextElementSibling)
      ticks.push(next.querySelector("input"));
    const all = ticks.every((tick) => tick.checked);
    ticks.forEach((tick) => {
      tick.checked = !all;
    });
    if (ticks.length) count();
  });
  const element = (tag, own) => Object.assign(document.createElement(tag), own);
  const hidden = (name, value) => element("input", { type: "hidden", name, value });
  const declared = (form, key) => {
    const rows = one(`input[name="${key}"]`, form)
      .value.split(",")
      .filter(Boolean)
      .map((entry, number) => {
        const made = one(`button[name=add][value="${key}:${entry.replace(/\.c$/, "")}"]`, form);
        const undo = element("button", {
          name: "undo",
          value: `${key}:${number}`,
          className: "tap",
          textContent: "×",
          formNoValidate: true,
          formAction: form.dataset.stay,
        });
        const row = element("div");
        row.append(element("span", { className: "grow", textContent: made?.ariaLabel || entry }), undo);
        return row;
      });
    one(".declarations", form).replaceChildren(...rows);
  };
  const relist = (typed, submitter, form) => {
    const [key, entry] = submitter.value.split(":"),
      list = (typed.get(key) || "").split(",").filter(Boolean);
    if (submitter.name === "add") list.push(entry + (typed.get(`${key}_captured`) ? ".c" : ""));
    else list.splice(Number(entry), 1);
    typed.set(key, list.join());
    typed.delete(`${key}_captured`);
    return form.dataset.stay;
  };

  /* what was typed, as the hand is written (contract, section 3) */
  const whole = (text) => (!text ? null : /^\d{1,4}$/.test(text) ? Number(text) : text);
  const some = (made) =>
    Object.fromEntries(Object.entries(made).filter(([, value]) => (value ?? "") !== ""));
  const VALUE = {
    suit: ([text]) => text,
    card: (parts) => parts.join(""),
    shares: (parts) => parts.map(whole),
    declarations: ([text]) =>
      text
        .split(",")
        .filter(Boolean)
        .map((entry) => {
          const [side, kind, suit, taken] = entry.split(".");
          return some({ side: whole(side), kind, suit, captured: taken === "c" || null });
        }),
    taken: ([side, ...cards]) =>
      cards.some(Boolean) ? { side: whole(side), cards: cards.filter(Boolean) } : null,
    claim: ([side, points]) => some({ side: whole(side), card_points: whole(points) }),
  };
  const handOf = (fields, typed, keys, state) => {
    const body = {};
    fields
      .filter((field) => keys.includes(field.key))
      .forEach((field) => {
        const parts = field.inputs.map((name) => typed.get(name) || "");
        const value =
          field.kind === "declarations" || parts.some(Boolean)
            ? (VALUE[field.kind] || (([text]) => whole(text)))(parts)
            : null;
        if (value !== null) body[field.key] = value;
      });
    return state ? { ...body, state } : body;
  };

  window.TypedHand = { declared, handOf, hidden, relist };
  start();
  count();
  document.addEventListener("page", start);
  document.addEventListener("page", count);
})();
