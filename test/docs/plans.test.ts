import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { OPERATIONS, PLANS_SCHEMA, renderSchema, withPlansTable } from '../../packaging/plan-documents.ts';
import { changePlans } from '../../src/admission/plans.ts';

const operations = readFileSync(OPERATIONS, 'utf8');

/** If one of these fails, run `bun packaging/plan-documents.ts` and `npm run format`. */
describe('The documents on plans', () => {
  test('have the numbers of the code', () => {
    expect(operations).toBe(withPlansTable(operations));
  });

  test('have the schema of the code', () => {
    // The formatter decides about line breaks.
    expect(JSON.parse(readFileSync(PLANS_SCHEMA, 'utf8'))).toEqual(JSON.parse(renderSchema()));
  });

  test('show a file that larder accepts', () => {
    const [, example = ''] = /```json\n(\{\n {2}"\$schema"[\s\S]*?)```/.exec(operations) ?? [];
    expect(changePlans(JSON.parse(example))).toMatchObject({ anonymous: { per_minute: 0 } });
  });
});
