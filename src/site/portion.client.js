/* Updates the portion as its weight is typed, with the same arithmetic and rounding as figures.ts on the server. */
(() => {
  const form = document.getElementById('portion');
  if (form === null) return;
  const field = document.getElementById('grams');
  const cells = [...document.querySelectorAll('#facts [data-portion]')];
  const HEAVIEST_G = Number(field.max);

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
    const isWeight = grams > 0 && grams <= HEAVIEST_G;
    for (const cell of cells) {
      cell.hidden = !isWeight;
      const { per100g, unit } = cell.dataset;
      if (isWeight && per100g !== undefined) {
        cell.firstChild.data = `${formatAmount((Number(per100g) * grams) / 100, unit)} `;
      }
    }
    document.getElementById('portion-weight').textContent = String(Math.round(grams * 100) / 100);
    const query = isWeight ? `?grams=${field.value}` : '';
    history.replaceState(null, '', location.pathname + query + location.hash);
  }

  function formatAmount(value, unit) {
    const parts = unit === 'g' ? (value < 10 ? 100 : 10) : value < 100 ? 10 : 1;
    const rounded = Math.round(value * parts) / parts;
    return rounded === 0 && value > 0 ? `< ${1 / parts}` : String(rounded);
  }
})();
