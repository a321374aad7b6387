import { describe, expect, test } from 'bun:test';
import { listFindings, withFinding } from '../../src/food/findings.ts';
import { FOOD_FIELDS, type Food } from '../../src/food/food.ts';
import { listReasons, renderConfidence } from '../../src/site/confidence-reasons.ts';
import { ENGLISH } from '../../src/site/locale.ts';
import { asRead } from './page-client.ts';

const NOTHING = {
  ...(Object.fromEntries(FOOD_FIELDS.map((field) => [field, null])) as unknown as Food),
  id: 1,
  name: 'Nothing',
  source: 'off' as const,
  confidence: 0.4,
};
const ALL_FINDINGS = listFindings(-1);

describe('the reasons for a score', () => {
  test.each(ALL_FINDINGS)('include a sentence for %s', (finding) => {
    const [reason] = listReasons(NOTHING, withFinding(0, finding), ENGLISH);
    expect(reason).toMatch(/^[A-Z][^_{}]+\.$/);
    expect(reason).not.toContain('undefined');
  });

  test('name what is missing', () => {
    const reasons = listReasons({ ...NOTHING, sugar_g: 1, barcode: '4006381333931' }, 0, ENGLISH);
    expect(asRead(reasons[0]!)).toBe(
      'Unknown: energy, protein, fat, carbohydrate, saturated fat, sodium and fibre.',
    );
    expect(reasons[1]).toBe('Missing: brand, category, serving and picture.');
    expect(reasons).toHaveLength(2);
  });

  test('do not miss the brand of a generic food, which has none', () => {
    const food = { ...NOTHING, source: 'usda' as const, confidence: 0.96 };
    expect(listReasons(food, 0, ENGLISH)).toContain('Missing: category, serving and picture.');
  });

  test('are shown beside the components of the score', () => {
    const { text } = renderConfidence(NOTHING, withFinding(0, 'energy_off'), ENGLISH);
    expect(text).toContain('<b>0.40</b> of 1 · Sparse entry');
    expect([...text.matchAll(/<td>(\d\.\d\d)<\/td>/g)].map(([, value]) => value)).toEqual([
      '0.00',
      '0.55',
      '0.90',
      '0.77',
    ]);
  });
});
