// Shows this server's address in the examples, and copies them.
for (const place of document.querySelectorAll("[data-origin]")) {
  place.textContent = location.origin;
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const label = button.textContent;
    try {
      await navigator.clipboard.writeText(button.parentElement.querySelector("code").textContent);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Select the text to copy it";
    }
    setTimeout(() => (button.textContent = label), 1500);
  });
}
