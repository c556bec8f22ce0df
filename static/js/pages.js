/* From page to page of a table: the server's own when it answers, else the copies fetched ahead. A hand that
   is confirmed goes into the outbox, never straight to the server. Without this script every page is a plain one. */
(() => {
  "use strict";
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const one = (selector, root = document) => root.querySelector(selector);
  const base = /^\/tavolo\/[0-9a-f-]{36}\//.exec(location.pathname)?.[0];
  if (!base || !window.Outbox) return;
  const match = base.split("/")[2], PATIENCE = 4000, AFTER_SAVING = 2500;
  const pattern = (text, hand) => text.replaceAll("{hand}", hand);
  let copies = null, sheet = "", away = false, asked = 0, stored = true;
  Outbox.ready.catch(() => { stored = false; });

  const parse = (html) => new DOMParser().parseFromString(html, "text/html");
  const ask = async (url, options = {}) => {
    const stop = new AbortController(), late = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const answer = await fetch(url, { ...options, signal: stop.signal });
      const text = await answer.text();
      return { url: answer.url, text, status: answer.status };
    } catch { return null; } finally { clearTimeout(late); }
  };
  /* a page that somebody in between has put there has no way past its heading */
  const page = async (url, options) => {
    const answer = await ask(url, options);
    const found = answer && answer.status < 500 && parse(answer.text);
    away = !found || !one("a.skip[href='#main']", found);
    if (away) return null;
    if (one(".phone #sheet", found) && !answer.url.includes("?partita")) sheet = answer.text;
    return { url: answer.url, found };
  };

  const show = (found, url, push) => {
    const fresh = document.adoptNode(one(".phone", found));
    one(".phone").replaceWith(fresh);
    document.title = found.title;
    if (push) history.pushState(null, "", url); else history.replaceState(null, "", url);
    scrollTo(0, 0);
    if (window.htmx) htmx.process(fresh);
    document.dispatchEvent(new CustomEvent("htmx:load", { detail: { elt: fresh } }));
    document.dispatchEvent(new Event("page"));
    one("#main")?.focus({ preventScroll: true });
    if (one("#sheet[data-next]")) setTimeout(fetchAhead, 300);
  };
  /* while a page is on its way the one shown takes no second touch */
  const visit = async (url, how) => {
    const from = one(".phone");
    from.inert = true;
    try { await turn(url, how); } finally { from.inert = false; }
  };
  const turn = async (url, { push = true, options, wait = !away } = {}) => {
    const mine = ++asked;
    const answer = wait || !own(url) ? await page(url, options) : null;
    if (mine !== asked) return;
    if (answer && one(".phone", answer.found)) return show(answer.found, answer.url, push);
    if (answer) return location.assign(answer.url);
    const copy = options ? null : await own(url);
    if (copy) return show(copy, url, push);
    const box = one("#outbox");
    if (box && one("[data-away]")) { one("[data-away]").hidden = false; one("[data-safe]").textContent = box.dataset.needs; }
    else location.assign(url);
  };
  const fetchAhead = async () => {
    const answer = await ask(`${base}copie/`);
    try { if (answer?.status === 200) copies = JSON.parse(answer.text); } catch { /* not ours */ }
    if (!sheet) await page(base);
  };

  /* ---- without the server ---- */
  const waiting = async () => (await Outbox.all().catch(() => [])).filter((item) => item.match === match && item.state !== "handed" && !item.strike);
  const own = (url) => {
    const at = new URL(url, location.href), [, game, hand, name] = /mano\/(\d+)-(\d+)\/([\w-]+)\/$/.exec(at.pathname) || [];
    if (at.pathname === base) return sheet && parse(sheet);
    if (!copies || !game) return null;
    if (name === "conferma") return confirmed(at, hand);
    return copies.steps[name] ? step(at, game, hand, name) : null;
  };
  const dealer = async (game, hand) => {
    const last = (await waiting()).pop();
    if (!last || last.game !== Number(game) || last.hand + 1 !== Number(hand) || last.body.dealer === undefined) {
      return copies.place.join() === `${game},${hand}` ? copies.dealer : null;
    }
    return last.body.state === "annulled" ? last.body.dealer : (last.body.dealer + 1) % copies.seats;
  };
  const addressed = (found, game, hand) => {
    all("[action], [formaction], [href], [data-stay]", found).forEach((el) => ["action", "formaction", "href", "data-stay"].forEach((name) => {
      const said = el.getAttribute(name);
      if (said) el.setAttribute(name, said.replace(/mano\/\d+-\d+/, `mano/${game}-${hand}`));
    }));
    return found;
  };
  const step = async (at, game, hand, name) => {
    const found = addressed(parse(pattern(copies.steps[name], hand)), game, hand), form = one("#hand", found), typed = at.searchParams;
    const own = copies.fields.filter((field) => field.step === name).flatMap((field) => field.inputs);
    if (!typed.get("key")) typed.set("key", Outbox.key());
    if (!typed.get("dealer")) { const turn = await dealer(game, hand); if (turn !== null) typed.set("dealer", turn); }
    all("input[type=hidden]", form).forEach((input) => { if (!own.includes(input.name)) input.remove(); });
    typed.forEach((value, name) => {
      const inputs = all("input", form).filter((input) => input.name === name);
      inputs.forEach((input) => {
        if (input.type === "radio" || input.type === "checkbox") input.toggleAttribute("checked", input.value === value);
        else input.setAttribute("value", value);
      });
      if (!inputs.length) form.prepend(hidden(name, value));
    });
    /* what stood before this hand is only known of the one the copies were made for */
    if (copies.place.join() !== `${game},${hand}`) {
      one(".strip", found)?.remove();
      one("#reveal", found)?.removeAttribute("data-before");
      one("#sum", found)?.remove();
    }
    copies.fields.filter((field) => field.step === name && field.kind === "declarations").forEach((field) => declared(form, field.key));
    const back = one(".top .back", found), query = typed.toString();
    if ("keep" in back.dataset) back.href = `${back.getAttribute("href").split("?")[0]}?${query}`;
    return found;
  };
  const hidden = (name, value) => {
    const input = document.createElement("input");
    input.type = "hidden"; input.name = name; input.setAttribute("value", value);
    return input;
  };
  const declared = (form, key) => {
    const list = one(`input[name="${key}"]`, form).value.split(",").filter(Boolean), place = one(".said", form);
    place.replaceChildren(...list.map((entry, number) => {
      const row = document.createElement("div"), words = document.createElement("span"), undo = document.createElement("button");
      const made = one(`button[name=add][value="${key}:${entry.replace(/\.c$/, "")}"]`, form);
      words.className = "grow";
      words.textContent = made?.getAttribute("aria-label") || entry;
      Object.assign(undo, { type: "submit", name: "undo", value: `${key}:${number}`, className: "tap", textContent: "×", formNoValidate: true });
      undo.setAttribute("formaction", form.dataset.stay);
      row.append(words, undo);
      return row;
    }));
  };
  const relist = (typed, submitter, form) => {
    const [key, entry] = submitter.value.split(":"), list = (typed.get(key) || "").split(",").filter(Boolean);
    if (submitter.name === "add") list.push(entry + (typed.get(`${key}_captured`) ? ".c" : ""));
    else list.splice(Number(entry), 1);
    typed.set(key, list.join());
    typed.delete(`${key}_captured`);
    return form.dataset.stay;
  };

  /* what was typed, as the hand is written (contract, section 3) */
  const whole = (text) => (!text ? null : /^\d{1,4}$/.test(text) ? Number(text) : text);
  const some = (made) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== null && value !== "" && value !== undefined));
  const VALUE = {
    suit: ([text]) => text,
    cardof: (parts) => parts.join(""),
    shares: (parts) => parts.map(whole),
    declarations: ([text]) => text.split(",").filter(Boolean).map((entry) => {
      const [side, kind, suit, taken] = entry.split(".");
      return some({ side: whole(side), kind, suit, captured: taken === "c" || null });
    }),
    claim: ([side, points]) => some({ side: whole(side), card_points: whole(points) }),
  };
  const handOf = (typed) => {
    const state = typed.get("state") || "", body = {};
    copies.fields.filter((field) => copies.ways[state].includes(field.key)).forEach((field) => {
      const parts = field.inputs.map((name) => typed.get(name) || "");
      if (field.kind === "declarations" || parts.some(Boolean)) body[field.key] = (VALUE[field.kind] || (([text]) => whole(text)))(parts);
    });
    return state ? { ...body, state } : body;
  };
  const confirmed = (at, hand) => {
    const found = parse(pattern(copies.confirm, hand)), form = one("form[data-hand]", found), typed = at.searchParams;
    typed.forEach((value, name) => form.append(hidden(name, value)));
    form.dataset.hand = /mano\/(\d+-\d+)/.exec(at.pathname)[1];
    form.dataset.body = JSON.stringify(handOf(typed));
    const keys = copies.ways[typed.get("state") || ""], last = copies.fields.filter((field) => keys.includes(field.key)).pop();
    all(".back, [data-back]", found).forEach((link) => { link.href = `${base}mano/${form.dataset.hand}/${last.step}/?${typed}`; });
    one("[data-written]", found).replaceChildren(...copies.fields.filter((field) => keys.includes(field.key)).map((field) => said(field, typed)).filter(Boolean));
    return found;
  };
  /* a field as it is read aloud: the words of what was touched */
  const said = (field, typed) => {
    const parts = field.inputs.map((name) => typed.get(name) || "");
    if (!parts.some(Boolean)) return null;
    const found = parse(copies.steps[field.step]), row = document.createElement("div"), words = document.createElement("span"), value = document.createElement("b");
    const touched = field.inputs.map((name, place) => one(`input[name="${name}"][value="${parts[place]}"]`, found)?.dataset.name
      || one(`input[name="${name}"][value="${parts[place]}"] + .box`, found)?.textContent.trim() || parts[place]);
    if (field.kind === "shares" && copies.ours) touched.reverse();
    words.className = "say";
    words.textContent = copies.labels[field.key];
    value.textContent = touched.join(field.kind === "cardof" ? " " : " – ");
    row.append(words, value);
    return row;
  };

  /* ---- links and forms ---- */
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".phone a[href]");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || !url.pathname.startsWith(base) || link.getAttribute("href") === "#") return;
    event.preventDefault();
    visit(link.href);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target, by = event.submitter, action = by?.getAttribute("formaction") || form.getAttribute("action") || location.href;
    if (event.defaultPrevented || !form.closest(".phone") || !new URL(action, location.href).pathname.startsWith(base)) return;
    const typed = new URLSearchParams([...new FormData(form)].filter(([name, value]) => value !== "" && name !== "csrfmiddlewaretoken"));
    if (form.method !== "post") {
      event.preventDefault();
      const list = ["add", "undo"].includes(by?.name) && away;
      const to = list ? relist(typed, by, form) : action;
      if (by?.name && !list) typed.set(by.name, by.value);
      return visit(`${to}?${typed}`);
    }
    if ("hand" in form.dataset && !stored) return; /* nothing can be kept here: the form goes as it is */
    event.preventDefault();
    if ("hand" in form.dataset) return save(form, typed, by);
    const body = new FormData(form);
    if (by?.name) body.append(by.name, by.value);
    return visit(action, { options: { method: "POST", body }, wait: true });
  });
  addEventListener("popstate", () => visit(location.href, { push: false }));

  const toast = (hand) => {
    const said = document.createElement("div");
    said.className = "toast";
    said.setAttribute("role", "status");
    said.textContent = pattern(one("#outbox")?.dataset.saved || "", hand);
    one(".foot").prepend(said);
    setTimeout(() => said.remove(), 10000);
  };
  const save = async (form, typed, button) => {
    one(".phone").inert = true;
    const [game, hand] = form.dataset.hand.split("-").map(Number), body = JSON.parse(form.dataset.body);
    const count = body[copies?.count], key = typed.get("key") || Outbox.key();
    typed.delete("key");
    const note = count?.length === 2 ? [...(copies.ours ? [count[1], count[0]] : count)].join("·") : "";
    const where = one("#outbox")?.dataset.place || document.title;
    const answer = Outbox.answer(key, away ? 0 : AFTER_SAVING);
    try {
      await Outbox.put({ match, game, hand, body, key, draft: `${typed}`, first: Object.keys(copies?.steps || {})[0], note, where });
    } catch {
      stored = false;
      return form.submit();
    }
    const code = await answer;
    away = code === null;
    if (code === "hand_differs") return visit(`${base}mano/${game}-${hand}/quale/`);
    if (code === "") return visit(`${base}?salvata=${game}-${hand}`);
    await visit(base);
    if (code === null) toast(hand);
  };

  /* the network is back, or a hand has left: the sheet as it is now */
  let unsent = 0;
  document.addEventListener("outbox", async () => {
    const left = (await waiting()).length;
    if (left < unsent || (away && !Outbox.away())) {
      away = false;
      if (one("#sheet") && window.htmx) htmx.trigger("#sheet", "live");
    }
    unsent = left;
  });
  if (one("#sheet")) sheet = document.documentElement.outerHTML;
  setTimeout(fetchAhead, 300);
})();
