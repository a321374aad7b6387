import { Interrupted } from '../../build/pull/fetch-error.ts';
import type { Screen } from './command.ts';
import { Stopped } from './failure.ts';
import { formatSeconds } from './format.ts';
import { openBuildProgress, openDownloadProgress } from './progress.ts';

/**
 * Shows how far a command is that moves files over the network and builds or checks them. `whenStopped` says what it means
 * that a person has stopped it.
 */
export async function showTransfer<Result>(
  stderr: Screen,
  whenStopped: string,
  act: (shown: ReturnType<typeof openTransfer>) => Promise<Result>,
): Promise<Result> {
  const shown = openTransfer(stderr);
  try {
    return await act(shown);
  } catch (error) {
    throw error instanceof Interrupted ? new Stopped(`stopped; ${whenStopped}`) : error;
  } finally {
    shown.build.end();
  }
}

function openTransfer(stderr: Screen) {
  const [transfer, build] = [openDownloadProgress(stderr), openBuildProgress(stderr)];
  const onMessage = (line: string) => {
    transfer.end();
    build.end();
    stderr.write(`${line}\n`);
  };
  const onWait = (what: string, waitMs: number) =>
    onMessage(`${what}; retrying in ${formatSeconds(waitMs / 1000)}`);
  return { transfer, build, messages: { onMessage, onWait } };
}
