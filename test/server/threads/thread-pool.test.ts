import { describe, expect, test } from 'bun:test';
import { Busy, ClientGone } from '../../../src/http/answer.ts';
import {
  type PoolThread,
  type TaskOrigin,
  type ThreadEvents,
  ThreadPool,
  type ThreadPoolOptions,
} from '../../../src/server/threads/thread-pool.ts';

/** A thread that does nothing by itself: the test decides when it is ready, answers and ends. */
class ScriptedThread implements PoolThread<string, string> {
  /** What it was given and has not answered: never more than one. */
  readonly tasks: string[] = [];
  readonly setups: string[] = [];
  isEnded = false;

  constructor(
    readonly events: ThreadEvents<string>,
    setup: string,
  ) {
    this.setups.push(setup);
  }

  run(task: string) {
    this.tasks.push(task);
    expect(this.tasks).toHaveLength(1);
  }
  prepare(setup: string) {
    this.setups.push(setup);
  }
  end() {
    this.isEnded = true;
  }
  answer() {
    const task = this.tasks.pop();
    if (task !== undefined) this.events.onOutcome(`${task}, answered`);
  }
}

function from(client: string, signal = new AbortController().signal): TaskOrigin {
  return { client, signal };
}

/** Runs a task that nobody looks at again. */
function submit(pool: ThreadPool<string, string, string>, task: string, client: string, isHeavy = false) {
  pool.run(task, from(client), isHeavy).catch(() => {});
}

function openPool(threads: number, changes: Partial<ThreadPoolOptions<string, string, string>> = {}) {
  const started: ScriptedThread[] = [];
  const later: [delayMs: number, act: () => void][] = [];
  const lost: string[] = [];
  const pool = new ThreadPool<string, string, string>({
    threads,
    setup: 'first catalogue',
    start(events, setup) {
      const thread = new ScriptedThread(events, setup);
      started.push(thread);
      return thread;
    },
    runHere: (task) => `${task}, answered here`,
    capacity: 100,
    onThreadLost: (reason) => lost.push(reason),
    after: (delayMs, act) => void later.push([delayMs, act]),
    ...changes,
  });
  return { pool, started, later, lost };
}

/** A pool whose threads are all up. */
function openReadyPool(threads: number, changes: Partial<ThreadPoolOptions<string, string, string>> = {}) {
  const opened = openPool(threads, changes);
  for (let i = 0; i < threads; i++) opened.started[i]!.events.onReady();
  return opened;
}

/** The tasks of a thread that answers each as it comes. */
function orderOf(thread: ScriptedThread): string[] {
  const seen: string[] = [];
  while (thread.tasks.length > 0) {
    seen.push(...thread.tasks);
    thread.answer();
  }
  return seen;
}

