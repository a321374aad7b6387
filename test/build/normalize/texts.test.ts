import { expect, test } from 'bun:test';
import { adoptCategory, chooseCategory } from '../../../build/normalize/categories.ts';
import { cleanText } from '../../../build/normalize/clean-text.ts';
import { readEnergy } from '../../../build/normalize/energy.ts';
import { kindOf } from '../../../build/normalize/food-kinds.ts';
import { chooseName, cleanName, MAX_NAME_LENGTH, splitBrands } from '../../../build/normalize/names.ts';
import { isNonFood } from '../../../build/normalize/non-food.ts';
import { findContradictions, isSaltOff } from '../../../build/normalize/plausibility.ts';
import { readServing, unitOf } from '../../../build/normalize/serving.ts';
import { parseAmount, parseAmountBytes } from '../../../build/raw/amount.ts';
import { listFindings } from '../../../src/food/findings.ts';
import { mapNutrients, type Nutrition } from '../../../src/food/nutrients.ts';
import { testFunctions } from '../../table-of-cases.ts';
import table from './texts.tsv' with { type: 'text' };

const UNKNOWN: Nutrition = mapNutrients(() => null);

/** Values of a food, and what else is known of it. */
interface Known extends Partial<Nutrition> {
  name?: string;
  category?: string;
  serving_size_g?: number;
  alcohol_g?: number;
  polyols_g?: number;
  unlisted_g?: number;
}

function contradictionsIn(known: Known): string[] {
  const clues = { name: 'Anything', category: null, serving_size_g: null };
  const food = { ...UNKNOWN, ...clues, alcohol_g: null, polyols_g: null, unlisted_g: null, ...known };
  const before = structuredClone(food);
  const found = listFindings(findContradictions(food));
  expect(food).toEqual(before);
  return found;
}

interface EnergyFacts {
  nutrition: Partial<Nutrition>;
  polyols_g?: number;
}

/** The kcal, to a tenth, and whether a unit was mended. */
function energyOf(description: string, kcal: number | null, kj: number | null, facts: EnergyFacts) {
  const { calories_kcal, unitMended } = readEnergy(kcal, kj, {
    nutrition: { ...UNKNOWN, ...facts.nutrition },
    alcohol_g: null,
    polyols_g: facts.polyols_g ?? null,
    findKind: () => kindOf(description, null, null),
  });
  return [calories_kcal === null ? null : Math.round(calories_kcal * 10) / 10, unitMended];
}

testFunctions(table, {
  cleanText,
  cleanName,
  chooseName,
  splitBrands,
  chooseCategory,
  adoptCategory,
  isNonFood: (name: string) => isNonFood(name, [], []),
  readServing: (wording: string | null, quantity: number | null) => {
    const { serving_size_g, serving_desc } = readServing(wording, quantity);
    return [serving_size_g, serving_desc];
  },
  unitOf,
  contradictionsIn,
  isSaltOff,
  energyOf,
  parseAmount: (text: string) => {
    const bytes = Buffer.from(`\t${text}\t`);
    expect(parseAmountBytes(bytes, 1, bytes.length - 1)).toBe(parseAmount(text));
    return parseAmount(text);
  },
});

test('the text of a dump reads the same next to characters that need a closer look, whichever letters it has', () => {
  for (let code = 0; code < 0x3000; code++) {
    const text = `a${String.fromCharCode(code)}b`;
    expect(cleanText(`& ${text}`)).toBe(`& ${cleanText(text)}`);
  }
});

test('a name of an advertising length is cut at a word', () => {
  const cut = cleanName('organic whole grain breakfast cereal '.repeat(20))!;
  expect([...cut].length).toBeLessThanOrEqual(MAX_NAME_LENGTH);
  expect(cut).toEndWith('…');
  expect(cut).not.toContain('  ');
});

test('energy is in doubt where kcal and kJ contradict each other', () => {
  const facts = {
    nutrition: { ...UNKNOWN, protein_g: 10, fat_g: 1, carbs_g: 3 },
    alcohol_g: null,
    findKind: () => kindOf('Pasta', null, null),
  };
  expect(readEnergy(300, 258, facts)).toEqual({
    calories_kcal: 300,
    unitMended: false,
    unitsDisagree: true,
    energy_kj: 258,
  });
  expect(readEnergy(61, 258, facts).unitsDisagree).toBe(false);
});

test('an amount reads the same from bytes as from text, to the last bit', () => {
  for (let number = 1; number < 20_000; number++) {
    const text = String((number * 7919) / 10 ** (number % 9));
    expect(parseAmountBytes(Buffer.from(text), 0, text.length)).toBe(Number(text));
  }
});
