import { PlainError } from '../../src/plain-error.ts';

/** An input that cannot be used. The build ends with it; a single bad row is a refused row instead. */
export class InputError extends PlainError {
  override readonly name = 'InputError';
}
