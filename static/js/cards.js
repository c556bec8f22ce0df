/* A hand card by card from the keyboard: the arrows go where the links forward and back go. */
(() => {
  "use strict";
  const way = { ArrowLeft: "prev", ArrowRight: "next" };
  document.addEventListener("keydown", (event) => {
    if (!way[event.key] || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = document.querySelector(`.ways a[rel=${way[event.key]}]`);
    if (!link) return;
    event.preventDefault();
    location.replace(link.href);
  });
})();
