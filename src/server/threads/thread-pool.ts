import { FairQueue } from '../../fair-queue.ts';
import type { NotDone } from '../../http/task.ts';

/** A task with the number by which its outcome is known. */
export interface NumberedTask<Task> {
  number: number;
  task: Task;
}

/** One thread as the pool sees it; `start` connects it to a Worker, tests to something simpler. */
export interface PoolThread<Task, Setup> {
  /** Runs tasks in their order; each outcome arrives with the number of its task. */
  run(tasks: readonly NumberedTask<Task>[]): void;
  /** Prepares the thread for the tasks that follow, for example by opening another catalogue. */
  prepare(setup: Setup): void;
  /** The number of the task that it began last; 0 before the first. */
  current(): number;
  /** Ends it, at once or as soon as it is out of native code; `onEnd` is called then. */
  end(): void;
}

/** Who a task is for. Each of these takes a while to find out, and most are needed only for a task that has to wait. */
export interface TaskOrigin {
  /** Clients take turns. */
  readonly client: string;
  /** Whether the client left before the task was run. */
  readonly hasLeft: boolean;
  onLeave(act: () => void): void;
}

export interface ThreadEvents<Outcome> {
  /** The thread can take tasks. */
  onReady(): void;
  onOutcome(number: number, outcome: Outcome): void;
  /** The task itself failed, as it would in any thread; the thread continues. */
  onFailure(number: number, error: string): void;
  /** The thread is gone, with whatever it was doing. */
  onEnd(reason: string): void;
}

export interface ThreadPoolOptions<Task, Outcome, Setup> {
  threads: number;
  setup: Setup;
  start(events: ThreadEvents<Outcome>, setup: Setup): PoolThread<Task, Setup>;
  /** Runs a task in the calling thread: while none of the others is up, and where none can be started. */
  runHere(task: Task): Outcome;
  /** Most tasks that may wait for a thread. */
  capacity: number;
  /** All threads are up, for the first time. */
  onComplete?(): void;
  /** A thread ended on its own; another takes its place. */
  onThreadLost(reason: string): void;
  /** How long a task waited in the queue. */
  onWait?(waitMs: number): void;
  nowMs?: () => number;
  /** Calls back after a while; passed in so that no test waits. */
  after?: (delayMs: number, act: () => void) => void;
}

/**
 * Most tasks that are passed to a thread at once. Passing several costs the main thread little more than passing one: with
 * four, it spent 135 µs on each search instead of 200. Their outcomes come back together if none of them takes long.
 */
const MAX_AT_ONCE = 4;
/** Each takes a second or two at worst, and a connection is closed that waits for half a minute. */
const WAITING_HEAVY_PER_THREAD = 8;
/** A task that was running when this many threads ended is what ended them. */
const MAX_ATTEMPTS = 2;
/** A thread that ends before it was ready is tried again after this time, doubled each time up to the longest. */
const FIRST_RESTART_MS = 100;
const MAX_RESTART_MS = 30_000;

/** A task that takes longer will never end, or may as well not: the slowest search takes a fraction of a second. */
const MAX_TASK_SECONDS = 10;
/** A thread usually starts within half a second. */
const MAX_START_SECONDS = 60;
/** Most threads for each that is wanted, with those that are stuck. */
const MAX_THREADS_EACH = 2;
/** Numbers of tasks are passed between threads in 32 bits. */
const MAX_NUMBER = 0x7fff_ffff;

interface Waiting<Task, Outcome> {
  task: Task;
  origin: TaskOrigin;
  isHeavy: boolean;
  attempts: number;
  sinceMs: number;
  settle: (outcome: Outcome | NotDone) => void;
  fail: (error: Error) => void;
}

interface Slot<Task, Outcome, Setup> {
  thread: PoolThread<Task, Setup>;
  isReady: boolean;
  running: Map<number, Waiting<Task, Outcome>>;
  /** Whether it runs a suspect or a heavy task, which run alone. */
  isReserved: boolean;
  /** The task that it was at when it was last looked at, and for how many looks it has been. */
  seen: number;
  looks: number;
}

