import { existsSync, statSync } from 'node:fs';
import { FollowedFile, fileIdentity, LOOK_EVERY_MS } from '../catalog/follow.ts';
import { type LocatedCatalog, locateCatalog, openLocated } from '../catalog/locate-catalog.ts';
import { type FileState, isSameState, stateOf } from '../catalog/open-file.ts';
import type { Explanation } from '../catalog/search/search.ts';
import { catalogPath } from '../data-directory.ts';
import { type Catalog, type Installation, USUAL_INSTALLATION, versionOf } from '../food/catalog.ts';
import { CurrentCatalog } from '../food/current-catalog.ts';
import type { Log } from '../http/log.ts';
import { PlainError } from '../plain-error.ts';
import type { CatalogSource } from './catalog-source.ts';
import type { Config } from './config.ts';
import { putOwnFoodsOn } from './own-foods.ts';

/** The catalogue of a running server, which can be replaced while the server runs. */
export interface ServedCatalog {
  catalog: CurrentCatalog;
  /** The file that is served now, or `starter`. */
  name(): string;
  /** What it was opened from at first. */
  source: CatalogSource;
  /** Looks for a new file every second, and immediately on SIGHUP. Returns a function that stops this. */
  follow(log: Log, events: SwapEvents): () => void;
  /** Opens the catalogue again, with the overlay as it is now. Throws, and keeps the old one, if either is bad. */
  reopen(): Promise<void>;
}

export interface SwapEvents {
  /** Called in the same turn as the catalogue is replaced, so that nothing comes in between. */
  onReplaced(source: CatalogSource): void;
  onRefused(): void;
}

interface Opened {
  catalog: Catalog;
  name: string;
  source: CatalogSource;
  distrust(): void;
  close(): void;
}

export async function openServedCatalog(
  config: Pick<Config, 'catalog' | 'data' | 'overlay'>,
  onSearch: ((explanation: Explanation) => void) | null,
  installation: Installation = USUAL_INSTALLATION,
): Promise<ServedCatalog> {
  const open = async ({ path, isStarter, name }: LocatedCatalog): Promise<Opened> => {
    const below = openLocated({ path, isStarter }, onSearch, installation);
    const { catalog, bytes } =
      config.overlay === null ? { catalog: below, bytes: null } : await putOwnFoodsOn(below, config.overlay);
    return {
      catalog,
      name,
      source: { path, isStarter, fileState: below.fileState, installation, overlay: bytes },
      distrust: () => below.distrust(),
      close: () => catalog.close(),
    };
  };
  const openFound = async () => open(await locateCatalog(config.catalog, config.data));
  // A server that started with the starter catalogue switches to the first one that is pulled or built.
  const path = catalogPath(config);
  const seen = fileIdentity(path);
  let served = await openFound();
  const catalog = new CurrentCatalog(served.catalog);
  const replaceBy = (next: Opened) => {
    catalog.replaceBy(next.catalog);
    served = next;
  };
  return {
    catalog,
    name: () => served.name,
    source: served.source,
    follow(log, { onReplaced, onRefused }) {
      const take = (next: Opened) => {
        replaceBy(next);
        onReplaced(next.source);
        log.event('catalog replaced', {
          catalog: path,
          foods: next.catalog.size,
          version: versionOf(next.catalog),
        });
      };
      const refuse = ({ message }: PlainError) => {
        log.event('catalog refused', { error: message });
        // The bad file is the one in use, changed in place, and its time set back.
        if (isServed(path, served.source.fileState)) served.distrust();
        onRefused();
      };
      const followed = new FollowedFile({
        path,
        seen,
        // With an overlay, the two are combined again each time, since the overlay may have changed too.
        currentHash: () => (config.overlay === null && !catalog.hasChanged ? catalog.contentHash : null),
        open: (found) => open({ path: found, isStarter: false, name: found }),
        onNext: take,
        onRefused: refuse,
      });
      /** While the starter catalogue is served there need not be a file, but an overlay on it may have changed. */
      const lookAgain = async () => {
        const { isStarter } = served.source;
        if (config.overlay === null || !isStarter || existsSync(path)) {
          const outcome = await followed.lookAgain();
          return outcome === 'missing' && isStarter ? 'unchanged' : outcome;
        }
        try {
          take(await openFound());
          return 'replaced';
        } catch (error) {
          if (!(error instanceof PlainError)) throw error;
          refuse(error);
          return 'refused';
        }
      };
      return followUntilStopped(path, () => followed.look(), lookAgain, log);
    },
    async reopen() {
      replaceBy(await openFound());
    },
  };
}

function isServed(path: string, state: FileState | null): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return state !== null && found !== undefined && isSameState(stateOf(found), state);
}

function followUntilStopped(
  path: string,
  look: () => Promise<unknown>,
  lookAgain: () => Promise<string>,
  log: Log,
): () => void {
  const logFault = (error: unknown) => log.event('fault', { error: String(error) });
  const timer = setInterval(() => look().catch(logFault), LOOK_EVERY_MS);
  const onHangUp = async () => {
    try {
      const outcome = await lookAgain();
      if (outcome === 'unchanged') log.event('catalog unchanged', {});
      if (outcome === 'missing') log.event('catalog missing', { catalog: path });
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
