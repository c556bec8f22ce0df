/* What the page shows of the outbox: how many hands wait, which, since when, and what became of those
   refused. */
(() => {
  "use strict";
  const { all, one } = window.Query;
  const put = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const match = location.pathname.split("/")[2];
  const lang = document.documentElement.lang;
  const clock = (at) => new Date(at).toLocaleTimeString("it", { hour: "2-digit", minute: "2-digit" });
  const list = (numbers) =>
    Intl.ListFormat ? new Intl.ListFormat(lang).format(numbers.map(String)) : numbers.join(", ");
  let refused = false,
    full = false,
    drawing = 0,
    items = null,
    beyond = null;

  const chips = (count, words) => {
    const counted = document.body.hasAttribute("data-holds");
    document.body.toggleAttribute("data-holds", !!count); /* then who else speaks of the network is silent */
    all("[data-waiting]").forEach((chip) => {
      chip.hidden = !count;
      one("span", chip).textContent = put(count === 1 ? words.one : words.many, { count });
      if (count)
        all("[data-online], [data-offline]", chip.parentNode).forEach((other) => {
          other.hidden = true;
        });
      else if (counted) one("[data-online]", chip.parentNode).hidden = false;
    });
  };

  /* the rows that the server has not seen yet, each made of the row of the hand to come */
  const tot = (points, at) => {
    const cell = document.createElement("div"),
      total = document.createElement("span");
    cell.className = at ? "c" : "c l";
    total.className = "tot";
    total.textContent = points;
    cell.append(total);
    return cell;
  };
  const row = (next, item, running) => {
    const row = next.cloneNode(true),
      spine = one("th", row),
      number = document.createElement("b");
    row.hidden = false;
    row.className = "";
    row.dataset.mine = "";
    all("td", row).forEach((cell) => cell.replaceChildren());
    number.textContent = item.hand;
    spine.replaceChildren(number, item.key ? one("template[data-arrow]").content.cloneNode(true) : "");
    const counted = Copies.counted(item.body);
    if (counted) spine.append(Object.assign(document.createElement("small"), { textContent: counted }));
    if (item.key) spine.title = put(one("#outbox").dataset.unsent, { time: clock(item.at) });
    if (running) all("td", row).forEach((cell, at) => cell.append(tot(running[Copies.now().sides[at]], at)));
    return row;
  };
  /* what the server said comes back from where away.js had laid it aside */
  const lift = () => {
    all("template[data-under]").forEach((aside) => {
      const mine = aside.previousElementSibling;
      if (mine && "mine" in mine.dataset) mine.replaceWith(aside.content);
      aside.remove();
    });
    all("[data-mine]").forEach((row) => row.remove());
  };
  const rows = (mine, verdict) => {
    lift();
    const next = one("#sheet tr.next");
    if (!next) return;
    next.hidden = !!mine.length;
    if (mine.length && verdict && window.Away) Away.sheet(Copies.now(), verdict, mine, row);
    else mine.forEach((item) => next.before(row(next, item)));
    const unsent = all("#sheet th[title]").pop(); /* none where the hand is of another game */
    if (!unsent) return;
    const line = document.createElement("p");
    line.className = "leg";
    line.dataset.mine = "";
    line.append(one("template[data-arrow]").content.cloneNode(true), unsent.title);
    one("#sheet .roll").after(line);
  };

  /* the buttons count on from the last hand this phone knows of; only what has not left is taken back here */
  const acts = (mine, verdict, words) => {
    const last = mine[mine.length - 1],
      unsent = mine.filter((item) => item.key).pop(),
      links = all("#acts a[href*='/mano/']:not([href*='/quale/']), .menu a[href$='/monte/']"),
      score = links.find((link) => link.closest("#acts"));
    const [game, hand] = (one("#sheet")?.dataset.next || "").split("-").map(Number),
      over = verdict && !verdict.next;
    all("[data-over]").forEach((note) => {
      note.hidden = !over;
    });
    all("#acts form[action$='/arbitro/']").forEach((form) => {
      form.hidden = !!unsent;
    }); /* that needs the network */
    all("[data-retry]").forEach((button) => {
      button.hidden = !unsent;
    });
    all("#acts [data-take-back]").forEach((button) => {
      button.hidden = !unsent;
      if (unsent)
        one("span", button).textContent = put(
          verdict?.next && verdict.next.game !== unsent.game ? words.undoOf : words.undo,
          unsent,
        );
    });
    all("#acts form[action$='/annulla/']").forEach((form) => {
      form.hidden = !!last;
    });
    if (!score || !game) return;
    const guess =
        last && !Copies.earlier(last, { game, hand })
          ? { game: last.game, hand: last.hand + 1 }
          : { game, hand },
      next = verdict ? verdict.next : guess;
    links.forEach((link) => {
      link.hidden = !next || (!last && "undealt" in link.dataset);
      if (next)
        link.href = link.getAttribute("href").replace(/mano\/\d+-\d+/, `mano/${next.game}-${next.hand}`);
    });
    if (!next) return;
    if (last) score.textContent = put(words.score, next);
  };

  const SENTENCE = {
    mend: (item) => item.why,
    handed: (item, words) => words[item.code] || `${item.why} ${words.handed}`,
    "": (item, words) => (item.code === "login" ? words.login : item.why),
  };
  const notes = (items, words) => {
    const place = one("[data-notes]");
    place.replaceChildren(
      ...items
        .filter((item) => item.state || item.why)
        .map((item) => {
          const note = one("template[data-note]").content.cloneNode(true),
            act = one("[data-do]", note);
          one("[data-what]", note).textContent = put(words.where, item);
          one("[data-why]", note).textContent = SENTENCE[item.state](item, words);
          if (item.state === "mend" && words.mend) {
            act.textContent = put(words.mend, item);
            act.href = `/tavolo/${item.match}/mano/${item.game}-${item.hand}/${item.first}/?${item.draft}`;
          } else if (item.state === "handed") {
            const words = one(`[data-words-${item.code}]`) || one("[data-words-read]");
            act.textContent = words.textContent;
            act.href = "#";
            act.addEventListener("click", (event) => {
              event.preventDefault();
              Outbox.forget(item);
            });
          } else if (item.code === "login") {
            act.textContent = one("[data-words-open]").textContent;
            act.href = "/t/";
          } else act.remove();
          return note;
        }),
    );
  };

  const paint = () => {
    const box = one("#outbox");
    if (!box || refused || !items) return;
    const words = box.dataset,
      wait = items.filter((item) => item.state !== "handed");
    const here = wait.filter((item) => item.match === match && !item.strike);
    box.dataset.read = "";
    chips(wait.length, words);
    notes(items, words);
    one("[data-away]").hidden = !(here.length && Outbox.away(match));
    if (here.length)
      one("[data-safe]").textContent = put(here.length === 1 ? words.safeOne : words.safeMany, {
        hands: list(here.map((item) => item.hand)),
      });
    const [game, hand] = (one("#sheet")?.dataset.next || "").split("-").map(Number),
      place = (each) => `${each.game}-${each.hand}`;
    /* those that have left stand among them until a sheet comes that has them */
    const kept = items.filter((item) => item.match === match).map(place);
    const left = (beyond?.hands || []).filter(
      (each) => game && !Copies.earlier(each, { game, hand }) && !kept.includes(place(each)),
    );
    const known = [...new Map([...left, ...here].map((each) => [place(each), each])).values()];
    const mine = known.sort((one, other) => (Copies.earlier(one, other) ? -1 : 1)),
      verdict = mine.length ? beyond?.verdict : null;
    rows(mine, verdict);
    acts(mine, verdict, words);
  };
  const draw = async () => {
    const mine = ++drawing,
      now = await Outbox.all(),
      known = await window.Copies?.beyond();
    if (mine !== drawing) return;
    [items, beyond] = [now, known];
    paint();
  };
  document.addEventListener("outbox", draw);
  /* what was just put into the page knows nothing of this phone: it is told before it is seen */
  ["page", "htmx:oobAfterSwap", "htmx:afterSettle"].forEach((name) => document.addEventListener(name, paint));
  document.addEventListener("page", () => {
    if (items) draw();
  });
  document.addEventListener("click", async (event) => {
    if (event.target.closest("[data-retry]")) Outbox.now();
    if (!event.target.closest("[data-take-back]")) return;
    const last = (await Outbox.all())
      .filter((item) => item.match === match && item.state !== "handed" && !item.strike)
      .pop();
    if (last) Copies.forget(last);
    if (last)
      await Outbox.put({
        match,
        game: last.game,
        hand: last.hand,
        strike: true,
        body: null,
        where: last.where,
      });
  });
  const warn = () =>
    all("[data-no-store]").forEach((note) => {
      note.hidden = !refused && !full;
    });
  const none = () => {
    refused = true;
    warn();
  };
  document.addEventListener("unkept", () => {
    full = true;
  });
  document.addEventListener("page", warn);
  addEventListener("DOMContentLoaded", () => {
    if (window.Outbox) Outbox.ready.then(draw).catch(none);
    else none();
  });
})();
