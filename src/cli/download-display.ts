import type { Screen } from './command.ts';
import { drawBar, formatBytes, formatSeconds, openDisplay, type ProgressDisplay } from './progress.ts';

/** How far a download is; bytesReceived are those of this run, whose rate it is. */
export interface DownloadState {
  step: string;
  bytesDone: number;
  bytesTotal: number | null;
  bytesReceived: number;
}

/** With figures of any size beside it, the line fits 80 columns. */
const BAR_WIDTH = 18;

export function openDownloadDisplay(screen: Screen, nowMs?: () => number): ProgressDisplay<DownloadState> {
  return openDisplay(screen, describeDownload, nowMs);
}

/** One line: how much is there, how fast it comes, and how long it will still take. */
function describeDownload(progress: DownloadState, seconds: number): string {
  const { step, bytesDone, bytesTotal, bytesReceived } = progress;
  const rate = step === 'downloading' && seconds > 0.5 ? bytesReceived / seconds : 0;
  const speed = rate > 0 ? ` ${formatBytes(Math.round(rate))}/s` : '';
  if (bytesTotal === null) return `${step} ${formatBytes(bytesDone)}${speed}`;
  const share = Math.min(1, bytesDone / Math.max(1, bytesTotal));
  const left = rate > 0 && share < 1 ? ` ${formatSeconds((bytesTotal - bytesDone) / rate)} left` : '';
  const amount = `${formatBytes(bytesDone)} of ${formatBytes(bytesTotal)}`;
  return `${step} ${drawBar(share, BAR_WIDTH)} ${Math.floor(share * 100)} % ${amount}${speed}${left}`;
}
