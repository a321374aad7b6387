import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Load on a server: from wrk if it is installed, else from this process, which uses more of the machine itself. */
const CONNECTIONS = 32;

/** Requests answered per second, each for a random target. */
export async function measureLoad(
  origin: string,
  targets: readonly string[],
  seconds: number,
  /** If there are any, each request carries a random one. */
  keys: readonly string[] = [],
): Promise<number> {
  if (Bun.which('wrk') === null) return measureByFetch(origin, targets, seconds, keys);
  const directory = mkdtempSync(join(tmpdir(), 'larder-load-'));
  const script = join(directory, 'targets.lua');
  writeFileSync(script, luaScript(targets, keys));
  try {
    const wrk = Bun.spawn(['wrk', '-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', script, origin], {
      stdout: 'pipe',
    });
    return readRate(await new Response(wrk.stdout).text());
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Requests are formatted once, so that picking one costs the load generator next to nothing. */
function luaScript(targets: readonly string[], keys: readonly string[]): string {
  const list = (texts: readonly string[]) => texts.map((text) => JSON.stringify(text)).join(',\n');
  return `local targets = {${list(targets)}}
local keys = {${list(keys)}}
local requests = {}
init = function()
  for i = 1, math.max(#targets, #keys) do
    if #keys > 0 then wrk.headers["Authorization"] = "Bearer " .. keys[i % #keys + 1] end
    requests[i] = wrk.format("GET", targets[i % #targets + 1])
  end
end
request = function() return requests[math.random(#requests)] end
`;
}

function readRate(report: string): number {
  if (/Non-2xx/.test(report)) throw new Error(`some requests failed:\n${report}`);
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(report)?.[1];
  if (rate === undefined) throw new Error(`cannot read the report of wrk:\n${report}`);
  return Number(rate);
}

async function measureByFetch(
  origin: string,
  targets: readonly string[],
  seconds: number,
  keys: readonly string[],
): Promise<number> {
  const endMs = performance.now() + seconds * 1000;
  let answered = 0;
  await inParallel(async () => {
    while (performance.now() < endMs) {
      await fetchOne(origin, targets, keys);
      answered++;
    }
  });
  return answered / seconds;
}

/** Sends exactly `count` requests. */
export async function sendMany(origin: string, targets: readonly string[], count: number): Promise<void> {
  let left = count;
  await inParallel(async () => {
    while (left-- > 0) await fetchOne(origin, targets);
  });
}

async function fetchOne(
  origin: string,
  targets: readonly string[],
  keys: readonly string[] = [],
): Promise<void> {
  const oneOf = (texts: readonly string[]) => texts[Math.floor(Math.random() * texts.length)] as string;
  const headers: Record<string, string> = keys.length > 0 ? { Authorization: `Bearer ${oneOf(keys)}` } : {};
  const answer = await fetch(origin + oneOf(targets), { headers });
  if (answer.status !== 200) throw new Error(`${answer.url} was answered with ${answer.status}`);
  await answer.arrayBuffer();
}

async function inParallel(work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
}
