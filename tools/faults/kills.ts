import { spawn } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readChecksum } from '../../src/catalog/checksum.ts';
import { verifyCatalog } from '../../src/catalog/verify.ts';
import { buildFrom, PRODUCTS, temporaryFolder } from '../../test/build/export-file.ts';
import { openMirror } from '../../test/build/pull/mirror.ts';
import { soldFoods } from '../../test/build/sold-foods.ts';
import { LARDER } from '../../test/contract/server-process.ts';
import { randomOf } from '../../test/random.ts';
import { writeDump } from '../bench/dump.ts';
import type { Figure } from './figure.ts';

/**
 * `kill -9` at random moments of build, pull, and publish and pull of a pack, in turns. Afterwards the catalogue is the
 * complete old or the complete new one, and the next undisturbed run leaves no stray files.
 */
const [PROGRAM = '', ...FIRST] = LARDER;
const DUMP_ROWS = 6000;
/** Makes a download take about as long as the build, with one or two entries in its journal. */
const DOWNLOAD_MS_PER_ROW = 0.3;
const EXPORT = 'products.csv.gz';
const BARE = ['--without', 'generic'];

export interface KillFigures {
  /** Which catalogue was in place after a kill. */
  old: number;
  new: number;
  /** Must stay empty: catalogues that were neither, and stray files. */
  broken: string[];
  litter: string[];
}

/** A command that is killed again and again. */
interface Victim {
  args: string[];
  /** Puts everything back to how it was before the command. */
  reset(): void;
  /** What is run undisturbed after each kill; the catalogue is only judged then. */
  after?: string[];
}

interface Scene {
  data: string;
  victims: Victim[];
  /** The catalogue before, and all that may be there afterwards. */
  former: string;
  renewed: Set<string>;
  /** Whether a reset also removes what a kill left behind. */
  isReset: boolean;
  /** The folders that must not hold anything but this once all is done. */
  kept: [folder: string, pattern: RegExp][];
}

const IN_DATA =
  /^(?:catalog(?:\.previous)?\.db|pull|pull\/(?:lock\.db|last-pull|subscription\.json|last-pull-outcome\.json))$/;
const IN_PACKS = /^(?:all|all\/(?:\d+-)?\d+\.(?:db|delta)\.zst|index\.json(?:\.minisig)?)$/;

export async function killDuringBuildAndPull(kills: number, rows = DUMP_ROWS): Promise<KillFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-kills-'));
  const mirror = await openMirror();
  try {
    const dump = join(folder, EXPORT);
    await writeDump({ rows, seed: 3, path: dump });
    const bytes = readFileSync(dump);
    mirror.files.set(EXPORT, { bytes });
    mirror.pieceMs = (rows * DOWNLOAD_MS_PER_ROW) / Math.ceil(bytes.length / (16 * 1024));
    const [former, data] = [await buildFrom(folder, PRODUCTS, 'former'), join(folder, 'data')];
    mkdirSync(data);
    const reset = () => copyFileSync(former, join(data, 'catalog.db'));
    const victims = [
      ['build', dump, '--out', join(data, 'catalog.db'), '--force', ...BARE],
      ['pull', '--data', data, '--from', mirror.url + EXPORT, '--generic', 'off', '--force'],
    ].map((args) => ({ args, reset }));
    const scene = { data, victims, former: hashOf(former), renewed: new Set<string>(), isReset: false };
    return await killInTurns(kills, { ...scene, kept: [[data, IN_DATA]] });
  } finally {
    await mirror.close();
    rmSync(folder, { recursive: true });
  }
}

