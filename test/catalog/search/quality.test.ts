import { expect, test } from 'bun:test';
import { type QualityFacts, staticQuality } from '../../../src/catalog/search/index/quality.ts';

const FOOD: QualityFacts = { name: 'Fig jam', confidence: 0.9, hasImage: false, scans: null, source: 'off' };
const quality = (facts: Partial<QualityFacts>) => staticQuality({ ...FOOD, ...facts });

test('every complete label ranks above every sparse entry, and that above every estimate', () => {
  const worst = { name: 'x'.repeat(200), hasImage: false, scans: 0 };
  const best = { name: 'x', hasImage: true, scans: 10_000_000 };
  expect(quality({ ...worst, confidence: 0.7 })).toBeGreaterThan(quality({ ...best, confidence: 0.69 }));
  expect(quality({ ...worst, confidence: 0.3 })).toBeGreaterThan(
    quality({ ...best, confidence: 0.29, source: 'ai_estimate' }),
  );
});

test('an image, scans and a short name each count', () => {
  expect(quality({ hasImage: true })).toBeGreaterThan(quality({}));
  expect(quality({ scans: 1000 })).toBeGreaterThan(quality({ scans: 10 }));
  expect(quality({ name: 'Fig jam' })).toBeGreaterThan(quality({ name: 'Fig jam of our grandmother' }));
});
