import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIVE_SEARCHES_PER_PAGE, type Plan, PlansFile, SPEC_PLANS } from '../src/admission/plans.ts';
import { toJsonSchema } from '../src/json-schema.ts';

/**
 * Writes what the documents say about plans, from the code. The files are committed: run this after changing a plan.
 */
const DOCS = join(import.meta.dir, '..', 'docs');
export const PLANS_SCHEMA = join(DOCS, 'plans.schema.json');
export const OPERATIONS = join(DOCS, 'operations.md');
const TABLE = /(?<=<!-- plans -->\n)[\s\S]*?(?=<!-- \/plans -->)/;

export function renderSchema(): string {
  const head = { $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'Plans of larder' };
  return `${JSON.stringify({ ...head, ...toJsonSchema(PlansFile) }, null, 2)}\n`;
}

/** The document with its table of plans as in the code. */
export function withPlansTable(document: string): string {
  if (!TABLE.test(document)) throw new Error('operations.md has no place for the table of plans');
  return document.replace(TABLE, renderTable());
}

function renderTable(): string {
  const { pages_per_minute, account_routes_per_minute, ...plans } = SPEC_PLANS;
  const rows = Object.entries(plans).map(([name, plan]: [string, Plan]) => [
    `\`${name}\``,
    plan.per_minute,
    plan.per_hour ?? 'no limit',
    `${plan.delay_ms} ms`,
    plan.counted_per,
  ]);
  const budgets = [
    ['`pages_per_minute`', pages_per_minute, '', '', 'client'],
    ['live searches', LIVE_SEARCHES_PER_PAGE * pages_per_minute, '', '', 'client'],
    ['`account_routes_per_minute`', account_routes_per_minute, '', '', 'account'],
  ];
  const head = ['plan', '`per_minute`', '`per_hour`', '`delay_ms`', '`counted_per`'];
  const lines = [head, head.map(() => '---'), ...rows, ...budgets];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

if (import.meta.main) {
  writeFileSync(PLANS_SCHEMA, renderSchema());
  writeFileSync(OPERATIONS, withPlansTable(readFileSync(OPERATIONS, 'utf8')));
}
