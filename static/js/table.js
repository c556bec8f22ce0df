/* The table while it is touched. Every page works without it; `page` is said when another one is shown. */
(() => {
  "use strict";
  const { all, one } = window.Query;
  const put = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  /* the token stands in the fragment, which no server ever sees */
  const open = one("#open");
  const sit = () => {
    const token = location.hash.slice(1);
    if (!/^[\w-]{20,64}$/.test(token)) return;
    history.replaceState(null, "", location.pathname);
    open.elements.token.value = token;
    one("[data-opening]").hidden = false;
    open.submit();
  };
  if (open) {
    sit();
    addEventListener("hashchange", sit);
  }

  const start = () => {
    /* a page read again does not say "saved" twice */
    if (one(".toast[data-saved]")) history.replaceState(null, "", location.pathname);

    const form = one("#hand");
    if (!form) return;
    const go = one("[data-go]");
    const picked = (name) => one(`input[name$="${name}"]:checked`, form);
    const typed = () => new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ""));
    const bySide = (list, side) => Number(list.split(",")[side]);
    all("[data-step]", form).forEach((button) => {
      button.hidden = false;
    });
    all("[data-keep]").forEach((link) =>
      link.addEventListener("click", () => {
        link.href = `${link.href.split("?")[0]}?${typed()}`;
      }),
    );

    /* step 1: the card, turned */
    const reveal = one("#reveal");
    const lay = (card, letter, suit) => {
      const corner = document.createElement("b"),
        big = suit.cloneNode(true);
      corner.textContent = letter;
      big.classList.add("big");
      card.className = suit.classList.contains("s-red") ? "pcard red" : "pcard";
      card.replaceChildren(corner, suit.cloneNode(true), big);
    };
    const turn = () => {
      const dealer = picked("dealer"),
        suit = picked("_suit"),
        rank = picked("_rank");
      if (dealer && one("[data-dealer]")) {
        one("[data-dealer]").textContent = dealer.dataset.name;
        one("[data-dealer-side]").textContent = dealer.dataset.who;
      }
      if (!reveal || !suit || !rank) return;
      one(".name", reveal).textContent = put(reveal.dataset.pattern, {
        rank: rank.dataset.name,
        suit: suit.dataset.name,
      });
      if (rank.dataset.means)
        Object.assign(one("[data-label]", reveal), {
          className: "plus flare",
          textContent: put(rank.dataset.means, { suit: suit.dataset.name }),
        });
      lay(one(".pcard", reveal), rank.dataset.letter, one("svg", suit.nextElementSibling));
      if (!dealer || !reveal.dataset.before) return;
      const { side } = dealer.dataset,
        mark = reveal.dataset["mark" + side],
        then = one(".then", reveal),
        plus = one(".plus", reveal);
      const points = bySide(rank.dataset.points, side),
        was = bySide(reveal.dataset.before, side);
      reveal.className = `reveal ${mark}`;
      plus.className = `plus flare c${mark}`;
      plus.textContent = points
        ? put(reveal.dataset["gain" + side], { n: `+${points}` })
        : reveal.dataset.none;
      then.hidden = !points;
      one("span", then).textContent = was;
      one("b", then).textContent = was + points;
    };
    form.addEventListener("change", turn);
    turn();
    /* a card made whole by a touch goes on once it was seen; who types, or comes back, has the button */
    let going = 0;
    form.addEventListener("submit", () => clearTimeout(going));
    form.addEventListener("click", (event) => {
      if (!event.detail || !event.target.closest(".pick label") || !("whole" in (reveal?.dataset || {})))
        return;
      clearTimeout(going);
      going = setTimeout(() => {
        if (["dealer", "_suit", "_rank"].every(picked) && go.isConnected) go.click();
      }, 500);
    });

    /* step 2: the points, weighed */
    const duo = one(".duo", form),
      sum = one("#sum");
    if (!duo) return;
    const boxes = all("input", duo),
      total = Number(duo.dataset.total),
      even = Number(duo.dataset.even);
    const draw = (svg, ours, left) => {
      const half = one(".half", svg);
      let body = "";
      for (let place = 0; place < total; place++) {
        const mine = place < ours,
          side = mine ? left : 1 - left,
          x = (place >> 1) * 10 + 5,
          y = (place % 2) * 10 + 5;
        const kind = `class="f${side}${mine === place >= even ? "" : " under"}"`;
        body += side
          ? `<circle ${kind} cx="${x}" cy="${y}" r="3.9"/>`
          : `<path ${kind} d="M${x} ${y - 4.6}l4.6 4.6-4.6 4.6-4.6-4.6Z"/>`;
      }
      svg.innerHTML = body;
      if (half) svg.append(half);
      svg.setAttribute("aria-label", put(sum.dataset.label, { ours, theirs: total - ours }));
    };
    const weigh = () => {
      const ours = Number(boxes[0].value),
        made = Math.max(ours, total - ours);
      all("small[data-type]", duo).forEach((small) => {
        small.textContent = small.dataset[small.parentNode.classList.contains("on") ? "type" : "fill"];
      });
      if (!sum) return;
      const said = one("[data-said]", sum),
        then = one("[data-then]", sum),
        gain = document.createElement("b");
      if (boxes[0].value === "" || !(ours >= 0 && ours <= total)) {
        said.textContent = sum.dataset.write;
        then.hidden = true;
        return draw(one("svg", sum), even, Number(boxes[0].dataset.side));
      }
      const { side } = boxes[ours * 2 >= total ? 0 : 1].dataset,
        was = bySide(duo.dataset.before, side);
      gain.className = `c${duo.dataset["mark" + side]}`;
      gain.textContent = put(duo.dataset["gain" + side], { n: `+${made - even}` });
      said.replaceChildren(...(made === even ? [sum.dataset.none] : [`${made} − ${even} = `, gain]));
      then.hidden = made === even;
      one("span", then).textContent = was;
      one("b", then).textContent = was + made - even;
      draw(one("svg", sum), ours, Number(boxes[0].dataset.side));
    };

    /* the rules answer for themselves: the same page is asked for with what is typed */
    let waiting = 0,
      asked = 0;
    const check = async () => {
      const mine = ++asked;
      try {
        const answer = await fetch(`${form.dataset.stay}?${typed()}`);
        if (!answer.ok || mine !== asked) return;
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        all("[data-check]").forEach((part) => {
          const fresh = page.getElementById(part.id);
          if (fresh) part.replaceChildren(...fresh.childNodes);
        });
        one(".tricks", form)?.classList.toggle("bad", !!one(".tricks.bad", page));
        go.disabled = !!one("[data-check] [role=alert]", form);
      } catch {
        /* offline, the next page asks the same */
      }
    };
    form.addEventListener("input", () => {
      go.disabled = false;
      one("#adds_up")?.replaceChildren();
      setTimeout(weigh);
      clearTimeout(waiting);
      waiting = setTimeout(check, 400);
    });
    boxes.forEach((box) => {
      if (box.value === "") box.value = box.placeholder;
    });
    go.disabled = !!one("[data-check] [role=alert]", form);
    duo.addEventListener("focusin", () => setTimeout(weigh));
    one(".keys")?.addEventListener("click", () => setTimeout(weigh));
    setTimeout(weigh); /* by then the keypad has said which box is written */
  };
  start();
  document.addEventListener("page", start);
})();
