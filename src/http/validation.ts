import type { Static, TObject, TProperties } from '@sinclair/typebox';
import { nearestName } from '../nearest-name.ts';
import {
  alternativeTo,
  type Check,
  checkOf,
  isJoined,
  isRepeated,
  refusesNearMisses,
  type ValuesOf,
} from '../operations/parameter.ts';
import type { Call } from './call.ts';
import { ElementFailures, Failure, type Reader, readerOf } from './schema-readers.ts';

/**
 * Parameters and JSON bodies. One TypeBox schema describes each; both the checks here and the entry in the OpenAPI
 * document come from its keywords. Failures are worded as by FastAPI with pydantic 2, since clients read them.
 */

/** One member of a 422 list; the order of its members is the order on the wire. */
export interface Issue {
  type: string;
  loc: readonly ['path' | 'query' | 'body', ...(string | number)[]];
  msg: string;
  /** The value as sent; null for a missing one, and for a secret. */
  input: unknown;
  ctx?: Record<string, string | number>;
}

/** A request that cannot be read. Whatever answers it need not catch this: `app.ts` does, once. */
export class Invalid extends Error {
  constructor(readonly issues: readonly Issue[]) {
    super('The request is not valid');
  }
}

/** What is wrong with a request, for whoever shows that in another way; empty where it can be read. */
export function issuesOf<T>(
  read: () => T,
): { values: T; issues: readonly [] } | { values: null; issues: readonly Issue[] } {
  try {
    return { values: read(), issues: [] };
  } catch (error) {
    if (error instanceof Invalid) return { values: null, issues: error.issues };
    throw error;
  }
}

/**
 * Makes the reader of a route's parameters. It throws Invalid with everything that is wrong with them, by the schema or by a
 * check of the elements of a list, in order of declaration, path before query.
 */
export function paramsReader<P extends TProperties, Q extends TProperties>(
  path: TObject<P>,
  query: TObject<Q>,
): (call: Pick<Call, 'params' | 'target'>, checks?: ElementChecks<Q>) => ValuesOf<P> & ValuesOf<Q> {
  const inPath = fieldsOf(path);
  const inQuery = fieldsOf(query);
  const names = refusesNearMisses(query) ? new Set(Object.keys(query.properties)) : null;
  return ({ params, target }, checks = {}) => {
    const values: Record<string, unknown> = {};
    const issues: Issue[] = [];
    for (const field of inPath) judgeParameter('path', field, params[field.name], values, issues);
    // URLSearchParams decodes as Python's parser does: escapes once, `+` as a space, bad UTF-8 as U+FFFD.
    const sent = new URLSearchParams(target.query);
    for (const field of inQuery) {
      judgeParameter('query', field, rawOf(field, sent), values, issues, sent, checks[field.name]);
    }
    if (names !== null) issues.push(...findNearMisses(sent, names));
    return orThrow(values as ValuesOf<P> & ValuesOf<Q>, issues);
  };
}

/** What was sent for a parameter; undefined for nothing. Of one that is given several times, the last counts. */
function rawOf({ name, isRepeated, isJoined }: Field, sent: URLSearchParams): Raw | undefined {
  const all = sent.getAll(name);
  if (all.length === 0 || !(isRepeated || isJoined)) return all.at(-1);
  return isRepeated ? all : all.join(',');
}

/** Several texts where each is an element of a list. */
type Raw = string | readonly string[];

/** What is wrong with an element of a list, or null. */
type ElementCheck = (element: string) => string | null;
export type ElementChecks<Q extends TProperties> = { [Name in keyof Q]?: ElementCheck };

/** A name with more wrong letters is taken for another one. */
const MAX_WRONG_LETTERS = 2;
/** What such names say can only be meant as a filter. */
const FILTER_PREFIXES = ['min_', 'max_', 'allergen'];

/** More unknown parameters than anybody adds by accident; each is compared with all that there are. */
const MAX_UNKNOWN = 20;

