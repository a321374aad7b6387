import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PackIndex } from '../../build/pack/pack-index.ts';
import { readChecksum } from '../../src/catalog/checksum.ts';
import { renderTable } from '../../src/cli/table.ts';
import { findCatalog } from './catalog.ts';
import { readCount, readFlags } from './flags.ts';
import { LARDER } from './running-server.ts';

/**
 * `npm run bench -- pack [--rows N] [--catalog FILE]`: publishes a catalogue and its successor of a week later, and pulls
 * first the whole, then the delta. The time of the delta is compared with that of a slice with all foods.
 */
const ROOT = join(import.meta.dir, '..', '..');
const CACHE = join(ROOT, '.cache');
const SIZES = [200_000, 1_000_000];
const TARGETS = { share: 0.05, deltaMb: 700, exportMb: 400 } as const;
/** More than any catalogue has. */
const ALL_FOODS = '1000000000';

interface Run {
  seconds: number;
  cpuSeconds: number;
  peakMb: number;
}

export async function benchPack(args: readonly string[]): Promise<void> {
  const flags = readFlags(args, ['rows', 'catalog']);
  const sizes = flags.rows === undefined && flags.catalog === undefined ? SIZES : [readCount(flags.rows, 0)];
  for (const rows of sizes) {
    mkdirSync(CACHE, { recursive: true });
    const folder = mkdtempSync(join(CACHE, 'pack-'));
    try {
      await measure(await findCatalog(flags.catalog, rows), folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}

async function measure(first: string, folder: string): Promise<void> {
  const at = (name: string) => join(folder, name);
  const second = at('second.db');
  // In a process of its own: what starts as a copy of a large one counts its memory too.
  await run([process.execPath, join(import.meta.dir, 'weekly-change.ts'), first, second]);
  await larder(['key-pair', '--out', at('key')]);
  const publish = (path: string) =>
    larder(['publish', path, '--to', at('packs'), '--pack', 'world', '--sign', at('key')]);
  const pull = () =>
    larder([
      'pull',
      '--data',
      at('data'),
      '--from',
      at('packs'),
      '--pack',
      'world',
      '--trust',
      at('key.pub'),
    ]);
  const publishes = [await publish(first)];
  const whole = await pull();
  publishes.push(await publish(second));
  const delta = await pull();
  requireSame(at('data/catalog.db'), second);
  const slice = await larder(['slice', second, '--top', ALL_FOODS, '--out', at('slice.db')]);
  const table = await larder(['export', second, '--out', at('foods.parquet'), '--full']);
  const { foods, catalog, deltas } = readIndex(at('packs/index.json')).packs.world!;
  const share = deltas[0]!.bytes / catalog.bytes;
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
  console.log(
    renderTable(
      [
        [`${foods.toLocaleString('en-US')} foods`, 'bytes', 's', 'CPU s', 'MB', 'target'],
        row('the catalogue', statSync(second).size),
        row('publish the first', null, publishes[0]),
        row('publish the second', null, publishes[1]),
        row('pull the whole', catalog.bytes, whole),
        row(
          'pull the delta',
          deltas[0]!.bytes,
          delta,
          `${percent(share)} of at most ${percent(TARGETS.share)}; at most the time of the slice, ${TARGETS.deltaMb} MB`,
        ),
        row('slice with all foods', statSync(at('slice.db')).size, slice),
        row('export --full', statSync(at('foods.parquet')).size, table, `under ${TARGETS.exportMb} MB`),
      ],
      ['left', 'right', 'right', 'right', 'right', 'left'],
    ),
  );
}

function row(what: string, bytes: number | null, run: Run | null = null, target = ''): string[] {
  const figure = (value: number | undefined, decimals: number) =>
    value === undefined ? '' : value.toFixed(decimals);
  return [
    what,
    bytes === null ? '' : bytes.toLocaleString('en-US'),
    figure(run?.seconds, 1),
    figure(run?.cpuSeconds, 1),
    figure(run?.peakMb, 0),
    target,
  ];
}

function readIndex(path: string): PackIndex {
  return JSON.parse(readFileSync(path, 'utf8')) as PackIndex;
}

function requireSame(made: string, published: string): void {
  const hashes = [made, published].map((path) => readChecksum(path)!.computed);
  if (hashes[0] !== hashes[1]) throw new Error('the delta led to another catalogue');
}

function larder(args: string[]): Promise<Run> {
  return run([...LARDER, ...args]);
}

async function run(command: string[]): Promise<Run> {
  const startedMs = performance.now();
  const child = Bun.spawn(command, { stdout: 'ignore', stderr: 'pipe' });
  const stderr = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed: ${stderr}`);
  const { cpuTime, maxRSS } = child.resourceUsage()!;
  return {
    seconds: (performance.now() - startedMs) / 1000,
    cpuSeconds: Number(cpuTime.total) / 1e6,
    peakMb: maxRSS / 1e6,
  };
}
