/** Draws how far something is: a bar on a terminal, plain lines elsewhere. */
export interface ProgressDisplay<State = ProgressState> {
  show(state: State): void;
  /** Clears the bar, so that what follows starts on a line of its own. */
  end(): void;
}

export interface ProgressState {
  step: string;
  rows: number;
  bytesRead: number;
  bytesTotal: number | null;
}

interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Quicker than the eye needs costs time; plain lines are for a log. */
const BAR_EVERY_MS = 100;
const LINE_EVERY_MS = 10_000;
const BAR_WIDTH = 24;
const CLEAR_LINE = '\r\u001b[K';

export function openProgress(screen: Screen, nowMs?: () => number): ProgressDisplay {
  return openDisplay(screen, describeProgress, nowMs);
}

/** A display for anything that has steps and can be told in one line. */
export function openDisplay<State extends { step: string }>(
  screen: Screen,
  describe: (state: State, seconds: number) => string,
  nowMs: () => number = () => performance.now(),
): ProgressDisplay<State> {
  const startedMs = nowMs();
  let shownMs = Number.NEGATIVE_INFINITY;
  let shownStep = '';
  return {
    show(state) {
      const now = nowMs();
      const due = now - shownMs >= (screen.isTTY ? BAR_EVERY_MS : LINE_EVERY_MS);
      if (!due && state.step === shownStep) return;
      shownMs = now;
      shownStep = state.step;
      const line = describe(state, (now - startedMs) / 1000);
      screen.write(screen.isTTY ? CLEAR_LINE + line.slice(0, (screen.columns ?? 80) - 1) : `${line}\n`);
    },
    end() {
      if (screen.isTTY) screen.write(CLEAR_LINE);
    },
  };
}

/** One line: what is being done, how much of it, how fast, and how long it will still take. */
function describeProgress({ step, rows, bytesRead, bytesTotal }: ProgressState, seconds: number): string {
  const counted = rows > 0 ? ` ${formatCount(rows)} rows` : '';
  if (step !== 'reading') return `${step}…${counted}`;
  const rate = seconds > 0.5 ? ` ${formatCount(Math.round(rows / seconds))}/s` : '';
  if (bytesTotal === null || bytesTotal === 0) return `${step}${counted}${rate}`;
  const share = Math.min(1, bytesRead / bytesTotal);
  const bar = drawBar(share, BAR_WIDTH);
  const left = share > 0.01 && share < 1 ? ` ${formatSeconds((seconds * (1 - share)) / share)} left` : '';
  return `${step} ${bar} ${Math.floor(share * 100)} %${counted}${rate}${left}`;
}

export function drawBar(share: number, width: number): string {
  const filled = Math.round(share * width);
  return '█'.repeat(filled) + '░'.repeat(width - filled);
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
