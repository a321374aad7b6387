import { FairQueue } from '../../fair-queue.ts';
import { Busy, ClientGone } from '../../http/answer.ts';

/** One thread as the pool sees it; `start` connects it to a Worker, tests to something simpler. */
export interface PoolThread<Task, Setup> {
  /** Runs a task; it has one at a time. */
  run(task: Task): void;
  /** Prepares the thread for the tasks that follow, for example by opening another catalogue. */
  prepare(setup: Setup): void;
  /** Ends it, at once or as soon as it is out of native code; `onEnd` is called then. */
  end(): void;
}

/** Who a task is for. */
export interface TaskOrigin {
  /** Clients take turns. */
  readonly client: string;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
}

export interface ThreadEvents<Outcome> {
  /** The thread can take tasks. */
  onReady(): void;
  onOutcome(outcome: Outcome): void;
  /** The task itself failed, as it would in any thread; the thread continues. */
  onFailure(error: Error): void;
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

interface Waiting<Task, Outcome> {
  task: Task;
  origin: TaskOrigin;
  isHeavy: boolean;
  attempts: number;
  sinceMs: number;
  resolve: (outcome: Outcome) => void;
  /** With Busy or ClientGone for a task that was not run. */
  reject: (error: unknown) => void;
}

interface Slot<Task, Outcome, Setup> {
  thread: PoolThread<Task, Setup>;
  isReady: boolean;
  task: Waiting<Task, Outcome> | null;
  /** How often it was looked at since it began the task, or was started. */
  looks: number;
}

/**
 * Threads that share a bounded, fair queue of tasks, and have one task at a time: passing several at once, or one ahead, made
 * searches neither cheaper nor more (3.9 ms of processor time each either way; the main thread saved 0.1 ms of it). Heavy tasks
 * have a queue of their own, and one thread never takes them where there are several: nobody's search waits behind them. A
 * thread that ends is replaced, and its task runs again in another. One whose task does not end is ended and replaced too, and that
 * task is not run again. Until the first thread is ready, and wherever none can be started, tasks run in the calling thread.
 */
export class ThreadPool<Task, Outcome, Setup> {
  readonly #options: ThreadPoolOptions<Task, Outcome, Setup>;
  readonly #queue: FairQueue<Waiting<Task, Outcome>>;
  readonly #heavy: FairQueue<Waiting<Task, Outcome>>;
  readonly #slots = new Set<Slot<Task, Outcome, Setup>>();
  /** Threads that were told to end, and have not: nothing ends native code from outside. */
  readonly #stuck = new Set<Slot<Task, Outcome, Setup>>();
  readonly #nowMs: () => number;
  readonly #after: (delayMs: number, act: () => void) => void;
  #setup: Setup;
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
      busy: slots.filter(({ task }) => task !== null).length,
      ready: slots.filter(({ isReady }) => isReady).length,
    };
  }

  get #waitingTasks(): number {
    return this.#queue.size + this.#heavy.size;
  }

  /** Runs a task. Throws Busy where too many wait, and ClientGone where nobody waits for it any more. */
  async run(task: Task, origin: TaskOrigin, isHeavy = false): Promise<Outcome> {
    if (origin.signal.aborted) throw new ClientGone();
    if (!this.#isUp) return this.#options.runHere(task);
    if (this.#slots.size === 0) throw new Busy();
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    const waiting = { task, origin, isHeavy, attempts: 0, sinceMs: this.#nowMs(), resolve, reject };
    const { client, signal } = origin;
    const leave = () => {
      if (this.#queueOf(waiting).remove(client, waiting)) reject(new ClientGone());
    };
    signal.addEventListener('abort', leave, { once: true });
    this.#enqueue(waiting);
    return promise;
  }

  #enqueue(waiting: Waiting<Task, Outcome>): void {
    this.#queueOf(waiting).push(waiting.origin.client, waiting)?.reject(new Busy());
    this.#dispatch();
  }

  #queueOf({ isHeavy }: Waiting<Task, Outcome>): FairQueue<Waiting<Task, Outcome>> {
    return isHeavy ? this.#heavy : this.#queue;
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
      if (slot.isReady && slot.task === null) continue;
      slot.looks++;
      if (slot.looks > (slot.isReady ? MAX_TASK_SECONDS : MAX_START_SECONDS)) this.#endOverdue(slot);
    }
  }

  #endOverdue(slot: Slot<Task, Outcome, Setup>): void {
    this.#slots.delete(slot);
    this.#stuck.add(slot);
    const overdue = slot.task;
    slot.task = null;
    this.#options.onThreadLost(
      slot.isReady
        ? `did not end a task within ${MAX_TASK_SECONDS} s`
        : `did not start within ${MAX_START_SECONDS} s`,
    );
    slot.thread.end();
    this.#start();
    overdue?.reject(new Busy('overdue'));
    if (this.#slots.size === 0) for (const waiting of this.#takeAll()) waiting.reject(new Busy());
  }

  /** Ends all threads; what still waits is not run. */
  close(): void {
    this.#isClosed = true;
    for (const { thread, task } of this.#slots) {
      task?.reject(new ClientGone());
      thread.end();
    }
    this.#slots.clear();
    for (const waiting of this.#takeAll()) waiting.reject(new ClientGone());
  }

  #start(): void {
    const { threads } = this.#options;
    if (this.#isClosed || this.#slots.size >= threads) return;
    // Each of these still takes memory and a core, so there is a limit to replacing them.
    if (this.#slots.size + this.#stuck.size >= MAX_THREADS_EACH * threads) return;
    const finish = (act: (task: Waiting<Task, Outcome>) => void) => {
      const { task } = slot;
      slot.task = null;
      if (task !== null) act(task);
      this.#dispatch();
    };
    const thread = this.#options.start(
      {
        onReady: () => {
          slot.isReady = true;
          slot.looks = 0;
          this.#isUp = true;
          this.#restartMs = FIRST_RESTART_MS;
          this.#dispatch();
          this.#start();
          this.#reportComplete();
        },
        onOutcome: (outcome) => finish(({ resolve }) => resolve(outcome)),
        onFailure: (error) => finish(({ reject }) => reject(error)),
        onEnd: (reason) => this.#replace(slot, reason),
      },
      this.#setup,
    );
    const slot: Slot<Task, Outcome, Setup> = { thread, isReady: false, task: null, looks: 0 };
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
    if (slot.task !== null) this.#runAgain(slot.task, reason);
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
    const waiting: Waiting<Task, Outcome>[] = [];
    for (const queue of [this.#queue, this.#heavy]) while (queue.size > 0) waiting.push(queue.shift()!);
    return waiting;
  }

  #runHere({ task, resolve, reject }: Waiting<Task, Outcome>): void {
    try {
      resolve(this.#options.runHere(task));
    } catch (error) {
      reject(error);
    }
  }

  /** In turn, like any other. */
  #runAgain(waiting: Waiting<Task, Outcome>, reason: string): void {
    if (waiting.origin.signal.aborted) waiting.reject(new ClientGone());
    else if (waiting.attempts < MAX_ATTEMPTS) this.#enqueue(waiting);
    else {
      const what = `a task ended ${MAX_ATTEMPTS} threads, the last with: ${reason}`;
      waiting.reject(new Error(what));
    }
  }

  #dispatch(): void {
    for (let slot = this.#findIdle(); slot !== null; slot = this.#findIdle()) {
      const next = this.#queue.shift() ?? (this.#mayTakeHeavy ? this.#heavy.shift() : null);
      if (next === null) return;
      this.#give(slot, next);
    }
  }

  /** All but one. */
  get #heavyThreads(): number {
    return Math.max(1, this.#options.threads - 1);
  }

  get #mayTakeHeavy(): boolean {
    return [...this.#slots].filter(({ task }) => task?.isHeavy === true).length < this.#heavyThreads;
  }

  #give(slot: Slot<Task, Outcome, Setup>, waiting: Waiting<Task, Outcome>): void {
    waiting.attempts++;
    this.#options.onWait?.(this.#nowMs() - waiting.sinceMs);
    slot.task = waiting;
    slot.looks = 0;
    slot.thread.run(waiting.task);
  }

  #findIdle(): Slot<Task, Outcome, Setup> | null {
    for (const slot of this.#slots) if (slot.isReady && slot.task === null) return slot;
    return null;
  }
}
