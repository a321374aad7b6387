import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { wordsOf } from './words-of.ts';

/**
 * Checks the plan of docs/architecture.md: imports run one way, and never in a circle. A folder may import itself and the
 * folders listed for it.
 */
const ROOT = join(import.meta.dir, '..');
/** What `CATALOG` stands for: everything that reads or writes one. */
const CATALOG =
  'src/catalog src/catalog/search src/catalog/search/index src/catalog/records src/catalog/write src/catalog/overlay';
const PLAN = `
  src/text:
  src/food: src/text
  src/sqlite:
  src/catalog/search/query: src/food src/text src/sqlite
  src/catalog/search/index: src/food src/text src/sqlite src/catalog/search/query
  src/catalog/search/retrieve: src/food src/text src/sqlite src/catalog/records src/catalog/search/query
    src/catalog/search/index
  src/catalog/search/rank: src/food src/text src/catalog/search/query src/catalog/search/retrieve
  src/catalog/search: src/food src/text src/sqlite src/catalog/search/query src/catalog/search/retrieve
    src/catalog/search/rank
  src/catalog/records: src/food src/sqlite
  src/catalog/suggest: src/food src/text src/sqlite src/catalog/search src/catalog/search/query
  src/catalog/columns: src/food src/text src/sqlite
  src/catalog: src/food src/text src/sqlite src/catalog/search src/catalog/columns src/catalog/records
    src/catalog/suggest
  src/catalog/overlay: src/food src/text src/catalog src/catalog/columns src/catalog/suggest
    src/catalog/search
  src/catalog/write: src/food src/text src/sqlite src/catalog src/catalog/records src/catalog/columns
    src/catalog/suggest src/catalog/search/index
  src/recipe: src/food src/text
  src/operations: src/food src/recipe src/admission
  src/admission:
  src/accounts/tables: src/admission
  src/accounts: src/admission src/accounts/tables
  src/accounts/store: src/admission src/accounts src/accounts/tables src/sqlite
  src/accounts/postgres: src/admission src/accounts src/accounts/tables src/accounts/store
  src/accounts/stores: src/admission src/accounts src/accounts/tables src/accounts/store
    src/accounts/postgres src/sqlite
  src/http: src/food src/recipe src/operations src/admission src/accounts
  src/site: src/food src/recipe src/operations src/admission src/accounts src/http
  src/compat: src/food src/text src/admission src/http
  src/mcp: src/food src/recipe src/operations
  src/server: src/food src/sqlite CATALOG src/admission src/accounts src/accounts/store
    src/accounts/postgres src/accounts/stores src/http src/mcp src/site src/compat
  src/cli: src/food src/recipe src/operations src/sqlite src/catalog src/catalog/search
    src/catalog/search/query src/catalog/search/retrieve src/catalog/search/rank src/accounts
    src/accounts/store src/accounts/postgres src/accounts/stores src/server
  src/cli/commands: src/food src/recipe src/operations src/sqlite CATALOG src/admission src/accounts
    src/accounts/postgres src/accounts/stores src/http src/site src/mcp src/server src/cli
  src: src/cli src/cli/commands
  build/raw: src/food
  build/open-food-facts: src/food build/raw
  build/tables: src/food build/raw
  build/read: src/food build/raw build/open-food-facts build/tables
  build/normalize: src/food src/text build/raw
  build/names: src/food src/text src/catalog/search/query build/normalize
  build/stage: src/food src/text src/sqlite CATALOG build/normalize build/names
  build/prepare: src/food build/raw build/read build/normalize build/stage
  build/export: src/food src/catalog build
  build/pack: src/sqlite src/catalog src/catalog/write build build/normalize build/raw build/stage
    build/pull
  build/pull: src/food src/sqlite CATALOG build build/raw build/read
  build: src/food src/sqlite CATALOG build/raw build/read build/tables build/normalize build/prepare
    build/stage
  packaging: src/food src/admission src/site src/sqlite build
`.replaceAll('CATALOG', CATALOG);
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [...PLAN.matchAll(/^ {2}(\S+):((?: .*)?(?:\n {4}.*)*)$/gm)].map(([, part, others]) => [
    part!,
    wordsOf(others!),
  ]),
);
/** Leaves that any part may import. */
const SHARED = wordsOf(`
  src/version.ts src/working-files.ts src/plain-error.ts src/host-address.ts src/secret-file.ts
  src/member-of.ts src/find-sorted.ts src/remember.ts src/narrow.ts src/nearest-name.ts src/on-demand.ts
  src/options.ts src/json-schema.ts src/counts.ts src/data-directory.ts src/disk-failure.ts
  src/fair-queue.ts src/system.ts src/thread.ts src/assets.d.ts
`);
/** The files of the executable that import the build. */
const BUILD_COMMANDS = wordsOf(`
  src/cli/commands/build.ts src/cli/commands/pull.ts src/cli/commands/slice.ts src/cli/commands/export.ts
  src/cli/build-report.ts src/server/own-foods.ts
`);
/** The only files of the command line that use what downloads and uploads: nothing else reaches the network. */
const PULL_COMMANDS = wordsOf(`
  src/cli/commands/pull.ts src/cli/commands/publish.ts src/cli/commands/rollback.ts
  src/cli/commands/key-pair.ts src/cli/commands/packs.ts src/cli/pack-address.ts src/cli/remote-address.ts
  src/cli/transfer-progress.ts
`);

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'";]*?from\s+'(\.[^']+)'|import\(\s*'(\.[^']+)'|(?:^|\n)import\s+'(\.[^']+)'/g;

const files = [...new Bun.Glob('{src,build,packaging}/**/*.ts').scanSync(ROOT)]
  .filter((file) => !SHARED.includes(file))
  .sort();

function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(IMPORT)]
    .map((match) => relative(ROOT, join(ROOT, dirname(file), match[1] ?? match[2] ?? match[3]!)))
    .filter((target) => target.endsWith('.ts') && !SHARED.includes(target));
}

const LOADING = /(?:^|\n)import\s+(?!type\b)([^'";]*?)\s+from\s+'(\.[^']+\.ts)'/g;
const ONLY_TYPES = /^\{(?:\s*type\s[^,}]*,?)+\s*\}$/;

/** The files that are loaded with a file: not those of types, nor those that are imported where they are needed. */
function loadedBy(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(LOADING)]
    .filter(([, names]) => !ONLY_TYPES.test(names!))
    .map(([, , target]) => relative(ROOT, join(ROOT, dirname(file), target!)));
}

/** The innermost folder of the plan that contains the file. */
function partOf(file: string): string {
  const parts = Object.keys(MAY_IMPORT).filter((part) => file.startsWith(`${part}/`));
  return parts.sort((a, b) => b.length - a.length)[0] ?? '';
}

describe('imports', () => {
  test('follow the plan', () => {
    const foreign = files.flatMap((file) => {
      const own = partOf(file);
      const allowed = [
        own,
        ...(MAY_IMPORT[own] ?? []),
        ...(BUILD_COMMANDS.includes(file) ? ['build'] : []),
        ...(file === 'src/cli/commands/export.ts' ? ['build/export'] : []),
        ...(PULL_COMMANDS.includes(file) ? ['build/pull', 'build/pack'] : []),
      ];
      const unplanned = own === '' ? [`${file} is in no part of the plan`] : [];
      const others = importsOf(file).filter((target) => !allowed.includes(partOf(target)));
      return [...unplanned, ...others.map((target) => `${file} imports ${target}`)];
    });
    expect(foreign).toEqual([]);
  });

  test('never run in a circle', () => {
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]) => {
      expect(path, `${[...path, file].join(' → ')}`).not.toContain(file);
      if (done.has(file)) return;
      for (const target of importsOf(file)) visit(target, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
  });

  test('of a server load nothing that only its threads and few servers need', () => {
    const loaded = new Set<string>();
    const visit = (file: string) => {
      if (loaded.has(file)) return;
      loaded.add(file);
      for (const target of loadedBy(file)) visit(target);
    };
    visit('src/cli/commands/serve.ts');
    expect([...loaded]).toContain('src/catalog/open.ts');
    const later = /^(?:src\/catalog\/(?:overlay|search|suggest)|src\/mcp|build)\//;
    expect([...loaded].filter((file) => later.test(file))).toEqual([]);
  });

  test('name the SQLite driver in one place', () => {
    const naming = files.filter((file) =>
      /from 'better-sqlite3/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(naming).toEqual(['src/sqlite/driver.ts']);
  });

  test('name Elysia in http alone', () => {
    const naming = files.filter((file) => /from 'elysia'/.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(naming.filter((file) => !file.startsWith('src/http/'))).toEqual([]);
  });
});

test('files have names that say what is in them', () => {
  const vague = /(^|[/-])(utils?|helpers?|common|misc|types|manager)(\.|-|\/)|(^|\/)index\./;
  expect(files.filter((file) => vague.test(file))).toEqual([]);
  expect(files.filter((file) => /[A-Z_]/.test(file))).toEqual([]);
});
