import { type PlotName, plotFile } from './plots.ts';
import { type EngineResult, isYardstick, type Results } from './results.ts';

/** A comparison in words and tables, for `docs/performance.md` and the README. */

/** The parts of pages that a comparison writes, by the names of their marks. */
export function writeParts(results: Results): Map<string, string> {
  return new Map([
    ['comparison', renderComparison(results)],
    ['summary', renderSummary(results)],
  ]);
}

export function renderComparison(results: Results): string {
  return [
    describeRun(results),
    picture(
      'search',
      'images',
      'How many queries each engine answers right in the first place, against the time of a search',
    ),
    '### Searches',
    searchTable(results),
    unasked(results),
    '### Right answers, by class of query',
    'In the first place / among the first ten, in %.',
    classTable(results),
    '### Building, disk and memory',
    buildTable(results),
    '### Look-ups beside searches',
    picture('lookups', 'images', 'How long look-ups take, alone and beside eight connections that search'),
    lookupTable(results),
    '### As foods grow',
    picture(
      'growth',
      'images',
      'How the time of a search grows from the smallest to the largest number of foods',
    ),
    growthTable(results),
    '### How each is asked',
    results.engines.map(({ name, version, manner }) => `- **${name}** ${version}: ${manner}`).join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const BUSY =
  'The machine was busy with other work: times are longer than on an idle one, and not equally so for each engine and table; ' +
  'right answers do not depend on it.';

function describeRun({ date, command, machine, foods, isReal, queries, missing }: Results): string {
  const { cpu, cores, memoryGb, load } = machine;
  const names = isReal ? 'names of real products' : 'generated names';
  const lines = [
    `Measured ${date} with \`${command}\` on ${cores} cores (${cpu}) with ${memoryGb} GB of memory, at a load of ${load.toFixed(1)} when it began:`,
    `${count(foods)} ${names}, ${count(queries)} queries.`,
    load > cores ? BUSY : '',
    missing.length > 0 ? `Left out: ${missing.map(({ name, why }) => `${name} (${why})`).join(', ')}.` : '',
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function searchTable({ engines }: Results): string {
  return table(
    ['', 'right first / in ten, %', 'p50 / p95 / p99, ms', 'a second, one core', 'a second, all cores'],
    engines.map((engine) => [
      engine.name,
      isYardstick(engine) ? '' : rightOf(engine, 'all'),
      [engine.p50Ms, engine.p95Ms, engine.p99Ms].map(brief).join(' / '),
      engine.perSecondOneCore === null ? '' : count(engine.perSecondOneCore),
      count(engine.perSecond),
    ]),
  );
}

/** Those that were too slow to be asked everything. */
function unasked({ engines, queries }: Results): string {
  const slow = engines.filter(({ asked }) => asked < queries);
  if (slow.length === 0) return '';
  const each = slow.map(({ name, asked }) => `${name} ${count(asked)}`).join(', ');
  return `Of the queries, which come in no order, these were asked in the time that each engine gets: ${each}.`;
}

function classTable({ engines }: Results): string {
  const compared = engines.filter((engine) => !isYardstick(engine));
  return table(
    ['', ...compared.map(({ name }) => name)],
    compared[0]!.right.map(({ class: name }) => [name, ...compared.map((engine) => rightOf(engine, name))]),
  );
}

function buildTable({ engines }: Results): string {
  return table(
    ['', 'build, s', 'on disk, MB', 'own memory, MB'],
    engines.map((engine) => [
      engine.name,
      engine.buildSeconds === null ? '' : brief(engine.buildSeconds),
      engine.bytes === null ? 'nothing' : brief(engine.bytes / 1e6),
      engine.memoryMb === null ? '' : count(engine.memoryMb),
    ]),
  );
}

function lookupTable({ engines }: Results): string {
  return table(
    ['', 'alone: p50 / p99, ms', 'a second', 'beside searches: p50 / p99, ms', 'a second'],
    engines.map((engine) => {
      const loads = [engine.lookups.alone, engine.lookups.beside];
      return [
        engine.name,
        ...loads.flatMap(({ p50Ms, p99Ms, perSecond }) => [
          `${brief(p50Ms)} / ${brief(p99Ms)}`,
          count(perSecond),
        ]),
      ];
    }),
  );
}

function growthTable({ growth }: Results): string {
  const names = [...new Set(growth.map(({ name }) => name))];
  const sizes = [...new Set(growth.map(({ foods }) => foods))];
  return table(
    ['generated foods', ...names.map((name) => `${name}: p50 / p95, ms`)],
    sizes.map((foods) => [
      count(foods),
      ...names.map((name) => {
        const point = growth.find((each) => each.name === name && each.foods === foods)!;
        return `${brief(point.p50Ms)} / ${brief(point.p95Ms)}`;
      }),
    ]),
  );
}

/** Four figures, each beside that of the engine which answers most queries right after larder. */
function renderSummary(results: Results): string {
  const own = results.engines.find(({ name }) => name === 'larder')!;
  const [next] = results.engines
    .filter((engine) => engine !== own && !isYardstick(engine))
    .sort((left, right) => totalOf(right) - totalOf(left));
  const beside = (figure: (engine: EngineResult) => string) =>
    next === undefined ? '' : ` (${next.name}: ${figure(next)})`;
  const percent = (engine: EngineResult) => `${(100 * totalOf(engine)).toFixed(0)} %`;
  const p95 = (engine: EngineResult) => `${brief(engine.p95Ms)} ms`;
  const perSecond = (engine: EngineResult) => count(engine.perSecond);
  const memory = (engine: EngineResult) => `${count(engine.memoryMb ?? 0)} MB`;
  return [
    [
      `- **${percent(own)}** of queries rank the right food first${beside(percent)}.`,
      `- **${p95(own)}** or less for 95 of 100 searches over HTTP${beside(p95)}.`,
      `- **${perSecond(own)} searches a second** on ${results.machine.cores} cores${beside(perSecond)}.`,
      `- **${memory(own)}** of memory${beside(memory)}.`,
    ].join('\n'),
    `${describeRun({ ...results, missing: [] })}\n[Performance](docs/performance.md) has the other engines, and how it was measured.`,
  ].join('\n\n');
}

function totalOf({ right }: EngineResult): number {
  return right.at(-1)!.first;
}

function picture(name: PlotName, folder: string, alt: string): string {
  const [light, dark] = (['light', 'dark'] as const).map((theme) => `${folder}/${plotFile(name, theme)}`);
  return `<picture>
  <source media="(prefers-color-scheme: dark)" srcset="${dark}">
  <img src="${light}" width="480" alt="${alt}">
</picture>`;
}

function rightOf({ right }: EngineResult, queryClass: string): string {
  const found = right.find((each) => each.class === queryClass);
  return found === undefined
    ? ''
    : `${(100 * found.first).toFixed(0)} / ${(100 * found.firstTen).toFixed(0)}`;
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = `|${header.map((_, i) => (i === 0 ? '---' : '---:')).join('|')}|`;
  return [line(header), rule, ...rows.map(line)].join('\n');
}

/** Two digits that count. */
function brief(value: number): string {
  return value >= 100 ? count(value) : String(Number(value.toPrecision(2)));
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
