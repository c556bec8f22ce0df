/* What the rules say of hands that no server has seen yet, drawn as the server's own pages have it: the
   page that is read aloud, and the sheet. Fetched with the rules (copies.js); its sentences come with the
   copies (pages/table/away.py). */
(() => {
  "use strict";
  const { all, one } = window.Query;
  const put = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const real = (points) => String(points).replace("-", "\u2212"),
    signed = (points) => (points > 0 ? `+${points}` : real(points));
  const some = (forms, n) => put(forms[n === 1 ? 0 : 1], { n: real(n) });
  const make = (name, className = "", text = "") =>
    Object.assign(document.createElement(name), { className, textContent: text });
  /* two numbers are read "36 to 19" */
  const figures = (words, [first, other, ...more]) =>
    more.length || other === undefined
      ? [first, other, ...more].join(", ")
      : put(words.figures, { first: real(first), other: real(other) });

  /* la trama, as scoring/templatetags/score_drawing.py draws it: lozenges from corner to corner, the others
     up their column, a peak drawn */
  const RUNS = ["l10-10", "v-10", "v-10", "v-10", "m0-9l4.7 8h-9.4"];
  const weave = (place, seat, score, fresh, { target, unit, weave: label }) => {
    const drawn = one(".trama", place);
    if (!drawn || !target) return;
    const goal = Math.floor(target / unit),
      stitches = (points) => {
        const woven = Math.floor(Math.max(points, 0) / unit);
        return points >= target ? woven : Math.min(woven, goal - 1);
      };
    const done = stitches(score),
      old = Math.min(done, stitches(score - fresh)),
      last = Math.max(done, goal),
      over = done > goal;
    const thread = (kind, shape, first, last) => {
      let runs = "";
      for (let at = first; at < last; at++) {
        const x = Math.floor(at / 5) * 10 + (shape ? 5 : 0) + (at < goal ? 0 : 4);
        runs += `M${x} ${50 - (at % 5) * 10}${RUNS[shape]}`;
      }
      return runs && `<path class="${kind}" d="${runs}"/>`;
    };
    drawn.setAttribute("viewBox", `0 0 ${Math.ceil(last / 5) * 10 + (over ? 4 : 0)} 50`);
    drawn.setAttribute("aria-label", put(label, { score }));
    drawn.innerHTML =
      thread(`f${seat}`, seat, 0, old) +
      thread(`n f${seat}`, seat, old, done) +
      thread("hole", 1, old, done) +
      thread("o", 1, done, goal) +
      (over ? `<path class="goal" d="M${goal * 2 + 2} 0V50"/>` : "");
  };
  const total = (place, points) =>
    Object.assign(one(".n", place), { className: `n l${real(points).length}`, textContent: real(points) });

  /* ---- the page that is read aloud ---- */
  const gain = (words, seat, points) => make("b", `c${words.marks[seat]}`, signed(points));
  const reason = (words, label, scores, { className = "", whose } = {}) => {
    const row = make("div", className),
      gains = make("span", "gains");
    row.append(label, gains);
    gains.append(
      ...scores.map((points, seat) => (points || seat === whose ? gain(words, seat, points) : "")),
    );
    return row;
  };
  const why = (rows, { words, sides, count, turned }, { parts, score, hand }) => {
    const left = { ...parts },
      take = (key) => {
        const scores = left[key] || [];
        delete left[key];
        return scores;
      };
    const lines = rows
      .filter((row) => row.dataset.key !== "dealer")
      .map((row) => {
        const { key } = row.dataset,
          say = one(".say", row),
          detail = make("small", "", one("b", row).textContent);
        const loose = Object.keys(left).filter((each) => !rows.some((row) => row.dataset.key === each));
        if (key !== count || sides.length > 2 || loose.length > 1) {
          say.append(" ", detail);
          return reason(words, say, take(key), { whose: key === turned ? hand.dealer % sides.length : null });
        }
        /* the count in one line, with the sum where only what is above the even split is scored */
        const [ours, theirs] = sides.map((seat) => hand[key][seat]),
          scores = take(loose[0]);
        say.textContent = put(words.counted, { left: ours, right: theirs });
        if (words.even)
          say.append(
            " ",
            make(
              "small",
              "",
              scores.some(Boolean) ? `${Math.max(ours, theirs)} \u2212 ${words.even}` : words.level_count,
            ),
          );
        return reason(words, say, scores);
      });
    Object.entries(left)
      .filter(([, scores]) => scores.some(Boolean))
      .forEach(([key, scores]) => lines.push(reason(words, make("span", "say", words.parts[key]), scores)));
    const got = sides.filter((seat) => score[seat]),
      none = () => reason(words, make("span", "say", words.none), [], { className: "total" });
    const whole = (seat) =>
      reason(
        words,
        make("span", "say", words.in_hand[seat]),
        score.map((points, at) => (at === seat ? points : 0)),
        { className: "total" },
      );
    return [...lines, ...(got.length ? got.map(whole) : [none()])];
  };
  const confirm = (found, copies, verdict, place, before, ended) => {
    const { words, sides } = copies,
      { score, winner, over, target } = verdict.game,
      { next } = verdict,
      set = words.games[place.game - 1];
    all("[data-after] .side", found).forEach((side) => {
      const seat = Number(side.dataset.side),
        was = before[seat],
        fresh = score[seat] - was;
      total(side, score[seat]);
      one(".was", side).textContent = some(fresh ? words.was : words.stays, was);
      weave(side, seat, score[seat], fresh, set);
    });
    one("[data-after]", found).hidden = false;
    const ranked = [...sides].sort((a, b) =>
      winner === null ? 0 : (a !== winner) - (b !== winner) || score[b] - score[a],
    );
    const said = put(
      over ? (winner === null ? words.level : (verdict.over ? words.won_match : words.won)[winner]) : "",
      {
        score: figures(
          words,
          ranked.map((seat) => score[seat]),
        ),
      },
    );
    const heading = one("[data-won] h2", found);
    heading.textContent = said;
    if (winner !== null) heading.classList.add(`c${words.marks[winner]}`);
    one("[data-won]", found).hidden = !said;
    const rows = all("[data-written] > div", found);
    if (verdict.score) one("[data-written]", found).replaceChildren(...why(rows, copies, verdict));
    const best = Math.max(...score),
      ahead = sides.filter((seat) => score[seat] === best),
      then = [];
    if (!over && target && best < target)
      then.push(some(ahead.length > 1 ? words.missing_both : words.missing[ahead[0]], target - best));
    const won = {
      score: figures(
        words,
        sides.map((seat) => verdict.games_won[seat]),
      ),
    };
    if (over)
      then.push(
        words.games.length === 1
          ? words.over
          : put(next ? words.games[next.game - 1].after : words.over_in_games, won),
      );
    if (next) then.push(next.dealer === null ? words.drawn : words.deals[next.dealer]);
    one("[data-then]", found).innerHTML = then.join(" ");
    one("[data-then]", found).hidden = false;
    one("[data-ended]", found).hidden = !ended;
  };

  /* ---- the sheet ---- */
  /* what the server said is laid aside, whole, for as long as this stands in its place */
  const lay = (el) => {
    if (!el) return null;
    const mine = el.cloneNode(true),
      aside = document.createElement("template");
    mine.dataset.mine = "";
    aside.dataset.under = "";
    el.replaceWith(mine, aside);
    aside.content.append(el);
    return mine;
  };
  const coming = (row, words, sides, { hand, dealer }) => {
    const cells = all("td > .c", row),
      at = dealer === null ? -1 : sides.indexOf(dealer % sides.length);
    cells.forEach((cell) => cell.replaceChildren());
    all("i.dealer-mark", row).forEach((mark) => mark.remove());
    one("th b", row).textContent = hand;
    if (at < 0) return;
    cells[at].append(make("span", "", words.row[dealer]));
    if (cells.length > 2) cells[at].prepend(make("i", "dealer-mark"));
    else one("th", row).prepend(make("i", at ? "dealer-mark dealer-right" : "dealer-mark"));
  };
  const sheet = ({ words, sides }, verdict, mine, draw) => {
    const served = Number(one("#sheet").dataset.next.split("-")[0]),
      { next, games } = verdict;
    const asked = Number(new URLSearchParams(location.search).get("partita")),
      now = next ? next.game : games.length;
    const shown = asked >= served && games[asked - 1]?.hands.length ? asked : now,
      set = words.games[shown - 1];
    const game = games[shown - 1],
      here = mine.filter((item) => item.game === shown),
      body = lay(one("#sheet .roll tbody"));
    if (!set || !body) return;
    const last = one("tr.next", body);
    if (shown !== served) all("tr:not(.next)", body).forEach((row) => row.remove());
    here.forEach((item) => last.before(draw(last, item, game.hands[item.hand - 1]?.running)));
    if (next?.game === shown && !here.length) {
      last.hidden = false;
      coming(last, words, sides, next);
    } else last.remove();
    const won = lay(one("#sheet .score"));
    all(".side", won).forEach((side) => {
      const seat = Number(side.dataset.side),
        score = game?.score[seat] || 0,
        was = Number(one(".n", side).textContent.replace("\u2212", "-"));
      total(side, score);
      weave(side, seat, score, shown === served ? score - was : score, set);
      const pips = one(".pips", side),
        count = verdict.games_won[seat];
      all("i", side).forEach((pip, at) => pip.classList.toggle("on", at < count));
      pips?.setAttribute("aria-label", some(words.games_won, count));
    });
    const where = lay(one("#where"));
    if (where) where.textContent = set.where;
    [...(lay(one("#sheet .games"))?.children || [])].forEach((tab, at) => {
      const each = games[at],
        begun = each?.hands.length,
        number = at + 1;
      if (number < served) return;
      const status =
        begun && number !== next?.game
          ? "over"
          : number === next?.game
            ? begun
              ? "playing"
              : "next"
            : next
              ? "to_come"
              : "not_needed";
      const [label, figure] = words.games[at].tabs[status],
        link = make(begun ? "a" : "span", "", label);
      if (begun) link.href = `?partita=${number}`;
      if (number === shown) link.setAttribute("aria-current", "true");
      link.append(make("b", "", begun ? sides.map((seat) => real(each.score[seat])).join(" – ") : figure));
      tab.replaceWith(link);
    });
  };
  window.Away = { confirm, sheet };
})();