/** Parameters that were probably meant as another one, or as a filter that does not exist. */
export function findNearMisses(sent: URLSearchParams, names: ReadonlySet<string>): Issue[] {
  const unknown = [...new Set(sent.keys())].filter((name) => !names.has(name));
  if (unknown.length > MAX_UNKNOWN) {
    const msg = `There should be at most ${MAX_UNKNOWN} unknown parameters, not ${unknown.length}`;
    return [issueOf(['query'], new Failure('too_long', msg, { max_length: MAX_UNKNOWN }), null)];
  }
  return unknown.flatMap((name): Issue[] => {
    const prefix = FILTER_PREFIXES.find((prefix) => name.toLowerCase().startsWith(prefix));
    const meant = nearestName(name, names, MAX_WRONG_LETTERS) ?? onlyNameWith(prefix, names);
    if (meant === null && prefix === undefined) return [];
    const msg = `Extra inputs are not permitted${meant === null ? '' : `; did you mean ${meant}?`}`;
    return [issueOf(['query', name], new Failure('extra_forbidden', msg), sent.getAll(name).at(-1))];
  });
}

function onlyNameWith(prefix: string | undefined, names: ReadonlySet<string>): string | null {
  if (prefix === undefined) return null;
  const [only = null, ...others] = [...names].filter((name) => name.startsWith(prefix));
  return others.length === 0 ? only : null;
}

function orThrow<T>(values: T, issues: readonly Issue[]): T {
  if (issues.length > 0) throw new Invalid(issues);
  return values;
}

function judgeParameter(
  place: 'path' | 'query',
  { name, isRequired, initial, read, check, unless }: Field,
  raw: Raw | undefined,
  values: Record<string, unknown>,
  issues: Issue[],
  sent: URLSearchParams | null = null,
  checkElement: ElementCheck | null = null,
): void {
  const isNeeded = isRequired || (unless !== undefined && !sent?.has(unless));
  if (raw === undefined && !isNeeded) {
    values[name] = initial;
    return;
  }
  let outcome = raw === undefined ? MISSING : read(raw);
  if (check !== undefined && typeof raw === 'string' && sent !== null && mayBeChecked(outcome)) {
    const what = check(raw, sent);
    if (what !== null) outcome = wrongValue(what);
  }
  if (checkElement !== null && Array.isArray(outcome)) outcome = checkElements(outcome, checkElement);
  if (isFailure(outcome)) report([place, name], outcome, raw ?? null, issues);
  else values[name] = outcome;
}

function checkElements(
  elements: readonly string[],
  check: ElementCheck,
): readonly string[] | ElementFailures {
  const failed = new ElementFailures();
  for (const [index, element] of elements.entries()) {
    const what = check(element);
    if (what !== null) failed.failures.push({ index, failure: wrongValue(what), input: element });
  }
  return failed.failures.length > 0 ? failed : elements;
}

/** A value that can be read, or a word that is not in the list: a rule may say more about it than the list does. */
function mayBeChecked(outcome: unknown): boolean {
  return !isFailure(outcome) || (outcome instanceof Failure && outcome.type === 'literal_error');
}

function isFailure(outcome: unknown): outcome is Failure | ElementFailures {
  return outcome instanceof Failure || outcome instanceof ElementFailures;
}

function report(
  loc: ['path' | 'query', string],
  outcome: Failure | ElementFailures,
  input: unknown,
  issues: Issue[],
): void {
  if (outcome instanceof Failure) issues.push(issueOf(loc, outcome, input));
  else {
    for (const { index, failure, input } of outcome.failures) {
      issues.push(issueOf([...loc, index], failure, input));
    }
  }
}

/** What is wrong with a member of a body that fits its schema, or null. */
type MemberCheck<T> = (value: T) => string | null | Promise<string | null>;
type MemberChecks<P extends TProperties> = {
  [Name in keyof P]?: MemberCheck<Exclude<Static<P[Name]>, null>>;
};

/**
 * Makes the reader of a JSON body. It returns the values, without those that were left out, or throws Invalid with
 * everything that is wrong, by the schema or by a check, in order of declaration. It repeats no secret, nor a body that
 * may contain one under a misspelt name.
 */
