import type { Limiter } from '../admission/limiter/limiter.ts';
import type { Explanation } from '../catalog/search/search.ts';
import { type Catalog, newestRecordOf, versionOf } from '../food/catalog.ts';
import type { Log } from '../http/log.ts';
import type { Metrics, SearchOutcome, SearchRecord } from './metrics.ts';

/** Takes events for nobody. */
export const NO_METRICS: Metrics = {
  isOn: false,
  request() {},
  search() {},
  ruling() {},
  planRequest() {},
  task() {},
  taskWait() {},
  threadLost() {},
  swap() {},
  limitsStore() {},
  accountsStore() {},
  text: async () => '',
  close() {},
};

/** Wrappers that report to the metrics. */

export function observeRequests(log: Log, metrics: Metrics): Log {
  return {
    ...log,
    request(record) {
      metrics.request(record);
      log.request(record);
    },
  };
}

/** Null where nobody reads them: a search takes longer when it is explained. */
export function observeSearches(metrics: Metrics): ((explanation: Explanation) => void) | null {
  if (!metrics.isOn) return null;
  return (explanation) => metrics.search(summarizeSearch(explanation));
}

export function summarizeSearch(explanation: Explanation): SearchRecord {
  const steps = explanation.steps.map(({ name, tookMs }) => ({ name, tookMs }));
  return { outcome: outcomeOf(explanation), steps };
}

function outcomeOf({ scores, corrected }: Explanation): SearchOutcome {
  if (scores.length === 0) return 'nothing';
  return corrected === null ? 'as typed' : 'corrected';
}

export function observeRulings(limiter: Limiter, metrics: Metrics): Limiter {
  return {
    look: (charges, cost) => limiter.look(charges, cost),
    async take(charges, cost) {
      const ruling = await limiter.take(charges, cost);
      for (const { kind } of charges) metrics.ruling(kind, ruling.isAdmitted);
      return ruling;
    },
  };
}

/** What the metrics show of a catalogue when they are scraped. */
export function describeCatalog(catalog: Catalog): {
  foods: number;
  version: string;
  dumpDate: string | null;
} {
  return {
    foods: catalog.size,
    version: versionOf(catalog),
    dumpDate: newestRecordOf(catalog.facts),
  };
}
