import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * `npm test`: every check, and at the end one line with the counts. A check that is a command is one test; a suite counts
 * its own. The tests in a browser and of the compiler run beside the others. `npm test -- PATH…` runs
 * the tests of those paths alone.
 */
const ROOT = join(import.meta.dir, '..');
/** A test that builds, compiles or starts a browser takes seconds on a slow machine; one that hangs must end. */
const TEST_TIMEOUT_MS = 120_000;

/** What takes about half of the time, so that both halves end together. */
const BESIDE = ['./test/browser/', './test/packaging/compile.test.ts'];

interface Counts {
  passed: number;
  failed: number;
}

const COMMANDS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['format and lint', 'biome', 'check', '--error-on-warnings', '.'],
  ['types', 'tsc', '--noEmit'],
  ['starter catalogue', 'bun', 'build/starter.ts'],
  ['executable', 'bun', 'packaging/compile.ts'],
];

function runCommand([name, command, ...args]: (typeof COMMANDS)[number]): Counts {
  console.log(`\n# ${name}`);
  const { status } = spawnSync(join(ROOT, 'node_modules', '.bin', command), args, {
    cwd: ROOT,
    stdio: 'inherit',
  });
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

interface Suite {
  name: string;
  paths: readonly string[];
}

function findSuites(): Suite[] {
  const files = [...new Bun.Glob('test/**/*.test.ts').scanSync(ROOT)].sort().map((file) => `./${file}`);
  const isBeside = (file: string) => BESIDE.some((start) => file.startsWith(start));
  return [
    { name: 'tests', paths: files.filter((file) => !isBeside(file)) },
    { name: 'tests in a browser, and of the compiler', paths: files.filter(isBeside) },
  ];
}

async function runSuite({ name, paths }: Suite): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-suite-'));
  const report = join(folder, 'report.xml');
  const args = [
    'test',
    '--timeout',
    String(TEST_TIMEOUT_MS),
    '--reporter=junit',
    `--reporter-outfile=${report}`,
    ...paths,
  ];
  // The contract is held to the file that we ship, which was just compiled.
  const env = { ...process.env, LARDER_EXECUTABLE: join(ROOT, 'dist', 'larder') };
  const suite = Bun.spawn([process.execPath, ...args], { cwd: ROOT, env, stdout: 'pipe', stderr: 'pipe' });
  // What one suite says stands together, whatever the other says meanwhile.
  const said = await Promise.all([new Response(suite.stdout).text(), new Response(suite.stderr).text()]);
  const status = await suite.exited;
  console.log(`\n# ${name}\n${said.join('')}`);
  const counts = readCounts(report);
  rmSync(folder, { recursive: true });
  // A suite that dies before it can report has failed, whatever it counted.
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** From the first line of the report: <testsuites tests="12" failures="1" skipped="0" …>. */
function readCounts(report: string): Counts {
  try {
    const head = /<testsuites[^>]*>/.exec(readFileSync(report, 'utf8'))?.[0] ?? '';
    const count = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
    return { passed: count('tests') - count('failures') - count('skipped'), failed: count('failures') };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const paths = process.argv.slice(2);
const isWhole = paths.length === 0;
const commands = isWhole ? COMMANDS.map(runCommand) : [];
const suites = isWhole ? findSuites() : [{ name: 'tests', paths }];
const results = [...commands, ...(await Promise.all(suites.map(runSuite)))];
const passed = results.reduce((sum, counts) => sum + counts.passed, 0);
const failed = results.reduce((sum, counts) => sum + counts.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
