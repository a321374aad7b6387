import type { TObject, TSchema } from '@sinclair/typebox';
import type { Area } from '../admission/admission.ts';
import type { CatalogFacts } from '../food/catalog.ts';
import { creditDuty } from '../food/credit.ts';
import type { Json } from '../json-schema.ts';
import type { Operation } from '../operations/operations.ts';
import { isRepeated, refusesNearMisses } from '../operations/parameter.ts';
import type { FullAnswer } from './answer.ts';
import type { CatalogExamples } from './catalog-examples.ts';
import { Body } from './encoding.ts';
import { componentsOf, plainSchema } from './openapi-components.ts';
import { EXAMPLE_ISSUE, EXAMPLES } from './openapi-examples.ts';
import { ACCOUNTS_AWAY, BUSY, Problem, ValidationProblem } from './problems.ts';
import type { RouteDeclaration } from './route.ts';

/** The OpenAPI 3.1 document, made from the schemas that requests are validated by. */

/** Part 9, rule 1. */
const API_VERSION = '1.0.0';

const describe = (
  facts: CatalogFacts,
) => `Search foods and read their nutrition data. Every data endpoint is read-only and works without a key; \
a key, sent as \`Authorization: Bearer …\`, raises the limits.

All nutrient values are per 100 g. A value that is \`null\` is unknown, never zero. Ids need 64 bits.

${creditDuty(facts)}`;

export function describeApi(
  declarations: readonly RouteDeclaration[],
  facts: CatalogFacts,
  examples: CatalogExamples,
): FullAnswer {
  const endpoints = declarations.flatMap(({ path, method = 'GET', operation: endpoint }) =>
    endpoint === undefined ? [] : [{ path, method, endpoint }],
  );
  const hasAccounts = endpoints.some(({ endpoint }) => endpoint.area === 'account');
  const byPath = Map.groupBy(endpoints, ({ path }) => path.replace(/:(\w+)/g, '{$1}'));
  const paths = [...byPath].map(([path, operations]) => [
    path,
    Object.fromEntries(
      operations.map(({ method, endpoint }) => [method.toLowerCase(), operation(path, endpoint, examples)]),
    ),
  ]);
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: {
      title: 'larder',
      version: API_VERSION,
      summary: 'A food and nutrition lookup service',
      description: describe(facts),
      contact: { name: 'The operator of this server', url: '/about' },
      license: { name: `Data: ${facts.licence}`, url: facts.licence_url },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: [
      { name: 'Foods', description: 'Search and lookup' },
      { name: 'Service', description: 'About the service itself' },
      ...(hasAccounts ? ACCOUNT_TAGS : []),
    ],
    paths: Object.fromEntries(paths),
    components: describeComponents(
      endpoints.map(({ endpoint }) => endpoint),
      examples,
    ),
  });
  const headers = { 'content-type': 'application/json' };
  return { kind: 'document', status: 200, body: new Body(text), headers };
}

function describeComponents(endpoints: readonly Operation[], examples: CatalogExamples): Json {
  const hasAccounts = endpoints.some(({ area }) => area === 'account');
  return {
    securitySchemes: {
      key: {
        type: 'http',
        scheme: 'bearer',
        description: 'An API key. Optional for every data endpoint.',
      },
      ...(hasAccounts && { account_key: ACCOUNT_KEY_SCHEME }),
    },
    schemas: {
      ...componentsOf(endpoints.flatMap(schemasOf)),
      // After the nested ones: some of those are also a whole body, which has an example.
      ...answerSchemas(endpoints, examples),
      Problem: plainSchema(Problem),
      ValidationProblem: plainSchema(ValidationProblem),
    },
    headers: HEADERS,
    responses: {
      ...(hasAccounts && { WrongKey: WRONG_KEY }),
      Unauthorized: problem('The key is not valid, or the path does not exist', 'Missing or invalid API key'),
      TooManyRequests: {
        ...problem('The rate limit is exceeded', 'Rate limit exceeded. Retry in 17 seconds.'),
        headers: { ...headerRefs('Retry-After'), ...RATE_HEADERS },
      },
      Busy: {
        ...problem('Too many requests are waiting already', BUSY),
        headers: headerRefs('Retry-After', 'X-Request-Id'),
      },
      ...(hasAccounts && {
        AccountsAway: {
          ...problem('The accounts cannot be read or changed right now', ACCOUNTS_AWAY),
          headers: headerRefs('Retry-After', 'X-Request-Id'),
        },
      }),
      BadRequest: problem('The request has no usable Host header', 'Bad Request'),
      InternalError: problem(
        'An internal error; the request id identifies it in the log',
        'Internal Server Error',
      ),
      Invalid: {
        description: 'Validation failed; every failure is listed',
        headers: headerRefs('X-Request-Id'),
        content: json({ $ref: '#/components/schemas/ValidationProblem' }, { detail: [EXAMPLE_ISSUE] }),
      },
    },
  };
}

