import { describe, expect, test } from 'bun:test';
import { changePlans, SPEC_PLANS } from '../../src/admission/plans.ts';

describe('The plans', () => {
  test('are those of the specification', () => {
    expect(SPEC_PLANS).toMatchObject({
      anonymous: { per_minute: 30, per_hour: 900, delay_ms: 350, counted_per: 'client' },
      starter: { per_minute: 30, per_hour: 900, delay_ms: 350, counted_per: 'client' },
      pro: { per_minute: 500, per_hour: null, delay_ms: 0, counted_per: 'account' },
      scale: { per_minute: 3000, per_hour: null, delay_ms: 0, counted_per: 'account' },
      pages_per_minute: 120,
    });
  });

  test('can be changed one number at a time', () => {
    const plans = changePlans({
      pro: { per_minute: 700 },
      anonymous: { per_hour: null },
      pages_per_minute: 60,
    });
    expect(plans).toEqual({
      ...SPEC_PLANS,
      pro: { ...SPEC_PLANS.pro, per_minute: 700 },
      anonymous: { ...SPEC_PLANS.anonymous, per_hour: null },
      pages_per_minute: 60,
    });
    expect(changePlans({})).toEqual(SPEC_PLANS);
  });

  test('can require a key, and name their schema', () => {
    expect(changePlans({ $schema: './plans.schema.json', anonymous: { per_minute: 0 } })).toEqual({
      ...SPEC_PLANS,
      anonymous: { ...SPEC_PLANS.anonymous, per_minute: 0 },
    });
  });

  test.each([
    [{ gold: { per_minute: 1 } }, 'gold'],
    [{ pro: { per_minute: 0 } }, 'pro.per_minute'],
    [{ anonymous: { per_minute: -1 } }, 'anonymous.per_minute'],
    [{ pro: { per_minute: 1.5 } }, 'pro.per_minute'],
    [{ pro: { perMinute: 5 } }, 'pro.perMinute'],
    [{ pro: { per_minute: 10_000_000 } }, 'pro.per_minute'],
    [{ pages_per_minute: '60' }, 'pages_per_minute'],
    [{ anonymous: { counted_per: 'account' } }, 'anonymous'],
    [[], 'the file'],
    [null, 'the file'],
  ])('refuse %j and say where it is wrong', (changes, place) => {
    expect(changePlans(changes)).toStartWith(place);
  });
});
