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

/** The catalogue of a running server, which can be replaced while the server runs. */
export interface ServedCatalog {
  catalog: CurrentCatalog;
  name: string;
  /** Looks for a new file every second, and immediately on SIGHUP. Returns a function that stops this. */
  follow(log: Log, onSwap: (outcome: 'replaced' | 'refused') => void): () => void;
}

export async function openServedCatalog(
  config: Config,
  onSearch: ((explanation: Explanation) => void) | null,
  publicUrl: string | null,
): Promise<ServedCatalog> {
  const { file, name } = await findCatalog(config.catalog, config.data);
  const open = async (source: string | Buffer, title: string): Promise<Catalog> => {
    const opened = openCatalog(source, title, onSearch, publicUrl);
    return config.overlay === null ? opened : overlay(opened, config.overlay);
  };
  const catalog = new CurrentCatalog(await open(file, name));
  // A server that started with the starter catalogue switches to the first one that is pulled or built.
  const path = config.catalog ?? join(dataDirectory(config.data), 'catalog.db');
  return {
    catalog,
    name,
    follow(log, onSwap) {
      const followed = new FollowedFile({
        path,
        // With an overlay, the two are combined again each time, since the overlay may have changed too.
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

/** The build code is loaded only if there is an overlay. */
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
  const logFault = (error: unknown) => log.event('fault', { error: String(error) });
  const timer = setInterval(() => followed.look().catch(logFault), LOOK_EVERY_MS);
  const onHangUp = async () => {
    try {
      const outcome = await followed.lookAgain();
      if (outcome === 'unchanged') log.event('catalog unchanged', {});
    } catch (error) {
      logFault(error);
    }
  };
  process.on('SIGHUP', onHangUp);
  return () => {
    clearInterval(timer);
    process.off('SIGHUP', onHangUp);
  };
}
