/* Search as you type, and keyboard navigation. The form works without it. */
(() => {
  const form = document.getElementById('search');
  if (form === null) return;
  const box = document.getElementById('q');
  const results = document.getElementById('results');
  const status = document.getElementById('search-status');
  const hero = document.querySelector('.hero');
  const said = JSON.parse(form.dataset.words);

  /** A pause this long is the end of a word; a shorter one would send a request for every letter. */
  const PAUSE_MS = 140;
  /** Nobody reads faster than this; the server's budget for live searches reckons with it (plans.ts). */
  const BETWEEN_REQUESTS_MS = 250;
  /** The wait after a refusal without `Retry-After`. */
  const RETRY_SECONDS = 5;
  let shown = box.value.trim();
  let timer = 0;
  let asking = null;
  let askedAtMs = Number.NEGATIVE_INFINITY;

  box.addEventListener('input', () => askIn(PAUSE_MS));
  form.addEventListener('submit', (event) => {
    // The filters are sent by the browser.
    if (document.activeElement !== box && !form.contains(event.submitter)) return;
    event.preventDefault();
    // When the results are already there, Enter opens the best one.
    if (box.value.trim() === shown && shown !== '' && asking === null) links()[0]?.click();
    else askIn(0);
  });
  form.addEventListener('larder-ask', () => askIn(0));

  /** Asks for what is in the box then, and for nothing that was there before. */
  function askIn(delayMs) {
    clearTimeout(timer);
    const earliestMs = askedAtMs + BETWEEN_REQUESTS_MS - performance.now();
    timer = setTimeout(ask, Math.max(delayMs, earliestMs));
  }

  async function ask() {
    const q = box.value.trim();
    asking?.abort();
    if (q === shown) return;
    const own = new AbortController();
    asking = own;
    askedAtMs = performance.now();
    results.setAttribute('aria-busy', 'true');
    try {
      const params = new URLSearchParams(new FormData(form));
      const answer = await fetch(`/results?${params}`, { signal: own.signal });
      const text = await answer.text();
      if (asking !== own) return;
      if (answer.ok) show(q, params, text);
      else postpone(Number(answer.headers.get('retry-after')) || RETRY_SECONDS);
    } catch (error) {
      if (error.name !== 'AbortError') tell(said.notResponding, RETRY_SECONDS);
    } finally {
      if (asking === own) {
        asking = null;
        results.removeAttribute('aria-busy');
      }
    }
  }

  // Fields that are empty need not be in the address.
  form.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value.trim() === '') formData.delete(name);
  });

  function show(q, params, fragment) {
    // The fragment comes from this host, which escapes all text in it.
    results.innerHTML = fragment;
    shown = q;
    hero.classList.toggle('asked', params.size > (params.has('lang') ? 1 : 0));
    status.textContent = results.querySelector('[data-announce]')?.textContent ?? '';
    history.replaceState(null, '', params.size === 0 ? '/' : `/?${params}`);
    document.title = q === '' ? said.title : `${q} · larder`;
  }

  function postpone(seconds) {
    tell((seconds === 1 ? said.tooManyOne : said.tooManyOther).replace('{count}', seconds), seconds);
  }

  function tell(words, seconds) {
    status.textContent = words;
    const notice = document.createElement('p');
    notice.className = 'summary';
    notice.textContent = words;
    results.replaceChildren(notice);
    shown = null;
    askIn(seconds * 1000);
  }

  function links() {
    return [...results.querySelectorAll('a.food')];
  }

  document.addEventListener('keydown', (event) => {
    const inBox = event.target === box;
    const at = links().indexOf(event.target.closest?.('a.food'));
    if (event.key === 'Escape' && at >= 0) {
      box.focus();
      box.select();
      return;
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || !(inBox || at >= 0)) return;
    const next = inBox ? (step === 1 ? 0 : -1) : at + step;
    if (next < 0 && inBox) return;
    event.preventDefault();
    if (next < 0) box.focus();
    else links()[next]?.focus();
  });
})();
