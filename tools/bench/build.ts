import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildReport } from '../../build/report.ts';
import { renderTable } from '../../src/cli/table.ts';
import { findOrWriteDump } from './dump.ts';
import { readCount, readFlags } from './flags.ts';
import { LARDER, start } from './running-server.ts';

/**
 * `npm run bench -- build [--rows N] [--seed N]`: builds a generated dump, as an operator does: with the executable, if there is
 * one, and beside a server. It is compared with unpacking the dump, the least that any build must do, which is timed before and
 * after, since the machine may be busier at one time.
 */
const ROOT = join(import.meta.dir, '..', '..');
const CACHE = join(ROOT, '.cache');
const TARGETS = { ratio: 4.5, peakMb: 800, bytesPerFood: 400 } as const;

export async function benchBuild(args: readonly string[]): Promise<void> {
  const flags = readFlags(args, ['rows', 'seed']);
  const rows = readCount(flags.rows, 1_000_000);
  const dump = await findOrWriteDump({ rows, seed: readCount(flags.seed, 1) });
  const before = await timeUnpacking(dump);
  const server = await start([]);
  const built = await runBuild(dump).finally(server.stop);
  const floor = (before + (await timeUnpacking(dump))) / 2;
  const { report } = built;
  const bytesPerFood = report.bytes / report.foods;
  const figure = (value: number, decimals = 0) =>
    value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  console.log(
    renderTable(
      [
        ['', 'measured', 'target'],
        ['rows', figure(report.rows_read), ''],
        ['foods', figure(report.foods), ''],
        ['gzip -dc | wc -l', `${figure(floor, 1)} s`, ''],
        ['larder build', `${figure(built.seconds, 1)} s`, ''],
        ['processor time', `${figure(built.cpuSeconds, 1)} s`, ''],
        ['rows a second', figure(report.rows_read / built.seconds), ''],
        ['times the floor', figure(built.seconds / floor, 2), `at most ${TARGETS.ratio}`],
        ['peak memory', `${figure(built.peakMb)} MB`, `under ${TARGETS.peakMb} MB`],
        ['bytes a food', figure(bytesPerFood), `at most ${TARGETS.bytesPerFood}`],
      ],
      ['left', 'right', 'left'],
    ),
  );
}

interface Built {
  seconds: number;
  cpuSeconds: number;
  peakMb: number;
  report: BuildReport;
}

async function timeUnpacking(dump: string): Promise<number> {
  const startedMs = performance.now();
  await Bun.$`gzip -dc ${dump} | wc -l`.quiet();
  return (performance.now() - startedMs) / 1000;
}

async function runBuild(dump: string): Promise<Built> {
  const out = join(CACHE, 'bench.db');
  const reportPath = join(CACHE, 'bench-report.json');
  const startedMs = performance.now();
  const build = Bun.spawn(
    [...LARDER, 'build', dump, '--out', out, '--report', reportPath, '--force', '--generic', 'none'],
    {
      stdout: 'ignore',
      stderr: 'inherit',
    },
  );
  if ((await build.exited) !== 0) throw new Error('the build failed');
  const seconds = (performance.now() - startedMs) / 1000;
  const report = JSON.parse(readFileSync(reportPath, 'utf8')) as BuildReport;
  rmSync(out);
  rmSync(reportPath);
  const { cpuTime, maxRSS } = build.resourceUsage()!;
  return { seconds, cpuSeconds: Number(cpuTime.total) / 1e6, peakMb: maxRSS / 1e6, report };
}
