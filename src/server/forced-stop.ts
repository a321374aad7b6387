import { FFIType, ptr } from 'bun:ffi';
import { openSystemLibrary } from '../system.ts';
import { startThread } from '../thread.ts';

/**
 * Ends the process some seconds after SIGTERM, whatever the main thread is doing. Its handlers run between two of its
 * tasks, so in an endless loop, or blocked by a disk that does not answer, it never learns of the signal. The kernel does:
 * it takes the handler away when it calls it (SA_RESETHAND), which a thread of its own can see. A second SIGTERM then ends
 * the process at once. On Linux only: elsewhere a structure is laid out differently.
 */

/** Requests in flight have this long to finish; closing everything takes part of the rest. */
export const DRAIN_MS = 8000;
/** From the moment that the signal is noticed. It must end within ten seconds. */
const MAX_STOPPING_MS = 9500;
const LOOK_EVERY_MS = 250;

const CALLS = { sigaction: { args: [FFIType.i32, FFIType.ptr, FFIType.ptr], returns: FFIType.i32 } } as const;
const SIGTERM = 15;
const SA_RESETHAND = 0x8000_0000;
/** `struct sigaction` of glibc and musl, on 64-bit systems: the handler, a mask of 128 bytes, the flags, and more. */
const [HANDLER, FLAGS, ACTION_BYTES] = [0, 136, 152];

/** To be called once the handler of SIGTERM is installed. */
export function forceStopAfterSignal(): void {
  const sigaction = process.platform === 'linux' ? openSystemLibrary(CALLS)?.sigaction : undefined;
  if (sigaction === undefined || !startsThread()) return;
  const action = new DataView(new ArrayBuffer(ACTION_BYTES));
  if (sigaction(SIGTERM, null, ptr(action)) !== 0) return;
  action.setUint32(FLAGS, action.getUint32(FLAGS, true) | SA_RESETHAND, true);
  sigaction(SIGTERM, ptr(action), null);
}

/** A server goes on without the thread where none can be started. */
function startsThread(): boolean {
  try {
    startThread('src/server/forced-stop.ts').onerror = (event) => event.preventDefault();
    return true;
  } catch {
    return false;
  }
}

function watchInThread(): void {
  const sigaction = openSystemLibrary(CALLS)?.sigaction;
  const action = new DataView(new ArrayBuffer(ACTION_BYTES));
  const isCaught = () =>
    sigaction?.(SIGTERM, null, ptr(action)) !== 0 || action.getBigUint64(HANDLER, true) !== 0n;
  const looking = setInterval(() => {
    if (isCaught()) return;
    clearInterval(looking);
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), MAX_STOPPING_MS);
  }, LOOK_EVERY_MS);
}

if (!Bun.isMainThread) watchInThread();
