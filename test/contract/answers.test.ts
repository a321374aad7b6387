import { runScenarios, type Scenario } from './scenario.ts';

const DATA = [
  '/search?q=hazelnut',
  '/food/4006381333931',
  '/barcode/4006381333931',
  '/foods/popular',
  '/foods/categories',
];
const PROBLEMS: [target: string, status: number][] = [
  ['/nope', 401],
  ['/food/2', 404],
  ['/food/abc', 422],
];
const EVERYTHING: [target: string, status: number][] = [
  ...DATA.map((target): [string, number] => [target, 200]),
  ...PROBLEMS,
  ['/health', 200],
  ['/openapi.json', 200],
  ['/docs', 200],
];
const forEach = (
  cases: [string, number][],
  make: (target: string) => Omit<Scenario, 'name' | 'target' | 'status'>,
): Scenario[] => cases.map(([target, status]) => ({ name: target, target, status, ...make(target) }));

runScenarios(
  'JSON is application/json',
  forEach([...EVERYTHING.filter(([target]) => target !== '/docs')], () => ({
    answers: { 'content-type': 'application/json' },
  })),
);

runScenarios(
  'Every response is readable from any origin',
  forEach(EVERYTHING, () => ({
    headers: { Origin: 'https://elsewhere.example' },
    answers: {
      'access-control-allow-origin': '*',
      'access-control-expose-headers':
        /Retry-After.*X-RateLimit-Limit.*X-RateLimit-Remaining.*X-RateLimit-Reset/,
    },
  })),
);

runScenarios('Every response has a request id', [
  ...forEach(EVERYTHING, () => ({ answers: { 'x-request-id': /^[\w-]{8,}$/ } })),
  {
    name: "the caller's own",
    target: '/health',
    headers: { 'X-Request-Id': 'trace-42' },
    status: 200,
    answers: { 'x-request-id': 'trace-42' },
  },
  {
    name: "the caller's own, on a problem",
    target: '/nope',
    headers: { 'X-Request-Id': 'trace-42' },
    status: 401,
    answers: { 'x-request-id': 'trace-42' },
  },
  ...['a b', '"', '<script>', 'x'.repeat(200), '{}'].map((id) => ({
    name: `but not one like ${id.slice(0, 20)}`,
    target: '/health',
    headers: { 'X-Request-Id': id },
    status: 200,
    answers: { 'x-request-id': /^[0-9a-f]{8}-\w+$/ },
  })),
]);

runScenarios('HEAD is GET without a body', [
  ...forEach(EVERYTHING, () => ({
    method: 'HEAD',
    answers: { 'content-length': /^[1-9]\d*$/, 'x-request-id': /./ },
  })),
  {
    name: 'with the same headers',
    method: 'HEAD',
    target: '/food/4006381333931',
    status: 200,
    answers: { etag: /^W\/"/, link: /license/, 'content-type': 'application/json' },
  },
]);

const PREFLIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': /Authorization/,
  allow: 'GET, HEAD, OPTIONS',
};
runScenarios('OPTIONS is answered before authentication', [
  ...[...DATA, '/health', '/docs', '/openapi.json', '/food/abc', '/search'].map((target) => ({
    name: `a preflight of ${target}`,
    method: 'OPTIONS',
    target,
    status: 204,
    body: '',
    answers: PREFLIGHT,
    headers: {
      Origin: 'http://x',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'authorization',
    },
  })),
  {
    name: 'whether it is a preflight or not',
    method: 'OPTIONS',
    target: '/search?q=ab',
    status: 204,
    body: '',
    answers: PREFLIGHT,
  },
  {
    name: 'whatever key is sent',
    method: 'OPTIONS',
    target: '/search?q=ab',
    headers: { Authorization: 'Bearer nokey' },
    status: 204,
    body: '',
  },
]);

runScenarios('Data names its licence, and may be cached for a while', [
  ...forEach(
    DATA.map((target) => [target, 200]),
    () => ({
      answers: {
        link: /^<https:\/\/opendatacommons\.org\/licenses\/odbl\/1-0\/>; rel="license"/,
        etag: /^W\/"\d+\.\d+\.\d+-[0-9a-f]{16}-[0-9a-z]+"$/,
        'cache-control': /^public, max-age=\d+$/,
        vary: 'Accept-Encoding, Authorization',
      },
    }),
  ),
  ...forEach([...PROBLEMS, ['/health', 200]], () => ({
    answers: { 'cache-control': 'no-store', etag: null },
  })),
]);

runScenarios(
  'A response is never taken for another type',
  forEach(EVERYTHING, () => ({ answers: { 'x-content-type-options': 'nosniff' } })),
);
