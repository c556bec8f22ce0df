/* The page at the door answers at once: letters and search hide rows, a touch asks "is it you?" before the
   network does. What is touched is kept on this tablet until the desk has it. Without this script the forms
   do the same, a page at a time. */
(() => {
  "use strict";
  const { all, one } = window.Query;
  /* ms: for an answer, until the next try, a word of thanks */
  const WAIT = 8000, AGAIN = 5000, THANKS = 9000;
  const store = `door:${location.pathname}`;
  const find = (id) => document.getElementById(id);
  let touched = null, sending = false, later = 0, leaving = 0;

  /* ---- letters and search ---- */
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const chosen = () => find("pairs").dataset.letter;
  const searched = () => (one("#search input") ? plain(one("#search input").value) : "");
  const place = (row) => {
    const letters = all(".initial", row).map((el) => el.dataset.letter);
    const at = Math.max(0, chosen() ? letters.indexOf(chosen()) : 0);
    const names = one("b", row).textContent.split(" – ");
    return at + plain((names[at] || names[0]).split(" ").pop()) + row.dataset.key;
  };
  const apply = () => {
    const letter = chosen(), words = searched().split(/\s+/);
    const rows = all("#pairs > button");
    rows.forEach((row) => {
      const wanted = words.every((word) => row.dataset.key.includes(` ${word}`) || !word);
      row.hidden = !wanted || !row.dataset.letters.includes(letter);
      row.classList.toggle("picked", Boolean(touched) && row.value === touched.value);
      const waits = pending.some((each) => each.present === row.value);
      row.classList.toggle("waiting", waits && !row.classList.contains("present"));
    });
    all(".initial").forEach((el) => el.classList.toggle("on", el.dataset.letter === letter));
    all(".door-letters button").forEach((el) =>
      el.setAttribute("aria-pressed", String(el.dataset.letter === letter)),
    );
    find("nobody").hidden = rows.some((row) => !row.hidden);
    const keys = new Map(rows.map((row) => [row, place(row)]));
    const sorted = [...rows].sort((a, b) => (keys.get(a) < keys.get(b) ? -1 : 1));
    if (sorted.some((row, at) => row !== rows[at])) find("nobody").before(...sorted);
  };
  const choose = (letter) => {
    find("pairs").dataset.letter = letter;
    apply();
  };

  /* ---- what waits for the network ---- */
  let pending = [];
  try {
    pending = JSON.parse(localStorage.getItem(store)) || [];
  } catch {
    /* a tablet that stores nothing keeps it while the page is open */
  }
  const keep = (acts) => {
    pending = acts;
    try {
      localStorage.setItem(store, JSON.stringify(acts));
    } catch {
      /* as above */
    }
  };
  const ask = async (address, sent) => {
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(), WAIT);
    try {
      const body = sent && new URLSearchParams(sent);
      const answer = await fetch(address, { method: sent ? "POST" : "GET", body, signal: end.signal });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      return { status: answer.status, page };
    } finally {
      clearTimeout(timer);
    }
  };
  const tell = (words) => {
    const names = pending.map((each) => each.names).filter(Boolean);
    const note = find("waiting");
    note.hidden = !words;
    note.textContent = words && `${words} ${names.join(", ")}`;
  };
  const take = (page, id) => {
    const fresh = page.getElementById(id);
    if (fresh) find(id).replaceChildren(...fresh.childNodes);
  };
  const thank = (page) => {
    take(page, "thanks");
    clearTimeout(leaving);
    leaving = setTimeout(() => find("thanks").replaceChildren(), THANKS);
  };
  /* Send what waits, one after the other; what is refused is said, and waits no longer. */
  const send = async () => {
    if (sending) return;
    sending = true;
    clearTimeout(later);
    let words = "";
    while (pending.length) {
      const { names: _names, ...act } = pending[0];
      try {
        const { status, page } = await ask(location.pathname, act);
        if (status === 410) return location.reload();
        take(page, "refusal");
        if (status === 429 || status >= 500) {
          words = find("waiting").dataset.words;
          break;
        }
        keep(pending.slice(1));
        if (status === 200) thank(page);
        if (window.htmx) htmx.trigger("#live", "live");
      } catch {
        words = find("waiting").dataset.words;
        break;
      }
    }
    sending = false;
    tell(words);
    apply();
    if (pending.length) later = setTimeout(send, AGAIN);
  };
  const put = (act) => {
    keep([...pending, act]);
    apply();
    send();
  };

  /* ---- is it you? ---- */
  const close = (focus) => {
    const row = touched;
    touched = null;
    find("sheet").hidden = true;
    document.body.classList.remove("asking");
    apply();
    if (focus && row) row.focus();
  };
  const open = async (row) => {
    touched = row;
    const sheet = find("sheet");
    sheet.replaceChildren(find("question-sheet").content.cloneNode(true));
    const names = one("b", row).textContent.trim();
    one("h2", sheet).textContent = one("h2", sheet).textContent.trim().replace("%names%", names);
    if (one("p", sheet)) one("p", sheet).textContent = row.dataset.players;
    one("button", sheet).value = row.value;
    sheet.hidden = row.classList.contains("present"); /* what is there to say, the desk's answer says */
    document.body.classList.add("asking");
    apply();
    if (!sheet.hidden) one("h2", sheet).focus();
    row.scrollIntoView({ block: "nearest" });
    try {
      const { status, page } = await ask(`?coppia=${row.value}`);
      if (status === 410) return location.reload();
      if (touched !== row || !page.getElementById("question")) return;
      if (sheet.hidden || one(".present.picked", page)) {
        take(page, "sheet");
        sheet.hidden = false;
        one("h2", sheet).focus();
      } else take(page, "due");
    } catch {
      if (sheet.hidden) close(true);
    }
  };

  document.addEventListener("click", (event) => {
    const row = event.target.closest("#pairs > button");
    const letter = event.target.closest(".door-letters button");
    if (row || letter || event.target.closest("[data-no]")) event.preventDefault();
    if (row) open(row);
    else if (letter) choose(letter.dataset.letter === chosen() ? "" : letter.dataset.letter);
    else if (event.target.closest("[data-no]")) close(true);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !find("sheet").hidden) close(true);
  });
  document.addEventListener("input", (event) => {
    if (event.target.closest("#search")) apply();
  });
  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (event.target.id === "search") event.preventDefault();
    else if (button && (button.name === "present" || button.name === "back")) {
      event.preventDefault();
      const names = button.name === "present" && touched ? one("b", touched).textContent.trim() : "";
      find("thanks").replaceChildren();
      if (one("#search input")) one("#search input").value = "";
      choose("");
      close(false);
      find("main").focus({ preventScroll: true });
      scrollTo(0, 0);
      put({ [button.name]: button.value, names });
    }
  });
  document.addEventListener("htmx:afterSettle", apply);
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.status === 410) location.reload();
  });
  window.addEventListener("online", send);
  if (!document.body.dataset.eventsUrl)
    setInterval(() => window.htmx && htmx.trigger("#live", "live"), 20000);

  const shown = one("#sheet:not([hidden]) button, #sheet:not([hidden]) a");
  if (shown) touched = one("#pairs > .picked");
  if (find("thanks").children.length) thank(document.cloneNode(true));
  if (location.search) history.replaceState(null, "", location.pathname);
  all("[data-plain]").forEach((el) => {
    el.hidden = true; /* and stays the one that Enter presses */
  });
  apply();
  send();
})();
