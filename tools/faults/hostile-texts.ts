import patterns from './hostile-patterns.tsv' with { type: 'text' };

/** Texts that are meant to make a parser slow. */

/** Repeated to any length, alone and with an end that invalidates what came before; one JSON string a line. */
export const PATTERNS: readonly string[] = patterns
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));
export const ENDS = ['', '!', '\u0000'];

/** A text of about `bytes` bytes, never the same twice, since some readers cache what they have read. */
let made = 0;
export function hostileText(pattern: string, end: string, bytes: number): string {
  const times = Math.ceil(bytes / Buffer.byteLength(pattern));
  return `${(made++).toString(36)} ${pattern.repeat(times)}${end}`;
}
