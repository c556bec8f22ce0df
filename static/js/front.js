/* The code of a table on the front page: the boxes follow the field, the sixth letter opens on a phone. The
   page is everybody's and holds no token: that of the table's own page is fetched and sent along. */
(() => {
  "use strict";
  const form = document.getElementById("code-card");
  if (!form) return;
  const field = form.elements.code,
    boxes = [...form.querySelectorAll("i")];
  const letters = () => field.value.replace(/[^a-z0-9]/gi, "").toUpperCase();
  const draw = () => {
    const typed = letters();
    boxes.forEach((box, place) => {
      box.textContent = typed[place] || "";
      box.classList.toggle("box-to-fill", place === Math.min(typed.length, boxes.length - 1));
    });
    form.classList.toggle("six-letters", typed.length >= boxes.length);
  };
  form.classList.add("with-boxes");
  draw();
  field.addEventListener("input", () => {
    draw();
    const phone = matchMedia("(max-width: 47.99em)").matches;
    if (phone && letters().length === boxes.length) form.requestSubmit();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    fetch(form.action)
      .then((answer) => answer.text())
      .then((text) => {
        const page = new DOMParser().parseFromString(text, "text/html");
        const token = page.querySelector("[name=csrfmiddlewaretoken]");
        form.querySelector("[name=csrfmiddlewaretoken]")?.remove();
        if (token) form.append(token);
      })
      .finally(() => form.submit());
  });
})();
