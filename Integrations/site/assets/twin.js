// The button that copies a page as Markdown. The text is in the page, since a page of a file may not
// fetch another.
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-twin]");
  if (!button) return;
  const text = document.getElementById("twin-text").value;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    // Without the right to write there, such as in a page without TLS.
    const field = Object.assign(document.createElement("textarea"), { value: text });
    document.body.append(field);
    field.select();
    button.textContent = document.execCommand("copy") ? "Copied" : "Open the page beside";
    field.remove();
  }
  setTimeout(() => { button.textContent = "Copy page as Markdown"; }, 2000);
});
