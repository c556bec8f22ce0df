/* What pages do beyond links and forms: follow the tournament, keep time, ask before what cannot be
   undone. Everything works without it. One stream a browser: the tab that holds it tells the others over a
   channel. */
(() => {
  "use strict";
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const one = (selector, root = document) => root.querySelector(selector);
  window.Query = { all, one, now: () => now() };
  const NET = "body:not([data-holds]) "; /* hands that wait on this phone have their own chip */
  const show = (selector, yes) =>
    all(selector).forEach((el) => {
      el.hidden = !yes;
    });

  if (window.Idiomorph) Idiomorph.defaults.ignoreActiveValue = true;

  /* ---- live ---- */
  const url = document.body.dataset.eventsUrl;
  const TOPICS = ["hand", "match", "bracket", "standings", "clock", "entries", "wall"];
  const me = Date.now() + Math.random();
  const due = new Set();
  const SOON = 250,
    PACE = 1000, /* ms until a change is asked for, and from one time of asking to the next */
    DOUBT = 8000; /* ms without a stream until the page shows it */
  let stream = null,
    beat = 15, /* seconds between heartbeats, as the stream states */
    watch = 0,
    lost = 0,
    fresh = Date.now(),
    waiting = 0,
    asked = -PACE,
    channel = null;

  const refresh = (topic, match) => {
    all("[data-live]").forEach((el) => {
      const wanted = !topic || el.dataset.live.split(" ").includes(topic);
      if (wanted && (!match || !el.dataset.match || el.dataset.match === match)) due.add(el);
    });
    if (waiting) return;
    const pause = Math.max(SOON, asked + PACE - performance.now());
    waiting = setTimeout(
      () => {
        /* a hundred who heard it together do not ask together */
        waiting = 0;
        asked = performance.now();
        due.forEach((el) => el.isConnected && window.htmx?.trigger(el, "live"));
        due.clear();
      },
      pause * (1 + Math.random() / 2),
    );
  };
  /* show whether there is a stream, and the time of the data when nothing was refreshed for two beats */
  const tell = () => {
    if (lost && Date.now() - lost < DOUBT) return;
    const old = lost && Date.now() - fresh > 2000 * beat;
    show(`${NET}[data-online]`, !lost);
    show(`${NET}[data-offline]`, lost);
    show("[data-old]", old);
    const time = new Date(fresh).toTimeString().slice(0, 5);
    all("[data-old] span").forEach((el) => {
      el.textContent = el.dataset.words.replace("{time}", time);
    });
  };
  const connected = (yes) => {
    if (!yes) {
      lost ||= Date.now();
      return setTimeout(tell, DOUBT + 100);
    }
    if (lost) refresh();
    lost = 0;
    fresh = Date.now();
    tell();
    listenOn();
  };
  const hear = (seconds) => {
    beat = seconds;
    connected(true);
  };
  /* a dead connection can stay open: after two missing beats the page opens another stream */
  const listenOn = () => {
    clearTimeout(watch);
    watch = setTimeout(() => {
      if (document.hidden) return;
      connected(false);
      close();
      open();
    }, 2000 * beat);
  };
  const told = (topic, data) => {
    let match = "";
    if (topic === "clock") ask();
    try {
      match = JSON.parse(data).match || "";
    } catch {
      /* a topic alone refreshes all that follow it */
    }
    refresh(topic, match);
  };
  const say = (message) => channel?.postMessage({ me, ...message });
  const close = () => {
    stream?.close();
    stream = null;
  };
  const open = () => {
    if (stream || document.hidden || !window.EventSource) return;
    stream = new EventSource(url);
    listenOn();
    stream.onerror = () => connected(false);
    stream.addEventListener("beat", ({ data }) => {
      hear(Number(data));
      say({ beat });
    });
    stream.addEventListener("reload", () => {
      connected(true);
      refresh();
    });
    TOPICS.forEach((topic) =>
      stream.addEventListener(topic, (event) => {
        connected(true);
        told(topic, event.data);
        say({ topic, data: event.data, beat });
      }),
    );
    say({ holds: true });
  };
  const listen = ({ data }) => {
    if (data.left) return setTimeout(open, Math.random() * 400);
    if (stream && data.holds && data.me < me) return say({ holds: true });
    if (data.holds) {
      close();
      listenOn();
    }
    if (data.beat) hear(data.beat);
    if (data.topic) told(data.topic, data.data);
  };
  const leave = () => {
    if (stream) {
      close();
      say({ left: true });
    }
  };
  if (url) {
    if (window.BroadcastChannel) {
      channel = new BroadcastChannel("trionfo:" + url.split("?")[0]);
      channel.onmessage = listen;
    }
    open();
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return leave();
      open();
      refresh();
      ask();
    });
    addEventListener("pagehide", leave);
    addEventListener("pageshow", (event) => {
      if (event.persisted) {
        open();
        refresh();
      }
    });
    setInterval(() => {
      if (lost && !document.hidden && navigator.onLine !== false) refresh();
      tell();
    }, 15000);
  }

  /* ---- time: the server says what time it is, this device only how long ago it said so ---- */
  let server = 0,
    heardAt = 0,
    end = 0;
  const now = () => (server ? server + performance.now() - heardAt : Date.now());
  const TIMES = "[data-left], time[data-ago], [data-since], [data-still], [data-clock]";
  async function ask() {
    if (!url || !document.querySelector(TIMES)) return;
    const start = performance.now();
    try {
      const told = await (await fetch(url.split("events/")[0] + "clock/", { cache: "no-store" })).json();
      heardAt = (start + performance.now()) / 2;
      server = Date.parse(told.now);
      end = told.state === "running" ? server + told.left * 1000 : 0;
      tick();
      count();
    } catch {
      /* the words of the page stand */
    }
  }
  const count = () => {
    if (end)
      all("[data-left]").forEach((el) => {
        const seconds = Math.max(0, Math.round((end - now()) / 1000));
        el.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      });
  };
  setInterval(count, 1000);

  /* ---- time, in words ---- */
  const words =
    window.Intl && Intl.RelativeTimeFormat
      ? new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" })
      : null;
  const ago = (seconds) => {
    const [size, unit] = seconds < 60 ? [1, "second"] : seconds < 3600 ? [60, "minute"] : [3600, "hour"];
    return words.format(-Math.floor(seconds / size), unit);
  };
  const tick = () => {
    const here = now();
    if (words)
      all("time[data-ago]").forEach((el) => {
        const seconds = Math.max(0, (here - Date.parse(el.dateTime)) / 1000);
        if (seconds < 43200) el.textContent = ago(seconds);
      });
    document.dispatchEvent(new Event("tick"));
  };
  setInterval(tick, 5000);

  /* a page that somebody in between has put there takes nothing away, nor one that was kept (service.js) */
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const part = detail.target.getAttribute("hx-select"),
      kept = detail.xhr.getResponseHeader("Kept");
    if (!part || (!kept && detail.serverResponse.includes(`id="${part.slice(1)}"`))) return;
    detail.shouldSwap = false;
    again(detail.target);
  });
  /* what could not be refreshed is asked for again, later each time */
  let tries = 0;
  const again = (el) => {
    if ("live" in el.dataset)
      setTimeout(
        () => el.isConnected && htmx.trigger(el, "live"),
        Math.min(60, 2 ** ++tries) * 500 * (1 + Math.random()),
      );
  };
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    show("[data-no-match]", detail.xhr.status === 404);
    if (!detail.successful && !(detail.xhr.status >= 400 && detail.xhr.status < 500)) again(detail.elt);
  });
  document.addEventListener("htmx:afterSettle", () => {
    tries = 0;
    fresh = Date.now();
    tell();
  });

  /* ---- questions ---- */
  document.addEventListener("htmx:load", tick);
  document.addEventListener(
    "submit",
    (event) => {
      const asks = [event.submitter, event.target].find((el) => el && el.dataset.confirm);
      if (asks && !confirm(asks.dataset.confirm)) event.preventDefault();
    },
    true,
  );
  document.addEventListener("click", (event) => {
    all("details.menu[open]").forEach((menu) => {
      if (!menu.contains(event.target)) menu.open = false;
    });
  });
  tick();
  ask();
})();
