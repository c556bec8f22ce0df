/* The five cards of a draw, touched one by one on a pack laid out instead of chosen from five lists. */
(() => {
  "use strict";
  const pack = document.querySelector("[data-draw-pack]");
  if (!pack) return;
  const lists = [...document.querySelectorAll("[data-draw-lists] select")];
  const slots = [...pack.querySelectorAll("[data-draw-slot]")];
  const cards = [...pack.querySelectorAll("[data-draw-card]")];
  const status = pack.querySelector("[role=status]");
  const faceOf = (code) => cards.find((card) => card.dataset.drawCard === code)?.querySelector(".pcard");

  const show = () => {
    const chosen = lists.map((list) => list.value);
    slots.forEach((slot, place) => {
      const face = faceOf(chosen[place]);
      slot.replaceChildren(face ? face.cloneNode(true) : slot.dataset.drawSlot);
      slot.classList.toggle("next", !face && place === chosen.indexOf(""));
      slot.disabled = !face;
    });
    cards.forEach((card) => {
      card.disabled = chosen.includes(card.dataset.drawCard) || !chosen.includes("");
    });
  };
  const choose = (place, code) => {
    lists[place].value = code;
    lists[place].dispatchEvent(new Event("change", { bubbles: true }));
    show();
    status.textContent = code ? faceOf(code).getAttribute("aria-label") : "";
  };
  cards.forEach((card) =>
    card.addEventListener("click", () => {
      const place = lists.findIndex((list) => !list.value);
      if (place >= 0) choose(place, card.dataset.drawCard);
      const after = lists.findIndex((list) => !list.value);
      if (after < 0) document.querySelector(".drawing button.primary")?.focus();
    }),
  );
  slots.forEach((slot, place) => slot.addEventListener("click", () => choose(place, "")));

  document.querySelector("[data-draw-lists]").hidden = true;
  pack.hidden = false;
  show();
})();
