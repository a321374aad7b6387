import { PlainError } from '../plain-error.ts';

/** A file that cannot serve as a catalogue. */
export class CatalogError extends PlainError {
  override readonly name = 'CatalogError';
}
