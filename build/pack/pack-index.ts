import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { memberOf } from '../../src/member-of.ts';
import { PlainError } from '../../src/plain-error.ts';
import { parseJson } from '../raw/json.ts';
import { findForgery, MAX_MINISIGN_BYTES, type PublicKey } from './minisign.ts';
import type { PackSource } from './pack-source.ts';

/** `index.json`: the packs of a folder, each with its newest version. docs/packs.md describes it for readers. */

export const INDEX_NAME = 'index.json';
export const SIGNATURE_NAME = `${INDEX_NAME}.minisig`;
/** The signature of the next index, while that takes the place of the former one. */
export const NEXT_SIGNATURE_NAME = `${SIGNATURE_NAME}.new`;
/** A hundred packs with eight deltas each take 200 kB. */
export const MAX_INDEX_BYTES = 4 * 1024 * 1024;
/** The version of this format. */
const FORMAT = 1;

const NAME = '[A-Za-z0-9][A-Za-z0-9_.-]{0,63}';
const PACK_NAME = new RegExp(`^${NAME}$`);

/** A pack has a folder of its own beside the index, which must not take the name of the index or of its signatures. */
export function isPackName(name: string): boolean {
  return PACK_NAME.test(name) && !name.toLowerCase().startsWith(INDEX_NAME);
}

/** Only plain names below the folder of the index: none that starts with a dot, nor any other way out of it. */
const PATH = `^${NAME}(?:/${NAME}){0,7}$`;
const Path = Type.String({ pattern: PATH });
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Serial = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Time = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?Z$' });

const PackedDelta = Type.Object({ from: Serial, path: Path, bytes: Count, sha256: Hash });
const Pack = Type.Object({
  serial: Serial,
  created: Time,
  foods: Count,
  schema: Count,
  catalog: Type.Object({
    path: Path,
    bytes: Count,
    sha256: Hash,
    unpacked_bytes: Count,
    content_sha256: Hash,
  }),
  deltas: Type.Array(PackedDelta),
  licence: Type.String(),
  credit: Type.String(),
});
const PackIndex = Type.Object({
  larder: Type.Literal(FORMAT),
  expires: Time,
  packs: Type.Record(Type.String({ pattern: `^${NAME}$` }), Pack, { additionalProperties: false }),
});
export type PackedDelta = Static<typeof PackedDelta>;
export type Pack = Static<typeof Pack>;
export type PackIndex = Static<typeof PackIndex>;

/** Reads the text of an index, which must have been verified before. */
export function readIndex(text: string, where: string): PackIndex {
  const index = parseJson(text);
  const { larder, expires } = (index ?? {}) as { larder?: unknown; expires?: unknown };
  if (larder !== undefined && larder !== FORMAT) {
    throw new PlainError(where, `is of format ${JSON.stringify(larder)}`, 'install a newer larder');
  }
  if (larder === FORMAT && expires === undefined) {
    throw new PlainError(where, 'does not say when it expires', 'ask its publisher for one that does');
  }
  if (Value.Check(PackIndex, index) && !Number.isNaN(Date.parse(index.expires))) return index;
  const [problem] = Value.Errors(PackIndex, index);
  const what = problem === undefined ? '' : ` (${problem.path || 'the whole'}: ${problem.message})`;
  throw new PlainError(where, `is not an index of packs${what}`, 'check --from');
}

export function requirePack({ packs }: PackIndex, name: string, where: string): Pack {
  const pack = memberOf(packs, name);
  if (pack !== undefined) return pack;
  const names = Object.keys(packs).sort().join(', ');
  throw new PlainError(where, `has no pack '${name}'`, names === '' ? 'it has none' : `it has ${names}`);
}

/** The bytes of an index with the proof that its publisher wrote them. */
export interface SignedIndex {
  index: PackIndex;
  /** How the store tells its versions apart, if it does. */
  tag: string | null;
}

/**
 * Reads the index of a folder, and its signature before anything in it is looked at. A publisher may be replacing the two
 * at this moment, or have died in between: the next signature then lies beside them, or the second look finds both.
 * Null if there is no index at all.
 */
export async function findSignedIndex(
  source: PackSource,
  key: PublicKey,
  remedy = 'check --from and --trust',
): Promise<SignedIndex | null> {
  let forgery = '';
  for (let look = 0; look < MAX_LOOKS; look++) {
    if (look > 0) await source.pause();
    const found = await source.readSmall(INDEX_NAME, MAX_INDEX_BYTES);
    if (found === null) return null;
    const signatures = [SIGNATURE_NAME, NEXT_SIGNATURE_NAME];
    for (const name of signatures) {
      const signature = await source.readSmall(name, MAX_MINISIGN_BYTES);
      const problem =
        signature === null
          ? 'it has no signature'
          : findForgery(found.bytes, signature.bytes.toString('utf8'), key);
      if (problem === null) {
        return { index: readIndex(found.bytes.toString('utf8'), source.nameOf(INDEX_NAME)), tag: found.tag };
      }
      if (name === SIGNATURE_NAME) forgery = problem;
    }
  }
  throw new PlainError(source.nameOf(INDEX_NAME), `cannot be trusted: ${forgery}`, remedy);
}
const MAX_LOOKS = 3;

/** An index without a look at its signature, to show what a stranger offers. */
export async function findUnverifiedIndex(source: PackSource): Promise<PackIndex | null> {
  const found = await source.readSmall(INDEX_NAME, MAX_INDEX_BYTES);
  return found === null ? null : readIndex(found.bytes.toString('utf8'), source.nameOf(INDEX_NAME));
}

export function noIndex(source: PackSource): PlainError {
  return new PlainError(
    source.nameOf(INDEX_NAME),
    'no such file',
    'check --from: it names no folder of packs',
  );
}
