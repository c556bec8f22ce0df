/* The table while it is being touched: the QR's token is posted at once, the card shows what it scores, the points what
   they make, and the server says in its own words whether they can be. Every page works without it. */
(() => {
  "use strict";
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const one = (selector, root = document) => root.querySelector(selector);
  const fill = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  /* ---- the QR: its token stands in the fragment, which no server and no log ever sees ---- */
  const open = one("#open");
  const token = location.hash.slice(1);
  if (open && /^[\w-]{20,64}$/.test(token)) {
    history.replaceState(null, "", location.pathname);
    open.elements.token.value = token;
    one("[data-opening]").hidden = false;
    open.submit();
  }

  /* ---- after saving: a page read again does not say it twice; a form goes off once ---- */
  if (one("[data-saved]")) history.replaceState(null, "", location.pathname);
  document.addEventListener("submit", (event) => {
    if (!("once" in event.target.dataset)) return;
    if (event.target.dataset.once === "sent") event.preventDefault();
    event.target.dataset.once = "sent";
  });
  addEventListener("pageshow", () => all("[data-once]").forEach((form) => { form.dataset.once = ""; }));

  const form = one("#hand");
  if (!form) return;
  const checked = (name) => one(`input[name$="${name}"]:checked`, form);
  const typed = () => new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ""));
  all("[data-step]", form).forEach((button) => { button.hidden = false; });
  all("[data-keep]").forEach((link) => link.addEventListener("click", () => {
    link.href = `${link.href.split("?")[0]}?${typed()}`;
  }));

  /* ---- step 1: the card, turned ---- */
  const reveal = one("#reveal");
  const turn = () => {
    const dealer = checked("dealer"), suit = checked("_suit"), rank = checked("_rank");
    if (dealer && one("[data-dealer]")) {
      one("[data-dealer]").textContent = dealer.dataset.name;
      one("[data-dealer-side]").textContent = dealer.dataset.who;
    }
    if (!reveal || !suit || !rank) return;
    one(".nm", reveal).textContent = fill(reveal.dataset.pattern, { rank: rank.dataset.name, suit: suit.dataset.name });
    lay(one(".pcard", reveal), rank.dataset.letter, one("svg", suit.nextElementSibling));
    const side = dealer ? dealer.dataset.side : "";
    const points = Number(rank.dataset.points.split(",")[side]), was = Number(reveal.dataset.before.split(",")[side]);
    const mark = dealer ? reveal.dataset["mark" + side] : "";
    reveal.className = `reveal ${mark}`;
    const plus = one(".plus", reveal), then = one(".then", reveal);
    plus.className = `plus flare c${mark}`;
    plus.textContent = !dealer ? "" : points ? fill(reveal.dataset["gain" + side], { n: `+${points}` }) : reveal.dataset.none;
    then.hidden = !points;
    one("span", then).textContent = was;
    one("b", then).textContent = was + points;
  };
  const lay = (card, letter, drawing) => {
    const corner = document.createElement("b"), small = drawing.cloneNode(true), big = drawing.cloneNode(true);
    corner.textContent = letter;
    big.classList.add("big");
    card.className = drawing.classList.contains("s-red") ? "pcard red" : "pcard";
    card.replaceChildren(corner, small, big);
  };

  /* ---- step 2: the points, weighed ---- */
  const duo = one(".duo", form), sum = one("#sum");
  const boxes = duo ? all("input", duo) : [];
  const weigh = () => {
    const total = Number(duo.dataset.total), even = Number(duo.dataset.even), ours = Number(boxes[0].value);
    const known = boxes[0].value !== "" && ours >= 0 && ours <= total;
    all("small", duo).forEach((small) => {
      small.textContent = small.closest("label").classList.contains("on") ? small.dataset.type : small.dataset.fill;
    });
    if (!sum || !known) return;
    const best = ours >= total - ours ? 0 : 1, made = Math.max(ours, total - ours), side = boxes[best].dataset.side;
    const said = one("[data-said]", sum), then = one("[data-then]", sum), was = Number(duo.dataset.before.split(",")[side]);
    then.hidden = made === even;
    if (made === even) said.textContent = sum.dataset.none;
    else {
      const gain = document.createElement("b");
      gain.className = `c${duo.dataset["mark" + side]}`;
      gain.textContent = fill(duo.dataset["gain" + side], { n: `+${made - even}` });
      said.replaceChildren(`${made} − ${even} = `, gain);
      one("span", then).textContent = was;
      one("b", then).textContent = was + made - even;
    }
    draw(one("svg", sum), ours, total, even, Number(boxes[0].dataset.side));
  };
  const draw = (svg, ours, total, even, left) => {
    let body = "";
    for (let place = 0; place < total; place++) {
      const mine = place < ours, side = mine ? left : 1 - left, over = mine ? place >= even : place < even;
      const x = Math.floor(place / 2) * 10 + 5, y = (place % 2) * 10 + 5, kind = `f${side}${over ? "" : " under"}`;
      body += side ? `<circle class="${kind}" cx="${x}" cy="${y}" r="3.9"/>`
        : `<path class="${kind}" d="M${x} ${y - 4.6}l4.6 4.6-4.6 4.6-4.6-4.6Z"/>`;
    }
    const half = one(".half", svg);
    svg.innerHTML = body;
    if (half) svg.append(half);
    svg.setAttribute("aria-label", fill(sum.dataset.label, { ours, theirs: total - ours }));
  };

  /* ---- the rules answer in their own words: the same page is asked for with what is typed ---- */
  let waiting = 0, asked = 0;
  const check = () => {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      const mine = ++asked;
      try {
        const answer = await fetch(`${form.dataset.stay}?${typed()}`, { credentials: "same-origin" });
        if (!answer.ok || mine !== asked) return;
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        all("[data-check]").forEach((part) => {
          const fresh = page.getElementById(part.id);
          if (fresh) part.replaceChildren(...document.importNode(fresh, true).childNodes);
        });
        const wrong = Boolean(one("[data-check] [role=alert]", form));
        one(".tricks", form)?.classList.toggle("bad", Boolean(one("[id^=wrong_tricks] [role=alert]", form)));
        one("[data-go]").disabled = wrong;
      } catch { /* without the network the confirm page asks the same questions */ }
    }, 400);
  };

  form.addEventListener("change", turn);
  form.addEventListener("input", () => {
    if (!duo) return;
    one("[data-go]").disabled = false;
    setTimeout(weigh);
    check();
  });
  if (duo) {
    boxes.forEach((box) => { if (box.value === "" && box.placeholder) box.value = box.placeholder; });
    duo.addEventListener("focusin", () => setTimeout(weigh));
    document.addEventListener("click", (event) => { if (event.target.closest(".keys")) setTimeout(weigh); });
    setTimeout(weigh);
  }
  turn();
})();
