import { openCatalog } from '../catalog/open.ts';
import { overlayCatalog } from '../catalog/overlay/overlay.ts';
import type { Explanation } from '../catalog/search/search.ts';
import type { Catalog } from '../food/catalog.ts';

/** What a served catalogue was opened from, so that another thread can open the same one. */
export interface CatalogSource {
  /** The path of a file, or the bytes of the starter catalogue. */
  file: string | Uint8Array;
  /** The bytes of the small catalogue that was built from an overlay; null without one. */
  overlay: Uint8Array | null;
}

/** Several threads read the same file, so they share the operating system's cache and keep little themselves. */
export function openForThread(
  { file, overlay }: CatalogSource,
  onSearch: ((explanation: Explanation) => void) | null,
  publicUrl: string | null,
): Catalog {
  const name = typeof file === 'string' ? file : 'starter';
  const below = openCatalog(typeof file === 'string' ? file : asBuffer(file), name, onSearch, publicUrl);
  // The first search should not have to wait for it.
  below.prepareSearch();
  return overlay === null ? below : overlayCatalog(below, openCatalog(asBuffer(overlay), 'overlay'));
}

/** A Buffer that was sent to another thread arrives as a plain array of bytes. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
