import { formatCount, formatCounted } from '../counts.ts';
import type { Screen } from './command.ts';
import { formatBytes, formatSeconds } from './format.ts';
import { textWidth } from './table.ts';

/** Shows progress: a bar on a terminal, plain lines elsewhere. */
interface ProgressDisplay<State> {
  show(state: State): void;
  /** Clears the bar, so that the next output starts on an empty line. */
  end(): void;
}

interface BuildState {
  step: string;
  rows: number;
  bytesRead: number;
  bytesTotal: number | null;
}

interface DownloadState {
  step: string;
  bytesDone: number;
  bytesTotal: number | null;
  /** In this run, as opposed to an earlier one that was resumed: the rate is computed from these. */
  bytesMoved: number;
}

/** Fast enough for the eye. */
const BAR_EVERY_MS = 100;
/** Plain lines usually end up in a log, which should stay short. */
const LINE_EVERY_MS = 10_000;
const BUILD_BAR_WIDTH = 24;
/** Narrower, so that the line fits 80 columns even with large numbers. */
const DOWNLOAD_BAR_WIDTH = 18;
const CLEAR_LINE = '\r\u001b[K';

export function openBuildProgress(screen: Screen): ProgressDisplay<BuildState> {
  return openDisplay(screen, describeBuild);
}

export function openDownloadProgress(screen: Screen): ProgressDisplay<DownloadState> {
  return openDisplay(screen, describeDownload);
}

function openDisplay<State extends { step: string }>(
  screen: Screen,
  describe: (state: State, seconds: number, drawBar: DrawBar) => string,
): ProgressDisplay<State> {
  const startedMs = performance.now();
  let shownMs = Number.NEGATIVE_INFINITY;
  let shownStep = '';
  let shownLine = '';
  /** The newest state of the step, if there was no time to show it. */
  let latest: { state: State; atMs: number } | null = null;
  const print = (state: State, atMs: number) => {
    const line = describe(state, (atMs - startedMs) / 1000, screen.isTTY ? bar : noBar);
    latest = null;
    if (!screen.isTTY && line === shownLine) return;
    shownLine = line;
    screen.write(screen.isTTY ? CLEAR_LINE + line.slice(0, textWidth(screen) - 1) : `${line}\n`);
  };
  /** In a log, a step that is done must not seem to have stopped half way. */
  const finishStep = () => {
    if (!screen.isTTY && latest !== null) print(latest.state, latest.atMs);
  };
  return {
    show(state) {
      const now = performance.now();
      const due = now - shownMs >= (screen.isTTY ? BAR_EVERY_MS : LINE_EVERY_MS);
      if (!due && state.step === shownStep) {
        latest = { state: { ...state }, atMs: now };
        return;
      }
      if (state.step !== shownStep) finishStep();
      shownMs = now;
      shownStep = state.step;
      print(state, now);
    },
    end() {
      finishStep();
      if (screen.isTTY) screen.write(CLEAR_LINE);
    },
  };
}

/** One line: the step, how much is done, how fast it goes and how long it will take. */
function describeBuild(progress: BuildState, seconds: number, drawBar: DrawBar): string {
  const { step, rows, bytesRead, bytesTotal } = progress;
  const counted = rows > 0 ? ` ${formatCounted(rows, 'row')}` : '';
  if (step !== 'reading') return `${step}…${counted}`;
  const rate = seconds > 0.5 ? ` ${formatCount(Math.round(rows / seconds))}/s` : '';
  if (bytesTotal === null || bytesTotal === 0) return `${step}${counted}${rate}`;
  const share = Math.min(1, bytesRead / bytesTotal);
  const left = share > 0.01 && share < 1 ? ` ${formatSeconds((seconds * (1 - share)) / share)} left` : '';
  return `${step} ${drawBar(share, BUILD_BAR_WIDTH)}${Math.floor(share * 100)} %${counted}${rate}${left}`;
}

function describeDownload(progress: DownloadState, seconds: number, drawBar: DrawBar): string {
  const { step, bytesDone, bytesTotal, bytesMoved } = progress;
  const rate = step !== 'checking' && seconds > 0.5 ? bytesMoved / seconds : 0;
  const speed = rate > 0 ? ` ${formatBytes(Math.round(rate))}/s` : '';
  if (bytesTotal === null) return `${step} ${formatBytes(bytesDone)}${speed}`;
  const share = Math.min(1, bytesDone / Math.max(1, bytesTotal));
  const left = rate > 0 && share < 1 ? ` ${formatSeconds((bytesTotal - bytesDone) / rate)} left` : '';
  const amount = `${formatBytes(bytesDone)} of ${formatBytes(bytesTotal)}`;
  return `${step} ${drawBar(share, DOWNLOAD_BAR_WIDTH)}${Math.floor(share * 100)} % ${amount}${speed}${left}`;
}

type DrawBar = (share: number, width: number) => string;

/** With a trailing space, so that the line without a bar has no double space. */
const bar: DrawBar = (share, width) => {
  const filled = Math.round(share * width);
  return `${'█'.repeat(filled)}${'░'.repeat(width - filled)} `;
};

/** A bar that does not move is noise in a log, and its characters may not survive there. */
const noBar: DrawBar = () => '';
