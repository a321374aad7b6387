import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readChecksum } from '../../src/catalog/checksum.ts';
import { verifyCatalog } from '../../src/catalog/verify.ts';
import { PRODUCTS, writeExport } from '../../test/build/export-file.ts';
import { openMirror } from '../../test/build/pull/mirror.ts';
import { LARDER } from '../../test/contract/server-process.ts';
import { randomOf } from '../../test/random.ts';
import { writeDump } from '../bench/dump.ts';

/**
 * `bun tools/faults/kills.ts [200]`: `kill -9` at random moments of build and pull, in turns. Afterwards the catalogue is
 * the complete old or the complete new one, and the next undisturbed run leaves no stray files.
 */
const [PROGRAM = '', ...FIRST] = LARDER;
const DUMP_ROWS = 6000;
/** Makes a download take about as long as the build, with one or two entries in its journal. */
const DOWNLOAD_MS_PER_ROW = 0.3;
const EXPORT = 'products.csv.gz';

export interface KillFigures {
  kills: number;
  /** Which catalogue was in place after a kill. */
  old: number;
  new: number;
  /** Kills during a download that the next pull resumed. */
  resumed: number;
  /** Must stay empty: catalogues that were neither, and stray files. */
  broken: string[];
  litter: string[];
}

export async function killDuringBuildAndPull({
  kills,
  rows = DUMP_ROWS,
}: {
  kills: number;
  rows?: number;
}): Promise<KillFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-kills-'));
  const mirror = await openMirror();
  try {
    const dump = join(folder, EXPORT);
    await writeDump({ rows, seed: 3, path: dump });
    const bytes = readFileSync(dump);
    mirror.files.set(EXPORT, { bytes });
    mirror.pieceMs = (rows * DOWNLOAD_MS_PER_ROW) / Math.ceil(bytes.length / (16 * 1024));
    const former = join(folder, 'former.db');
    await larder([
      'build',
      writeExport(join(folder, 'small.tsv'), PRODUCTS),
      '--out',
      former,
      '--without',
      'generic',
    ]);
    const data = join(folder, 'data');
    const pull = ['pull', '--data', data, '--from', mirror.url + EXPORT, '--generic', 'off', '--force'];
    const build = ['build', dump, '--out', join(data, 'catalog.db'), '--force', '--without', 'generic'];
    return await killInTurns({ kills, folder, data, former, commands: [build, pull], isResumed });
  } finally {
    await mirror.close();
    rmSync(folder, { recursive: true });
  }

  /** Whether the mirror was asked for the rest of a download since the last call. */
  function isResumed(): boolean {
    return mirror.asked.splice(0).some(({ headers }) => /^bytes=[1-9]\d*-$/.test(headers.get('range') ?? ''));
  }
}

interface Turns {
  kills: number;
  folder: string;
  data: string;
  former: string;
  commands: string[][];
  isResumed(): boolean;
}

async function killInTurns({
  kills,
  folder,
  data,
  former,
  commands,
  isResumed,
}: Turns): Promise<KillFigures> {
  const figures: KillFigures = { kills, old: 0, new: 0, resumed: 0, broken: [], litter: [] };
  const catalog = join(data, 'catalog.db');
  mkdirSync(data);
  const wholeMs: number[] = [];
  const hashes: string[] = [];
  for (const command of commands) {
    const startedMs = performance.now();
    await larder(command);
    wholeMs.push(performance.now() - startedMs);
    hashes.push(readChecksum(catalog)!.computed);
  }
  const random = randomOf(kills);
  for (let kill = 0; kill < kills; kill++) {
    const turn = kill % commands.length;
    copyFileSync(former, join(folder, 'copy.db'));
    renameSync(join(folder, 'copy.db'), catalog);
    await larder(commands[turn]!, random() * wholeMs[turn]!);
    if (isResumed()) figures.resumed++;
    judge(
      kill,
      catalog,
      join(data, 'catalog.previous.db'),
      [readChecksum(former)!.computed, ...hashes],
      figures,
    );
  }
  for (const command of commands) await larder(command);
  const kept = [
    'catalog.db',
    'catalog.previous.db',
    'pull',
    'lock.db',
    'last-pull',
    'last-pull-outcome.json',
  ];
  const left = readdirSync(data, { recursive: true }) as string[];
  figures.litter = left.filter((path) => !kept.includes(path.split('/').at(-1)!));
  return figures;
}

/** Counts which catalogue is in place after a kill; the first of the known ones is the old one. */
export function judge(
  kill: number,
  catalog: string,
  previous: string,
  known: string[],
  figures: Pick<KillFigures, 'old' | 'new' | 'broken'>,
): void {
  try {
    const { hash } = verifyCatalog(catalog);
    if (!known.includes(hash)) throw new Error('is neither the old nor the new catalogue');
    if (hash === known[0]) figures.old++;
    else figures.new++;
    if (existsSync(previous)) verifyCatalog(previous);
  } catch (error) {
    figures.broken.push(`kill ${kill + 1}: ${(error as Error).message}`);
  }
}

/** Runs to its end, or is killed after `killAfterMs`. */
export async function larder(args: string[], killAfterMs?: number): Promise<void> {
  const child = spawn(PROGRAM, [...FIRST, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const status = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  if (killAfterMs === undefined && status !== 0) throw new Error(`larder ${args[0]} failed: ${stderr}`);
}

if (import.meta.main) {
  const figures = await killDuringBuildAndPull({ kills: Number(process.argv[2] ?? 200) });
  console.log(figures);
  process.exitCode = figures.broken.length + figures.litter.length === 0 ? 0 : 1;
}
