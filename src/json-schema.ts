import type { TSchema } from '@sinclair/typebox';

/** TypeBox schemas as the JSON Schema that other programs read. */

export type Json = Record<string, unknown>;

/**
 * The schema as plain JSON: without TypeBox's symbols and ids, enums as `enum`, and `null` as one of several types.
 * `onNamed` may replace a nested schema that has an id.
 */
export function toJsonSchema(
  schema: TSchema,
  onNamed: (name: string, plain: Json) => Json = (_, plain) => plain,
): Json {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    const { $id: name, ...unnamed } = value as Json & { $id?: string };
    if ((unnamed.examples as unknown[] | undefined)?.length === 0) delete unnamed.examples;
    if (unnamed.description === '') delete unnamed.description;
    const plain = flattenUnion(unnamed);
    return name === undefined || key === '' ? plain : onNamed(name, plain);
  });
}

function flattenUnion(value: Json): Json {
  const { anyOf, ...rest } = value as Json & { anyOf?: (Json & { type: string; const?: unknown })[] };
  if (anyOf === undefined) return value;
  const known = anyOf.filter(({ type }) => type !== 'null');
  if (known.every((option) => option.const !== undefined)) {
    return { ...rest, type: known[0]!.type, enum: known.map((option) => option.const) };
  }
  if (known.length > 1 || known.some((option) => '$ref' in option)) return value;
  return { ...rest, ...known[0], type: anyOf.map(({ type }) => type) };
}
