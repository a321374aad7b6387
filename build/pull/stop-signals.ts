const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Runs something that SIGINT and SIGTERM stop, rather than ending the process at once. */
export async function untilStopped<Outcome>(
  doing: (signal: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    return await doing(stop.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
}
