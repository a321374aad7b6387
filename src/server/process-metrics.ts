import type { MetricRegistry } from './metric-registry.ts';

const LAG_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];
/** Often enough to notice a short stall, rarely enough to cost nothing. */
const LAG_EVERY_MS = 100;

/** What the process uses, and how late its timers are. Returns what stops looking at the timers. */
export function observeProcess(
  { counter, histogram, gauge }: MetricRegistry,
  timeMs: () => number,
): () => void {
  gauge('process_resident_memory_bytes', 'Resident memory', [], (now) => now.set(process.memoryUsage.rss()));
  counter('process_cpu_seconds_total', 'CPU time used', [], () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  const startedSeconds = timeMs() / 1000 - process.uptime();
  gauge('process_start_time_seconds', 'Start time of the process', [], (now) => now.set(startedSeconds));

  const lag = histogram('larder_event_loop_lag_seconds', 'How late timers fired', [], LAG_SECONDS);
  let expectedMs = performance.now() + LAG_EVERY_MS;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    lag.observe(Math.max(0, nowMs - expectedMs) / 1000);
    expectedMs = nowMs + LAG_EVERY_MS;
  }, LAG_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
