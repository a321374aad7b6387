import type { SourceFile } from '../src/catalog/manifest.ts';
import { InputError } from './read/input-error.ts';
import type { BuildSource } from './read/open-source.ts';
import { type Reading, type RecordBatch, readRecords } from './records.ts';
import { Tally, type TallyCounts } from './report.ts';

/**
 * Reading and normalising in a thread of its own, beside the one that stages and writes: the two take about as long as
 * each other, so on two cores a build reads in half the time. This file is both sides of the conversation.
 */
type Told =
  | { batch: string }
  | { end: { files: SourceFile[]; counts: TallyCounts } }
  | { inputError: { where: string; what: string; remedy: string } }
  | { fault: string };
type Asked = { sources: readonly BuildSource[] } | { taken: number };

/** Batches on their way at once. More would only fill memory, since the slower side sets the pace. */
const BATCHES_AHEAD = 8;

// An executable holds all code in one file and keeps the beginnings of threads under their paths in the repository.
const THIS_FILE = import.meta.path.endsWith('.ts') ? './reading-thread.ts' : './build/reading-thread.ts';

/** Reads in another thread; batches come in order. */
export async function* readInThread(
  sources: readonly BuildSource[],
): AsyncGenerator<RecordBatch, Reading, undefined> {
  const worker = new Worker(new URL(THIS_FILE, import.meta.url));
  const told: Told[] = [];
  let wake = () => {};
  worker.onmessage = ({ data }: MessageEvent<Told>) => {
    told.push(data);
    wake();
  };
  worker.onerror = ({ message }) => {
    told.push({ fault: message });
    wake();
  };
  worker.postMessage({ sources } satisfies Asked);
  try {
    for (;;) {
      if (told.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      const next = told.shift();
      if (next === undefined) continue;
      if ('end' in next) return { files: next.end.files, tally: Tally.of(next.end.counts) };
      if ('inputError' in next) {
        const { where, what, remedy } = next.inputError;
        throw new InputError(where, what, remedy);
      }
      if ('fault' in next) throw new Error(next.fault);
      worker.postMessage({ taken: 1 } satisfies Asked);
      yield JSON.parse(next.batch) as RecordBatch;
    }
  } finally {
    worker.terminate();
  }
}

declare const self: Worker;

/** The other side: reads, and stays at most so many batches ahead. */
function answerInThread(): void {
  let room = BATCHES_AHEAD;
  let wake = () => {};
  self.onmessage = ({ data }: MessageEvent<Asked>) => {
    if ('taken' in data) {
      room += data.taken;
      wake();
      return;
    }
    tellAll(data.sources).catch((error: unknown) => {
      if (error instanceof InputError) {
        const { where, what, remedy } = error;
        tell({ inputError: { where, what, remedy } });
      } else tell({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    });
  };
  async function tellAll(sources: readonly BuildSource[]): Promise<void> {
    const records = readRecords(sources);
    for (;;) {
      const next = await records.next();
      if (next.done) {
        const { files, tally } = next.value;
        return tell({ end: { files, counts: tally.counts() } });
      }
      while (room === 0) await new Promise<void>((resolve) => (wake = resolve));
      room--;
      // A text is handed over without a copy, and reading it takes half as long as cloning the rows.
      tell({ batch: JSON.stringify(next.value) });
    }
  }
}

function tell(told: Told): void {
  self.postMessage(told);
}

if (!Bun.isMainThread) answerInThread();
