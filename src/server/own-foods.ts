import { type OpenedCatalog, openCatalog } from '../catalog/open.ts';
import type { Catalog } from '../food/catalog.ts';

/** A catalogue with the foods of a file on top. */
export interface OverlaidCatalog {
  catalog: Catalog;
  /** The small catalogue on top, and its bytes. */
  above: OpenedCatalog;
  bytes: Buffer;
}

/** Closes the catalogue below if the file is bad. The code for overlays is loaded only if there is one. */
export async function putOwnFoodsOn(below: OpenedCatalog, path: string): Promise<OverlaidCatalog> {
  try {
    const [{ buildOverlay }, { overlayCatalog }] = await Promise.all([
      import('../../build/overlay.ts'),
      import('../catalog/overlay/overlay.ts'),
    ]);
    const bytes = await buildOverlay(path, below.db);
    const above = openCatalog(bytes, path);
    return { catalog: overlayCatalog(below, above), above, bytes };
  } catch (error) {
    below.close();
    throw error;
  }
}
