// Adds a copy button to secrets that are shown only once. Without scripts, one tap selects the whole text.
for (const button of document.querySelectorAll('[data-copy]')) {
  const source = document.getElementById(button.dataset.copy);
  const status = button.parentElement.querySelector('[role="status"]');
  if (!source || !navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(source.textContent);
      status.textContent = button.dataset.copied;
    } catch {
      // Not allowed: select the text for the user to copy.
      getSelection().selectAllChildren(source);
      status.textContent = button.dataset.otherwise;
    }
  });
}
