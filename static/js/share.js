/* Share a page by the device's own way; else its address is copied, also over plain HTTP. */
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-share]"),
    url = location.href;
  if (!link) return;
  event.preventDefault();
  if (navigator.share) {
    navigator.share({ title: document.title, url }).catch(() => {});
    return;
  }
  const field = document.createElement("textarea");
  field.value = url;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  link.focus();
  if (copied && link.dataset.copied) link.replaceChildren(link.dataset.copied);
});
