/* A picture that does not load makes room for the drawing behind it. */
(() => {
  const hideIfBroken = (image) => {
    if (image.complete && image.naturalWidth === 0) image.hidden = true;
  };
  // Errors of pictures do not rise, but they can be caught on the way down; those before this script are looked for.
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLImageElement) target.hidden = true;
    },
    true,
  );
  for (const image of document.querySelectorAll('.picture img')) hideIfBroken(image);

  /* The key / goes to the search box, from anywhere but another field. */
  document.addEventListener('keydown', (event) => {
    const box = document.querySelector('[data-search-key]');
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || box === null) return;
    if (event.target.closest?.('input, textarea, select')) return;
    event.preventDefault();
    box.focus();
    box.select();
  });
})();
