/* Copy a link or a key that stands in a field; without this script it is copied by hand. */
document.querySelectorAll("[data-copy]").forEach((button) => {
  const field = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", () => {
    field.select();
    if (document.execCommand("copy")) button.lastChild.textContent = button.dataset.copied;
    button.focus();
  });
});
