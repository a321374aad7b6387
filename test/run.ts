import { copyFileSync, createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { findBrowser } from './browser/find-browser.ts';
import { IS_DEMANDED } from './outside-programs.ts';
import { findQuickFolder } from './quick-folder.ts';
import { readLines } from './read-lines.ts';
import { type Counts, type FileReport, type Report, readReport, sum } from './report.ts';

/**
 * `npm test`: what a change is most likely to break, then one line with the counts; `npm test -- PATH…` runs the tests at
 * those paths alone. `npm run test:all` runs everything (`--all`), or what `npm test` leaves to it (`--rest`). A check that
 * is a command counts as one test. The terminal gets a line for each step and folder, and failures in full; the log has
 * everything.
 */
const ROOT = join(import.meta.dir, '..');
const CACHE = join(ROOT, '.cache');
const LOG = join('.cache', 'test.log');
/** How long each file took last time: with it the slowest start first. */
const TIMES = join('.cache', 'test-times.json');
/** For the first run of a checkout: the files that took longest somewhere else. */
const FIRST_TIMES = join('test', 'slowest-files.json');
/** Tests that build, compile or start a browser take seconds on a slow machine; one that hangs must end. */
const TEST_TIMEOUT_MS = 120_000;
/** Twice as many as the smallest machines have cores: a file often waits for a browser, a database or a clock. */
const FILES_AT_ONCE = 4;
/**
 * Tests of what a server does in time when it is pressed: they start many processes of their own, and run after all others,
 * one at a time. Beside other tests, Redis may wait longer for a turn than a replica waits for Redis.
 */
const ALONE: readonly string[] = ['test/cluster/cluster.test.ts', 'test/faults/load.test.ts'];
/**
 * What `npm test` leaves to `npm run test:all`, since it takes seconds for each of few answers: folders, and files. All
 * other tests are in both.
 */
const ONLY_IN_ALL: readonly string[] = [
  // Real browsers, faults, replicas, generators of clients, packages, and the measuring programs.
  'test/bench/',
  'test/browser/',
  'test/clients/',
  'test/cluster/',
  'test/faults/',
  'test/packaging/',
  'test/eval/run.test.ts',
  'test/tools/',
  // PostgreSQL and Redis.
  'test/accounts/postgres.test.ts',
  'test/accounts/shared-accounts.test.ts',
  'test/admission/redis-limiter.test.ts',
  'test/cli/account-migrate.test.ts',
  'test/server/limits-store.test.ts',
  'test/site/dashboard/postgres.test.ts',
  // Many processes, one after the other.
  'test/accounts/serving.test.ts',
  'test/cli/account-and-key.test.ts',
  'test/cli/completions.test.ts',
  'test/cli/config.test.ts',
  'test/cli/heap-growth.test.ts',
  'test/cli/health.test.ts',
  'test/cli/publish-pack.test.ts',
  'test/cli/published-catalog.test.ts',
  'test/cli/pull-pack.test.ts',
  'test/cli/pull.test.ts',
  'test/cli/refused-packs.test.ts',
  'test/cli/reload.test.ts',
  'test/cli/slice.test.ts',
  'test/server/connections.test.ts',
  'test/server/entity-tags.test.ts',
  'test/server/exposed-secrets.test.ts',
  'test/server/npm-start.test.ts',
  'test/server/threads/task-threads.test.ts',
  'test/server/tls.test.ts',
  'test/site/dashboard/openid.test.ts',
  'test/site/dashboard/serving.test.ts',
  // Thousands of cases, where `npm test` has tens.
  'test/build/tables/tables.test.ts',
  'test/catalog/food-finder.test.ts',
  'test/compat/fuzz.test.ts',
  'test/eval/own-language.test.ts',
  'test/foreign-keys.test.ts',
  'test/http/texts-without-words.test.ts',
  'test/site/pictures.test.ts',
];
/** How many of the slowest files are listed at the end, so that `npm test` stays quick. */
const SLOWEST_SHOWN = 10;
/** A shell reports a program that was ended by a signal as 128 and the number of the signal. */
const SIGNAL_STATUS = 128;

type NamedCommand = readonly [name: string, command: string, ...args: string[]];
/** Two lists side by side; the commands of each need what the one before has made. */
const COMMANDS: readonly (readonly NamedCommand[])[] = [
  [
    ['starter catalogue', 'bun', 'build/starter.ts'],
    ['pictures', 'bun', 'packaging/pictures.ts'],
    ['executable', 'bun', 'packaging/compile.ts'],
  ],
  [
    ['format and lint', 'biome', 'check', '--error-on-warnings', '.'],
    ['types', 'tsc', '--noEmit'],
  ],
];

mkdirSync(CACHE, { recursive: true });
if (!existsSync(join(ROOT, TIMES))) copyFileSync(join(ROOT, FIRST_TIMES), join(ROOT, TIMES));
const log = createWriteStream(join(ROOT, LOG));
/** For everything that the tests write: removed at the end, however the run ends. */
const temporary = mkdtempSync(join(process.env.TMPDIR ?? findQuickFolder(), 'larder-tests-'));
const removeTemporary = () => rmSync(temporary, { recursive: true, force: true });
const running = new Set<Bun.Subprocess>();
let isInterrupted = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    isInterrupted = true;
    for (const child of running) child.kill(signal);
    await Promise.all([...running].map(({ exited }) => exited));
    removeTemporary();
    process.exit(SIGNAL_STATUS + constants.signals[signal]);
  });
}

