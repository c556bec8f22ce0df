/* Over HTTPS this keeps what a table is made of, so that its sheet opens with no network at all. What the
   server says comes first; what is kept is shown only when no server answers. Hands are the outbox's
   (outbox.js). */
"use strict";
const KEPT = "trionfo",
  MONTH = 30 * 24 * 3600e3;
const TABLE = /^\/tavolo\/[0-9a-f-]{36}\//,
  COPIES = /^\/tavolo\/[^/]+\/copie\/$/,
  RULES = /^\/api\/v1\/card-games\/[\w-]+\/definition\/$/;
const kept = () => caches.open(KEPT);
const plain = (url) => url.origin + url.pathname;

/* whoever stands in between may say 200 to anything: only what looks like ours is kept */
const isOurs = async (answer, path) => {
  if (!answer.ok || answer.redirected) return false;
  if (path.startsWith("/static/")) return !answer.headers.get("Content-Type")?.includes("html");
  const text = await answer.clone().text();
  if (TABLE.test(path) && !COPIES.test(path)) return text.includes("<html") && text.includes('id="sheet"');
  try {
    return !!JSON.parse(text);
  } catch {
    return false;
  }
};
const keep = async (answer, url) => {
  if (await isOurs(answer, url.pathname)) await (await kept()).put(plain(url), answer.clone());
};
/* a table that is ours no more is forgotten */
const forget = async (base) => {
  const store = await kept();
  await Promise.all(
    (await store.keys())
      .filter((request) => request.url.startsWith(base))
      .map((request) => store.delete(request)),
  );
};
const fresh = async (request, url) => {
  const base = url.origin + (TABLE.exec(url.pathname)?.[0] || url.pathname),
    whole = plain(url) === base;
  try {
    const answer = await fetch(request);
    if ([401, 403, 404, 410].includes(answer.status) && whole) await forget(base);
    if ((whole || COPIES.test(url.pathname)) && !url.search) await keep(answer, url);
    return answer;
  } catch (reason) {
    const store = await kept(),
      old = await store.match(plain(url));
    if (old)
      return new Response(old.body, {
        headers: [...old.headers, ["Kept", "1"]],
      }); /* not what the server says now */
    if (request.mode === "navigate" && (await store.match(base))) return Response.redirect(base);
    throw reason;
  }
};
/* static files are named by what is in them: the one that is kept is the right one */
const fixed = async (request, url) => {
  const old = await (await kept()).match(plain(url));
  if (old) return old;
  const answer = await fetch(request);
  await keep(answer, url);
  return answer;
};

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(fixed(event.request, url));
  else if (TABLE.test(url.pathname) || RULES.test(url.pathname)) event.respondWith(fresh(event.request, url));
});

/* what a page that stands already was made of, before this was there; what no page is made of any more
   goes */
const keepAll = async (paths) => {
  const store = await kept(),
    wanted = paths.map((path) => new URL(path, location.origin));
  for (const request of await store.keys()) {
    const old = new URL(request.url),
      at = Date.parse((await store.match(request))?.headers.get("Date"));
    const unused =
      old.pathname.startsWith("/static/") && !wanted.some((url) => url.pathname === old.pathname);
    if (unused || at < Date.now() - MONTH) await store.delete(request);
  }
  await Promise.allSettled(
    wanted.map(async (url) => {
      if (!(await store.match(plain(url)))) await keep(await fetch(url), url);
    }),
  );
};
addEventListener("message", (event) => event.waitUntil(keepAll(event.data)));
