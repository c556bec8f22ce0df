/* The pages of the hand to come, fetched ahead, and the rules as data: what a page is made of when no
   server answers. Nothing of a game stands here: how inputs become a hand is in the copies, what it is
   worth is the verdict's. */
(() => {
  "use strict";
  const { all, one } = window.Query;
  const base = /^\/tavolo\/[0-9a-f-]{36}\//.exec(location.pathname)?.[0];
  if (!base || !window.Outbox) return;
  const match = base.split("/")[2],
    PATIENCE = 4000;
  const { declared, handOf, hidden, relist } = window.TypedHand;
  const pattern = (text, hand) => text.replaceAll("{hand}", hand);
  let copies = null,
    rules = null,
    sheet = "",
    sent = [];

  /* its style stands in this page already, and would be refused where it is only read */
  const parse = (html) =>
    new DOMParser().parseFromString(html.replace(/<style[^]*?<\/style>/g, ""), "text/html");
  const ask = async (url, options = {}) => {
    const stop = new AbortController(),
      late = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const answer = await fetch(url, { ...options, signal: stop.signal });
      const text = await answer.text();
      return { url: answer.url, text, status: answer.status, kept: answer.headers.has("Kept") };
    } catch {
      return null;
    } finally {
      clearTimeout(late);
    }
  };
  let ahead = null,
    retry = 0,
    pause = 2000;
  /* asked for again, later each time, until there is everything that a hand needs without a network */
  const fetchAhead = () =>
    (ahead = fetchNow().then((done) => {
      clearTimeout(retry);
      if (done) {
        pause = 2000;
        return;
      }
      retry = setTimeout(fetchAhead, pause);
      pause = Math.min(2 * pause, 60000);
    }));
  const fetchNow = async () => {
    const there = await left(),
      answer = await ask(`${base}copie/`);
    if (answer && answer.status >= 400 && answer.status < 500) return true;
    let made = null;
    try {
      made = answer?.status === 200 && JSON.parse(answer.text);
    } catch {
      /* not ours */
    }
    if (!made) return false;
    if (!made.steps) return true;
    if (!copies)
      Object.values(made.steps)
        .flatMap((page) => all(".phone link", parse(page)))
        .forEach(style);
    if (!answer.kept || !copies) copies = made;
    if (!answer.kept) sent = sent.filter((hand) => !there.includes(hand));
    if (!sheet) {
      const found = await ask(base);
      if (found?.status === 200 && one(".phone #sheet", parse(found.text))) sheet = found.text;
    }
    if (!rules) await learn();
    if (isBehind(one("#sheet"))) window.htmx?.trigger("#sheet", "live");
    document.dispatchEvent(new Event("outbox"));
    return !!(rules && sheet && !answer.kept);
  };
  /* what a step alone is styled by is there before its page is asked for */
  const style = (link) => {
    if (!one(`head link[href="${link.getAttribute("href")}"]`)) document.head.append(link);
  };
  const isBehind = (shown) => copies?.seq > Number(shown?.dataset.seq);
  /* the game's own rules as data, for as long as nobody can be asked (verdict.js) */
  const learn = async () => {
    const from = one("#outbox", parse(sheet || "<i>"));
    if (!from) return;
    const [address, ...scripts] = from.dataset.verdict.split(" ");
    if (!window.Away)
      await Promise.all(
        scripts.map(
          (src) =>
            new Promise((done) => {
              document.head.append(
                Object.assign(document.createElement("script"), {
                  src,
                  async: false,
                  onload: done,
                  onerror: done,
                }),
              );
            }),
        ),
      );
    /* where nothing judges hands there is nothing to learn */
    rules = !address || (await window.trionfo?.rulesIn(await ask(address)));
    keep(address).catch(() => {}); /* the sheet is written without it too */
  };
  /* over HTTPS the sheet opens with no network at all: what this page was made of is kept (service.js) */
  const keep = async (address) => {
    if (location.protocol !== "https:" || !navigator.serviceWorker) return;
    await navigator.serviceWorker.register("/tavolo/servizio.js");
    const made = performance
      .getEntriesByType("resource")
      .map((entry) => new URL(entry.name))
      .filter((url) => url.origin === location.origin && url.pathname.startsWith("/static/"));
    (await navigator.serviceWorker.ready).active.postMessage([
      base,
      `${base}copie/`,
      address,
      ...made.map((url) => url.pathname),
    ]);
  };
  /* of the hands written here those that wait no more: an answer asked for from now on knows them */
  const left = async () => {
    const still = (await waiting()).map(key);
    return sent.filter((hand) => !still.includes(key(hand)));
  };
  const key = ({ game, hand }) => `${game}-${hand}`;
  const earlier = (one, other) => (one.game - other.game || one.hand - other.hand) < 0;
  /* what the server had, what was sent since the copies came, and what waits here; up to a hand, or all of
     it */
  const written = async (before) => {
    const games = JSON.parse(JSON.stringify(copies.sheet.games));
    [...sent, ...(await waiting())]
      .filter((hand) => !before || earlier(hand, before))
      .forEach(({ game, hand, body }) => {
        (games[game - 1] ||= { hands: [] }).hands[hand - 1] = body;
      });
    return { ...copies.sheet, games };
  };
  const wholeSheet = async (before) => {
    try {
      return rules && trionfo.verdictOnSheet(rules, await written(before));
    } catch {
      return null;
    }
  };
  /* the score of a game before a hand of it */
  const before = async (place) => {
    const known = await wholeSheet(place);
    return known && (known.games[place.game - 1]?.score || known.games_won.map(() => 0));
  };
  const judged = async (body, place) => {
    try {
      return rules && trionfo.verdict(rules, await written(place), body, place);
    } catch {
      return null;
    }
  };
  const errors = (verdict) => verdict.problems.filter((problem) => problem.level === "error");
  /* the hands this phone knows of that the sheet it shows may not have yet, and what the rules say of all
     of them */
  const beyond = async () => {
    if (!copies) return null;
    const known = isBehind(one("#sheet")) ? await written() : { games: [] };
    const hands = known.games.flatMap((each, at) =>
      each.hands.map((body, number) => ({ game: at + 1, hand: number + 1, body })),
    );
    const more = [...hands, ...sent].filter((each) => each.body && !each.shown);
    return { hands: more, verdict: more.length || (await waiting()).length ? await wholeSheet() : null };
  };
  const counted = (body) => {
    const count = body?.[copies?.count];
    return count?.length === 2 ? (copies.ours ? [count[1], count[0]] : count).join("·") : "";
  };

  /* ---- without the server ---- */
  const waiting = async () =>
    (await Outbox.all().catch(() => [])).filter(
      (item) => item.match === match && item.state !== "handed" && !item.strike,
    );
  /* what was said when the copy was taken is not said again */
  const unsaid = (found) => {
    all(".toast", found).forEach((said) => said.remove());
    return found;
  };
  const own = async (url) => {
    if (!copies) await (ahead || fetchAhead());
    const at = new URL(url, location.href),
      [, game, hand, name] = /mano\/(\d+)-(\d+)\/([\w-]+)\/$/.exec(at.pathname) || [];
    if (at.pathname === base) return sheet && unsaid(parse(sheet));
    if (!copies || !game) return null;
    const place = { game: Number(game), hand: Number(hand) };
    if (name === "conferma") return confirmed(at, place);
    if (name === "monte") return annul(place);
    if (!copies.steps[name]) return null;
    const state = await early(at, place, name);
    return state ? confirmed(at, place, state) : step(at, place, name);
  };
  /* what stands already may end the hand before its last step */
  const early = async (at, place, name) => {
    const first = Object.keys(copies.steps)[0];
    for (const [state, keys] of name === first ? [] : Object.entries(copies.early)) {
      const verdict = await judged(handOf(copies.fields, at.searchParams, keys, state), place);
      if (verdict && !errors(verdict).length) return state;
    }
    return "";
  };
  const dealer = async (place) => {
    const next = (await wholeSheet(place))?.next;
    if (next) return next.dealer;
    const last = (await waiting()).pop();
    if (last?.body.dealer === undefined || key({ ...last, hand: last.hand + 1 }) !== key(place))
      return copies.place.join("-") === key(place) ? copies.dealer : null;
    return last.body.state === "annulled" ? last.body.dealer : (last.body.dealer + 1) % copies.seats;
  };
  const addressed = (found, place) => {
    all("[action], [formaction], [href], [data-stay]", found).forEach((el) =>
      ["action", "formaction", "href", "data-stay"].forEach((name) => {
        const said = el.getAttribute(name);
        if (said) el.setAttribute(name, said.replace(/mano\/\d+-\d+/, `mano/${key(place)}`));
      }),
    );
    return found;
  };
  const step = async (at, place, name) => {
    const found = addressed(parse(pattern(copies.steps[name], place.hand)), place),
      form = one("#hand", found),
      typed = at.searchParams;
    const own = copies.fields.filter((field) => field.step === name).flatMap((field) => field.inputs);
    if (!typed.get("key")) typed.set("key", Outbox.key());
    if (!typed.get("dealer")) {
      const turn = await dealer(place);
      if (turn !== null) typed.set("dealer", turn);
    }
    all("input[type=hidden]", form).forEach((input) => {
      if (!own.includes(input.name)) input.remove();
    });
    typed.forEach((value, name) => {
      const inputs = all("input", form).filter((input) => input.name === name);
      inputs.forEach((input) => {
        if (input.type === "radio" || input.type === "checkbox")
          input.toggleAttribute("checked", input.value === value);
        else input.setAttribute("value", value);
      });
      if (!inputs.length) form.prepend(hidden(name, value));
    });
    /* what stood before this hand is known of the one the copies were made for, or by the rules */
    const was = await before(place);
    if (was) {
      const card = one(
        `input[name$=_rank][value="${typed.get(`${copies.turned}_rank`)}"]`,
        parse(Object.values(copies.steps)[0]),
      );
      const points = (card?.dataset.points || "").split(",").map(Number),
        side = Number(typed.get("dealer")) % was.length;
      one("#reveal[data-before]", found)?.setAttribute("data-before", was);
      one(".duo[data-before]", found)?.setAttribute(
        "data-before",
        was.map((score, at) => score + (at === side ? points[at] || 0 : 0)),
      );
      all(".strip .s b", found).forEach((total, at) => {
        total.textContent = was[copies.sides[at]];
      });
    } else if (copies.place.join("-") !== key(place)) {
      one(".strip", found)?.remove();
      one("#reveal", found)?.removeAttribute("data-before");
      one("#sum", found)?.remove();
    }
    const wrong = typed.get("check") && copies.problems;
    if (wrong?.length) form.prepend(...wrong.map((problem) => note(problem.message)));
    copies.fields
      .filter((field) => field.step === name && field.kind === "declarations")
      .forEach((field) => declared(form, field.key));
    const back = one(".top .back", found),
      query = typed.toString();
    if ("keep" in back.dataset) back.href = `${back.getAttribute("href").split("?")[0]}?${query}`;
    return found;
  };
  const annul = async (place) => {
    const turn = await dealer(place);
    if (turn === null) return null;
    const name = document.createElement("b");
    name.textContent = copies.players[turn];
    const found = addressed(
      parse(pattern(copies.annul, place.hand).replaceAll("{dealer}", name.innerHTML)),
      place,
    );
    Object.assign(one("form[data-hand]", found).dataset, {
      hand: key(place),
      body: JSON.stringify({ ...copies.annulled, dealer: turn }),
    });
    return found;
  };
  const note = (text) => {
    const box = document.createElement("div");
    box.className = "note err inset gap";
    box.setAttribute("role", "alert");
    box.textContent = text;
    return box;
  };
  const confirmed = async (at, place, ended = "") => {
    const typed = at.searchParams,
      state = ended || typed.get("state") || "",
      keys = ended ? copies.early[ended] : copies.ways[state];
    const body = handOf(copies.fields, typed, keys, state),
      verdict = await judged(body, place),
      fields = copies.fields.filter((field) => keys.includes(field.key));
    const wrong = verdict && errors(verdict);
    if (wrong?.length) {
      const first =
        fields.find((field) => wrong.some((problem) => problem.where.split("/")[1] === field.key)) ||
        fields[fields.length - 1];
      copies.problems = wrong;
      typed.set("check", "1");
      return step(at, place, first.step);
    }
    const found = parse(pattern(copies.confirm, place.hand)),
      form = one("form[data-hand]", found);
    typed.delete("check");
    typed.forEach((value, name) => form.append(hidden(name, value)));
    form.dataset.hand = key(place);
    form.dataset.body = JSON.stringify(body);
    all(".back, [data-back]", found).forEach((link) => {
      link.href = `${base}mano/${form.dataset.hand}/${fields[fields.length - 1].step}/?${typed}`;
    });
    one("[data-written]", found).replaceChildren(
      ...fields.map((field) => said(field, typed)).filter(Boolean),
    );
    if (verdict && window.Away) Away.confirm(found, copies, verdict, place, await before(place), ended);
    (verdict?.problems || []).forEach((problem) => one("#main", found).prepend(note(problem.message)));
    return found;
  };
  const line = (label, text) => {
    const row = document.createElement("div"),
      words = document.createElement("span"),
      value = document.createElement("b");
    words.className = "say";
    words.textContent = label;
    value.textContent = text;
    row.append(words, value);
    return row;
  };
  /* a field as it is read aloud: the words of what was touched */
  const said = (field, typed) => {
    const parts = field.inputs.map((name) => typed.get(name) || "");
    if (!parts.some(Boolean) || field.kind === "taken") return null;
    const found = parse(copies.steps[field.step]);
    const touched = field.inputs.map(
      (name, place) =>
        one(`input[name="${name}"][value="${parts[place]}"]`, found)?.dataset.name ||
        one(`input[name="${name}"][value="${parts[place]}"] + .box`, found)?.textContent.trim() ||
        parts[place],
    );
    if (field.kind === "shares" && copies.ours) touched.reverse();
    const card = one("#reveal", found)?.dataset.pattern;
    const text =
      field.kind === "card" && card
        ? card.replace("{rank}", touched[0]).replace("{suit}", touched[1])
        : touched.join(" – ");
    const row = line(copies.labels[field.key], text);
    row.dataset.key = field.key;
    return row;
  };

  window.Copies = {
    ask,
    parse,
    own,
    waiting,
    relist,
    fetchAhead,
    left,
    beyond,
    counted,
    earlier,
    now: () => copies,
    rules: () => rules,
    forget: (hand) => {
      sent = sent.filter((old) => earlier(old, hand));
    },
    remember: (hand) => {
      sent = [...sent.filter((old) => key(old) !== key(hand)), hand];
    },
    sheet: (html, shown = []) => {
      sheet = html;
      shown.forEach((hand) => {
        hand.shown = true;
      });
    },
  };
})();