/** Runs a command, passes on its output line by line, and gives its exit status. */
async function run(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  onLine: (line: string) => void,
): Promise<number> {
  if (isInterrupted) return SIGNAL_STATUS;
  const child = Bun.spawn([...command], { cwd: ROOT, env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  running.add(child);
  const rests = await Promise.all([child.stdout, child.stderr].map((stream) => readLines(stream, onLine)));
  for (const rest of rests) if (rest !== '') onLine(rest);
  running.delete(child);
  return child.exited;
}

async function runCommand([name, command, ...args]: NamedCommand, env: NodeJS.ProcessEnv): Promise<Counts> {
  const startedMs = performance.now();
  const output: string[] = [];
  const executable = join(ROOT, 'node_modules', '.bin', command);
  const isPassed = (await run([executable, ...args], env, (line) => output.push(line))) === 0;
  log.write([`\n# ${name}`, ...output, ''].join('\n'));
  console.log(`${name}: ${isPassed ? 'passed' : 'failed'}, ${seconds(performance.now() - startedMs)}`);
  if (!isPassed) console.log(output.join('\n'));
  return { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0 };
}

async function runCommands(env: NodeJS.ProcessEnv): Promise<Counts[]> {
  const inTurn = async (commands: readonly NamedCommand[]) => {
    const results: Counts[] = [];
    for (const command of commands) results.push(await runCommand(command, env));
    return results;
  };
  return (await Promise.all(COMMANDS.map(inTurn))).flat();
}

async function runTests(files: readonly string[], env: NodeJS.ProcessEnv): Promise<Counts> {
  const alone = files.filter((file) => ALONE.includes(file));
  const together = files.filter((file) => !ALONE.includes(file));
  const timings = [`--parallel=${FILES_AT_ONCE}`, `--timings=${TIMES}`, '--update-timings'];
  log.write('\n# tests\n');
  const reports = [await runFiles(together, timings, env), await runFiles(alone, [], env)];
  const ran = reports.flatMap((report) => report.files);
  for (const line of byFolder(ran)) console.log(line);
  console.log(`slowest: ${slowestOf(ran).join(', ')}`);
  for (const line of reports.flatMap((report) => report.skipped)) console.log(`skipped: ${line}`);
  return sum(reports.map((report) => report.counts));
}

interface RunReport extends Report {
  counts: Counts;
}

async function runFiles(
  files: readonly string[],
  more: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<RunReport> {
  if (files.length === 0) return { files: [], skipped: [], counts: sum([]) };
  const reportFile = join(temporary, 'report.xml');
  rmSync(reportFile, { force: true });
  const flags = [
    '--no-orphans',
    `--timeout=${TEST_TIMEOUT_MS}`,
    '--reporter=junit',
    `--reporter-outfile=${reportFile}`,
  ];
  const printFailure = printFailures();
  const paths = files.map((file) => `./${file}`);
  const status = await run([process.execPath, 'test', ...flags, ...more, ...paths], env, (line) => {
    log.write(`${line}\n`);
    printFailure(line);
  });
  const report = readReport(reportFile) ?? { files: [], skipped: [] };
  // If it died before it could report, or a file could not be loaded, that is a failure that nobody counted.
  const counts = sum(report.files);
  return { ...report, counts: status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts };
}

const ERROR = /^(error|\w*Error): |^# Unhandled error/;

/** `bun test` writes what a test printed, and why it failed, before the line with its result. */
function printFailures(): (line: string) => void {
  let file = '';
  let sinceResult: string[] = [];
  let isSummary = false;
  return (line) => {
    const isHeader = /^test\/.*\.test\.ts:$/.test(line);
    const isResult = /^\((pass|skip|todo|fail)\) /.test(line);
    // At the end all failures are listed once more.
    isSummary ||= /^ *\d+ (tests? failed:|pass)$/.test(line);
    sinceResult.push(line);
    if (!isHeader && !isResult) return;
    // With files in parallel an error may arrive before the result of an earlier test.
    const isFailure = line.startsWith('(fail)') || sinceResult.some((text) => ERROR.test(text));
    if (isFailure && !isSummary) console.log([`\n${file}`, ...sinceResult].join('\n'));
    sinceResult = [];
    if (isHeader) file = line;
  };
}

function byFolder(files: readonly FileReport[]): string[] {
  const folders = Map.groupBy(files, ({ file }) => dirname(file).split('/').slice(0, 2).join('/'));
  return [...folders]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([folder, inside]) => {
      const { passed, failed, skipped } = sum(inside);
      const tookMs = inside.reduce((total, file) => total + file.seconds * 1000, 0);
      const others = [failed > 0 ? `, ${failed} failed` : '', skipped > 0 ? `, ${skipped} skipped` : ''];
      return `${folder}: ${passed} passed${others.join('')}, ${seconds(tookMs)}`;
    });
}

function slowestOf(files: readonly FileReport[]): string[] {
  return files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST_SHOWN)
    .map((file) => `${file.file.replace(/^test\//, '')} ${seconds(file.seconds * 1000)}`);
}

type Choice = 'quick' | 'all' | 'rest';

function findFiles(choice: Choice, paths: readonly string[]): string[] {
  const files = [...new Bun.Glob('test/**/*.test.ts').scanSync(ROOT)]
    .sort()
    .filter((file) => !file.includes('/node_modules/'));
  const gone = ONLY_IN_ALL.find((path) => !files.some((file) => file.startsWith(path)));
  if (gone !== undefined) throw new Error(`test/run.ts lists ${gone}, which has no tests`);
  if (paths.length > 0) {
    const wanted = paths.map((path) => path.replace(/^\.\//, ''));
    return files.filter((file) => wanted.some((path) => file.startsWith(path)));
  }
  const isOnlyInAll = (file: string) => ONLY_IN_ALL.some((path) => file.startsWith(path));
  return choice === 'all' ? files : files.filter((file) => isOnlyInAll(file) === (choice === 'rest'));
}

/** Looked for once and handed on in `CHROMIUM`. `npm test` downloads none. */
async function chooseBrowser(choice: Choice, files: readonly string[]): Promise<NodeJS.ProcessEnv> {
  if (!files.some((file) => file.startsWith('test/browser/'))) return {};
  const browser = await findBrowser({ mayFetch: choice !== 'quick' });
  console.log(`browser: ${browser?.executablePath ?? 'none'}`);
  if (browser === null) return { CHROMIUM: 'none' };
  return { CHROMIUM: browser.isFetched ? 'fetch' : browser.executablePath };
}

function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`;
}

async function main(args: readonly string[]): Promise<number> {
  const startedMs = performance.now();
  const paths = args.filter((arg) => !arg.startsWith('--'));
  const choice: Choice = args.includes('--rest') ? 'rest' : args.includes('--all') ? 'all' : 'quick';
  const files = findFiles(choice, paths);
  if (files.length === 0) {
    console.error(`no tests at ${paths.join(' ')}`);
    return 1;
  }
  const env: NodeJS.ProcessEnv = { ...process.env, TMPDIR: temporary, LARDER_TEST_RUN: temporary };
  const results: Counts[] = [];
  if (paths.length === 0) {
    if (choice !== 'rest') results.push(...(await runCommands(env)));
    // The contract tests also run against the file that we ship, which was just compiled.
    env.LARDER_EXECUTABLE = join(ROOT, 'dist', 'larder');
  }
  results.push(await runTests(files, { ...env, ...(await chooseBrowser(choice, files)) }));
  const { passed, failed, skipped } = sum(results);
  console.log(`took ${seconds(performance.now() - startedMs)}; the whole output is in ${LOG}`);
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed === 0 && passed > 0 && !(IS_DEMANDED && skipped > 0) ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} finally {
  removeTemporary();
  log.end();
}
