/* Logging in elsewhere changes the token of this browser: the form is sent with the one that holds now. */
(() => {
  "use strict";
  const form = document.querySelector("[data-send-again]");
  form.addEventListener("submit", () => {
    const token = /(?:__Host-)?csrftoken=([^;]+)/.exec(document.cookie);
    if (token) form.elements.csrfmiddlewaretoken.value = token[1];
  });
})();
