/* What a wall does by itself: its pages take turns, a new score flashes, nothing burns in, and where the data
   come from is said when they are old. The stream and the clock are those of every page (trionfo.js). */
(() => {
  "use strict";
  const TURN = 15000,
    FLASH = 4000,
    SHIFT = 600000,
    PLACES = 5;
  const { all } = window.Query;
  let page = 0,
    rounds = 0;

  /* of a long list the next page is fetched when this one had its turn */
  const fetchNext = () => {
    const wall = document.getElementById("wall"),
      { next } = wall.dataset;
    if (!next || !window.htmx || document.hidden) return false;
    htmx.ajax("GET", next, { source: wall, target: "#wall", select: "#wall", swap: "morph:outerHTML" });
    return true;
  };
  const turn = (by) => {
    const pages = all("[data-page]");
    if (by && page + by >= pages.length && fetchNext()) {
      page = -1; /* the first of what comes; of these again where nothing does */
      return;
    }
    page = Math.max(0, page);
    page = pages.length ? (page + by) % pages.length : 0;
    pages.forEach((el, number) => {
      el.hidden = number !== page;
    });
    all("[data-turn]").forEach((el) => {
      el.textContent = pages[page]?.dataset.label || "";
    });
    rounds += by;
    all(".w-strip section").forEach((part) => {
      const strips = all("[data-strip]", part);
      strips.forEach((el, number) => {
        el.hidden = number !== rounds % strips.length;
      });
    });
  };

  /* what each side had when it was seen last, and from which stitch on it is new, until when */
  const seen = new Map(),
    fresh = new Map();
  let began = false;
  const woven = (row) => all(".trama > :not(.o, .goal)", row),
    runs = (path) => path.getAttribute("d").split(/(?=M)/).filter(Boolean);
  const look = () => {
    all("[data-score]").forEach((row) => {
      const { key, game, score } = row.dataset,
        before = seen.get(key),
        stitches = woven(row).flatMap(runs).length;
      const had = before && before.game === game ? before : { score: 0, stitches: 0 };
      if (began && Number(score) > had.score)
        fresh.set(key, { from: had.stitches, until: Date.now() + FLASH });
      seen.set(key, { game, score: Number(score), stitches });
    });
    began = true;
    flash();
  };
  const flash = () => {
    all("[data-score]").forEach((row) => {
      const since = fresh.get(row.dataset.key),
        now = Boolean(since) && since.until > Date.now();
      if (!now) fresh.delete(row.dataset.key);
      row.classList.toggle("new", now);
      const [path, apart] = woven(row);
      if (now && path && !apart) {
        /* what is new is a path of its own while it flashes */
        const stitches = runs(path),
          mine = path.cloneNode();
        mine.classList.add("n");
        mine.setAttribute("d", stitches.splice(since.from).join(""));
        path.setAttribute("d", stitches.join(""));
        path.after(mine);
      } else if (!now && apart) {
        path.setAttribute("d", [path, apart].flatMap(runs).join(""));
        apart.remove();
      }
    });
    if (fresh.size) setTimeout(flash, 250);
  };

  /* a tournament taken off the site goes off the wall; one that cannot be reached stays, with its hour */
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const wall = document.getElementById("wall"),
      gone = detail.xhr.status === 404;
    if (!wall || detail.elt.id !== "wall") return;
    if (gone) wall.replaceChildren();
    wall.hidden = gone;
    all("[data-gone]").forEach((el) => {
      el.hidden = !gone;
    });
    all("[data-stale]").forEach((el) => {
      el.hidden = detail.successful || gone;
    });
  });
  document.addEventListener("htmx:afterSwap", () => {
    turn(0);
    look();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "f" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => {});
  });

  let place = 0;
  setInterval(() => turn(1), TURN);
  setInterval(() => {
    place = (place + 1) % PLACES;
    document.body.dataset.shift = place;
  }, SHIFT);
  turn(0);
  look();
})();
