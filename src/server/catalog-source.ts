import { openLocated } from '../catalog/locate-catalog.ts';
import { openCatalog } from '../catalog/open.ts';
import { type FileState, isSameState } from '../catalog/open-file.ts';
import { overlayCatalog } from '../catalog/overlay/overlay.ts';
import type { Explanation } from '../catalog/search/search.ts';
import type { Catalog, Installation } from '../food/catalog.ts';

/** What a served catalogue was opened from, so that another thread can open the same one. */
export interface CatalogSource {
  path: string;
  /**
   * Whether it is the starter catalogue, which is inside the executable and therefore read into memory. Each thread reads it by
   * itself: sending 24 MB to every one of them delayed the first answer.
   */
  isStarter: boolean;
  /** The state of the file that was checked and opened; null for the starter catalogue. */
  fileState: FileState | null;
  installation: Installation;
  /** The bytes of the small catalogue that was built from an overlay; null without one. */
  overlay: Uint8Array | null;
}

/** Opens the same catalogue; throws if the file is not as it was. Threads share the operating system's cache of it. */
export function openForThread(
  source: CatalogSource,
  onSearch: ((explanation: Explanation) => void) | null,
): Catalog {
  const below = openLocated(source, onSearch, source.installation);
  const { fileState, overlay } = source;
  if (fileState !== null && !isSameState(fileState, below.fileState ?? fileState)) {
    below.close();
    throw new Error('the file was changed since the server opened it');
  }
  // The first search should not have to wait for it.
  below.prepareSearch();
  if (overlay === null) return below;
  // A Buffer that was sent to another thread arrives as a plain array of bytes.
  const bytes = Buffer.from(overlay.buffer, overlay.byteOffset, overlay.byteLength);
  return overlayCatalog(below, openCatalog(bytes, 'overlay'));
}
