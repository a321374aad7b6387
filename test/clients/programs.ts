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
  recipe: cooked.lines.map(({ grams, method }) => [grams, method]),
  meal: eaten.items.map(({ grams, method }) => [grams, method]), foods, share, missed, wrong,
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
const eaten = dataOf(await open.GET('/meal', { params: { query: { text: '20 g hazelnut cocoa spread' } } }));
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
const eaten = (await api.analyzeMeal({ ...open, query: { text: '20 g hazelnut cocoa spread' } })).data;
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

/** With the modules that openapi-python-client generates, and nothing else but Python's own library. */
export const PYTHON_PROGRAM = `
import base64, hashlib, hmac, json, struct, sys
from typing import TypeVar

from larder_api import AuthenticatedClient
from larder_api.api.account import (
    change_password, confirm_second_factor, create_key, enrol_second_factor, get_account, list_keys,
    remove_second_factor, revoke_key, rotate_key,
)
from larder_api.api.billing import change_plan, get_plan, get_usage, list_plans
from larder_api.api.foods import (
    analyze_meal, analyze_recipe, count_facets, find_foods, get_food, get_food_by_barcode, get_foods,
    list_categories, list_popular_foods, search_foods, suggest,
)
from larder_api.api.service import get_health
from larder_api.models import (
    Account, ChangePasswordBody, ChangePlanBody, ConfirmSecondFactorBody, CreateKeyBody, DetailedFood,
    EnrolSecondFactorBody, Enrolment, Facet, FacetCounts, Health, IssuedCodes, KeyScope, Meal, Order, OwnPlan,
    PlanName, Problem, Recipe, RemoveSecondFactorBody, RotateKeyBody, ShownKey, Source, SourceFilter, ValidationProblem,
)

T = TypeVar("T")


def read(kind: type[T], answer: object) -> T:
    assert isinstance(answer, kind), answer
    return answer


def each(answer: "list[T] | Problem | ValidationProblem | None") -> "list[T]":
    assert isinstance(answer, list), answer
    return answer


def code_for(seed: str) -> str:
    """The server's clock, which these tests do not move."""
    step = struct.pack(">Q", 1794744000 // 30)
    digest = hmac.new(base64.b32decode(seed), step, hashlib.sha1).digest()
    at = digest[-1] & 15
    return str((struct.unpack(">I", digest[at : at + 4])[0] & 0x7FFFFFFF) % 10**6).zfill(6)


client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2])
found: list[DetailedFood] = each(search_foods.sync(client=client, q="hazelnut", limit=2, source=SourceFilter.OFF))
first = read(DetailedFood, get_food.sync(4006381333931, client=client))
brand: str | None = first.brand
source: Source = first.source
scanned = read(DetailedFood, get_food_by_barcode.sync("0036000291452", client=client))
popular = each(list_popular_foods.sync(client=client, limit=3, has_image=True))
categories = each(list_categories.sync(client=client))
lean = each(find_foods.sync(client=client, max_fat_g=40, sort=Order.PROTEIN_G_DESCENDING, limit=2))
facets = read(FacetCounts, count_facets.sync(client=client, by=[Facet.SOURCE]))
suggested = each(suggest.sync(client=client, q="hazelnut co", limit=1))
bulk: list[DetailedFood | None] = each(get_foods.sync(client=client, ids=[4006381333931]))
cooked = read(Recipe, analyze_recipe.sync(client=client, line=["30 g hazelnut spread", "salt"], servings=2))
eaten = read(Meal, analyze_meal.sync(client=client, text="20 g hazelnut cocoa spread"))
share: float = cooked.per_serving.calories_kcal
foods: int = read(Health, get_health.sync(client=client)).foods_in_db
missed: str = read(Problem, get_food.sync(2, client=client)).detail
wrong: list[str] = read(ValidationProblem, search_foods.sync(client=client, q="a")).detail[0].loc

account = read(Account, get_account.sync(client=client))
made = read(ShownKey, create_key.sync(client=client, body=CreateKeyBody(name="ci", scope=KeyScope.FULL)))
keys = each(list_keys.sync(client=client))
rotated = read(ShownKey, rotate_key.sync(made.id, client=client, body=RotateKeyBody(overlap_seconds=60)))
assert revoke_key.sync_detailed(made.id, client=client).status_code == 204
password = "battery staple"
changed = change_password.sync_detailed(client=client, body=ChangePasswordBody(new_password=password))
assert changed.status_code == 204
enrolment = read(Enrolment, enrol_second_factor.sync(client=client, body=EnrolSecondFactorBody(current_password=password)))
confirmation = ConfirmSecondFactorBody(code=code_for(enrolment.seed))
codes = read(IssuedCodes, confirm_second_factor.sync(client=client, body=confirmation))
removal = RemoveSecondFactorBody(current_password=password, code=codes.recovery_codes[0])
assert remove_second_factor.sync_detailed(client=client, body=removal).status_code == 204
plans = each(list_plans.sync(client=client))
mine = read(OwnPlan, get_plan.sync(client=client))
plan = PlanName.SCALE if mine.plan == PlanName.PRO else PlanName.PRO
chosen = read(OwnPlan, change_plan.sync(client=client, body=ChangePlanBody(plan=plan)))
usage = each(get_usage.sync(client=client, days=7))

print(json.dumps({
    "found": len(found), "first": first.name, "brand": brand, "source": source, "scanned": scanned.barcode,
    "popular": len(popular), "categories": all(one.count > 0 for one in categories), "lean": len(lean),
    "facets": list(facets.to_dict()), "suggested": [one.kind for one in suggested],
    "bulk": [None if food is None else food.name for food in bulk],
    "recipe": [[line.grams, line.method] for line in cooked.lines],
    "meal": [[item.grams, item.method] for item in eaten.items], "foods": foods, "share": share,
    "missed": missed, "wrong": wrong, "account": account.name, "scope": made.scope,
    "names": [key.name for key in keys], "isRotated": rotated.key != made.key,
    "plans": [one.plan for one in plans], "plan": chosen.plan, "days": sorted({str(one.day) for one in usage}),
}))
`;
