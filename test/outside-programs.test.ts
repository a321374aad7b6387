import { beforeAll, describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './build/export-file.ts';
import { type Report, readReport, sum } from './report.ts';

/** Tests of programs that are and are not there, run by a `bun test` of their own. */
const TESTS = `
import { expect } from 'bun:test';
import { ifInstalled, needing } from ${JSON.stringify(join(import.meta.dir, 'outside-programs.ts'))};

const { test, beforeAll } = needing('no-such-program');
beforeAll(() => { throw new Error('started without the program'); });
test('uses <it>', () => expect(1).toBe(2));
test.each([1, 2])('uses it %d times', () => expect(1).toBe(2));
needing('sh').test('uses sh', () => expect(1).toBe(1));
ifInstalled('no-such-generator').test('uses a generator', () => expect(1).toBe(2));
ifInstalled('sh').test('uses sh if it is there', () => expect(1).toBe(1));
`;

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
  writeFileSync(join(folder, 'programs.test.ts'), TESTS);
});

function runTests(demand: string): { status: number | null; report: Report } {
  const report = join(folder, `report-${demand}.xml`);
  const { status } = spawnSync(
    process.execPath,
    ['test', '--reporter=junit', `--reporter-outfile=${report}`, 'programs.test.ts'],
    { cwd: folder, env: { ...process.env, LARDER_TEST_DEMAND: demand } },
  );
  return { status, report: readReport(report)! };
}

describe('A test that needs a missing program', () => {
  test('is skipped, counted and named with what it needs, and nothing fails', () => {
    const { status, report } = runTests('');
    expect({ status, ...sum(report.files) }).toEqual({ status: 0, passed: 2, failed: 0, skipped: 4 });
    expect(report.skipped).toEqual([
      'programs.test.ts: needs no-such-program (3 tests)',
      'programs.test.ts: needs no-such-generator',
    ]);
  });

  test('fails where every program is demanded, unless the program may be missing there too', () => {
    const { status, report } = runTests('all');
    expect({ status, ...sum(report.files) }).toEqual({ status: 1, passed: 2, failed: 3, skipped: 0 });
  });
});

test('A report that was never written counts as none', () => {
  expect(readReport(join(folder, 'no-such-report.xml'))).toBeNull();
});