export function bodyReader<P extends TProperties>(
  schema: TObject<P>,
): (call: Pick<Call, 'request'>, checks?: MemberChecks<P>) => Promise<Static<TObject<P>>> {
  const fields = fieldsOf(schema);
  const mayBeEmpty = fields.every(({ isRequired }) => !isRequired);
  const hasSecrets = fields.some(({ isSecret }) => isSecret);
  const wrong = (failure: Failure, body: unknown): Invalid =>
    new Invalid([issueOf(['body'], failure, hasSecrets ? null : body)]);

  return async ({ request }, checks = {}) => {
    const text = await request.text();
    if (text === '' && mayBeEmpty) return {} as Static<TObject<P>>;
    if (text === '') throw wrong(MISSING, null);
    const body = parseJson(text);
    if (body instanceof Failure) throw wrong(body, null);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw wrong(NOT_AN_OBJECT, body);
    const issues: Issue[] = [];
    const values: Record<string, unknown> = {};
    for (const field of fields) {
      const { name, isRequired } = field;
      if (Object.hasOwn(body, name)) {
        const sent = (body as Record<string, unknown>)[name];
        await judgeMember(field, sent, checks[name] as MemberCheck<unknown> | undefined, values, issues);
      } else if (isRequired) issues.push(issueOf(['body', name], MISSING, hasSecrets ? null : body));
    }
    return orThrow(values as Static<TObject<P>>, issues);
  };
}

async function judgeMember(
  { name, isSecret, read }: Field,
  sent: unknown,
  check: MemberCheck<unknown> | undefined,
  values: Record<string, unknown>,
  issues: Issue[],
): Promise<void> {
  const outcome = await checkedBy(check, read(sent));
  if (outcome instanceof Failure) issues.push(issueOf(['body', name], outcome, isSecret ? null : sent));
  else values[name] = outcome;
}

/** A failure of one member that only shows when the request is carried out. */
export function valueError(member: string, what: string, input: unknown): Issue {
  return issueOf(['body', member], wrongValue(what), input ?? null);
}

/** Runs the check only on what the schema accepts as a value. */
async function checkedBy(check: MemberCheck<unknown> | undefined, outcome: unknown): Promise<unknown> {
  if (check === undefined || outcome === null || outcome instanceof Failure) return outcome;
  const what = await check(outcome);
  return what === null ? outcome : wrongValue(what);
}

function wrongValue(what: string): Failure {
  return new Failure('value_error', `Value error, ${what}`, { error: what });
}

function issueOf(loc: Issue['loc'], { type, msg, ctx }: Failure, input: unknown): Issue {
  return { type, loc, msg, input, ...(ctx && { ctx }) };
}

interface Field {
  name: string;
  isRequired: boolean;
  /** Whether no answer may repeat its value. */
  isSecret: boolean;
  /** The value when it is left out. */
  initial: unknown;
  isRepeated: boolean;
  /** Whether it may be given in parts. */
  isJoined: boolean;
  check?: Check;
  /** A parameter without which this one is required. */
  unless?: string;
  read: Reader;
}

function fieldsOf<P extends TProperties>(schema: TObject<P>): Field[] {
  const required = (schema.required ?? []) as readonly string[];
  return Object.entries(schema.properties).map(([name, schema]) => {
    const [check, unless] = [checkOf(schema), alternativeTo(schema)];
    return {
      name,
      isRequired: required.includes(name),
      isSecret: schema.writeOnly === true,
      initial: schema.default ?? null,
      isRepeated: isRepeated(schema),
      isJoined: isJoined(schema),
      ...(check && { check }),
      ...(unless && { unless }),
      read: readerOf(schema),
    };
  });
}

const MISSING = new Failure('missing', 'Field required');
const INVALID_JSON = new Failure('json_invalid', 'JSON decode error');
const NOT_AN_OBJECT = new Failure(
  'model_attributes_type',
  'Input should be a valid dictionary or object to extract fields from',
);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return INVALID_JSON;
  }
}
