import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readChecksum } from '../../src/catalog/checksum.ts';
import { pull, runPull } from '../../src/cli/commands/pull.ts';
import { parseOptions } from '../../src/options.ts';
import { type Mirror, openMirror } from '../../test/build/pull/mirror.ts';
import { quickRetries } from '../../test/build/pull/session.ts';
import { runCaptured } from '../../test/cli/captured-run.ts';
import { randomOf } from '../../test/random.ts';
import { writeDump } from '../bench/dump.ts';
import { writeWeekLater } from '../bench/weekly-change.ts';
import type { Figure } from './figure.ts';
import { judge, type KillFigures, larder } from './kills.ts';

/**
 * `npm run faults -- pack`: packs that are killed while they are published and pulled, cut while they are downloaded, and
 * tampered with by whoever has the web server.
 */
const DUMP_ROWS = 3000;

export interface PackFigures {
  kills: Pick<KillFigures, 'old' | 'new' | 'broken'>;
  /** Published folders that a new subscriber could not use after a kill. */
  unusable: string[];
  /** Files that an undisturbed run left behind. */
  litter: string[];
  /** Cut downloads, how many of those were resumed, and what did not end with the whole new catalogue. */
  cuts: { resumed: number; failed: string[] };
  /** Tampered files that were not refused, or changed the installed catalogue. */
  accepted: string[];
}

export interface PackTimes {
  kills: number;
  cuts: number;
  flips: number;
  rows?: number;
}

export async function packFaults({ kills, cuts, flips, rows = DUMP_ROWS }: PackTimes): Promise<PackFigures> {
  const scene = new Scene(mkdtempSync(join(tmpdir(), 'larder-pack-faults-')));
  const mirror = await openMirror();
  try {
    await scene.prepare(rows);
    const random = randomOf(kills + cuts + flips);
    return {
      ...(await killAll(scene, kills, random)),
      cuts: await cutDownloads(scene, mirror, cuts, random),
      accepted: await tamper(scene, flips, random),
    };
  } finally {
    await mirror.close();
    rmSync(scene.folder, { recursive: true });
  }
}

/** Two versions of a catalogue, and the folder of packs after the publish of each. */
class Scene {
  readonly first: string;
  readonly second: string;
  readonly packs: string;
  readonly data: string;
  readonly catalog: string;
  readonly key: string;

  constructor(readonly folder: string) {
    const at = (name: string) => join(folder, name);
    [this.first, this.second, this.packs] = [at('first.db'), at('second.db'), at('packs')];
    [this.data, this.key] = [at('data'), at('key')];
    this.catalog = join(this.data, 'catalog.db');
  }

  async prepare(rows: number): Promise<void> {
    const dump = join(this.folder, 'dump.csv.gz');
    await writeDump({ rows, seed: 4, path: dump });
    await larder(['build', dump, '--out', this.first, '--without', 'generic']);
    await writeWeekLater(this.first, this.second, 1);
    await larder(['key-pair', '--out', this.key]);
    await larder(this.publish(this.first));
    cpSync(this.packs, `${this.packs}-1`, { recursive: true });
    await larder(this.publish(this.second));
    cpSync(this.packs, `${this.packs}-2`, { recursive: true });
    this.offer(1);
    await larder(this.pull());
    cpSync(this.data, `${this.data}-1`, { recursive: true });
  }

  publish(path: string): string[] {
    return ['publish', path, '--to', this.packs, '--pack', 'all', '--sign', this.key];
  }

  pull(data = this.data, from = this.packs): string[] {
    return ['pull', '--data', data, '--from', from, '--pack', 'all', '--trust', `${this.key}.pub`];
  }

  /** In this process, which is quicker. */
  pullHere(from: string) {
    const { values } = parseOptions(pull.options, this.pull(this.data, from).slice(1), {});
    return runCaptured((console) => runPull(values, console, quickRetries(), {}));
  }

  /** Offers the folder as it was after the publish of a version. */
  offer(version: 1 | 2): void {
    rmSync(this.packs, { recursive: true, force: true });
    cpSync(`${this.packs}-${version}`, this.packs, { recursive: true });
  }

  /** The data directory with the first version, or with nothing. */
  install(version: 0 | 1): void {
    rmSync(this.data, { recursive: true, force: true });
    if (version === 1) cpSync(`${this.data}-1`, this.data, { recursive: true });
  }

  hashes(): string[] {
    return [this.first, this.second].map((path) => readChecksum(path)!.computed);
  }
}

async function killAll(
  scene: Scene,
  kills: number,
  random: () => number,
): Promise<Pick<PackFigures, 'kills' | 'unusable' | 'litter'>> {
  const figures = { old: 0, new: 0, broken: [] as string[] };
  const unusable: string[] = [];
  const hashes = scene.hashes();
  const durationOf = async (args: string[]) => {
    const startedMs = performance.now();
    await larder(args);
    return performance.now() - startedMs;
  };
  scene.offer(2);
  scene.install(1);
  const pullMs = await durationOf(scene.pull());
  scene.offer(1);
  const publishMs = await durationOf(scene.publish(scene.second));
  for (let kill = 0; kill < kills; kill++) {
    if (kill % 2 === 0) {
      scene.offer(2);
      scene.install(1);
      // Every other one has no delta, and takes the whole.
      if (kill % 4 === 0) rmSync(join(scene.packs, 'all', '1-2.delta.zst'));
      await larder(scene.pull(), random() * pullMs);
      judge(kill, scene.catalog, join(scene.data, 'catalog.previous.db'), hashes, figures);
      continue;
    }
    scene.offer(1);
    await larder(scene.publish(scene.second), random() * publishMs);
    scene.install(0);
    try {
      await larder(scene.pull());
    } catch (error) {
      unusable.push(`kill ${kill + 1}: ${(error as Error).message}`);
      continue;
    }
    judge(kill, scene.catalog, join(scene.data, 'catalog.previous.db'), hashes, figures);
  }
  await larder(scene.publish(scene.second));
  await larder(scene.pull());
  return { kills: figures, unusable, litter: listLitter(scene) };
}