/**
 * Threads that share a bounded, fair queue of tasks. Heavy tasks have a queue of their own, and one thread never takes them
 * where there are several: nobody's search waits behind them. A thread that ends is replaced, and its tasks run again in others. One
 * whose task does not end is ended and replaced too: that task is not run again, those behind it are. Until the first thread is ready, and wherever none can be started, tasks run in the calling thread.
 */
export class ThreadPool<Task, Outcome, Setup> {
  readonly #options: ThreadPoolOptions<Task, Outcome, Setup>;
  readonly #queue: FairQueue<Waiting<Task, Outcome>>;
  readonly #heavy: FairQueue<Waiting<Task, Outcome>>;
  /** What a thread had when it ended: one of these may have ended it, so each is run again before all others, alone. */
  #suspects: Waiting<Task, Outcome>[] = [];
  readonly #slots = new Set<Slot<Task, Outcome, Setup>>();
  /** Threads that were told to end, and have not: nothing ends native code from outside. */
  readonly #stuck = new Set<Slot<Task, Outcome, Setup>>();
  readonly #nowMs: () => number;
  readonly #after: (delayMs: number, act: () => void) => void;
  #setup: Setup;
  #nextNumber = 1;
  #restartMs = FIRST_RESTART_MS;
  /** Whether a thread is ready, or one that was ready is being replaced. */
  #isUp = false;
  #isComplete = false;
  #isClosed = false;

  constructor(options: ThreadPoolOptions<Task, Outcome, Setup>) {
    this.#options = options;
    this.#queue = new FairQueue({ capacity: options.capacity });
    this.#heavy = new FairQueue({ capacity: WAITING_HEAVY_PER_THREAD * this.#heavyThreads });
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#after = options.after ?? ((delayMs, act) => void setTimeout(act, delayMs).unref());
    this.#setup = options.setup;
    // One after the other: starting several at once takes longer, and the first is needed soonest.
    this.#start();
  }

  /** What an operator watches. */
  get load(): { waiting: number; busy: number; ready: number } {
    const slots = [...this.#slots];
    return {
      waiting: this.#waitingTasks,
      busy: slots.filter(({ running }) => running.size > 0).length,
      ready: slots.filter(({ isReady }) => isReady).length,
    };
  }

  get #waitingTasks(): number {
    return this.#queue.size + this.#heavy.size + this.#suspects.length;
  }

