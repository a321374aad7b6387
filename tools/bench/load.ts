import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Load on a server: from wrk if it is installed, else from this process, which uses more of the machine itself. */
const CONNECTIONS = 32;

export interface Load {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Requests answered per second, each for a random target. */
export async function measureLoad(
  origin: string,
  targets: readonly string[],
  seconds: number,
  /** If there are any, each request carries a random one. */
  keys: readonly string[] = [],
): Promise<number> {
  return (await measureLatency(origin, targets, seconds, CONNECTIONS, keys)).perSecond;
}

/** The same, with the time that half of the requests and that 99 % of them took. */
export async function measureLatency(
  origin: string,
  targets: readonly string[],
  seconds: number,
  connections = CONNECTIONS,
  keys: readonly string[] = [],
): Promise<Load> {
  if (Bun.which('wrk') === null) {
    const nextRequest = () => ({
      target: oneOf(targets),
      ...(keys.length > 0 && { headers: { Authorization: `Bearer ${oneOf(keys)}` } }),
    });
    return loadByFetch([origin], nextRequest, connections, seconds);
  }
  const directory = mkdtempSync(join(tmpdir(), 'larder-load-'));
  const script = join(directory, 'targets.lua');
  writeFileSync(script, luaScript(targets, keys));
  try {
    const wrk = Bun.spawn(
      ['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script, origin],
      { stdout: 'pipe' },
    );
    return readReport(await new Response(wrk.stdout).text());
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Grows by one with every run of wrk, which would otherwise pick the same targets each time, and find them cached. */
let seed = 0;

/** Requests are formatted once, so that picking one costs the load generator next to nothing. */
function luaScript(targets: readonly string[], keys: readonly string[]): string {
  const list = (texts: readonly string[]) => texts.map((text) => JSON.stringify(text)).join(',\n');
  return `local targets = {${list(targets)}}
local keys = {${list(keys)}}
local requests = {}
init = function()
  math.randomseed(${++seed})
  for i = 1, math.max(#targets, #keys) do
    if #keys > 0 then wrk.headers["Authorization"] = "Bearer " .. keys[i % #keys + 1] end
    requests[i] = wrk.format("GET", targets[i % #targets + 1])
  end
end
request = function() return requests[math.random(#requests)] end
`;
}

function readReport(report: string): Load {
  if (/Non-2xx/.test(report)) throw new Error(`some requests failed:\n${report}`);
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(report)?.[1];
  if (rate === undefined) throw new Error(`cannot read the report of wrk:\n${report}`);
  return { perSecond: Number(rate), p50Ms: readQuantile(report, 50), p99Ms: readQuantile(report, 99) };
}

const UNIT_MS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 };

function readQuantile(report: string, percent: number): number {
  const [, figure, unit = ''] = new RegExp(`${percent}%\\s+([\\d.]+)(us|ms|s)`).exec(report) ?? [];
  return Number(figure) * (UNIT_MS[unit] ?? Number.NaN);
}

/** By `fetch`: connections take turns at the origins, and each goes on with the next request until the time is over. */
export async function loadByFetch(
  origins: readonly string[],
  nextRequest: () => { target: string; headers?: Record<string, string> },
  connections: number,
  seconds: number,
): Promise<Load> {
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1000;
  const tookMs: number[] = [];
  const connect = async (origin: string) => {
    for (let sentMs = performance.now(); sentMs < endMs; sentMs = performance.now()) {
      const { target, headers = {} } = nextRequest();
      await fetchOne(origin + target, headers);
      tookMs.push(performance.now() - sentMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, i) => connect(origins[i % origins.length]!)));
  // A slow server may end its last answers long after the time is over.
  const lastedSeconds = (performance.now() - startedMs) / 1000;
  tookMs.sort((a, b) => a - b);
  const at = (share: number) => tookMs[Math.floor(tookMs.length * share)] ?? Number.NaN;
  return { perSecond: tookMs.length / lastedSeconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** Sends exactly `count` requests. */
export async function sendMany(origin: string, targets: readonly string[], count: number): Promise<void> {
  let left = count;
  const connect = async () => {
    while (left-- > 0) await fetchOne(origin + oneOf(targets));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connect));
}

async function fetchOne(url: string, headers: Record<string, string> = {}): Promise<void> {
  const answer = await fetch(url, { headers });
  if (answer.status !== 200) throw new Error(`${answer.url} was answered with ${answer.status}`);
  await answer.arrayBuffer();
}

function oneOf(texts: readonly string[]): string {
  return texts[Math.floor(Math.random() * texts.length)]!;
}
