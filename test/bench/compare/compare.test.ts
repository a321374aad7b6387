import { beforeAll, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare } from '../../../tools/bench/compare/compare.ts';
import { ENGINES } from '../../../tools/bench/compare/engines.ts';
import { placeLabels, pushApart } from '../../../tools/bench/compare/labels.ts';
import { type EngineResult, isYardstick, type Results } from '../../../tools/bench/compare/results.ts';
import { RESULTS, renderFiles } from '../../../tools/bench/compare/write.ts';

const ROOT = join(import.meta.dir, '..', '..', '..');

let results: Results;
let files: Map<string, string>;

/** Eight engines start one after the other, which takes longer than one test may on a busy machine. */
const DEADLINE_MS = 300_000;

/** The comparison in short: few generated foods, and hardly any time for each part. */
beforeAll(async () => {
  results = await compare({
    command: 'npm test',
    names: '/no/such/file',
    queries: '/no/such/file',
    foods: 1500,
    engines: ['larder', ...Object.keys(ENGINES)],
    sizes: [500, 1000],
    // On a busy machine the slowest engine needs this long to be asked queries of every class.
    spans: { seconds: 0.2, askingSeconds: 10 },
  });
  files = renderFiles(results, ROOT);
}, DEADLINE_MS);

function resultOf(name: string): EngineResult {
  return results.engines.find((engine) => engine.name === name)!;
}

test('Every engine is measured, or listed as not installed', () => {
  const all = ['larder', ...Object.values(ENGINES).map(({ name }) => name)];
  const listed = [...results.engines, ...results.missing].map(({ name }) => name);
  expect(listed.sort()).toEqual(all.sort());
  expect(results.missing.filter(({ why }) => why === 'failed')).toEqual([]);
  expect(results.engines.map(({ name }) => name)).toContain('MiniSearch');
});

test('Every engine has searched, answered and looked foods up', () => {
  for (const { name, asked, perSecond, p95Ms, right, lookups } of results.engines) {
    expect({
      name,
      isAnswering: [asked, perSecond, p95Ms, lookups.alone.perSecond, lookups.beside.p99Ms].every(
        (figure) => figure > 0,
      ),
    }).toEqual({ name, isAnswering: true });
    expect(right.at(-1)!.class).toBe('all');
  }
});

test('Engines that forgive answer more than a route that finds nothing, and larder most misspellings', () => {
  const rightOf = (name: string, queryClass: string) =>
    resultOf(name).right.find((each) => each.class === queryClass)!.firstTen;
  for (const { name } of results.engines.filter((engine) => !isYardstick(engine))) {
    expect(rightOf(name, 'exact')).toBeGreaterThan(0.9);
  }
  expect(rightOf('a route that finds nothing', 'exact')).toBe(0);
  expect(rightOf('larder', 'typo-many')).toBeGreaterThan(rightOf('FTS5 with bm25', 'typo-many'));
});

test('The page, the README and six plots are written from what was measured', () => {
  expect([...files.keys()].filter((file) => file.endsWith('.svg'))).toHaveLength(6);
  const page = files.get('docs/performance.md')!;
  expect(page).toContain(`${results.foods.toLocaleString('en')} generated names`);
  for (const { name } of results.engines) expect(page).toContain(`| ${name} |`);
  expect(files.get('README.md')).toContain(`over HTTP`);
  expect(JSON.parse(files.get(RESULTS)!)).toMatchObject({ foods: results.foods, isReal: false });
});

test.each(['search', 'lookups', 'growth'])(
  'The plot %s names what is in it, in light and in dark',
  (name) => {
    const [light, dark] = ['light', 'dark'].map(
      (theme) => files.get(`docs/images/compare-${name}-${theme}.svg`)!,
    );
    expect(light).toStartWith('<svg ');
    expect(light).toContain('larder');
    expect(light).not.toBe(dark!);
  },
);

/** In a process without the globals of a test: the library for plots moves lines by half a pixel where there is an `it`. */
function renderAgain(): [string, string][] {
  const script = `
    import { readFileSync } from 'node:fs';
    import { RESULTS, renderFiles } from './tools/bench/compare/write.ts';
    console.log(JSON.stringify([...renderFiles(JSON.parse(readFileSync(RESULTS, 'utf8')), '.')]));`;
  const { stdout } = spawnSync(process.execPath, ['-e', script], { cwd: ROOT, encoding: 'utf8' });
  return JSON.parse(stdout) as [string, string][];
}

test('What the repository says of the comparison is what was measured last', () => {
  for (const [file, text] of renderAgain()) {
    expect(readFileSync(join(ROOT, file), 'utf8')).toBe(text);
  }
});

test('Names of dots that lie close together go to different sides, and stay on the paper', () => {
  const dots = [
    { name: 'one', x: 100, y: 50 },
    { name: 'another', x: 104, y: 52 },
    { name: 'at the edge', x: 390, y: 50 },
  ];
  const [one, another, edge] = placeLabels(dots, { left: 0, top: 0, right: 400, bottom: 100 });
  expect(one).not.toEqual(another!);
  expect(edge!.textAnchor).not.toBe('start');
});

test('A name of wide letters stays on the paper', () => {
  const [wide] = placeLabels([{ name: 'Orama', x: 430, y: 50 }], {
    left: 0,
    top: 0,
    right: 480,
    bottom: 100,
  });
  expect(wide!.textAnchor).toBe('end');
});

test('Names at the ends of lines are pushed apart, and stay where there is room', () => {
  const [low, high, far] = pushApart([102, 100, 300]);
  expect([high, far]).toEqual([0, 0]);
  expect(102 + low!).toBeGreaterThanOrEqual(115);
});

test('An unknown engine ends in one line before anything is built', () => {
  const run = join(ROOT, 'tools', 'bench', 'run.ts');
  const { status, stderr } = spawnSync(process.execPath, [run, 'compare', '--engines', 'larder,nosuch'], {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: mkdtempSync(join(tmpdir(), 'larder-')) },
  });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^bench: nosuch: no such engine; choose from larder, postgres, [^\n]*\n$/),
  });
});
