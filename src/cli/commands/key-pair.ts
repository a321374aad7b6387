import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { createKeyPair } from '../../../build/pack/minisign.ts';
import { type OptionTable, text, UsageError } from '../../options.ts';
import { PlainError } from '../../plain-error.ts';
import { checkOutput } from '../../working-files.ts';
import type { Command } from '../command.ts';

const OPTIONS = {
  out: text('FILE', 'the secret key to write; the public key is FILE.pub (required)'),
} as const satisfies OptionTable;

export const keyPair: Command<typeof OPTIONS> = {
  name: 'key-pair',
  usage: '--out FILE',
  summary: 'Make the keys that packs are signed and checked with',
  details: [
    'Writes a secret key, which only its owner can read, and FILE.pub, which is for everyone. Both are in the format of',
    'minisign and without a password, so that a timer can sign. Overwrites nothing.',
  ],
  options: OPTIONS,
  run({ values: { out } }, { stdout }) {
    if (out === null) throw new UsageError('give --out FILE');
    for (const path of [out, `${out}.pub`]) {
      checkOutput(path);
      if (existsSync(path)) throw alreadyThere(path);
    }
    const pair = createKeyPair();
    writeNew(out, pair.secret, 0o600);
    try {
      writeNew(`${out}.pub`, pair.public, 0o644);
    } catch (error) {
      // A secret key whose public key nobody has is of no use.
      rmSync(out);
      throw error;
    }
    stdout.write(`${out}: the secret key; keep a copy where nobody else can read it\n`);
    stdout.write(`${out}.pub: the public key ${pair.publicKey.id}; others trust it with\n`);
    stdout.write(`  --trust ${pair.publicKey.text}\n`);
  },
};

function writeNew(path: string, content: string, mode: number): void {
  let file: number;
  try {
    file = openSync(path, 'wx', mode);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? alreadyThere(path) : error;
  }
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function alreadyThere(path: string): PlainError {
  return new PlainError(path, 'exists already', 'choose another name: a key that is lost cannot be replaced');
}
