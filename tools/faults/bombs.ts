import { mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LARDER } from '../../test/contract/server-process.ts';
import { peakResidentMb } from '../../test/process-memory.ts';
import type { Figure } from './figure.ts';

/** `larder build` on files that are small or look harmless, and would fill any memory. */
export interface BombOutcome {
  name: string;
  status: number;
  /** The last line of its standard error. */
  said: string;
  peakMb: number;
}

const MEGABYTE = 1024 * 1024;
/** An ordinary build takes about as much. */
const MAX_PEAK_MB = 500;
const LOOK_MS = 5;

/** Each writes its file piece by piece; `megabytes` is its size once unpacked. */
const BOMBS: Readonly<Record<string, (write: (bytes: Uint8Array) => void, megabytes: number) => void>> = {
  'gzip that unpacks to one endless line': (write, megabytes) => {
    write(gzipSync('code\tproduct_name\n1\tFirst\n2\t'));
    const member = gzipSync(Buffer.alloc(64 * MEGABYTE, 'x'));
    for (let done = 0; done < megabytes; done += 64) write(member);
  },
  'a million columns': (write) => {
    write(
      Buffer.from(
        `code\tproduct_name\t${Array.from({ length: 1_000_000 }, (_, at) => `c${at}`).join('\t')}\n`,
      ),
    );
  },
  'a field of 100 MB': (write) => {
    write(Buffer.from('code\tproduct_name\n1\tFirst\n2\t'));
    for (let done = 0; done < 100; done++) write(Buffer.alloc(MEGABYTE, 'x'));
  },
  'a line of JSON nested without end': (write) => {
    write(Buffer.from('{"code":"1","product_name":"First"}\n{"code":"2","x":'));
    for (let done = 0; done < 100; done++) write(Buffer.alloc(MEGABYTE, '['));
  },
};

export async function runBombs(megabytes: number): Promise<BombOutcome[]> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-bombs-'));
  const outcomes: BombOutcome[] = [];
  try {
    for (const [name, make] of Object.entries(BOMBS)) {
      const path = join(folder, 'bomb');
      const file = openSync(path, 'w');
      make((bytes) => writeSync(file, bytes), megabytes);
      outcomes.push({ name, ...(await buildFrom(path, join(folder, 'out.db'))) });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return outcomes;
}

async function buildFrom(path: string, out: string): Promise<Omit<BombOutcome, 'name'>> {
  // The generic foods would only take time.
  const command = [...LARDER, 'build', path, '--out', out, '--without', 'generic'];
  const child = Bun.spawn(command, { stdout: 'ignore', stderr: 'pipe' });
  let peakMb = 0;
  const looking = setInterval(() => {
    if (child.exitCode === null) peakMb = Math.max(peakMb, findPeakMb(child.pid));
  }, LOOK_MS);
  const words = await new Response(child.stderr).text();
  const status = await child.exited;
  clearInterval(looking);
  return { status, said: words.trimEnd().split('\n').at(-1) ?? '', peakMb };
}

/** Zero once the process is gone. */
function findPeakMb(pid: number): number {
  try {
    return peakResidentMb(pid) || 0;
  } catch {
    return 0;
  }
}

/** Whether the build ended with one line that names the file and the line in it. */
export function isDefused({ status, said }: BombOutcome): boolean {
  return status === 1 && /^larder: .*bomb:\d+: .+; .+$/.test(said);
}

export async function bombs(megabytes: number): Promise<Figure[]> {
  const outcomes = await runBombs(megabytes);
  return outcomes.map((outcome) => ({
    item: 24,
    done: `${outcome.name}: ${outcome.said}`,
    figure: `status ${outcome.status}, ${outcome.peakMb.toFixed(0)} MB at most`,
    toReach: `one line with the line number, under ${MAX_PEAK_MB} MB`,
    isReached: isDefused(outcome) && outcome.peakMb > 0 && outcome.peakMb < MAX_PEAK_MB,
  }));
}
