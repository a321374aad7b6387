// Offers to copy what is shown this once. Without it, one tap selects the whole text.
for (const button of document.querySelectorAll('[data-copy]')) {
  const source = document.getElementById(button.dataset.copy);
  const status = button.parentElement.querySelector('[role="status"]');
  if (!source || !navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(source.textContent);
      status.textContent = 'Copied';
    } catch {
      // Not allowed: the text is selected instead, for the person to copy.
      getSelection().selectAllChildren(source);
      status.textContent = 'Press Ctrl+C to copy';
    }
  });
}
