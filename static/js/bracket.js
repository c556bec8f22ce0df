/* A bracket wider than the screen opens on the round that is played. From the keyboard the arrows go along
   the tree, Enter does what the link under the focus does. */
(() => {
  "use strict";
  const all = (selector, root) => [...root.querySelectorAll(selector)];
  const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  const shown = (el) => el && el.offsetParent !== null;

  all(".bracket", document).forEach((tree) => {
    const now = tree.querySelector(".round-column.now");
    if (now) tree.scrollLeft += now.getBoundingClientRect().left - tree.getBoundingClientRect().left;
  });

  document.addEventListener("keydown", (event) => {
    const box = event.target.closest(".bracket .m");
    const way = step[event.key];
    if (!box || !way || event.altKey || event.ctrlKey || event.metaKey) return;
    const columns = all(".round-column", box.closest(".bracket")).map((round) => all(".m", round));
    const column = columns.findIndex((boxes) => boxes.includes(box));
    const place = columns[column].indexOf(box);
    const next = columns[column + way[0]];
    if (!next) return;
    const target = next[way[0] ? Math.floor((place * next.length) / columns[column].length) : place + way[1]];
    const links = target && shown(target) ? all("a", target) : [];
    if (!links.length) return;
    event.preventDefault();
    (links[1] || links[0]).focus();
  });
})();
