import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyCatalog } from '../../src/catalog/verify.ts';
import { randomOf } from '../../test/random.ts';
import { count, type Figure } from './figure.ts';

/** Flips one bit of a catalogue, or cuts it off, at random places; returns the places where verify noticed nothing. */
export function runFlips(catalog: string, times: number): { flipsMissed: number[]; cutsMissed: number[] } {
  const folder = mkdtempSync(join(tmpdir(), 'larder-flips-'));
  const altered = join(folder, 'altered.db');
  const random = randomOf(21);
  const { size } = statSync(catalog);
  const place = () => Math.floor(random() * size);
  try {
    copyFileSync(catalog, altered);
    verifyCatalog(altered);
    const flipsMissed = Array.from({ length: times }, place).filter((at) => {
      const undo = flip(altered, at, 1 << Math.floor(random() * 8));
      const isMissed = isFoundWhole(altered);
      undo();
      return isMissed;
    });
    const cutsMissed = Array.from({ length: times }, place).filter((at) => {
      copyFileSync(catalog, altered);
      truncateSync(altered, at);
      return isFoundWhole(altered);
    });
    return { flipsMissed, cutsMissed };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Flips bits of one byte, and returns the function that restores it. */
function flip(path: string, at: number, bits: number): () => void {
  const file = openSync(path, 'r+');
  const byte = Buffer.alloc(1);
  readSync(file, byte, 0, 1, at);
  writeSync(file, Buffer.from([byte[0]! ^ bits]), 0, 1, at);
  return () => {
    writeSync(file, byte, 0, 1, at);
    closeSync(file);
  };
}

function isFoundWhole(path: string): boolean {
  try {
    verifyCatalog(path);
    return true;
  } catch {
    return false;
  }
}

export function flippedBytes(catalog: string, times: number): Figure[] {
  const { flipsMissed, cutsMissed } = runFlips(catalog, times);
  return [
    {
      item: 21,
      done: `${count(times)} flipped bits and ${count(times)} cuts at random places`,
      figure: `${flipsMissed.length} flips and ${cutsMissed.length} cuts missed`,
      toReach: 'none',
      isReached: times > 0 && flipsMissed.length + cutsMissed.length === 0,
    },
  ];
}
