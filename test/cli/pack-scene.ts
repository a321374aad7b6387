import { afterAll, afterEach, beforeAll, beforeEach } from 'bun:test';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKeyPair, readSecretKey, signBytes } from '../../build/pack/minisign.ts';
import type { Pack, PackIndex } from '../../build/pack/pack-index.ts';
import { buildCatalog } from '../../build/pipeline.ts';
import { packs, runPacks } from '../../src/cli/commands/packs.ts';
import { publish, runPublish } from '../../src/cli/commands/publish.ts';
import { pull, runPull } from '../../src/cli/commands/pull.ts';
import { rollback } from '../../src/cli/commands/rollback.ts';
import { parseOptions } from '../../src/options.ts';
import { type ExportRow, temporaryFolder, writeExport } from '../build/export-file.ts';
import { quickRetries } from '../build/pull/session.ts';
import { soldFoods } from '../build/sold-foods.ts';
import { type CapturedRun, runCaptured } from './captured-run.ts';

/** What differs from an ordinary run of a command. */
export interface Setting {
  environment?: NodeJS.ProcessEnv;
  nowMs?: number;
  partBytes?: number;
}

export const DAY_MS = 86_400_000;
const WEEKS = 5;

/**
 * Five versions of one catalogue and a key, made once for a file of tests, and a new folder of packs and data directory for
 * each test.
 */
export class PackScene {
  made = '';
  versions: string[] = [];
  key = '';
  work = '';
  folder = '';
  data = '';
  /** The folder of packs as it is after each week; empty until somebody needs it. */
  #published: string[] = [];

  get catalog(): string {
    return join(this.data, 'catalog.db');
  }

  publish(week: number, flags: string[] = [], setting: Setting = {}): Promise<CapturedRun> {
    return this.publishFile(this.versions[week - 1]!, flags, setting);
  }

  publishFile(path: string, flags: string[] = [], { environment = {}, partBytes }: Setting = {}) {
    const args = [path, '--to', this.folder, '--pack', 'fr', '--sign', this.key, ...flags];
    const line = parseOptions(publish.options, args, {});
    return runCaptured((console) => runPublish(line, console, quickRetries(), environment, partBytes));
  }

  /** The folder as it is after so many weeks of publishing; quicker than to publish them again. */
  async offer(week: number): Promise<void> {
    while (this.#published.length < week) {
      const folder = join(this.made, 'published');
      const path = this.versions[this.#published.length]!;
      const { failure } = await this.publishFile(path, ['--to', folder]);
      if (failure !== '') throw new Error(failure);
      const copy = `${folder}-${this.#published.length + 1}`;
      cpSync(folder, copy, { recursive: true });
      this.#published.push(copy);
    }
    rmSync(this.folder, { recursive: true, force: true });
    cpSync(this.#published[week - 1]!, this.folder, { recursive: true });
  }

  pull(flags: string[] = [], { environment = {}, nowMs = Date.now() }: Setting = {}): Promise<CapturedRun> {
    const { values } = parseOptions(pull.options, ['--data', this.data, ...flags], {});
    return runCaptured((console) => runPull(values, console, quickRetries(), environment, () => nowMs));
  }

  subscribe(from = this.folder, flags: string[] = [], setting: Setting = {}): Promise<CapturedRun> {
    return this.pull(['--from', from, '--pack', 'fr', '--trust', `${this.key}.pub`, ...flags], setting);
  }

  list(flags: string[]): Promise<CapturedRun> {
    const { values } = parseOptions(packs.options, ['--data', this.data, ...flags], {});
    return runCaptured((console) => runPacks(values, console, quickRetries(), {}));
  }

  rollBack(): Promise<CapturedRun> {
    const line = parseOptions(rollback.options, ['--data', this.data], {});
    return runCaptured((console) => rollback.run(line, console));
  }

  index(): PackIndex {
    return JSON.parse(readFileSync(join(this.folder, 'index.json'), 'utf8')) as PackIndex;
  }

  pack(): Pack {
    return this.index().packs.fr!;
  }

  /** Writes an index as its publisher would, whatever it says. */
  signIndex(index: unknown): void {
    const bytes = Buffer.from(JSON.stringify(index));
    const secret = readSecretKey(readFileSync(this.key, 'utf8'), this.key);
    writeFileSync(join(this.folder, 'index.json'), bytes);
    writeFileSync(join(this.folder, 'index.json.minisig'), signBytes(bytes, secret, 'a test'));
  }

  /** Which version is installed; 0 if it is none of them. */
  installedWeek(): number {
    const installed = readFileSync(this.catalog);
    return this.versions.findIndex((path) => readFileSync(path).equals(installed)) + 1;
  }

  files(): string[] {
    return readdirSync(join(this.folder, 'fr')).sort();
  }

  leftovers(): string[] {
    const kept = ['lock.db', 'subscription.json', 'last-pull', 'last-pull-outcome.json'];
    return readdirSync(join(this.data, 'pull')).filter((name) => !kept.includes(name));
  }
}

export function usePackScene(): PackScene {
  const scene = new PackScene();
  beforeAll(async () => {
    scene.made = temporaryFolder();
    const foods = soldFoods(300, 5);
    for (let week = 1; week <= WEEKS; week++) {
      scene.versions.push(await build(scene.made, `week-${week}`, changeFoods(foods, week)));
    }
    scene.key = join(scene.made, 'packs.key');
    const pair = createKeyPair();
    writeFileSync(scene.key, pair.secret, { mode: 0o600 });
    writeFileSync(`${scene.key}.pub`, pair.public);
  });
  afterAll(() => rmSync(scene.made, { recursive: true }));
  beforeEach(() => {
    scene.work = temporaryFolder();
    scene.folder = join(scene.work, 'packs');
    scene.data = join(scene.work, 'data');
  });
  afterEach(() => rmSync(scene.work, { recursive: true }));
  return scene;
}

/** In each week some foods are renamed, scanned, added and removed; one of the removed ones returns. */
function changeFoods(foods: readonly ExportRow[], week: number): ExportRow[] {
  const changed = foods.flatMap((food, at): ExportRow[] => {
    if (at % 100 === week || (at === 7 && week % 2 === 0)) return [];
    if (at % 50 === week) return [{ ...food, product_name: `${food.product_name} no. ${week}` }];
    return at % 10 === week ? [{ ...food, unique_scans_n: String(500 - at + week) }] : [food];
  });
  return [...changed, ...soldFoods(week, 1000 + week)];
}

async function build(folder: string, name: string, rows: readonly ExportRow[]): Promise<string> {
  const out = join(folder, `${name}.db`);
  const sources = [{ source: 'off' as const, path: writeExport(join(folder, `${name}.tsv`), rows) }];
  await buildCatalog({ base: null, sources, out, force: false }, () => {});
  return out;
}

export function flipBit(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at]! ^= 1;
  writeFileSync(path, bytes);
}