  /**
   * Runs a task, at once where it runs in the calling thread. A task that failed throws or rejects; one that was not
   * run says why.
   */
  run(task: Task, origin: TaskOrigin, isHeavy = false): Outcome | NotDone | Promise<Outcome | NotDone> {
    if (origin.hasLeft) return 'gone';
    if (!this.#isUp) return this.#options.runHere(task);
    if (this.#slots.size === 0) return 'busy';
    const { promise, resolve, reject } = Promise.withResolvers<Outcome | NotDone>();
    const waiting: Waiting<Task, Outcome> = {
      task,
      origin,
      isHeavy,
      attempts: 0,
      sinceMs: this.#nowMs(),
      settle: resolve,
      fail: reject,
    };
    const isFirst = this.#queue.size + this.#suspects.length === 0;
    const slot = isFirst && !isHeavy ? this.#leastBusy(1) : null;
    if (slot === null) this.#enqueue(waiting);
    else this.#give(slot, [waiting]);
    if (isHeavy) this.#dispatch();
    return promise;
  }

  #enqueue(waiting: Waiting<Task, Outcome>): void {
    const { origin, settle, isHeavy } = waiting;
    const { client } = origin;
    const queue = isHeavy ? this.#heavy : this.#queue;
    queue.push(client, waiting)?.settle('busy');
    origin.onLeave(() => {
      if (queue.remove(client, waiting)) settle('gone');
    });
  }

  /** Every task that is run from now on, in any thread, is run after this preparation. */
  prepare(setup: Setup): void {
    this.#setup = setup;
    for (const { thread } of this.#slots) thread.prepare(setup);
  }

  /**
   * Ends threads whose task does not end; to be called once a second. It counts calls, not time, so that nothing is overdue
   * because the machine was asleep.
   */
  endOverdue(): void {
    for (const slot of [...this.#slots]) {
      const { thread, running, isReady } = slot;
      const current = thread.current();
      const isSame = current === slot.seen && (running.size > 0 || !isReady);
      slot.seen = current;
      slot.looks = isSame ? slot.looks + 1 : 0;
      if (slot.looks >= (isReady ? MAX_TASK_SECONDS : MAX_START_SECONDS)) this.#endOverdue(slot);
    }
  }

  #endOverdue(slot: Slot<Task, Outcome, Setup>): void {
    this.#slots.delete(slot);
    this.#stuck.add(slot);
    const overdue = slot.running.get(slot.seen);
    this.#options.onThreadLost(
      slot.isReady
        ? `did not end a task within ${MAX_TASK_SECONDS} s`
        : `did not start within ${MAX_START_SECONDS} s`,
    );
    slot.thread.end();
    this.#start();
    overdue?.settle('overdue');
    for (const waiting of slot.running.values()) if (waiting !== overdue) this.#runLater(waiting);
    this.#dispatch();
    if (this.#slots.size === 0) for (const waiting of this.#takeAll()) waiting.settle('busy');
  }

  /** For a task that only happened to be behind another. */
  #runLater(waiting: Waiting<Task, Outcome>): void {
    waiting.attempts--;
    if (waiting.origin.hasLeft) waiting.settle('gone');
    else this.#enqueue(waiting);
  }

  /** Ends all threads; what still waits is not run. */
  close(): void {
    this.#isClosed = true;
    for (const { thread, running } of this.#slots) {
      for (const waiting of running.values()) waiting.settle('gone');
      thread.end();
    }
    this.#slots.clear();
    for (const waiting of this.#takeAll()) waiting.settle('gone');
  }

  #start(): void {
    const { threads } = this.#options;
    if (this.#isClosed || this.#slots.size >= threads) return;
    // Each of these still takes memory and a core, so there is a limit to replacing them.
    if (this.#slots.size + this.#stuck.size >= MAX_THREADS_EACH * threads) return;
    const running = new Map<number, Waiting<Task, Outcome>>();
    const finish = (number: number, act: (waiting: Waiting<Task, Outcome>) => void) => {
      const waiting = running.get(number);
      running.delete(number);
      slot.isReserved = false;
      if (waiting !== undefined) act(waiting);
      this.#dispatch();
    };
    const thread = this.#options.start(
      {
        onReady: () => {
          slot.isReady = true;
          this.#isUp = true;
          this.#restartMs = FIRST_RESTART_MS;
          this.#dispatch();
          this.#start();
          this.#reportComplete();
        },
        onOutcome: (number, outcome) => finish(number, ({ settle }) => settle(outcome)),
        onFailure: (number, error) => finish(number, ({ fail }) => fail(new Error(error))),
        onEnd: (reason) => this.#replace(slot, reason),
      },
      this.#setup,
    );
    const slot: Slot<Task, Outcome, Setup> = {
      thread,
      isReady: false,
      running,
      isReserved: false,
      seen: -1,
      looks: 0,
    };
    this.#slots.add(slot);
  }

  #reportComplete(): void {
    if (this.#isComplete || this.load.ready < this.#options.threads) return;
    this.#isComplete = true;
    this.#options.onComplete?.();
  }

  #replace(slot: Slot<Task, Outcome, Setup>, reason: string): void {
    // It was replaced already, if there was room for another.
    if (this.#stuck.delete(slot)) this.#start();
    if (!this.#slots.delete(slot) || this.#isClosed) return;
    this.#options.onThreadLost(reason);
    for (const waiting of slot.running.values()) this.#suspect(waiting, reason);
    if (slot.isReady) this.#start();
    else this.#startLater();
    this.#dispatch();
  }

  /** A thread that ends before it is ready will likely do so again: tasks do not wait for it. */
  #startLater(): void {
    this.#after(this.#restartMs, () => this.#start());
    this.#restartMs = Math.min(2 * this.#restartMs, MAX_RESTART_MS);
    if ([...this.#slots].some(({ isReady }) => isReady)) return;
    this.#isUp = false;
    for (const waiting of this.#takeAll()) this.#runHere(waiting);
  }

  #takeAll(): Waiting<Task, Outcome>[] {
    const queued = [this.#queue, this.#heavy].flatMap((queue) => this.#take(queue, queue.size));
    const waiting = [...this.#suspects, ...queued];
    this.#suspects = [];
    return waiting;
  }

  #take(queue: FairQueue<Waiting<Task, Outcome>>, count: number): Waiting<Task, Outcome>[] {
    return Array.from({ length: count }, () => queue.shift()!);
  }

  #runHere({ task, settle, fail }: Waiting<Task, Outcome>): void {
    try {
      settle(this.#options.runHere(task));
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #suspect(waiting: Waiting<Task, Outcome>, reason: string): void {
    if (waiting.attempts >= MAX_ATTEMPTS) {
      waiting.fail(new Error(`a task ended ${MAX_ATTEMPTS} threads, the last with: ${reason}`));
    } else this.#suspects.push(waiting);
  }

  #dispatch(): void {
    while (this.#suspects.length > 0) {
      // Nothing else is passed on meanwhile, or no thread would ever be free.
      const slot = this.#leastBusy(0);
      if (slot === null) return;
      this.#giveAlone(slot, this.#suspects.shift()!);
    }
    while (this.#queue.size > 0) {
      const count = this.#countAtOnce();
      const slot = this.#leastBusy(count);
      if (slot === null) return;
      this.#give(slot, this.#take(this.#queue, count));
    }
    while (this.#heavy.size > 0) {
      const slot = this.#leastBusy(0);
      if (slot === null || this.#reserved >= this.#heavyThreads) return;
      this.#giveAlone(slot, this.#heavy.shift()!);
    }
  }

  /** All but one. */
  get #heavyThreads(): number {
    return Math.max(1, this.#options.threads - 1);
  }

  get #reserved(): number {
    return [...this.#slots].filter(({ isReserved }) => isReserved).length;
  }

  #giveAlone(slot: Slot<Task, Outcome, Setup>, waiting: Waiting<Task, Outcome>): void {
    if (waiting.origin.hasLeft) waiting.settle('gone');
    else {
      slot.isReserved = true;
      this.#give(slot, [waiting]);
    }
  }

  /** A thread is given half its share of the queue at most: a short queue is better spread over all threads. */
  #countAtOnce(): number {
    return Math.min(MAX_AT_ONCE, Math.ceil(this.#queue.size / (2 * this.#slots.size)));
  }

  #give(slot: Slot<Task, Outcome, Setup>, given: readonly Waiting<Task, Outcome>[]): void {
    const nowMs = this.#nowMs();
    const tasks = given.map((waiting) => {
      waiting.attempts++;
      this.#options.onWait?.(nowMs - waiting.sinceMs);
      const number = this.#nextNumber;
      this.#nextNumber = (number % MAX_NUMBER) + 1;
      slot.running.set(number, waiting);
      return { number, task: waiting.task };
    });
    slot.thread.run(tasks);
  }

  /**
   * The thread that gets the next tasks, null while none has room for them. As many as these may be ahead of them in a
   * thread, so that it never waits for the main thread.
   */
  #leastBusy(mostAhead: number): Slot<Task, Outcome, Setup> | null {
    let best: Slot<Task, Outcome, Setup> | null = null;
    for (const slot of this.#slots) {
      if (!slot.isReady || slot.isReserved || slot.running.size > mostAhead) continue;
      if (best === null || slot.running.size < best.running.size) best = slot;
    }
    return best;
  }
}
