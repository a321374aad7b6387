import { describe, expect, test } from 'bun:test';
import type { Coding } from '../../src/http/encoding.ts';
import { doTask, resultOf, type TaskFunctions, type TaskResult } from '../../src/http/task.ts';
import { emptyCatalog } from './empty-catalog.ts';

const TEXT = JSON.stringify({ name: 'Crème brûlée aux œufs 🍮'.repeat(100) });

describe('What a task made', () => {
  test.each<Coding | null>([null, 'gzip', 'zstd'])(
    'is the same for whoever asked, in the coding %p',
    (coding) => {
      const functions: TaskFunctions<{ catalog: ReturnType<typeof emptyCatalog> }> = {
        make: () => ({ status: 200, text: TEXT }),
      };
      const finished = doTask(functions, { catalog: emptyCatalog() }, { name: 'make', input: '', coding });
      // Only values like these are sent from one thread to another without being serialized.
      for (const value of Object.values(finished)) expect(typeof value).not.toBe('object');
      const { body } = resultOf(finished, coding) as TaskResult;
      expect(body.text).toBe(TEXT);
      if (coding === null) return;
      expect(body.hasCompressed(coding)).toBe(true);
      const plain =
        coding === 'gzip'
          ? Bun.gunzipSync(body.compressed(coding))
          : Bun.zstdDecompressSync(body.compressed(coding));
      expect(Buffer.from(plain).toString()).toBe(TEXT);
    },
  );
});
