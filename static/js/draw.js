/* A draw by lots worked out again in the reader's browser from its published facts, as docs/repeat_draw.py
   does: the seal over list and secret, then the lines. SHA-256 is here because browsers keep their own for
   HTTPS. */
(() => {
  "use strict";
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const part = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  const K = primes.map((prime) => part(Math.cbrt(prime)));
  const START = primes.slice(0, 8).map((prime) => part(Math.sqrt(prime)));
  const turn = (x, by) => (x >>> by) | (x << (32 - by));

  /* FIPS 180-4: bytes in, 32 bytes out */
  const sha256 = (bytes) => {
    const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6),
      view = new DataView(padded.buffer);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(padded.length - 4, bytes.length << 3);
    let state = START;
    for (let block = 0; block < padded.length; block += 64) {
      const w = Array.from({ length: 64 }, (_, i) => (i < 16 ? view.getInt32(block + 4 * i) : 0));
      for (let i = 16; i < 64; i++) {
        const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
        const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
        w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i++) {
        const choice = (e & f) ^ (~e & g),
          most = (a & b) ^ (a & c) ^ (b & c);
        const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + K[i] + w[i]) | 0;
        const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
        [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
      }
      state = [a, b, c, d, e, f, g, h].map((value, i) => (value + state[i]) | 0);
    }
    const out = new DataView(new ArrayBuffer(32));
    state.forEach((value, i) => out.setInt32(4 * i, value));
    return new Uint8Array(out.buffer);
  };
  const hmac = (secret, message) => {
    const key = new Uint8Array(64);
    key.set(secret.length > 64 ? sha256(secret) : secret);
    const with_pad = (pad, rest) => sha256(new Uint8Array([...key.map((byte) => byte ^ pad), ...rest]));
    return with_pad(0x5c, with_pad(0x36, message));
  };
  const bytes = (text) => new TextEncoder().encode(text);
  const hex = (digest) => [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  /* 64-bit numbers without end: block n is HMAC(key, n), four numbers each */
  function* numbers(salt, lot) {
    const key = hmac(bytes(salt), bytes(lot));
    for (let n = 0; ; n++) {
      const count = new DataView(new ArrayBuffer(8));
      count.setBigUint64(0, BigInt(n));
      const block = new DataView(hmac(key, new Uint8Array(count.buffer)).buffer);
      for (const at of [0, 8, 16, 24]) yield block.getBigUint64(at);
    }
  }
  const below = (limit, stream) => {
    const many = BigInt(limit),
      fair = (2n ** 64n / many) * many;
    for (;;) {
      const { value } = stream.next();
      if (value < fair) return Number(value % many);
    }
  };

  const sealed = (draw) => {
    const { algorithm, apart, entrants, salt } = draw;
    const told =
      algorithm === "trionfo-2" ? { algorithm, apart, entrants, salt } : { algorithm, entrants, salt };
    return hex(sha256(bytes(JSON.stringify(told))));
  };
  const lines_of = (draw) => {
    const lot = draw.lot.normalize("NFC").trim().split(/\s+/).join(" "),
      stream = numbers(draw.salt, lot);
    const seeded = draw.entrants
      .filter(([, seed]) => seed)
      .sort(([one, a], [other, b]) => a - b || (one < other ? -1 : 1))
      .map(([who]) => who);
    const others = draw.entrants.filter(([, seed]) => !seed).map(([who]) => who);
    for (let last = others.length - 1; last > 0; last--) {
      const other = below(last + 1, stream);
      [others[last], others[other]] = [others[other], others[last]];
    }
    const lines = [...seeded, ...others];
    if (draw.algorithm === "trionfo-2") part_clubs(draw, lines, seeded.length);
    return lines;
  };

  /* club mates who stand in one part change places, level by level, until none can without harm */
  const part_clubs = (draw, lines, seeded) => {
    const parts = draw.apart.map((level) => {
      const found = [];
      level.forEach((held, n) =>
        held.forEach((line) => {
          found[line - 1] = n;
        }),
      );
      return found;
    });
    const club = new Map(draw.entrants.map(([who, , own]) => [who, own ? `c${own}` : `w${who}`]));
    const place = (level, at, who) => `${level} ${at} ${club.get(who)}`;
    let held = new Map();
    const counted = () => {
      held = new Map();
      parts.forEach((part, level) =>
        lines.forEach((who, i) => {
          const key = place(level, part[i], who);
          held.set(key, (held.get(key) || 0) + 1);
        }),
      );
    };
    const many = (level, at, who) => held.get(place(level, at, who)) || 0;
    const more = (level, a, b) => {
      const here = parts[level][a],
        there = parts[level][b],
        [mine, theirs] = [lines[a], lines[b]];
      if (here === there || club.get(mine) === club.get(theirs)) return 0;
      const now = many(level, here, mine) + many(level, there, theirs) - 2;
      return many(level, there, mine) + many(level, here, theirs) - now;
    };
    const moved = (level, a) => {
      const later = lines.map((_, i) => i).slice(a + 1),
        before = lines.map((_, i) => i).slice(seeded, a);
      const levels = parts.map((_, i) => i).slice(0, level);
      const b = [...later, ...before].find(
        (i) => more(level, a, i) < 0 && levels.every((up) => more(up, a, i) <= 0),
      );
      if (b === undefined) return false;
      [lines[a], lines[b]] = [lines[b], lines[a]];
      counted();
      return true;
    };
    counted();
    parts.forEach((part, level) => {
      for (let again = true; again;) {
        again = false;
        for (let a = seeded; a < lines.length; a++) {
          if (many(level, part[a], lines[a]) > 1 && moved(level, a)) again = true;
        }
      }
    });
  };

  const check = async (box) => {
    const say = (words, good) => {
      const line = document.createElement("li");
      line.className = good ? "good" : "bad";
      line.textContent = words;
      box.querySelector("[data-told]").append(line);
    };
    box.querySelector("[data-told]").replaceChildren();
    try {
      const draw = await (await fetch(box.dataset.check)).json(),
        { promise, lines } = box.dataset;
      const kept = sealed(draw) === promise,
        same = lines_of(draw).join(" ") === lines;
      say(kept ? box.dataset.kept : box.dataset.broken, kept);
      say(same ? box.dataset.same : box.dataset.other, same);
    } catch {
      say(box.dataset.failed, false);
    }
  };
  const settle = () =>
    document.querySelectorAll("[data-check] button").forEach((el) => {
      el.hidden = false;
    });
  document.addEventListener("htmx:load", settle);
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-check] button");
    if (button) check(button.closest("[data-check]"));
  });
  settle();
})();