const KEPT =
  /^(?:catalog(?:\.previous)?\.db|pull|pull\/(?:lock\.db|subscription\.json|last-pull-outcome\.json))$/;
const PUBLISHED = /^(?:all|all\/(?:\d+-)?\d+\.(?:db|delta)\.zst|index\.json(?:\.minisig)?)$/;

function listLitter({ data, packs }: Scene): string[] {
  const list = (folder: string) => readdirSync(folder, { recursive: true }) as string[];
  return [
    ...list(data).filter((path) => !KEPT.test(path)),
    ...list(packs).filter((path) => !PUBLISHED.test(path)),
  ];
}

async function cutDownloads(
  scene: Scene,
  mirror: Mirror,
  cuts: number,
  random: () => number,
): Promise<PackFigures['cuts']> {
  const outcome = { resumed: 0, failed: [] as string[] };
  const [, newest] = scene.hashes();
  scene.offer(2);
  for (const path of readdirSync(scene.packs, { recursive: true }) as string[]) {
    if (!statSync(join(scene.packs, path)).isFile()) continue;
    const bytes = readFileSync(join(scene.packs, path));
    mirror.files.set(path, { bytes, etag: `"${Bun.hash(bytes)}"` });
  }
  for (let cut = 0; cut < cuts; cut++) {
    // By turns from nothing, so that the whole is downloaded, and from the first version, by delta.
    scene.install(cut % 2 === 0 ? 0 : 1);
    const file = mirror.files.get(cut % 2 === 0 ? 'all/2.db.zst' : 'all/1-2.delta.zst')!;
    const afterBytes = Math.floor(random() * file.bytes.length);
    // Sometimes the index is cut, sometimes its signature, mostly the file.
    const before = Array.from({ length: Math.min(2, Math.floor(random() * 6)) }, () => NO_FAULT);
    mirror.faults.splice(0, mirror.faults.length, ...before, { kind: 'cut', afterBytes });
    mirror.asked.length = 0;
    const { status, failure } = await scene.pullHere(mirror.url);
    const isResumed = mirror.asked.some(({ headers }) => headers.get('range')?.startsWith('bytes='));
    if (isResumed) outcome.resumed++;
    const isNew = status === 0 && readChecksum(scene.catalog)?.computed === newest;
    if (!isNew) outcome.failed.push(`cut ${cut + 1} after ${afterBytes} bytes: ${failure}`);
  }
  return outcome;
}
const NO_FAULT = { kind: 'none' as const, before() {} };

/** Flips one bit of one file, as often as requested. Returns what was not refused. */
async function tamper(scene: Scene, flips: number, random: () => number): Promise<string[]> {
  const accepted: string[] = [];
  scene.offer(2);
  const names = ['index.json', 'index.json.minisig', 'all/1-2.delta.zst', 'all/2.db.zst'];
  for (let flip = 0; flip < flips; flip++) {
    const name = names[flip % names.length]!;
    // Without the first version there is no delta to prefer.
    const version = name === 'all/2.db.zst' ? 0 : 1;
    scene.install(version);
    const path = join(scene.packs, name);
    const bytes = readFileSync(path);
    const changed = Buffer.from(bytes);
    // The first line of a signature is a comment that nobody trusts.
    const from = name.endsWith('.minisig') ? bytes.indexOf('\n') + 1 : 0;
    const at = from + Math.floor(random() * (bytes.length - from - 1));
    changed[at]! ^= 1 << Math.floor(random() * 8);
    writeFileSync(path, changed);
    const { status, failure } = await scene.pullHere(scene.packs);
    writeFileSync(`${path}.whole`, bytes);
    renameSync(`${path}.whole`, path);
    const isUntouched =
      version === 0
        ? !readdirSync(scene.data).includes('catalog.db')
        : readChecksum(scene.catalog)!.computed === scene.hashes()[0];
    if (status !== 1 || failure.includes('\n') || failure.includes('internal error') || !isUntouched) {
      accepted.push(`${name}, byte ${at}: ${failure}`);
    }
  }
  return accepted;
}

export async function packFigures(times: PackTimes, item: number): Promise<Figure[]> {
  const { kills, unusable, litter, cuts, accepted } = await packFaults(times);
  const broken = [...kills.broken, ...unusable, ...litter];
  return [
    {
      item,
      done: [`${times.kills} times kill -9 during publish and pull of a pack`, ...broken].join('; '),
      figure: `${kills.old} old, ${kills.new} new, ${broken.length} broken or left over`,
      toReach: `${times.kills} whole ones, no litter`,
      isReached: kills.old + kills.new === times.kills && broken.length === 0,
    },
    {
      item,
      done: [`${times.cuts} cut downloads of a pack`, ...cuts.failed].join('; '),
      figure: `${cuts.failed.length} failed, ${cuts.resumed} resumed`,
      toReach: 'none failed',
      isReached: cuts.failed.length === 0 && cuts.resumed > 0,
    },
    {
      item,
      done: [`${times.flips} packs with one flipped bit`, ...accepted].join('; '),
      figure: `${accepted.length} accepted`,
      toReach: 'none accepted',
      isReached: accepted.length === 0,
    },
  ];
}
