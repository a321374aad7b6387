/** A thread without tasks for this long is idle. */
const IDLE_MS = 1000;
/** After fewer tasks there is too little garbage to be worth it. */
const FEW_TASKS = 200;

/**
 * Collects garbage when a thread becomes idle after many tasks. The engine collects when it needs room for more, which
 * an idle thread never does; this takes 20 ms, and the memory goes back to the system.
 * Returns a function to call after each task.
 */
export function collectWhenIdle(collect: () => void = () => Bun.gc(true), idleMs = IDLE_MS): () => void {
  let tasks = 0;
  let tasksAtCheck = 0;
  let isWatching = false;
  const check = () => {
    if (tasks > tasksAtCheck) {
      tasksAtCheck = tasks;
      setTimeout(check, idleMs);
      return;
    }
    isWatching = false;
    if (tasks < FEW_TASKS) return;
    tasks = 0;
    tasksAtCheck = 0;
    collect();
  };
  return () => {
    tasks++;
    if (isWatching) return;
    isWatching = true;
    setTimeout(check, idleMs);
  };
}
