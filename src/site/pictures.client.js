/* Hides a picture that does not load. It leaves its place, so that nothing moves. */
(() => {
  const hide = (image) => {
    image.style.visibility = 'hidden';
  };
  // Error events of images do not bubble, but they can be captured; images that failed earlier are checked below.
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLImageElement) hide(target);
    },
    true,
  );
  for (const image of document.querySelectorAll(':is(.picture, .thumb) img'))
    if (image.complete && image.naturalWidth === 0) hide(image);

  /* The / key focuses the search box, except while typing in another field. */
  document.addEventListener('keydown', (event) => {
    const box = document.querySelector('[data-search-key]');
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || box === null) return;
    if (event.target.closest?.('input, textarea, select')) return;
    event.preventDefault();
    box.focus();
    box.select();
  });
})();