function operation(path: string, endpoint: Operation, examples: CatalogExamples): Json {
  const { area, body } = endpoint;
  const isData = area === 'data';
  const isKeyed = isData || area === 'account';
  const parameters = (['path', 'query'] as const).flatMap((location) =>
    parametersOf(location, endpoint, examples.parameters),
  );
  const misses = endpoint.problems.map(({ status, detail }) => [
    status,
    problem(status === 404 ? 'Not found' : 'Refused', detail),
  ]);
  return {
    operationId: endpoint.operationId,
    tags: [tagOf(path, area)],
    summary: endpoint.summary,
    description: refusesNearMisses(endpoint.query)
      ? `${endpoint.description} ${NEAR_MISSES}`
      : endpoint.description,
    security: SECURITY[area],
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: requestBody(body) }),
    responses: {
      [endpoint.status ?? 200]: success(endpoint, examples),
      ...(isData && {
        304: { description: 'Not modified: your copy, named in `If-None-Match`, is still current' },
      }),
      ...(area === 'open' && { 400: ref('responses', 'BadRequest') }),
      ...(isKeyed && { 401: ref('responses', 'Unauthorized') }),
      ...(area === 'account' && { 403: ref('responses', 'WrongKey') }),
      ...Object.fromEntries(misses),
      ...(canBeInvalid(endpoint) && { 422: ref('responses', 'Invalid') }),
      ...(isKeyed && { 429: ref('responses', 'TooManyRequests') }),
      500: ref('responses', 'InternalError'),
      ...(endpoint.task !== undefined && { 503: ref('responses', 'Busy') }),
      ...(area === 'account' && { 503: ref('responses', 'AccountsAway') }),
    },
  };
}

const NEAR_MISSES =
  'A misspelt parameter is refused, as is an unknown one that begins with `min_` or `max_`; other unknown parameters are ignored.';

const SECURITY: Readonly<Record<Area, Json[]>> = {
  data: [{}, { key: [] }],
  account: [{ account_key: [] }],
  page: [],
  live: [],
  session: [],
  open: [],
};
const ACCOUNT_TAGS = [
  { name: 'Account', description: 'Keys, password and second factor; takes the account key' },
  { name: 'Billing', description: 'Plan and usage; takes the account key' },
];
const ACCOUNT_KEY_SCHEME = {
  type: 'http',
  scheme: 'bearer',
  description: 'The account key. Named keys are refused.',
};

function tagOf(path: string, area: Area): string {
  if (area === 'account') return path.startsWith('/billing/') ? 'Billing' : 'Account';
  return area === 'data' ? 'Foods' : 'Service';
}

function requestBody(body: TObject): Json {
  const example = Object.entries(body.properties).map(([name, field]) => [
    name,
    field.examples?.[0] ?? field.enum?.[0],
  ]);
  return {
    required: (body.required ?? []).length > 0,
    content: json(plainSchema(body), Object.fromEntries(example)),
  };
}

/** Every schema of an endpoint in which a named one may be nested. */
function schemasOf({ path, query, body, answer }: Operation): TSchema[] {
  const item = answer === null ? [] : [(answer.items as TSchema) ?? answer];
  return [path, query, ...(body === undefined ? [] : [body]), ...item];
}

/** The schemas of response bodies, by name. */
function answerSchemas(endpoints: readonly Operation[], examples: CatalogExamples): Json {
  const schemas = endpoints.flatMap(({ answer }) => (answer === null ? [] : [itemOf(answer) ?? answer]));
  return Object.fromEntries(
    schemas.map((schema) => [
      schema.$id,
      { ...plainSchema(schema), examples: [exampleOf(schema, false, examples)] },
    ]),
  );
}

