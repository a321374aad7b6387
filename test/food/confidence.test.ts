import { describe, expect, test } from 'bun:test';
import { BANDS, type Judged, judgeConfidence, scoreConfidence } from '../../src/food/confidence.ts';
import {
  FINDING_WORDS,
  type Finding,
  type Findings,
  listFindings,
  NO_FINDINGS,
  withFinding,
} from '../../src/food/findings.ts';
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
const ANY_FINDING: readonly Finding[] = [...(Object.keys(FINDING_WORDS) as Finding[]), 'impossible_fat_g'];

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

  test.each([
    'macros_over_100',
    'energy_off',
    'impossible_sodium_mg',
    'all_zero',
    'salt_against_sodium',
    'kj_against_kcal',
  ] as const)('falls out of the top with %s', (finding) => {
    expect(scoreConfidence(LABEL, withFinding(NO_FINDINGS, finding))).toBeLessThan(BANDS.sparse.to);
  });

  test.each([
    'bad_check_digit',
    'in_store_code',
    'energy_unit_mended',
    'sources_disagree',
    'serving_scaling_undone',
    'source_reports_error',
    'source_reports_doubt',
    'code_shared',
    'unchanged_since_2019',
    'unchanged_since_2015',
    'named_by_brand',
    'further_nutrient_dropped',
  ] as const)('is less with %s', (finding) => {
    expect(scoreConfidence(LABEL, withFinding(NO_FINDINGS, finding))).toBeLessThan(
      scoreConfidence(LABEL, NO_FINDINGS),
    );
  });

  test('of a label whose energy was calculated is at most 0.75, even if another source agrees', () => {
    const findings = withFinding(withFinding(NO_FINDINGS, 'energy_computed'), 'sources_agree');
    expect(scoreConfidence({ ...LABEL, fiber_g: 1 }, findings)).toBeLessThanOrEqual(0.75);
    expect(scoreConfidence(LABEL, findings)).toBeGreaterThan(BANDS.complete.from);
    expect(listFindings(findings)).toEqual(['sources_agree', 'energy_computed']);
  });

  test('is less the older a record is', () => {
    const [fresh, old, ancient] = [
      NO_FINDINGS,
      withFinding(0, 'unchanged_since_2019'),
      withFinding(0, 'unchanged_since_2015'),
    ].map((findings) => scoreConfidence(LABEL, findings));
    expect(fresh!).toBeGreaterThan(old!);
    expect(old!).toBeGreaterThan(ancient!);
  });

  test('of an ordinary label that nothing speaks for or against is a little above nine in ten', () => {
    expect(scoreConfidence(LABEL, NO_FINDINGS)).toBeGreaterThan(0.9);
    expect(scoreConfidence(LABEL, NO_FINDINGS)).toBeLessThan(0.95);
  });

  test('of a label whose check digit is wrong, or that its source doubts, is far below nine in ten', () => {
    for (const finding of ['bad_check_digit', 'source_reports_doubt'] as const) {
      expect(scoreConfidence(LABEL, withFinding(NO_FINDINGS, finding))).toBeLessThan(0.85);
    }
  });

  test('is less where energy only just fits the macronutrients, and not where alcohol explains it', () => {
    const scoreOf = (calories_kcal: number) => scoreConfidence({ ...LABEL, calories_kcal }, NO_FINDINGS);
    expect(scoreOf(600)).toBeLessThan(scoreOf(539));
    expect(scoreOf(450)).toBeLessThan(scoreOf(520));
    expect(scoreOf(800)).toBe(scoreOf(539));
  });

  test('is more when another source agrees', () => {
    expect(scoreConfidence(LABEL, withFinding(NO_FINDINGS, 'sources_agree'))).toBeGreaterThan(
      scoreConfidence(LABEL, NO_FINDINGS),
    );
  });
});
