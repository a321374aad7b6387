/* Updates the portion as its weight is typed, with the same arithmetic and rounding as locale.ts on the server. */
(() => {
  const form = document.getElementById('portion');
  if (form === null) return;
  const field = document.getElementById('grams');
  const cells = [...document.querySelectorAll('[data-portion]')];
  const shares = [...document.querySelectorAll('[data-daily]')];
  const MAX_G = Number(field.max);
  const MAX_SHARE = 100;
  const COUNTS = new Intl.NumberFormat(document.documentElement.lang);
  const DECIMAL_SIGN = COUNTS.format(0.5).charAt(1);

  form.addEventListener('submit', (event) => event.preventDefault());
  field.addEventListener('input', () => show(Number(field.value)));
  for (const chip of form.querySelectorAll('[data-grams]')) {
    chip.addEventListener('click', (event) => {
      event.preventDefault();
      field.value = chip.dataset.grams;
      show(Number(field.value));
    });
  }

  function show(grams) {
    const isWeight = grams > 0 && grams <= MAX_G;
    for (const cell of cells) {
      cell.hidden = !isWeight;
      const { per100g, unit, fine } = cell.dataset;
      if (isWeight && per100g !== undefined) {
        cell.firstChild.data = `${formatAmount((Number(per100g) * grams) / 100, unit, fine !== undefined)} `;
      }
    }
    for (const cell of shares) {
      const { per100g, daily } = cell.dataset;
      cell.textContent = formatShare((Number(per100g) * (isWeight ? grams : 100)) / 100 / Number(daily));
    }
    for (const note of document.querySelectorAll('[data-no-portion]')) note.hidden = isWeight;
    for (const weight of document.querySelectorAll('[data-weight]')) {
      weight.textContent = write(Math.round(grams * 100) / 100);
    }
    const query = isWeight ? `?grams=${field.value}` : '';
    history.replaceState(null, '', location.pathname + query + location.hash);
  }

  function formatAmount(value, unit, isFine) {
    const parts = stepsPerUnit(value, unit, isFine);
    const rounded = Math.round(value * parts) / parts;
    return rounded === 0 && value > 0 ? `< ${write(1 / parts)}` : write(rounded);
  }

  function stepsPerUnit(value, unit, isFine) {
    if (unit === 'g') return value < 10 ? 100 : 10;
    if (isFine && value < 10) return value < 1 ? 1000 : 100;
    return value < 100 ? 10 : 1;
  }

  function formatShare(share) {
    if (share > MAX_SHARE) return `> ${MAX_SHARE * 100}\u00a0%`;
    return share > 0 && share < 0.005 ? '< 1\u00a0%' : `${Math.round(share * 100)}\u00a0%`;
  }

  function write(number) {
    const [whole, ...decimals] = String(number).split('.');
    return [COUNTS.format(Number(whole)), ...decimals].join(DECIMAL_SIGN);
  }
})();
