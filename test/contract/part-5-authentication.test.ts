import { wordsOf } from '../words-of.ts';
import { runScenarios, type Scenario } from './scenario.ts';

const UNAUTHORIZED = {
  status: 401,
  detail: 'Missing or invalid API key',
  answers: { 'www-authenticate': 'Bearer' },
};
const nowhere = (target: string, onlyRaw?: true): Scenario => ({
  name: target,
  target,
  ...UNAUTHORIZED,
  ...(onlyRaw && { onlyRaw }),
});
const refused = (name: string, target: string, Authorization: string): Scenario => {
  return { name, target, headers: { Authorization }, ...UNAUTHORIZED };
};

runScenarios('Part 5, rule 6: a path that does not exist is 401', [
  ...wordsOf(`
    /nope /v1/search?q=ab /v2/search?q=ab /api/search?q=ab /SEARCH?q=ab /Food/1 /foods /foods/
    /foods/Popular /barcode /barcode/ /food /food/ /search/?q=ab /search/ab /food/4006381333931/
    /food/1/2 /barcode/123/ /health/ /docs/ /openapi.yaml /apple-touch-icon.png /search%2F
    /food%2F4006381333931 /search%3Fq=ab /%2Fsearch /search%20 /sear%C3%A7h /%FF /a/b/c/d/e/f /__proto__
    /constructor /food/1/__proto__
  `).map((target) => nowhere(target)),
  ...wordsOf(`
    //search?q=ab /food//4006381333931 //food/4006381333931 /food/./4006381333931 /food/../search?q=ab
    /x/../search?q=ab /./search?q=ab /%2e/search?q=ab /x/%2e%2e/search?q=ab /food\\4006381333931
    /\\search?q=ab /search/. /search/.. /foods/popular/. /health/../health /x//../health
    /a/b/c/d/e/../../../../../health /x\\..\\health /.\\health /%2e%2e\\health /v1\\..\\search?q=ab
    /auth\\..\\health
  `).map((target) => nowhere(target, true)),
  refused('whatever key is sent', '/v1/search?q=ab', 'Bearer x'),
  { name: 'whatever the method', method: 'POST', target: '/nope', ...UNAUTHORIZED },
  { name: 'OPTIONS too', method: 'OPTIONS', target: '/nope', ...UNAUTHORIZED },
  { name: 'HEAD too', method: 'HEAD', target: '/nope', status: 401 },
  { name: 'an escaped letter is that letter', target: '/se%61rch?q=ab', status: 200 },
  { name: 'an escaped letter is that letter in any segment', target: '/f%6fods/%70opular', status: 200 },
  { name: 'an escaped digit is that digit', target: '/food/%34006381333931', status: 200 },
]);

runScenarios('Part 5, rule 7: a bad key is 401 before anything else is checked', [
  ...[
    '/search?q=ab',
    '/food/4006381333931',
    '/barcode/4006381333931',
    '/foods/popular',
    '/foods/categories',
  ].flatMap((target) => [
    refused(`an unknown key on ${target}`, target, 'Bearer nokey'),
    refused(`another scheme on ${target}`, target, 'Basic eDp5'),
    refused(`an empty header on ${target}`, target, 'Bearer'),
  ]),
  refused('before validation', '/search?q=a', 'Bearer nokey'),
  refused('before validation of the path', '/food/abc', 'Bearer nokey'),
  refused('before lookup', '/food/2', 'Bearer nokey'),
]);

runScenarios('Anonymous access is for reads', [
  ...['POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) =>
    ['/search?q=ab', '/search', '/food/abc', '/barcode/1', '/foods/popular', '/foods/categories'].map(
      (target) => ({ name: `${method} ${target}`, method, target, ...UNAUTHORIZED }),
    ),
  ),
  ...['/health', '/docs', '/openapi.json'].map((target) => ({
    name: `POST ${target}, which needs no key, is a wrong method`,
    method: 'POST',
    target,
    status: 405,
    detail: 'Method Not Allowed',
    answers: { allow: 'GET, HEAD, OPTIONS' },
  })),
]);

runScenarios('Documents need no key, and ignore one', [
  ...['/health', '/docs', '/openapi.json'].map((target) => ({
    name: target,
    target,
    headers: { Authorization: 'Bearer nokey' },
    status: 200,
  })),
]);
