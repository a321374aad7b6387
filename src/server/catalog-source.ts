import { openCatalog } from '../catalog/open.ts';
import { type FileState, isSameState } from '../catalog/open-file.ts';
import { overlayCatalog } from '../catalog/overlay/overlay.ts';
import type { Explanation } from '../catalog/search/search.ts';
import type { Catalog } from '../food/catalog.ts';

/** What a served catalogue was opened from, so that another thread can open the same one. */
export interface CatalogSource {
  /** The path of a file, or the bytes of the starter catalogue. */
  file: string | Uint8Array;
  /** The state of the file that was checked and opened; null for the starter catalogue. */
  fileState: FileState | null;
  /** The bytes of the small catalogue that was built from an overlay; null without one. */
  overlay: Uint8Array | null;
}

/** Opens the same catalogue; throws if the file is not as it was. Threads share the operating system's cache of it. */
export function openForThread(
  { file, fileState, overlay }: CatalogSource,
  onSearch: ((explanation: Explanation) => void) | null,
  publicUrl: string | null,
): Catalog {
  const name = typeof file === 'string' ? file : 'starter';
  const below = openCatalog(typeof file === 'string' ? file : asBuffer(file), name, onSearch, publicUrl);
  if (fileState !== null && !isSameState(fileState, below.fileState ?? fileState)) {
    below.close();
    throw new Error('the file was changed since the server opened it');
  }
  // The first search should not have to wait for it.
  below.prepareSearch();
  return overlay === null ? below : overlayCatalog(below, openCatalog(asBuffer(overlay), 'overlay'));
}

/** A Buffer that was sent to another thread arrives as a plain array of bytes. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
