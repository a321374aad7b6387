import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/** Part 8: the limits. Operators can change every number of a plan with `--plans`. */

/** No limit may be higher: no server answers more, and the logs of a limiter must fit in memory. */
export const MAX_PER_WINDOW = 1_000_000;
/** Clients and connections time out on longer delays. */
const MAX_DELAY_MS = 10_000;

export const Plan = Type.Object(
  {
    per_minute: Type.Integer({ minimum: 1, maximum: MAX_PER_WINDOW, description: 'Requests per minute' }),
    per_hour: Type.Union([Type.Integer({ minimum: 1, maximum: MAX_PER_WINDOW }), Type.Null()], {
      description: 'Requests per hour; null for no limit',
    }),
    delay_ms: Type.Integer({
      minimum: 0,
      maximum: MAX_DELAY_MS,
      description: 'How long each read is held back, for fairness',
    }),
    counted_per: Type.Union([Type.Literal('client'), Type.Literal('account')], {
      description: 'Whether the limit is shared by everyone at one address, or by all keys of one account',
    }),
  },
  { additionalProperties: false },
);
export type Plan = Static<typeof Plan>;

/** The plans an account can have, smallest first. */
export const PLAN_NAMES = ['starter', 'pro', 'scale'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

export interface Plans extends Readonly<Record<PlanName | 'anonymous', Plan>> {
  /** Pages for people, for each client. */
  readonly pages_per_minute: number;
  /** Account and billing routes, for each account: plan limits do not apply to them (Part 8, rule 7). */
  readonly account_routes_per_minute: number;
}

/** Well above what a person or a small program needs, and too low to copy a catalogue. */
const HOURLY_LIMIT = 900;
const FAIRNESS_DELAY_MS = 350;

/**
 * Live searches that a client has for each page. A browser sends at most four a second, so with the default plans two
 * people behind one address can type without a pause.
 */
export const LIVE_SEARCHES_PER_PAGE = 4;

export const SPEC_PLANS: Plans = {
  anonymous: { per_minute: 30, per_hour: HOURLY_LIMIT, delay_ms: FAIRNESS_DELAY_MS, counted_per: 'client' },
  starter: { per_minute: 30, per_hour: HOURLY_LIMIT, delay_ms: FAIRNESS_DELAY_MS, counted_per: 'client' },
  pro: { per_minute: 500, per_hour: null, delay_ms: 0, counted_per: 'account' },
  scale: { per_minute: 3000, per_hour: null, delay_ms: 0, counted_per: 'account' },
  pages_per_minute: 120,
  account_routes_per_minute: 120,
};

/** Suggestions per minute, for each request per minute of a plan or a key: one for every letter of a word or two. */
export const SUGGESTIONS_PER_REQUEST = 4;

export function isPlanName(name: string): name is PlanName {
  return (PLAN_NAMES as readonly string[]).includes(name);
}

const budget = (description: string) => Type.Integer({ minimum: 1, maximum: MAX_PER_WINDOW, description });
const change = (description: string) => Type.Partial(Plan, { additionalProperties: false, description });
const AnonymousChange = Type.Partial(
  Type.Object({
    ...Plan.properties,
    per_minute: Type.Integer({
      minimum: 0,
      maximum: MAX_PER_WINDOW,
      description: 'Requests per minute; 0 means that a key is required',
    }),
    counted_per: Type.Literal('client', { description: 'Anonymous callers have no account' }),
  }),
  { additionalProperties: false, description: 'Callers without a key' },
);
/** The file of `--plans`; docs/plans.schema.json is made from it. */
export const PlansFile = Type.Partial(
  Type.Object({
    $schema: Type.String({ description: 'For editors; larder does not read it' }),
    anonymous: AnonymousChange,
    starter: change('The free plan of an account'),
    pro: change('The middle plan'),
    scale: change('The largest plan'),
    pages_per_minute: budget(
      'Pages for people, for each client address, per minute; four times as many live searches',
    ),
    account_routes_per_minute: budget('Requests to /auth/ and /billing/, for each account, per minute'),
  }),
  {
    additionalProperties: false,
    description: 'Changes to the plans of larder; leave out what stays as it is',
  },
);

/**
 * The plans of the specification with an operator's changes: an object shaped like the plans, in which anything may be
 * left out. Returns a sentence when the changes are invalid.
 */
export function changePlans(changes: unknown): Plans | string {
  if (!Value.Check(PlansFile, changes)) {
    const error = Value.Errors(PlansFile, changes).First();
    const member = error?.path.slice(1).replaceAll('/', '.') || 'the file';
    return `${member} is invalid: ${error?.message.toLowerCase()}`;
  }
  const { $schema: _, anonymous, starter, pro, scale, ...budgets } = changes;
  return {
    ...SPEC_PLANS,
    ...budgets,
    anonymous: { ...SPEC_PLANS.anonymous, ...anonymous },
    starter: { ...SPEC_PLANS.starter, ...starter },
    pro: { ...SPEC_PLANS.pro, ...pro },
    scale: { ...SPEC_PLANS.scale, ...scale },
  };
}
