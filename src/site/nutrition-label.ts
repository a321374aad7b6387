import type { Food } from '../food/food.ts';
import { LABEL_NUTRIENTS, type Nutrient } from '../food/nutrients.ts';
import { portionOf } from '../food/portion.ts';
import { html, type Markup } from '../http/markup.ts';
import { formatAmount, formatWeight, HEAVIEST_PORTION_G, type Unit } from './figures.ts';

/** One line of the label. `within` marks a line that is part of the one above. */
interface Line {
  words: string;
  nutrient: Nutrient;
  unit: Unit;
  /** Converts the unit of the nutrient to the unit of this line. */
  times: number;
  within: boolean;
}

const KJ_PER_KCAL = 4.184;
/** Salt weighs 2.5 times its sodium, and labels give it in grams. */
const SALT_G_PER_SODIUM_MG = 2.5 / 1000;

const line = (words: string, nutrient: Nutrient, unit: Unit, within = false, times = 1): Line => ({
  words,
  nutrient,
  unit,
  times,
  within,
});

/** A second line for the same nutrient, in the unit that other labels use. */
const CONVERTED: Readonly<Partial<Record<Nutrient, Line>>> = {
  calories_kcal: line('Energy in kJ', 'calories_kcal', 'kJ', true, KJ_PER_KCAL),
  sodium_mg: line('as salt', 'sodium_mg', 'g', true, SALT_G_PER_SODIUM_MG),
};

/** In the order of labels; energy comes first. */
const [ENERGY, ...LINES] = LABEL_NUTRIENTS.flatMap(({ key, label, part, unit }) => {
  const own = line(part === undefined ? label : `of which ${part}`, key, unit, part !== undefined);
  const converted = CONVERTED[key];
  return converted === undefined ? [own] : [own, converted];
}) as [Line, ...Line[]];

/**
 * The nutrition facts of a food: per 100 g, and for a portion where there is one. The form also works without the
 * script.
 */
export function renderLabel(food: Food, grams: number | null): Markup {
  const portion = grams ?? food.serving_size_g;
  const hidden = portion === null ? ' hidden' : '';
  const weight = portion === null ? '' : formatWeight(portion);
  return html`<section class="label" aria-labelledby="label-title">
<h2 id="label-title">Nutrition facts</h2>
${portionForm(food, weight)}
<table id="facts">
<caption class="unseen">Nutrition facts per 100 g and for a portion</caption>
<thead><tr><th scope="col"><span class="unseen">Nutrient</span></th><th scope="col">per 100 g</th>
<th scope="col" data-portion${hidden}>in <span id="portion-weight">${weight}</span> g</th></tr></thead>
<tbody>
${row(food, ENERGY, portion, 'energy-row')}${LINES.map((one) => row(food, one, portion, one.within ? 'within' : ''))}
</tbody>
</table>
${unknownNote(food)}
</section>`;
}

function portionForm({ serving_size_g, serving_desc }: Food, weight: string): Markup {
  const chips =
    serving_size_g === null
      ? []
      : [chip('1 serving', serving_size_g), chip('2 servings', 2 * serving_size_g)];
  return html`<form class="portion" id="portion" method="get">
<label for="grams">For a portion of</label>
<span class="weight"><input id="grams" name="grams" type="number" inputmode="decimal" min="0.1" max="${HEAVIEST_PORTION_G}" step="any" value="${weight}" placeholder="0" autocomplete="off"> g</span>
<button type="submit" class="quiet">Show</button>
${chips.length > 0 && html`<span class="chips">${chips}</span>`}
</form>
${serving_desc !== null && html`<p class="serving">One serving: <q>${serving_desc}</q></p>`}`;
}

function chip(words: string, grams: number): Markup {
  const weight = formatWeight(grams);
  return html`<a class="chip" href="?grams=${weight}" data-grams="${weight}">${words}<small>${weight} g</small></a>`;
}

/** Unknown values are spelled out: never 0, and never blank. */
function row(
  food: Food,
  { words, nutrient, unit, times }: Line,
  portion: number | null,
  className: string,
): Markup {
  const known = food[nutrient];
  const hidden = portion === null ? ' hidden' : '';
  if (known === null) {
    return html`<tr class="${className}"><th scope="row">${words}</th><td class="unknown">unknown</td><td class="unknown" data-portion${hidden}>unknown</td></tr>
`;
  }
  // No source has four decimals; more would be noise from the conversion.
  const per100g = times === 1 ? known : Math.round(known * times * 10_000) / 10_000;
  const amount = formatAmount(per100g, unit);
  const inPortion = portion === null ? amount : formatAmount(portionOf(per100g, portion), unit);
  return html`<tr class="${className}"><th scope="row">${words}</th><td>${amount} <span class="unit">${unit}</span></td><td data-portion${hidden} data-per100g="${per100g}" data-unit="${unit}">${inPortion} <span class="unit">${unit}</span></td></tr>
`;
}

function unknownNote(food: Food): Markup | null {
  const unknown = [ENERGY, ...LINES].filter(
    ({ nutrient, within, times }) => food[nutrient] === null && !(within && times !== 1),
  );
  if (unknown.length === 0) return null;
  return html`<p class="note">Unknown means that the source gives no value. It does not mean zero.</p>`;
}
