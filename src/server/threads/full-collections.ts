/** A thread without tasks for this long is idle. */
const IDLE_MS = 1000;
/** After fewer tasks there is too little garbage to be worth it. */
const FEW_TASKS = 100;
/** A collection takes as long as ten searches, so this costs one in twenty; four threads take 3 MB less than with 400. */
const MANY_TASKS = 200;

/**
 * Collects all garbage of a thread after many tasks, or fewer once it is idle. The engine itself collects new objects and
 * nothing else for as long as it can (cli/engine-settings.ts): of what outlived them, mostly code that was compiled better
 * since, four busy threads kept 5 to 8 MB. An idle thread needs no room, so there the engine collects nothing.
 * Returns a function to call with the number of tasks that were done.
 */
export function collectAfterTasks(collect: () => void = () => Bun.gc(true)): (done: number) => void {
  let tasks = 0;
  let isBusy = false;
  let isWatching = false;
  const collectIfWorth = (least: number) => {
    if (tasks < least) return;
    tasks = 0;
    collect();
  };
  const check = () => {
    if (isBusy) {
      isBusy = false;
      setTimeout(check, IDLE_MS);
      return;
    }
    isWatching = false;
    collectIfWorth(FEW_TASKS);
  };
  return (done) => {
    tasks += done;
    isBusy = true;
    collectIfWorth(MANY_TASKS);
    if (isWatching) return;
    isWatching = true;
    setTimeout(check, IDLE_MS);
  };
}
