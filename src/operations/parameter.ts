import {
  type Static,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  Type,
} from '@sinclair/typebox';

/**
 * Parameters as TypeBox schemas, with what the keywords of JSON Schema cannot say about them. Requests are read by them,
 * and the OpenAPI document, flags of commands and inputs of tools are made from them.
 */

type Defaulted<S extends TSchema> = TOptional<S> & { default: Static<S> };
/** What is read of a parameter: one that was left out has its default, or is null. */
type Value<S extends TSchema> = S extends { default: unknown }
  ? Static<S>
  : S extends TOptional<TSchema>
    ? Static<S> | null
    : Static<S>;
export type ValuesOf<P extends TProperties> = { [Name in keyof P]: Value<P[Name]> };
/** What is read of the parameters of an operation. */
export type ParamsOf<O extends { path: TObject; query: TObject }> = ValuesOf<O['path']['properties']> &
  ValuesOf<O['query']['properties']>;

/** A parameter that has this value when it is left out. */
export function withDefault<S extends TSchema>(schema: S, value: Static<S>): Defaulted<S> {
  return Type.Optional({ ...schema, default: value }) as Defaulted<S>;
}

/** A parameter that is one of these words; with a name, generated clients have one type of that name for it. */
export function oneOf<const Words extends readonly string[]>(
  words: Words,
  description: string,
  name?: string,
) {
  const named = name === undefined ? {} : { $id: name };
  return Type.Unsafe<Words[number]>({ ...named, type: 'string', enum: words, description });
}

/** Symbols, so that they stay out of the OpenAPI document. */
const CHECK = Symbol('check');
const UNLESS = Symbol('unless');
const REPEATED = Symbol('repeated');
const JOINED = Symbol('joined');
const REFUSES_NEAR_MISSES = Symbol('refuses near misses');

/** What is wrong with the text of a parameter among all that was sent, or null. */
export type Check = (raw: string, sent: URLSearchParams) => string | null;

interface Relations {
  [CHECK]?: Check;
  [UNLESS]?: string;
}

/** A parameter with a rule that its schema cannot express. */
export function checked<S extends TSchema>(schema: S, check: Check): S {
  return { ...schema, [CHECK]: check };
}

export function checkOf(schema: TSchema): Check | undefined {
  return (schema as Relations)[CHECK];
}

/** A parameter that cannot be given together with another one, which is declared before it. */
export function insteadOf<S extends TSchema>(other: string, name: string, schema: S): S {
  return checked(schema, (_, sent) => (sent.has(other) ? `give ${other} or ${name}, not both` : null));
}

/** A parameter that is required where the other one is missing. */
export function requiredUnless<S extends TSchema>(other: string, schema: S): TOptional<S> {
  return Type.Optional({ ...schema, [UNLESS]: other }) as unknown as TOptional<S>;
}

/** The parameter without which this one is required. */
export function alternativeTo(schema: TSchema): string | undefined {
  return (schema as Relations)[UNLESS];
}

/** A list whose elements are given one by one, each by a parameter of this name; other lists are separated by commas. */
export function repeated<S extends TSchema>(schema: S): S {
  return { ...schema, [REPEATED]: true };
}

export function isRepeated(schema: TSchema): boolean {
  return REPEATED in schema;
}

/** A list that may also be given in parts, each by a parameter of this name: none of them may be passed over. */
export function joined<S extends TSchema>(schema: S): S {
  return { ...schema, [JOINED]: true };
}

export function isJoined(schema: TSchema): boolean {
  return JOINED in schema;
}

/**
 * Parameters next to which a misspelt one is refused, since it would be taken for no filter at all. Others that do not
 * exist are ignored.
 */
export function refusingNearMisses<S extends TObject>(query: S): S {
  return { ...query, [REFUSES_NEAR_MISSES]: true };
}

export function refusesNearMisses(query: TSchema): boolean {
  return REFUSES_NEAR_MISSES in query;
}

/** A number within these bounds. */
export function amount(bounds: { above?: number; from?: number; to?: number }, description: string) {
  const { above, from, to } = bounds;
  return Type.Number({
    ...(above !== undefined && { exclusiveMinimum: above }),
    ...(from !== undefined && { minimum: from }),
    ...(to !== undefined && { maximum: to }),
    description,
  });
}

/** A language or a country by its code: two letters, in either case. */
export function code(description: string, example: string) {
  return Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$', description, examples: [example] }));
}
