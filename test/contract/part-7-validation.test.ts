import {
  missing,
  noBoolean,
  noInteger,
  noSource,
  tooLarge,
  tooLong,
  tooLongInteger,
  tooShort,
  tooSmall,
} from './expected-issues.ts';
import { gives, invalid, runScenarios, type Scenario, valid } from './scenario.ts';

runScenarios('Part 7: the text of a search', [
  invalid('is required', '/search', missing('q')),
  invalid('is required of an empty query too', '/search?', missing('q')),
  invalid('may be empty, and is then too short', '/search?q=', tooShort('')),
  invalid('without an equals sign is empty', '/search?q', tooShort('')),
  invalid('has two characters or more', '/search?q=a', tooShort('a')),
  valid('may have two characters', '/search?q=ab'),
  invalid('is counted in code points: an accented letter is one', '/search?q=%C3%A9', tooShort('é')),
  invalid('is counted in code points: an emoji is one', '/search?q=%F0%9F%8D%8E', tooShort('🍎')),
  valid('is counted in code points: a joined emoji is three', '/search?q=%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7'),
  valid('may have two characters of any script', '/search?q=%E7%B1%B3%E9%A5%AD'),
  invalid('with a byte that is no UTF-8 has a replacement character', '/search?q=%FF', tooShort('\ufffd')),
  invalid('with a cut sequence has one replacement character', '/search?q=%E7%B1', tooShort('\ufffd')),
  valid('with an overlong sequence has two replacement characters', '/search?q=%C0%AF'),
  invalid('keeps a lone per cent sign', '/search?q=%', tooShort('%')),
  valid('is unescaped once only', '/search?q=%2561'),
  valid('counts as its last occurrence', '/search?q=a&q=bb'),
  invalid('counts as its last occurrence, bad or good', '/search?q=bb&q=a', tooShort('a')),
  valid('is found under its escaped name', '/search?%71=ab'),
  valid('is not ended by a semicolon', '/search?q=ab;limit=99'),
  invalid('is given back with its quote escaped', '/search?q=%22', tooShort('"')),
  invalid('is given back with a control character escaped', '/search?q=%00', tooShort('\u0000')),
  invalid('is given back with DEL as it is', '/search?q=%7F', tooShort('\u007f')),
  invalid('is given back with a line separator as it is', '/search?q=%E2%80%A8', tooShort('\u2028')),
  valid('may have 200 characters', `/search?q=${'a'.repeat(200)}`),
  invalid('has 200 characters at most', `/search?q=${'a'.repeat(201)}`, tooLong('a'.repeat(201))),
  valid('may have 200 characters outside the basic plane', `/search?q=${'%F0%9F%8D%8E'.repeat(200)}`),
  invalid(
    'has 200 characters at most in any plane',
    `/search?q=${'%F0%9F%8D%8E'.repeat(201)}`,
    tooLong('🍎'.repeat(201)),
  ),
  invalid('is counted before anything is trimmed', `/search?q=${'+'.repeat(201)}`, tooLong(' '.repeat(201))),
  invalid('is judged whatever the caller accepts', '/search?q=a', tooShort('a')),
]);

const limit = (value: string) => `/search?q=ab&limit=${value}`;
/** As they are sent; a no-break space, an ideographic one and control characters may stand around a number. */
const accepted =
  '1 50 %2B5 %C2%A05 %E3%80%805 %C2%855 %0B5 %0C5 +5+ 0_1 1_0 5.0 5.000 05 0005 0__5 %2B05 1_0.0';
/** What the service reads is what was sent, unescaped once: `%` is never a part of these. */
const refused =
  '1__0 _10 10_ 5. .5 .0 5.5 1e1 0x5 ٥ ５ ² null None NaN 1,000 -+5 +-5 ++5 --5 "5" + - \ufeff5 true 0-05 5\0';
const refusedWithSpaces = ['', '5 5', '- 5', '+ 5', ' '];
const tooSmallLimits = ['0', '-1', '-0', '-05', '-0.0', '0-5', '-9223372036854775808', '-1_0'];
const digits = '9'.repeat(4301);

runScenarios('Part 7: a limit', [
  ...accepted.split(' ').map((sent) => valid(`may be written ${decodeURIComponent(sent)}`, limit(sent))),
  ...[...refused.split(' '), ...refusedWithSpaces].map((text) =>
    invalid(`is not ${JSON.stringify(text)}`, limit(encodeURIComponent(text)), noInteger('limit', text)),
  ),
  invalid('is not two numbers with a plus between them', limit('5+5'), noInteger('limit', '5 5')),
  ...tooSmallLimits.map((sent) =>
    invalid(`is 1 or more, not ${sent}`, limit(sent), tooSmall('limit', sent, 1)),
  ),
  invalid('of a search is 50 or less', limit('51'), tooLarge('limit', '51', 50)),
  invalid('is read with its underscores', limit('1_000'), tooLarge('limit', '1_000', 50)),
  invalid(
    'beyond 64 bits is still a number',
    limit('99999999999999999999'),
    tooLarge('limit', '99999999999999999999', 50),
  ),
  invalid(
    'of 4300 digits is still a number',
    limit('9'.repeat(4300)),
    tooLarge('limit', '9'.repeat(4300), 50),
  ),
  invalid('of 4301 digits is too long', limit(digits), tooLongInteger('limit', digits)),
  invalid(
    'is too long with its sign',
    limit(`-${digits.slice(1)}`),
    tooLongInteger('limit', `-${digits.slice(1)}`),
  ),
  invalid('behind a plus and too long is none', limit(`%2B${digits}`), noInteger('limit', `+${digits}`)),
  valid('may stand behind thousands of spaces', limit(`${'+'.repeat(5000)}5`)),
  invalid('counts as its last occurrence', limit('5&limit=99'), tooLarge('limit', '99', 50)),
  valid('counts as its last occurrence when that is good', limit('99&limit=5')),
  valid('of the popular foods may be 500', '/foods/popular?limit=500'),
  invalid('of the popular foods is 500 or less', '/foods/popular?limit=501', tooLarge('limit', '501', 500)),
  invalid('of the popular foods is 1 or more', '/foods/popular?limit=-1', tooSmall('limit', '-1', 1)),
  invalid('of the popular foods is not empty', '/foods/popular?limit=', noInteger('limit', '')),
]);

