/** Numbers in text as pydantic 2 reads them in lax mode: as Python does, with underscores between digits. */
export type NumberReading = number | 'float_parsing' | 'finite_number';

const NUMBER = /^[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+)?$/;
const NOT_FINITE = /^[+-]?(?:nan|inf|infinity)$/i;
/** More digits than any number needs; longer texts are not read at all. */
const MAX_LENGTH = 100;

export function readNumber(text: string): NumberReading {
  const trimmed = text.trim();
  if (NOT_FINITE.test(trimmed)) return 'finite_number';
  if (trimmed.length > MAX_LENGTH || !NUMBER.test(trimmed)) return 'float_parsing';
  const value = Number(trimmed.replaceAll('_', ''));
  return Number.isFinite(value) ? value + 0 : 'finite_number';
}