describe('a pool of threads', () => {
  test('answers in the calling thread until the first is ready', async () => {
    const { pool, started } = openPool(2);
    expect(await pool.run('milk', from('a'))).toBe('milk, answered here');
    started[0]!.events.onReady();
    const later = pool.run('milk', from('a'));
    started[0]!.answer();
    expect(await later).toBe('milk, answered');
  });

  test('starts its threads one after the other', () => {
    const { started } = openPool(3);
    expect(started).toHaveLength(1);
    started[0]!.events.onReady();
    expect(started).toHaveLength(2);
    started[1]!.events.onReady();
    started[2]!.events.onReady();
    expect(started).toHaveLength(3);
  });

  test('reports once that all its threads are up', () => {
    let reports = 0;
    const { started } = openReadyPool(2, { onComplete: () => reports++ });
    expect(reports).toBe(1);
    started[0]!.events.onEnd('crashed');
    started[2]!.events.onReady();
    expect(reports).toBe(1);
  });

  test('spreads tasks over the threads', () => {
    const { pool, started } = openReadyPool(2);
    submit(pool, 'milk', 'a');
    submit(pool, 'bread', 'a');
    expect(started.map(({ tasks }) => tasks.length)).toEqual([1, 1]);
    expect(pool.load).toEqual({ waiting: 0, busy: 2, ready: 2 });
  });

  test('lets nobody wait behind the heavy tasks of another: one thread takes none of them', () => {
    const { pool, started } = openReadyPool(3);
    for (let at = 0; at < 20; at++) submit(pool, `heavy ${at}`, 'greedy', true);
    const tasks = () => started.map((thread) => thread.tasks);
    expect(tasks()).toEqual([['heavy 0'], ['heavy 1'], []]);
    submit(pool, 'milk', 'modest');
    expect(tasks()).toEqual([['heavy 0'], ['heavy 1'], ['milk']]);
    // A heavy task of another waits for a thread, and not for all of the first.
    submit(pool, 'heavy too', 'modest', true);
    started[0]!.answer();
    started[0]!.answer();
    expect(tasks()).toEqual([['heavy too'], ['heavy 1'], ['milk']]);
    // Sixteen may wait, so the last of the greedy one gave way; two have had their turn.
    expect(pool.load.waiting).toBe(14);
  });

  test('runs heavy tasks in its only thread when nothing else waits', () => {
    const { pool, started } = openReadyPool(1);
    submit(pool, 'heavy', 'a', true);
    submit(pool, 'heavy too', 'a', true);
    submit(pool, 'milk', 'b');
    expect(orderOf(started[0]!)).toEqual(['heavy', 'milk', 'heavy too']);
  });

  test('runs the tasks of a thread that ended in another', async () => {
    const { pool, started, lost } = openReadyPool(2);
    const milk = pool.run('milk', from('a'));
    const [doomed, other] = started as [ScriptedThread, ScriptedThread];
    doomed.events.onEnd('out of memory');
    expect(other.tasks).toEqual(['milk']);
    other.answer();
    expect(await milk).toBe('milk, answered');
    expect(lost).toEqual(['out of memory']);
    expect(started).toHaveLength(3);
  });

  test('lets tasks wait for the replacement of its only thread', async () => {
    const { pool, started } = openReadyPool(1);
    const milk = pool.run('milk', from('a'));
    started[0]!.events.onEnd('terminated');
    started[1]!.events.onReady();
    started[1]!.answer();
    expect(await milk).toBe('milk, answered');
  });

  test('fails a task that ended two threads, and goes on with the others', async () => {
    const { pool, started } = openReadyPool(1);
    const poison = pool.run('poison', from('a'));
    started[0]!.events.onEnd('crashed');
    started[1]!.events.onReady();
    started[1]!.events.onEnd('crashed again');
    expect(poison).rejects.toThrow('ended 2 threads');
    started[2]!.events.onReady();
    const milk = pool.run('milk', from('a'));
    started[2]!.answer();
    expect(await milk).toBe('milk, answered');
  });

  test('passes tasks on one at a time, in turns of the clients', () => {
    const { pool, started } = openReadyPool(1);
    for (let i = 0; i < 4; i++) submit(pool, `a${i}`, 'a');
    submit(pool, 'b0', 'b');
    expect(orderOf(started[0]!)).toEqual(['a0', 'a1', 'b0', 'a2', 'a3']);
  });

  test('fails only the one task that ends threads, not those that waited behind it', async () => {
    const { pool, started } = openReadyPool(1);
    const running = ['milk', 'poison', 'bread', 'tea'].map((task) => pool.run(task, from('a')));
    const poison = running[1];
    for (let thread = 0; started[thread] !== undefined; thread++) {
      const { events, tasks } = started[thread]!;
      events.onReady();
      while (tasks.length > 0 && tasks[0] !== 'poison') started[thread]!.answer();
      if (tasks.length > 0) events.onEnd('crashed');
    }
    expect(poison).rejects.toThrow('ended 2 threads');
    expect(await Promise.all(running.toSpliced(1, 1))).toEqual(
      ['milk', 'bread', 'tea'].map((task) => `${task}, answered`),
    );
    expect(started).toHaveLength(3);
  });

  test('runs the task of a thread that ended again, in turn', () => {
    const { pool, started } = openReadyPool(1);
    for (const task of ['a', 'b', 'c', 'd']) submit(pool, task, 'x');
    started[0]!.events.onEnd('crashed');
    expect(pool.load.waiting).toBe(4);
    started[1]!.events.onReady();
    expect(orderOf(started[1]!)).toEqual(['b', 'c', 'd', 'a']);
  });

  test('does not run a task again whose client has gone', async () => {
    const { pool, started } = openReadyPool(1);
    const gone = new AbortController();
    const abandoned = pool.run('a', from('x', gone.signal));
    started[0]!.events.onEnd('crashed');
    gone.abort();
    started[1]!.events.onReady();
    await expect(abandoned).rejects.toThrow(ClientGone);
    expect(started[1]!.tasks).toEqual([]);
  });

  test('answers in the calling thread where threads cannot be started, and tries again later', async () => {
    const { pool, started, later } = openPool(2);
    started[0]!.events.onEnd('no threads here');
    expect(await pool.run('milk', from('a'))).toBe('milk, answered here');
    expect(later.map(([delayMs]) => delayMs)).toEqual([100]);
    later[0]![1]();
    expect(started).toHaveLength(2);
    started[1]!.events.onEnd('still none');
    expect(later.map(([delayMs]) => delayMs)).toEqual([100, 200]);
  });

  test('says busy to whoever has the most waiting when the queue is full', async () => {
    const { pool, started } = openReadyPool(1, { capacity: 2 });
    const greedy = ['a', 'b', 'c', 'd'].map((task) => pool.run(task, from('greedy')));
    await expect(greedy[3]).rejects.toThrow(Busy);
    const modest = pool.run('milk', from('modest'));
    await expect(greedy[2]).rejects.toThrow(Busy);
    for (let i = 0; i < 3; i++) started[0]!.answer();
    expect(await modest).toBe('milk, answered');
    expect(await greedy[1]).toBe('b, answered');
  });

  test('does not run a task whose client has gone', async () => {
    const { pool, started } = openReadyPool(1);
    const gone = new AbortController();
    submit(pool, 'a', 'x');
    submit(pool, 'b', 'x');
    const abandoned = pool.run('c', from('x', gone.signal));
    gone.abort();
    await expect(abandoned).rejects.toThrow(ClientGone);
    started[0]!.answer();
    started[0]!.answer();
    expect(started[0]!.tasks).toEqual([]);
    await expect(pool.run('d', from('x', gone.signal))).rejects.toThrow(ClientGone);
  });

  test('passes a failed task on as a failure, and keeps the thread', async () => {
    const { pool, started } = openReadyPool(1);
    const failed = pool.run('milk', from('a'));
    started[0]!.tasks.pop();
    started[0]!.events.onFailure(new Error('disk error'));
    expect(failed).rejects.toThrow('disk error');
    expect(started).toHaveLength(1);
  });

  test('prepares every thread, also one that replaces another later', () => {
    const { pool, started } = openReadyPool(2);
    pool.prepare('second catalogue');
    started[0]!.events.onEnd('crashed');
    expect(started.map(({ setups }) => setups.at(-1))).toEqual(Array(3).fill('second catalogue'));
  });

  test('reports how long tasks waited', async () => {
    let nowMs = 0;
    const waits: number[] = [];
    const { pool, started } = openReadyPool(1, {
      nowMs: () => nowMs,
      onWait: (waitMs) => waits.push(waitMs),
    });
    for (const task of ['a', 'b', 'c']) submit(pool, task, 'x');
    nowMs = 7;
    started[0]!.answer();
    expect(waits).toEqual([0, 7]);
  });

  test('ends its threads when it is closed, and leaves nobody waiting', async () => {
    const { pool, started } = openReadyPool(1);
    const running = [pool.run('a', from('x')), pool.run('b', from('x')), pool.run('c', from('x'))];
    const settled = Promise.allSettled(running);
    pool.close();
    for (const outcome of await settled) expect(outcome).toMatchObject({ reason: expect.any(ClientGone) });
    expect(started[0]!.isEnded).toBe(true);
    started[0]!.events.onEnd('ended');
    expect(started).toHaveLength(1);
  });

  describe('whose task does not end', () => {
    const look = (pool: ThreadPool<string, string, string>, seconds: number) => {
      for (let i = 0; i <= seconds; i++) pool.endOverdue();
    };

    test('gives it ten seconds, ends its thread, and does not run it again', async () => {
      const { pool, started, lost } = openReadyPool(1);
      const endless = pool.run('endless', from('a'));
      look(pool, 9);
      expect(started[0]!.isEnded).toBe(false);
      pool.endOverdue();
      await expect(endless).rejects.toThrow('overdue');
      expect(started[0]!.isEnded).toBe(true);
      expect(lost).toEqual(['did not end a task within 10 s']);
      started[1]!.events.onReady();
      expect(started[1]!.tasks).toEqual([]);
    });

    test('ignores an outcome that comes after all', async () => {
      const { pool, started } = openReadyPool(1);
      const endless = pool.run('endless', from('a'));
      const milk = pool.run('milk', from('b'));
      look(pool, 10);
      await expect(endless).rejects.toThrow('overdue');
      started[1]!.events.onReady();
      started[0]!.answer();
      started[1]!.answer();
      expect(await milk).toBe('milk, answered');
    });

    test('does not take many quick tasks for one that never ends', () => {
      const { pool, started } = openReadyPool(1);
      for (let i = 0; i < 40; i++) {
        submit(pool, 'milk', 'a');
        submit(pool, 'milk', 'a');
        pool.endOverdue();
        started[0]!.answer();
      }
      expect(started[0]!.isEnded).toBe(false);
    });

    test('does not end an idle thread', () => {
      const { pool, started } = openReadyPool(1);
      look(pool, 100);
      expect(started).toHaveLength(1);
      expect(started[0]!.isEnded).toBe(false);
    });

    test('replaces a thread that does not come up', () => {
      const { pool, started, lost } = openPool(1);
      look(pool, 59);
      expect(started).toHaveLength(1);
      pool.endOverdue();
      expect(lost).toEqual(['did not start within 60 s']);
      expect(started).toHaveLength(2);
    });

    test('says busy when as many threads as it has are stuck twice, until one of them ends', async () => {
      const { pool, started } = openReadyPool(1);
      for (const thread of [0, 1]) {
        const endless = pool.run('endless', from('a'));
        look(pool, 10);
        await expect(endless).rejects.toThrow('overdue');
        started[thread + 1]?.events.onReady();
      }
      expect(started).toHaveLength(2);
      await expect(pool.run('milk', from('a'))).rejects.toThrow(Busy);
      started[0]!.events.onEnd('it ended by itself');
      started[2]!.events.onReady();
      const milk = pool.run('milk', from('a'));
      started[2]!.answer();
      expect(await milk).toBe('milk, answered');
    });
  });
});
