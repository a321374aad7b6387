import { describe, expect, test } from 'bun:test';
import { BANDS, type Judged, judgeConfidence, scoreConfidence } from '../../src/food/confidence.ts';
import { CONTRADICTIONS, type Findings, NO_FINDINGS, withFinding } from '../../src/food/findings.ts';
import { FOOD_SOURCES } from '../../src/food/food.ts';
import { randomOf } from '../random.ts';

const LABEL: Judged = {
  calories_kcal: 539,
  protein_g: 6.3,
  fat_g: 30.9,
  carbs_g: 57.5,
  sugar_g: 56.3,
  saturated_fat_g: 10.6,
  sodium_mg: 42.8,
  fiber_g: null,
  brand: 'Ferrero',
  category: 'Spreads',
  serving_size_g: 15,
  image_url: 'https://images.example/nutella.jpg',
  barcode: '3017620422003',
  source: 'off',
};
const FIELDS = Object.keys(LABEL).filter((field) => field !== 'source') as (keyof Judged)[];
const ANY_FINDING = [
  ...CONTRADICTIONS,
  'all_zero',
  'energy_unit_mended',
  'bad_check_digit',
  'in_store_code',
  'sources_agree',
  'sources_disagree',
  'impossible_fat_g',
] as const;

/** A food that knows some fields and not others, from any source, with any findings. */
function randomFood(random: () => number): { food: Judged; findings: Findings } {
  const source = FOOD_SOURCES[Math.floor(random() * FOOD_SOURCES.length)]!;
  const unknown = FIELDS.filter(() => random() < 0.3).map((field) => [field, null]);
  const findings = ANY_FINDING.filter(() => random() < 0.15).reduce(withFinding, NO_FINDINGS);
  return { food: { ...LABEL, fiber_g: 1, ...Object.fromEntries(unknown), source }, findings };
}

describe('confidence', () => {
  test('of complete labels is above sparse entries, and those above AI estimates, whatever else is known', () => {
    const random = randomOf(7);
    for (let round = 0; round < 5000; round++) {
      const { food, findings } = randomFood(random);
      const score = scoreConfidence(food, findings);
      const { from, to } = BANDS[judgeConfidence(food, findings).band];
      expect(score).toBeGreaterThanOrEqual(from);
      expect(score).toBeLessThanOrEqual(to);
    }
    expect(BANDS.complete.from).toBeGreaterThan(BANDS.sparse.to);
    expect(BANDS.sparse.from).toBeGreaterThan(BANDS.estimate.to);
    expect(BANDS.complete.to).toBeLessThanOrEqual(1);
    expect(BANDS.estimate.from).toBeGreaterThanOrEqual(0);
  });

  test('of a label without one of its four main values is that of a sparse entry', () => {
    for (const missing of ['calories_kcal', 'protein_g', 'fat_g', 'carbs_g'] as const) {
      expect(judgeConfidence({ ...LABEL, [missing]: null }, NO_FINDINGS).band).toBe('sparse');
    }
    expect(judgeConfidence(LABEL, NO_FINDINGS).band).toBe('complete');
  });

  test('zero is a value, not a gap', () => {
    expect(judgeConfidence({ ...LABEL, fat_g: 0, protein_g: 0 }, NO_FINDINGS).band).toBe('complete');
  });

  test.each(['macros_over_100', 'energy_off', 'impossible_sodium_mg', 'all_zero'] as const)(
    'falls out of the top with %s',
    (finding) => {
      expect(scoreConfidence(LABEL, withFinding(NO_FINDINGS, finding))).toBeLessThan(BANDS.sparse.to);
    },
  );

  test.each(['bad_check_digit', 'in_store_code', 'energy_unit_mended', 'sources_disagree'] as const)(
    'is less with %s',
    (finding) => {
      expect(scoreConfidence(LABEL, withFinding(NO_FINDINGS, finding))).toBeLessThan(
        scoreConfidence(LABEL, NO_FINDINGS),
      );
    },
  );

  test('is more when another source agrees', () => {
    expect(scoreConfidence(LABEL, withFinding(NO_FINDINGS, 'sources_agree'))).toBeGreaterThan(
      scoreConfidence(LABEL, NO_FINDINGS),
    );
  });
});
