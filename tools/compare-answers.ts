import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * `bun tools/compare-answers.ts FORMER CATALOG [NEW]`: asks two executables, or `src/main.ts` of two checkouts, the same
 * over the same catalogue, through the API, its dialects, the pages, the tools and the terminal, and lists every
 * difference in status, headers and body. For a change that must not change an answer.
 */
const [former, catalog, changed = join(import.meta.dir, '..', 'src', 'main.ts')] = process.argv.slice(2);
if (former === undefined || catalog === undefined)
  throw new Error('usage: bun tools/compare-answers.ts FORMER CATALOG [NEW]');

/** Where the first difference of two texts is shown, with this much around it. */
const SHOWN_AROUND = 60;
const START_MS = 20_000;
/** How the table writes a body that is sent, and empty. */
const EMPTY_BODY = "''";

/** What is asked: the fields of each line of the table that begins so. */
const TABLE = readFileSync(join(import.meta.dir, 'compared-requests.tsv'), 'utf8').split('\n');
const linesOf = (kind: string) =>
  TABLE.filter((line) => line.startsWith(`${kind}\t`)).map((line) => line.split('\t').slice(1));

interface Answer {
  what: string;
  text: string;
}

const programOf = (path: string) => (path.endsWith('.ts') ? [process.execPath, path] : [path]);

function run(program: string, words: readonly string[], data: string, input = ''): Answer {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...programOf(program), ...words], {
    env: { PATH: process.env.PATH, HOME: data, LARDER_DATA: data, COLUMNS: '100' },
    stdin: Buffer.from(input),
  });
  return { what: `larder ${words.join(' ')}`, text: `${exitCode}\n${stdout}\n${stderr}` };
}

/** What differs from run to run: keys, moments, times, and the folder. */
function masked(text: string, data: string): string {
  return text
    .replaceAll(data, 'DATA')
    .replaceAll(/lrd_[ak]_\w+…?/g, 'KEY')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'MOMENT')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/ +\d+\.\d\d$/gm, ' TIME');
}

/** Those that differ from run to run, as the length of what was compressed does. */
const SKIPPED_HEADERS = ['date', 'x-ratelimit-reset'];

async function ask(origin: string, target: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { 'x-request-id': 'compared', ...(init.headers as Record<string, string>) };
  const response = await fetch(origin + target, { redirect: 'manual', ...init, headers });
  const isCompressed = response.headers.has('content-encoding');
  const sent = [...response.headers]
    .filter(([name]) => !SKIPPED_HEADERS.includes(name) && !(isCompressed && name === 'content-length'))
    .sort();
  const body = await response.text();
  const what = [init.method ?? 'GET', target, init.headers && JSON.stringify(init.headers), init.body];
  const lines = sent.map(([name, value]) => `${name}: ${value}`).join('\n');
  return { what: what.filter(Boolean).join(' '), text: `${response.status}\n${lines}\n\n${body}` };
}

/** The requests with further headers: a compressed answer, a copy, another language, a preflight, a wrong method. */
async function askInOtherWays(origin: string, target: string): Promise<Answer[]> {
  const etag = (await fetch(origin + target)).headers.get('etag') ?? '"none"';
  const answers = [];
  for (const init of [
    { method: 'HEAD' },
    { method: 'OPTIONS', headers: { origin: 'https://example.org' } },
    { method: 'POST' },
    { method: 'DELETE', headers: { accept: 'text/html' } },
    { headers: { 'if-none-match': etag } },
    { headers: { 'accept-encoding': 'gzip' } },
    { headers: { accept: 'text/html', 'accept-language': 'de' } },
    { headers: { authorization: 'Bearer lrd_k_wrong' } },
  ]) {
    answers.push(await ask(origin, target, init));
  }
  return answers;
}

async function askServer(origin: string, key: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  const targets = linesOf('get').map(([target = '']) => target);
  for (const target of targets) answers.push(await ask(origin, target));
  const routes = new Map(targets.map((target) => [target.split('?')[0], target]));
  for (const target of routes.values()) answers.push(...(await askInOtherWays(origin, target)));
  for (const [method = '', target = '', body = '', type = 'application/json'] of linesOf('send')) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': type };
    const sent = body === EMPTY_BODY ? '' : body;
    answers.push(await ask(origin, target, { method, headers, ...(body !== '' && { body: sent }) }));
  }
  const calls = [
    [
      'initialize',
      { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    ],
    ['tools/list', {}],
    ...linesOf('tool').map(
      ([name, input = '']) => ['tools/call', { name, arguments: JSON.parse(input) }] as const,
    ),
  ] as const;
  for (const [at, [method, params]] of calls.entries()) {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: at, method, params });
    answers.push(await ask(origin, '/mcp', { method: 'POST', headers, body }));
  }
  return answers;
}

async function answersOf(program: string): Promise<Answer[]> {
  const data = mkdtempSync(join(tmpdir(), 'compared-'));
  try {
    const account = run(program, ['account', 'create', 'ada'], data).text.match(/lrd_a\w+/)?.[0] ?? '';
    const flags = [
      '--catalog',
      catalog!,
      '--limits',
      'off',
      '--compat',
      'openfoodfacts',
      '--mcp',
      'on',
      '--port',
      '0',
    ];
    const server = Bun.spawn(
      [...programOf(program), 'serve', ...flags, '--threads', '1', '--access-log', 'off'],
      {
        env: { PATH: process.env.PATH, HOME: data, LARDER_DATA: data, LARDER_LOG_FORMAT: 'json' },
        stderr: 'pipe',
        stdout: 'pipe',
      },
    );
    try {
      const answers = await askServer(await originOf(server), account);
      for (const [words = '', input = ''] of linesOf('command')) {
        const lookup = words.split(' ').map((word) => (word === 'CATALOG' ? catalog! : word));
        answers.push(run(program, lookup, data, input.replaceAll('\\n', '\n')));
      }
      return answers.map(({ what, text }) => ({ what: masked(what, data), text: masked(text, data) }));
    } finally {
      server.kill();
      await server.exited;
    }
  } finally {
    rmSync(data, { recursive: true });
  }
}

/** The address that the server writes when it is ready. */
async function originOf(server: Bun.Subprocess<'ignore', 'pipe', 'pipe'>): Promise<string> {
  let said = '';
  const late = setTimeout(() => server.kill(), START_MS);
  for (const stream of [server.stdout, server.stderr])
    void (async () => {
      for await (const bytes of stream) said += new TextDecoder().decode(bytes);
    })();
  while (server.exitCode === null) {
    const origin = /http:\/\/[\d.]+:\d+/.exec(said)?.[0];
    if (origin !== undefined) {
      clearTimeout(late);
      return origin;
    }
    await Bun.sleep(20);
  }
  throw new Error(`the server did not start: ${said}`);
}

const [before, after] = [await answersOf(former), await answersOf(changed)];
let different = 0;
for (const [at, { what, text }] of before.entries()) {
  const now = after[at]?.text ?? '';
  if (now === text) continue;
  different++;
  const start = [...text].findIndex((_, index) => text[index] !== now[index]);
  const around = (whole: string) =>
    JSON.stringify(
      whole
        .slice(Math.max(0, (start === -1 ? text.length : start) - SHOWN_AROUND))
        .slice(0, 2 * SHOWN_AROUND),
    );
  process.stdout.write(`${what.slice(0, 200)}\n  before ${around(text)}\n  now    ${around(now)}\n`);
}
process.stdout.write(`${before.length} answers compared, ${different} differ\n`);
process.exit(different === 0 ? 0 : 1);
