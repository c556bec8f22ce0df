/* A page that loads itself again every two seconds, once the site answers: while it is away, what is shown
   stays. */
(() => {
  "use strict";
  const EVERY = 2000;
  const look = async () => {
    try {
      const answer = await fetch(location.href, { redirect: "manual" });
      if (answer.status !== 503) location.reload();
    } catch {
      /* not back yet */
    }
    setTimeout(look, EVERY);
  };
  setTimeout(look, EVERY);
})();
