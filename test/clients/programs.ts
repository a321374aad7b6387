/**
 * Programs as a user of the API would write them, each against a generated client. They must compile in strict mode,
 * call every endpoint, and print what they read.
 */

/** The server's clock, which these tests do not move. */
const CODE = `
const codeFor = (seed: string) =>
  new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: Date.parse('2026-11-15T12:00:00Z') });
`;

const PRINT = `
console.log(JSON.stringify({
  found: found.length, first: first.name, brand, source, scanned: scanned.barcode, popular: popular.length,
  categories: categories.every(({ count }) => count > 0), lean: lean.length, facets: Object.keys(facets),
  suggested: suggested.map(({ kind }) => kind), bulk: bulk.map((food) => food?.name),
  recipe: cooked.lines.map(({ grams, method }) => [grams, method]), foods, share, missed, wrong,
  account: account.name, scope: made.scope,
  names: keys.map(({ name }) => name), isRotated: rotated.key !== made.key, plans: plans.map(({ plan }) => plan),
  plan: chosen.plan, days: usage.map(({ day }) => day).filter((day, i, days) => days.indexOf(day) === i),
}));
`;

/** With the types of openapi-typescript and its companion openapi-fetch. */
export const FETCH_PROGRAM = `
import createClient from 'openapi-fetch';
import { Secret, TOTP } from 'otpauth';
import type { components, paths } from './api.ts';

type Schemas = components['schemas'];
const [baseUrl = '', key = ''] = process.argv.slice(2);
const open = createClient<paths>({ baseUrl });
const keyed = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${key}\` } });
function dataOf<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}
${CODE}
const found: Schemas['Food'][] = dataOf(await open.GET('/search', { params: { query: { q: 'hazelnut', limit: 2, source: 'off' } } }));
const first = dataOf(await open.GET('/food/{food_id}', { params: { path: { food_id: 4006381333931 } } }));
const brand: string | null = first.brand;
const source: Schemas['Source'] = first.source;
const scanned = dataOf(await open.GET('/barcode/{code}', { params: { path: { code: '0036000291452' } } }));
const popular = dataOf(await open.GET('/foods/popular', { params: { query: { limit: 3, has_image: true } } }));
const categories: Schemas['CategoryCount'][] = dataOf(await open.GET('/foods/categories'));
const lean = dataOf(await open.GET('/foods/find', { params: { query: { max_fat_g: 40, sort: '-protein_g', limit: 2 } } }));
const facets = dataOf(await open.GET('/foods/facets', { params: { query: { by: ['source'] } } }));
const suggested: Schemas['Suggestion'][] = dataOf(await open.GET('/suggest', { params: { query: { q: 'hazelnut co', limit: 1 } } }));
const bulk = dataOf(await open.GET('/foods/bulk', { params: { query: { ids: [4006381333931] } } }));
const cooked = dataOf(await open.GET('/recipe', { params: { query: { line: ['30 g hazelnut spread', 'salt'], servings: 2 } } }));
const share: number = cooked.per_serving.calories_kcal;
const foods: number = dataOf(await open.GET('/health')).foods_in_db;
const { error: missing } = await open.GET('/food/{food_id}', { params: { path: { food_id: 2 } } });
const missed = missing !== undefined && typeof missing.detail === 'string' ? missing.detail : '';
const { error: invalid } = await open.GET('/search', { params: { query: { q: 'a' } } });
const wrong = invalid !== undefined && typeof invalid.detail !== 'string' ? invalid.detail[0]?.loc : [];

const account = dataOf(await keyed.GET('/auth/account'));
const scope: Schemas['KeyScope'] = 'full';
const made = dataOf(await keyed.POST('/auth/keys', { body: { name: 'ci', scope } }));
const keys = dataOf(await keyed.GET('/auth/keys'));
const path = { key_id: made.id };
const rotated = dataOf(await keyed.POST('/auth/keys/{key_id}/rotate', { params: { path }, body: { overlap_seconds: 60 } }));
await keyed.DELETE('/auth/keys/{key_id}', { params: { path } });
await keyed.PUT('/auth/password', { body: { new_password: 'battery staple' } });
const { seed } = dataOf(await keyed.POST('/auth/second-factor', { body: { current_password: 'battery staple' } }));
const { recovery_codes } = dataOf(await keyed.POST('/auth/second-factor/confirm', { body: { code: codeFor(seed) } }));
await keyed.POST('/auth/second-factor/remove', { body: { current_password: 'battery staple', code: recovery_codes[0] ?? '' } });
const plans = dataOf(await keyed.GET('/billing/plans'));
const mine = dataOf(await keyed.GET('/billing/plan'));
const plan: Schemas['PlanName'] = mine.plan === 'pro' ? 'scale' : 'pro';
const chosen = dataOf(await keyed.PUT('/billing/plan', { body: { plan } }));
await keyed.GET('/foods/categories');
const usage = dataOf(await keyed.GET('/billing/usage', { params: { query: { days: 7 } } }));
${PRINT}`;