function success(endpoint: Operation, examples: CatalogExamples): Json {
  const { answer, area } = endpoint;
  const isData = area === 'data';
  if (answer === null) {
    return { description: 'Done', headers: { ...headerRefs('X-Request-Id'), ...RATE_HEADERS } };
  }
  const item = itemOf(answer);
  const named = ref('schemas', (item ?? answer).$id ?? '');
  const items = answer.items?.anyOf ? { anyOf: [named, { type: 'null' }] } : named;
  const schema = item ? { type: 'array', items } : named;
  const dataHeaders = {
    ...headerRefs('ETag', 'Link', 'X-Catalog-Version'),
    ...(endpoint.operationId === 'searchFoods' && headerRefs('X-Search-Matched')),
    ...(endpoint.operationId === 'findFoods' && headerRefs('X-Total-Count')),
    ...RATE_HEADERS,
  };
  return {
    description: answer.description ?? endpoint.summary,
    headers: {
      ...headerRefs('X-Request-Id'),
      ...(isData ? dataHeaders : area === 'account' && RATE_HEADERS),
    },
    content: json(schema, exampleOf(item ?? answer, item !== undefined, examples)),
  };
}

/** The schema of the elements of a list, which may have gaps. */
function itemOf({ items }: TSchema): TSchema | undefined {
  return items?.anyOf?.[0] ?? items;
}

/** From the catalogue where it has one, else an invented one. */
function exampleOf(schema: TSchema, isList: boolean, { bodies }: CatalogExamples): unknown {
  const all = { ...EXAMPLES, ...bodies };
  const example = Object.hasOwn(all, schema.$id ?? '') ? all[schema.$id as string] : undefined;
  if (example !== undefined) return isList ? [example] : example;
  const properties = Object.entries((schema as TObject).properties);
  const made = Object.fromEntries(properties.map(([name, property]) => [name, property.examples?.[0]]));
  return isList ? [made] : made;
}

/** Free text is always valid; a bound, number, boolean or enum may fail, and a body may not be JSON. */
function canBeInvalid({ path, query, body }: Operation): boolean {
  if (body !== undefined) return true;
  return [path, query].some(({ properties }) =>
    Object.values(properties).some(
      ({ type, enum: words, minLength, pattern }) => type !== 'string' || words || minLength || pattern,
    ),
  );
}

function parametersOf(
  location: 'path' | 'query',
  endpoint: Operation,
  known: CatalogExamples['parameters'],
): Json[] {
  const schema = endpoint[location];
  const { properties, required = [] } = plainSchema(schema) as {
    properties: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { description, examples, ...rest } = property;
    const declared = schema.properties[name] as TSchema;
    const isList = declared.type === 'array';
    const isRequired = required.includes(name);
    const own = [`${endpoint.operationId} ${name}`, name].find((key) => known.has(key));
    const example = own === undefined ? (examples as unknown[] | undefined)?.[0] : known.get(own);
    return {
      name,
      in: location,
      required: isRequired,
      description,
      ...(isList && { style: 'form', explode: isRepeated(declared) }),
      schema: rest,
      ...(example !== undefined && { example }),
    };
  });
}

function ref(kind: string, name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

function headerRefs(...names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, ref('headers', name)]));
}

function json(schema: Json, example: unknown): Json {
  return { 'application/json': { schema, example } };
}

function problem(description: string, detail: string): Json {
  return {
    description,
    headers: headerRefs('X-Request-Id'),
    content: json(ref('schemas', 'Problem'), { detail }),
  };
}

const WRONG_KEY = problem(
  'A named key was used, or the account is not allowed to do this',
  'Use your account key to manage dashboard settings.',
);

const RATE_HEADERS = headerRefs('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset');

const HEADERS = {
  'X-Request-Id': header(
    'string',
    'Identifies this request in the log; taken from the request if it sends one',
    'b3f1c2d4-1',
  ),
  'X-Catalog-Version': header('string', 'Identifies the catalogue that the data is from', '5d1f0c7e9a3b2468'),
  ETag: header(
    'string',
    'Identifies this response; send it back as `If-None-Match`',
    'W/"5d1f0c7e9a3b2468-1x9k2f"',
  ),
  Link: header(
    'string',
    'The licence of the data',
    '<https://opendatacommons.org/licenses/odbl/1-0/>; rel="license"',
  ),
  'X-Search-Matched': header(
    'string',
    'How the first food matches: `all` words, some of them `corrected`, or only a `part`; absent where nothing was found',
    'all',
  ),
  'X-Total-Count': header('string', 'Number of foods that match, exactly up to 10,000, then `10000+`', '214'),
  'Retry-After': header('integer', 'Seconds to wait', 17),
  'X-RateLimit-Limit': header('integer', 'Requests per minute; only with a key', 500),
  'X-RateLimit-Remaining': header('integer', 'Requests left; only with a key', 499),
  'X-RateLimit-Reset': header(
    'integer',
    'Seconds until the full limit is available again; only with a key',
    60,
  ),
};

function header(type: string, description: string, example: string | number): Json {
  return { description, schema: { type }, example };
}
