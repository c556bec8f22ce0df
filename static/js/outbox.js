/* The outbox: every hand is kept on this phone before it is sent, in order, and waits until an answer
   echoes its key and digest. A page in between that says 200 is no answer. The clock is never asked
   for more than the time shown beside a hand. Sending twice is harmless: the server knows each key. */
(() => {
  "use strict";
  const PATIENCE = 10000,
    LEASE = 12000,
    SOON = 1500,
    LATEST = 15000;
  const change = new Event("outbox");
  const channel = window.BroadcastChannel ? new BroadcastChannel("trionfo:outbox") : null;
  const me = mine();
  const waiters = new Map();
  let busy = false,
    again = false,
    timer = 0,
    pause = SOON,
    unheard = {};

  /* crypto.randomUUID and crypto.subtle are missing where the page came over plain HTTP */
  function key() {
    return [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
  }
  function mine() {
    try {
      return sessionStorage.tab || (sessionStorage.tab = key());
    } catch {
      return key();
    }
  }
  const canonical = (value) => {
    if (Array.isArray(value)) return `[${value.map(canonical)}]`;
    if (!value || typeof value !== "object") return JSON.stringify(value);
    return `{${Object.keys(value)
      .sort()
      .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)}}`;
  };
  const sha256 = (text) => {
    const bytes = [...new TextEncoder().encode(text)],
      bits = bytes.length * 8,
      primes = [],
      w = [];
    for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
    const part = (root) => ((root % 1) * 2 ** 32) | 0,
      turn = (x, n) => (x >>> n) | (x << (32 - n));
    const k = primes.map((prime) => part(Math.cbrt(prime))),
      hash = primes.slice(0, 8).map((prime) => part(Math.sqrt(prime)));
    bytes.push(128);
    while (bytes.length % 64 !== 56) bytes.push(0);
    bytes.push(0, 0, 0, 0); /* the length has 64 bits, and the upper half of it is none here */
    for (let shift = 24; shift >= 0; shift -= 8) bytes.push((bits >>> shift) & 255);
    for (let start = 0; start < bytes.length; start += 64) {
      for (let i = 0; i < 64; i++) {
        const at = start + i * 4,
          a = w[i - 15],
          b = w[i - 2];
        w[i] =
          i < 16
            ? (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]
            : (w[i - 16] +
                (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) +
                w[i - 7] +
                (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) |
              0;
      }
      let [a, b, c, d, e, f, g, h] = hash;
      for (let i = 0; i < 64; i++) {
        const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0;
        const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((each, i) => {
        hash[i] = (hash[i] + each) | 0;
      });
    }
    return hash.map((each) => (each >>> 0).toString(16).padStart(8, "0")).join("");
  };

  const digest = (body) => sha256(canonical(body));

  /* ---- what is kept ---- */
  const opened = (async () =>
    idb.openDB("trionfo", 1, {
      upgrade(db) {
        db.createObjectStore("hands", { keyPath: "n", autoIncrement: true });
        db.createObjectStore("lease");
      },
    }))();
  opened.catch(() => {}); /* said by the page, which waits for `ready` */
  const kept = async (work) => {
    const tx = (await opened).transaction("hands", "readwrite", { durability: "strict" });
    const result = await work(tx.store);
    await tx.done;
    return result;
  };
  const isSent = (item) => item.state === "sent",
    MOST_SENT = 200;
  const all = async () => (await (await opened).getAll("hands")).filter((item) => !isSent(item));
  const ready = kept(async (store) => store.delete(await store.add({ state: "done" })));
  const told = () => {
    document.dispatchEvent(change);
    channel?.postMessage("");
  };
  if (channel) channel.onmessage = () => document.dispatchEvent(change);

  /* a hand written again before it left takes the place of the first, and names the keys that may have
     come */
  const put = async (hand) => {
    const made = { key: key(), state: "", tries: 0, at: Date.now(), ...hand };
    await kept(async (store) => {
      const same = (old) =>
        old.state !== "handed" && ["match", "game", "hand"].every((name) => old[name] === hand[name]);
      const stored = await store.getAll(),
        sent = stored.filter(isSent),
        old = stored.find(same);
      sent.slice(0, -MOST_SENT).forEach((item) => store.delete(item.n));
      if (old && isSent(old)) store.delete(old.n);
      if (!old || isSent(old)) return store.add(made);
      if (!hand.strike && canonical(old.body) === canonical(hand.body)) {
        made.key = old.key;
        return old.n;
      }
      if (made.key === old.key) made.key = key();
      const replaces = [...(old.tries ? [old.key] : []), ...(old.replaces || [])].slice(0, 9);
      return hand.strike && !replaces.length
        ? store.delete(old.n)
        : store.put({ ...made, n: old.n, replaces });
    });
    told();
    drain();
    return made.key;
  };
  /* only what is still the same: an edit may have come in between */
  const update = (item, values) =>
    kept(async (store) => {
      const now = await store.get(item.n);
      if (now?.key !== item.key) return;
      await (values ? store.put({ ...now, ...values }) : store.delete(item.n));
    });

  /* what has left stays, so that a server that came back from a backup can be given it once more: its sheet
     has fewer facts than one before. What a newer sheet lacks was taken back. */
  const seen = async (match, facts, [game, hand]) => {
    const tx = (await opened).transaction(["hands", "lease"], "readwrite"),
      hands = tx.objectStore("hands"),
      marks = tx.objectStore("lease"),
      mark = await marks.get(match);
    const lacks = (item) =>
      isSent(item) && item.match === match && (item.game > game || (item.game === game && item.hand >= hand));
    const lost = mark === undefined || facts === mark ? [] : (await hands.getAll()).filter(lacks);
    lost.forEach((item) => (facts < mark ? hands.put({ ...item, state: "" }) : hands.delete(item.n)));
    marks.put(facts, match);
    await tx.done;
    if (facts < mark && lost.length) {
      told();
      drain();
    }
  };

  /* ---- sending ---- */
  const ask = async (method, address, body, headers) => {
    const stop = new AbortController(),
      late = setTimeout(() => stop.abort(), PATIENCE);
    const token =
      /__Host-csrftoken=([^;]+)/.exec(document.cookie) || /csrftoken=([^;]+)/.exec(document.cookie);
    try {
      const answer = await fetch(`/api/v1/matches/${address}`, {
        method,
        signal: stop.signal,
        redirect: "error",
        cache: "no-store",
        body: body && JSON.stringify(body),
        headers: {
          Accept: "application/json",
          "Content-Type": "application/json",
          "X-CSRFToken": token ? token[1] : "",
          ...headers,
        },
      });
      return { ok: answer.ok, status: answer.status, said: await answer.json().catch(() => null) };
    } catch {
      return null;
    } finally {
      clearTimeout(late);
    }
  };
  const echoed = (answer, item) =>
    answer?.ok && answer.said?.key === item.key && (item.strike || answer.said.digest === digest(item.body));
  const send = (item) =>
    ask(item.strike ? "DELETE" : "PUT", `${item.match}/games/${item.game}/hands/${item.hand}/`, item.body, {
      "Idempotency-Key": item.key,
      ...(item.replaces?.length && { Replaces: item.replaces.join(" ") }),
      ...(item.reopenings && { Reopenings: item.reopenings }),
    });
  const WAITS = ["hand_out_of_order", "match_waiting"];
  const refused = async (item, { status, said }) => {
    const why = [...(said.problems || []).map((problem) => problem.message), said.detail].filter(Boolean)[0];
    if (WAITS.includes(said.code)) return update(item, { why });
    if (status === 400) return update(item, { state: "mend", why });
    if (item.strike && said.code !== "not_found") return update(item, { state: "handed", why });
    const late = { key: item.key, game: item.game, hand: item.hand, code: said.code, body: item.body };
    const answer = await ask("POST", `${item.match}/late-hands/`, late);
    if (echoed(answer, item))
      return update(item, answer.said.on_sheet ? null : { state: "handed", why, code: said.code });
    /* the server accepts late hands for every match: this answer means that the match was deleted */
    if (answer?.said?.code === "not_found") return update(item, { state: "handed", code: "not_found" });
    return update(item, { why, code: answer?.status < 500 && answer.said?.code && "login" });
  };
  /* false: the server did not answer, so this hand waits, and the later hands of its table wait too */
  const settle = async (item) => {
    await update(item, { tries: item.tries + 1 });
    const answer = await send(item);
    if (echoed(answer, item)) {
      await update(item, item.strike ? null : { state: "sent", why: "" });
      waiters.get(item.key)?.("");
    } else if (answer && answer.status < 500 && answer.status !== 429 && answer.said?.code) {
      await refused(item, answer);
      waiters.get(item.key)?.(answer.said.code);
    } else return false;
    return true;
  };
  const mayISend = async () => {
    const tx = (await opened).transaction("lease", "readwrite"),
      now = Date.now();
    const held = await tx.store.get(0),
      left = held ? held.until - now : 0;
    const free =
      !held || held.me === me || left <= 0 || left > LEASE; /* a clock that was turned back frees it */
    if (free) await tx.store.put({ me, until: now + LEASE }, 0);
    await tx.done;
    return free;
  };
  /* the first hand of each table, and of these the hand with the fewest tries */
  const toSend = (items, passed) => {
    const waiting = items.filter((item) => item.state !== "handed").reverse();
    return [...new Map(waiting.map((item) => [item.match, item])).values()]
      .filter((item) => item.state !== "mend" && !passed.has(item.key))
      .sort((one, other) => one.tries - other.tries)[0];
  };
  const round = async () => {
    const passed = new Set();
    for (let item; (item = toSend(await all(), passed)) && (await mayISend()); ) {
      passed.add(item.key);
      unheard[item.match] = !(await settle(item));
      told();
    }
  };
  const drain = async () => {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    clearTimeout(timer);
    try {
      await round();
      const left = (await all()).some((item) => item.state === "");
      pause = left ? Math.min(pause * 2, LATEST) : SOON;
      if (left) timer = setTimeout(drain, pause);
    } catch {
      /* nothing can be kept here: the page has said so */
    } finally {
      busy = false;
    }
    document.dispatchEvent(change);
    if (again) {
      again = false;
      drain();
    }
  };
  const now = () => {
    pause = SOON;
    return drain();
  };
  addEventListener("online", now);
  addEventListener("pageshow", now);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) now();
  });

  window.Outbox = {
    ready,
    all,
    key,
    put,
    now,
    digest,
    seen,
    away: (match) => unheard[match],
    forget: (item) => update(item, null).then(told),
    /* what became of a hand: "" when it was taken, the code of its refusal, null while nobody knows */
    answer: (key, patience) =>
      new Promise((done) => {
        waiters.set(key, done);
        setTimeout(() => done(null), patience);
      }).finally(() => waiters.delete(key)),
  };
  now();
})();