/** With the functions that hey-api generates. */
export const SDK_PROGRAM = `
import { Secret, TOTP } from 'otpauth';
import { createClient } from './api/client';
import * as api from './api';
import type { CategoryCount, Food, KeyScope, PlanName, Source, Suggestion } from './api';

const [baseUrl = '', key = ''] = process.argv.slice(2);
const open = { client: createClient({ baseUrl }), throwOnError: true } as const;
const keyed = { client: createClient({ baseUrl, auth: key }), throwOnError: true } as const;
const asking = { client: open.client, throwOnError: false } as const;
${CODE}
const found: Food[] = (await api.searchFoods({ ...open, query: { q: 'hazelnut', limit: 2, source: 'off' } })).data;
const first = (await api.getFood({ ...open, path: { food_id: 4006381333931 } })).data;
const brand: string | null = first.brand;
const source: Source = first.source;
const scanned = (await api.getFoodByBarcode({ ...open, path: { code: '0036000291452' } })).data;
const popular = (await api.listPopularFoods({ ...open, query: { limit: 3, has_image: true } })).data;
const categories: CategoryCount[] = (await api.listCategories(open)).data;
const lean = (await api.findFoods({ ...open, query: { max_fat_g: 40, sort: '-protein_g', limit: 2 } })).data;
const facets = (await api.countFacets({ ...open, query: { by: ['source'] } })).data;
const suggested: Suggestion[] = (await api.suggest({ ...open, query: { q: 'hazelnut co', limit: 1 } })).data;
const bulk = (await api.getFoods({ ...open, query: { ids: [4006381333931] } })).data;
const cooked = (await api.analyzeRecipe({ ...open, query: { line: ['30 g hazelnut spread', 'salt'], servings: 2 } })).data;
const share: number = cooked.per_serving.calories_kcal;
const foods: number = (await api.getHealth(open)).data.foods_in_db;
const { error: missing } = await api.getFood({ ...asking, path: { food_id: 2 } });
const missed = missing !== undefined && typeof missing.detail === 'string' ? missing.detail : '';
const { error: invalid } = await api.searchFoods({ ...asking, query: { q: 'a' } });
const wrong = invalid !== undefined && typeof invalid.detail !== 'string' ? invalid.detail[0]?.loc : [];

const account = (await api.getAccount(keyed)).data;
const scope: KeyScope = 'full';
const made = (await api.createKey({ ...keyed, body: { name: 'ci', scope } })).data;
const keys = (await api.listKeys(keyed)).data;
const path = { key_id: made.id };
const rotated = (await api.rotateKey({ ...keyed, path, body: { overlap_seconds: 60 } })).data;
await api.revokeKey({ ...keyed, path });
await api.changePassword({ ...keyed, body: { new_password: 'battery staple' } });
const { seed } = (await api.enrolSecondFactor({ ...keyed, body: { current_password: 'battery staple' } })).data;
const { recovery_codes } = (await api.confirmSecondFactor({ ...keyed, body: { code: codeFor(seed) } })).data;
await api.removeSecondFactor({ ...keyed, body: { current_password: 'battery staple', code: recovery_codes[0] ?? '' } });
const plans = (await api.listPlans(keyed)).data;
const mine = (await api.getPlan(keyed)).data;
const plan: PlanName = mine.plan === 'pro' ? 'scale' : 'pro';
const chosen = (await api.changePlan({ ...keyed, body: { plan } })).data;
await api.listCategories(keyed);
const usage = (await api.getUsage({ ...keyed, query: { days: 7 } })).data;
${PRINT}`;