export async function killDuringPublishAndPull(kills: number, rows = DUMP_ROWS): Promise<KillFigures> {
  const folder = temporaryFolder();
  try {
    const [packs, data, key] = [join(folder, 'packs'), join(folder, 'data'), join(folder, 'key')];
    const foods = soldFoods(rows, 4);
    const first = await buildFrom(folder, foods, 'first');
    const second = await buildFrom(folder, [...foods.slice(5), ...soldFoods(20, 5)], 'second');
    const publish = (path: string) => ['publish', path, '--to', packs, '--pack', 'all', '--sign', key];
    const pull = ['pull', '--data', data, '--from', packs, '--pack', 'all', '--trust', `${key}.pub`];
    await larder(['key-pair', '--out', key]);
    await larder(publish(first));
    await larder(pull);
    for (const path of [packs, data]) cpSync(path, `${path}-1`, { recursive: true });
    await larder(publish(second));
    cpSync(packs, `${packs}-2`, { recursive: true });
    const offer = (version: 1 | 2, isInstalled: boolean) => {
      for (const path of [packs, data]) rmSync(path, { recursive: true, force: true });
      cpSync(`${packs}-${version}`, packs, { recursive: true });
      if (isInstalled) cpSync(`${data}-1`, data, { recursive: true });
    };
    const victims: Victim[] = [
      { args: pull, reset: () => offer(2, true) },
      // A new subscriber can use what a publisher left behind.
      { args: publish(second), reset: () => offer(1, false), after: pull },
      {
        args: pull,
        reset() {
          offer(2, true);
          // Without a delta it takes the whole.
          rmSync(join(packs, 'all', '1-2.delta.zst'));
        },
      },
    ];
    const kept: Scene['kept'] = [
      [data, IN_DATA],
      [packs, IN_PACKS],
    ];
    const scene = { data, victims, former: hashOf(first), renewed: new Set([hashOf(second)]), isReset: true };
    return await killInTurns(kills, { ...scene, kept });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function killInTurns(kills: number, scene: Scene): Promise<KillFigures> {
  const figures: KillFigures = { old: 0, new: 0, broken: [], litter: [] };
  const wholeMs: number[] = [];
  const catalog = join(scene.data, 'catalog.db');
  for (const { args, reset } of scene.victims) {
    reset();
    const startedMs = performance.now();
    await larder(args);
    wholeMs.push(performance.now() - startedMs);
    if (existsSync(catalog)) scene.renewed.add(hashOf(catalog));
  }
  const random = randomOf(kills);
  for (let kill = 0; kill < kills; kill++) {
    const turn = kill % scene.victims.length;
    const { args, reset, after } = scene.victims[turn]!;
    reset();
    await larder(args, random() * wholeMs[turn]!);
    try {
      if (after !== undefined) await larder(after);
      figures[judge(scene)]++;
    } catch (error) {
      figures.broken.push(`kill ${kill + 1}: ${(error as Error).message}`);
    }
  }
  // What a kill left behind is removed by the next run of the same command.
  for (const [turn, { args, reset }] of scene.victims.entries()) {
    if (scene.isReset) {
      reset();
      await larder(args, wholeMs[turn]! / 2);
    }
    await larder(args);
    if (scene.isReset || turn === scene.victims.length - 1) figures.litter.push(...litterIn(scene));
  }
  return figures;
}

/** Which catalogue is in place after a kill, if it is a whole one. */
function judge({ data, former, renewed }: Scene): 'old' | 'new' {
  const { hash } = verifyCatalog(join(data, 'catalog.db'));
  const previous = join(data, 'catalog.previous.db');
  if (existsSync(previous)) verifyCatalog(previous);
  if (hash === former) return 'old';
  if (renewed.has(hash)) return 'new';
  throw new Error('is neither the old nor the new catalogue');
}

function litterIn({ kept }: Scene): string[] {
  return kept.flatMap(([folder, pattern]) => listFiles(folder).filter((path) => !pattern.test(path)));
}

/** Folders too; none where the folder is not there. */
function listFiles(folder: string): string[] {
  return existsSync(folder) ? (readdirSync(folder, { recursive: true }) as string[]) : [];
}

function hashOf(catalog: string): string {
  return readChecksum(catalog)!.computed;
}

/** Runs to its end, or is killed after `killAfterMs`. */
async function larder(args: string[], killAfterMs?: number): Promise<void> {
  const child = spawn(PROGRAM, [...FIRST, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const status = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  if (killAfterMs === undefined && status !== 0) throw new Error(`larder ${args[0]} failed: ${stderr}`);
}

export async function kills(times: number): Promise<Figure[]> {
  const figureOf = (
    item: number,
    what: string,
    { old, new: renewed, broken, litter }: KillFigures,
  ): Figure => ({
    item,
    done: [`${times} times kill -9 during ${what}`, ...broken, ...litter].join('; '),
    figure: `${old} old, ${renewed} new, ${broken.length} broken, ${litter.length} files left over`,
    toReach: `${times} whole ones, no litter`,
    isReached: old + renewed === times && broken.length + litter.length === 0,
  });
  return [
    figureOf(19, 'build and pull', await killDuringBuildAndPull(times)),
    figureOf(38, 'publish and pull of a pack', await killDuringPublishAndPull(times)),
  ];
}
