/* From page to page of a table: the server's own when it answers, else the copies fetched ahead. A hand
   that is confirmed goes into the outbox, never straight to the server. Without this script every page is
   a plain one. */
(() => {
  "use strict";
  const { one } = window.Query;
  const base = /^\/tavolo\/[0-9a-f-]{36}\//.exec(location.pathname)?.[0];
  if (!base || !window.Copies) return;
  const match = base.split("/")[2],
    AFTER_SAVING = 2500,
    { ask, parse, own, waiting } = Copies;
  let away = false,
    asked = 0,
    stored = true;
  Outbox.ready.catch(() => {
    stored = false;
  });

  /* a page that somebody in between has put there has no way past its heading */
  const page = async (url, options) => {
    const left = await Copies.left(),
      answer = await ask(url, options);
    const found = answer && answer.status < 500 && parse(answer.text);
    away = !found || answer.kept || !one("a.skip[href='#main']", found);
    if (away) return null;
    if (one(".phone #sheet", found) && !answer.url.includes("?partita")) Copies.sheet(answer.text, left);
    seen(found);
    return { url: answer.url, found };
  };

  /* the sheet as the server has it now */
  const seen = (page) => {
    const { seq, next } = one("#sheet", page)?.dataset || {};
    if (seq && next) Outbox.seen(match, Number(seq), next.split("-").map(Number)).catch(() => {});
  };

  const show = (found, url, push) => {
    const fresh = document.adoptNode(one(".phone", found));
    fresh.inert = false; /* a copy may have been taken while a page was on its way */
    one(".phone").replaceWith(fresh);
    document.title = found.title;
    if (push) history.pushState(null, "", url);
    else history.replaceState(null, "", url);
    scrollTo(0, 0);
    if (window.htmx) htmx.process(fresh);
    document.dispatchEvent(new CustomEvent("htmx:load", { detail: { elt: fresh } }));
    document.dispatchEvent(new Event("page"));
    one("#main")?.focus({ preventScroll: true });
    if (one("#sheet[data-next]")) setTimeout(Copies.fetchAhead, 300);
  };
  /* while a page is on its way the one shown takes no second touch */
  const visit = async (url, how) => {
    const from = one(".phone");
    from.inert = true;
    try {
      await turn(url, how);
    } finally {
      from.inert = false;
    }
  };
  const turn = async (url, { push = true, options, wait = !away } = {}) => {
    const mine = ++asked,
      unsent = url.includes("/mano/") && (await waiting()).length; /* the server is behind */
    const answer = options || (wait && !unsent) || !(await own(url)) ? await page(url, options) : null;
    if (mine !== asked) return;
    if (answer && one(".phone", answer.found)) return show(answer.found, answer.url, push);
    if (answer) return location.assign(answer.url);
    const copy = options ? null : await own(url);
    if (copy) return show(copy, url, push);
    const box = one("#outbox"),
      unkept = options && one("[data-unkept]");
    if (unkept) unkept.hidden = false;
    else if (box && one("[data-away]")) {
      one("[data-away]").hidden = false;
      one("[data-safe]").textContent = box.dataset.needs;
    } else location.assign(url);
  };
  /* ---- links and forms ---- */
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".phone a[href]");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || !url.pathname.startsWith(base) || link.getAttribute("href") === "#")
      return;
    event.preventDefault();
    visit(link.href);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target,
      by = event.submitter,
      action = by?.getAttribute("formaction") || form.getAttribute("action") || location.href;
    if (
      event.defaultPrevented ||
      !form.closest(".phone") ||
      !new URL(action, location.href).pathname.startsWith(base)
    )
      return;
    const typed = new URLSearchParams(
      [...new FormData(form)].filter(([name, value]) => value !== "" && name !== "csrfmiddlewaretoken"),
    );
    if (form.method !== "post") {
      event.preventDefault();
      const list = ["add", "undo"].includes(by?.name) && away;
      const to = list ? Copies.relist(typed, by, form) : action;
      if (by?.name && !list) typed.set(by.name, by.value);
      return visit(`${to}?${typed}`);
    }
    event.preventDefault();
    if ("hand" in form.dataset && stored) return save(form, typed);
    return post(action, form, by);
  });
  const post = (action, form, by) => {
    const body = new FormData(form);
    if (by?.name) body.append(by.name, by.value);
    return visit(action, { options: { method: "POST", body }, wait: true });
  };
  addEventListener("popstate", () => visit(location.href, { push: false }));

  const toast = (hand) => {
    const kept = one("template[data-toasted]");
    if (!kept) return;
    const said = kept.content.cloneNode(true).firstElementChild;
    one("span", said).textContent = one("#outbox").dataset.saved.replace("{hand}", hand);
    one(".foot").prepend(said);
  };
  const save = async (form, typed) => {
    one(".phone").inert = true;
    const [game, hand] = form.dataset.hand.split("-").map(Number),
      body = JSON.parse(form.dataset.body);
    const key = typed.get("key") || Outbox.key();
    typed.delete("key");
    const where = one("#outbox")?.dataset.place || document.title;
    const answer = Outbox.answer(key, away ? 0 : AFTER_SAVING);
    try {
      await Outbox.put({
        match,
        game,
        hand,
        body,
        key,
        draft: `${typed}`,
        first: Object.keys(Copies.now()?.steps || {})[0],
        where,
        reopenings: form.dataset.reopenings,
      });
    } catch {
      /* no room for it: the hand goes to the server itself, or stays on the page */
      document.dispatchEvent(new Event("unkept"));
      return post(location.href, form);
    }
    const code = await answer;
    if (!code) Copies.remember({ game, hand, body });
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
    if (left < unsent || (away && !Outbox.away(match))) {
      away = false;
      if (one("#sheet") && window.htmx) htmx.trigger("#sheet", "live");
    }
    unsent = left;
  });
  /* another phone has written: what was fetched ahead was for a hand that is no more to come */
  let soon = 0;
  document.addEventListener("htmx:afterSettle", () => {
    seen(document);
    const next = one("#sheet")?.dataset.next,
      place = Copies.now()?.place.join("-");
    if (!next || !place || next === place) return;
    Copies.sheet(document.documentElement.outerHTML);
    clearTimeout(soon);
    soon = setTimeout(Copies.fetchAhead, 300);
  });
  if (one("#sheet")) Copies.sheet(document.documentElement.outerHTML);
  seen(document);
  setTimeout(Copies.fetchAhead, 300);
})();