runScenarios('Part 7: an offset', [
  valid('may be 0', '/foods/popular?offset=0'),
  valid('may be written -0', '/foods/popular?offset=-0'),
  gives('beyond 64 bits is a number like any other', '/foods/popular?offset=99999999999999999999', []),
  gives('beyond all doubles is a number like any other', `/foods/popular?offset=${'9'.repeat(400)}`, []),
  invalid('is 0 or more', '/foods/popular?offset=-1', tooSmall('offset', '-1', 0)),
  invalid(
    'is 0 or more, however small',
    '/foods/popular?offset=-99999999999999999999',
    tooSmall('offset', '-99999999999999999999', 0),
  ),
  invalid('is a number', '/foods/popular?offset=x', noInteger('offset', 'x')),
  invalid('can be too long', `/foods/popular?offset=${digits}`, tooLongInteger('offset', digits)),
]);

const hasImage = (value: string) => `/foods/popular?has_image=${value}`;
const words = 'true True TRUE tRuE t T y YES on 1 false False FALSE f F n No off 0'.split(' ');
const noWords = ['maybe', '1.0', '0.0', '00', '2', 'enabled', 'oń', 'ſalse', 'ofﬀ', ' true', 'true\n', ''];

runScenarios('Part 7: a boolean', [
  ...words.map((word) => valid(`may be written ${word}`, hasImage(word))),
  ...noWords.map((text) =>
    invalid(
      `is not ${JSON.stringify(text)}`,
      hasImage(encodeURIComponent(text)),
      noBoolean('has_image', text),
    ),
  ),
  invalid('is no byte that is no UTF-8', hasImage('%FF'), noBoolean('has_image', '\ufffd')),
  invalid('without an equals sign is empty', '/foods/popular?has_image', noBoolean('has_image', '')),
  invalid('counts as its last occurrence', hasImage('true&has_image=x'), noBoolean('has_image', 'x')),
  valid('counts as its last occurrence when that is good', hasImage('x&has_image=false')),
]);

const source = (value: string) => `/search?q=ab&source=${value}`;
runScenarios('Part 7: a source', [
  valid('may be off', source('off')),
  valid('may be ai_estimate', source('ai_estimate')),
  ...['', 'OFF', 'community', 'usda', 'ai', 'off,ai_estimate'].map((word) =>
    invalid(`is not '${word}'`, source(word), noSource(word)),
  ),
  invalid('counts as its last occurrence', source('off&source=x'), noSource('x')),
]);

const foodId = (value: string) => `/food/${value}`;
const FOOD_ID = ['path', 'food_id'];
const noIds = 'abc 🍎 1?x null 1. ١ 1/2 1.5 1e1 /'.split(' ');
/** As they are sent, and as they are read. */
const unescapedIds: [sent: string, input: string][] = [
  ...['1;2', '1&2', '%', '1%', '%zz'].map((id): [string, string] => [id, id]),
  ['1%00', '1\u0000'],
  ['%FF', '\ufffd'],
  ['%C0%AF', '\ufffd\ufffd'],
  ['%+1%FF&', '%+1\ufffd&'],
];
runScenarios('Part 7: a food id', [
  ...[...unescapedIds, ...noIds.map((id) => [encodeURIComponent(id), id] as const)].map(([sent, input]) =>
    invalid(`is not ${JSON.stringify(input)}`, foodId(sent), noInteger(FOOD_ID, input)),
  ),
  ...['.', '..', '1\\2', '%2e', '%2E%2e', 'x\\..\\4006381333931'].map(
    (sent): Scenario => ({
      ...invalid(
        `is not ${sent}, which is not resolved`,
        foodId(sent),
        noInteger(FOOD_ID, sent.replace(/%2e/gi, '.')),
      ),
      onlyRaw: true,
    }),
  ),
  invalid('can be too long', foodId(digits), tooLongInteger(FOOD_ID, digits)),
  ...['2', '-1', '0', '9223372036854775808', '9'.repeat(400)].map(
    (id): Scenario => ({
      name: `that no food has is 404: ${id.slice(0, 30)}`,
      target: foodId(id),
      status: 404,
      detail: 'Food not found',
    }),
  ),
]);

runScenarios('Part 7: several failures', [
  invalid(
    'are told at once, in order of declaration',
    '/search?source=x&limit=0&q=a',
    tooShort('a'),
    tooSmall('limit', '0', 1),
    noSource('x'),
  ),
  invalid('are told at once, missing ones too', '/search?limit=', missing('q'), noInteger('limit', '')),
  invalid(
    'are told at once for the popular foods',
    '/foods/popular?has_image=x&offset=-1&limit=0',
    tooSmall('limit', '0', 1),
    tooSmall('offset', '-1', 0),
    noBoolean('has_image', 'x'),
  ),
]);
