import { join } from 'node:path';
import { findCatalog } from '../catalog/find.ts';
import { FollowedFile, LOOK_EVERY_MS } from '../catalog/follow.ts';
import { type OpenedCatalog, openCatalog } from '../catalog/open.ts';
import { overlayCatalog } from '../catalog/overlay/overlay.ts';
import type { Explanation } from '../catalog/search/search.ts';
import { dataDirectory } from '../data-directory.ts';
import { type Catalog, versionOf } from '../food/catalog.ts';
import { CurrentCatalog } from '../food/current-catalog.ts';
import type { Log } from '../http/log.ts';
import type { Config } from './config.ts';

/** The catalogue of a running server, and whatever takes its place while the server runs. */
export interface ServedCatalog {
  catalog: CurrentCatalog;
  name: string;
  /** Looks for a new file every second, and at once on SIGHUP; gives what ends that. */
  follow(log: Log, onSwap: (outcome: 'replaced' | 'refused') => void): () => void;
}

export async function openServedCatalog(
  config: Config,
  onSearch: ((explanation: Explanation) => void) | null,
  publicUrl: string | null,
): Promise<ServedCatalog> {
  const { file, name } = await findCatalog(config.catalog, config.data);
  const open = async (source: string | Buffer, called: string): Promise<Catalog> => {
    const opened = openCatalog(source, called, onSearch, publicUrl);
    return config.overlay === null ? opened : overlay(opened, config.overlay);
  };
  const catalog = new CurrentCatalog(await open(file, name));
  // A server that began with the starter takes the first catalogue that is pulled or built.
  const path = config.catalog ?? join(dataDirectory(config.data), 'catalog.db');
  return {
    catalog,
    name,
    follow(log, onSwap) {
      const followed = new FollowedFile({
        path,
        // With an overlay the two are put together anew each time, since the overlay may have changed.
        currentHash: () => (config.overlay === null ? catalog.contentHash : ''),
        open: (found) => open(found, found),
        onNext(next) {
          catalog.replaceBy(next);
          log.event('catalog replaced', { catalog: path, foods: next.size, version: versionOf(next) });
          onSwap('replaced');
        },
        onRefused({ message }) {
          log.event('catalog refused', { error: message });
          onSwap('refused');
        },
      });
      return followUntilStopped(followed, log);
    },
  };
}

/** The build is loaded only where there is something to lay over. */
async function overlay(below: OpenedCatalog, path: string): Promise<Catalog> {
  try {
    const { buildOverlay } = await import('../../build/overlay.ts');
    return overlayCatalog(below, openCatalog(await buildOverlay(path, below.db), path));
  } catch (error) {
    below.close();
    throw error;
  }
}

function followUntilStopped(followed: FollowedFile, log: Log): () => void {
  const tellFault = (error: unknown) => log.event('fault', { error: String(error) });
  const timer = setInterval(() => followed.look().catch(tellFault), LOOK_EVERY_MS);
  const onHangUp = async () => {
    try {
      const outcome = await followed.lookAgain();
      if (outcome === 'unchanged') log.event('catalog unchanged', {});
    } catch (error) {
      tellFault(error);
    }
  };
  process.on('SIGHUP', onHangUp);
  return () => {
    clearInterval(timer);
    process.off('SIGHUP', onHangUp);
  };
}
