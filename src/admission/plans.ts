import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/** Part 8: who may call how often. Every number of the limits stands here, and an operator can change each. */

/** Limits above this would keep a log that no machine's memory or speed has a use for. */
export const MOST_PER_WINDOW = 1_000_000;
/** A longer delay would outlast the patience of clients and of the connection. */
const LONGEST_DELAY_MS = 10_000;

export const Plan = Type.Object(
  {
    per_minute: Type.Integer({ minimum: 1, maximum: MOST_PER_WINDOW, description: 'Requests per minute' }),
    per_hour: Type.Union([Type.Integer({ minimum: 1, maximum: MOST_PER_WINDOW }), Type.Null()], {
      description: 'Requests per hour; null without a cap',
    }),
    delay_ms: Type.Integer({
      minimum: 0,
      maximum: LONGEST_DELAY_MS,
      description: 'How long each read waits, for fairness',
    }),
    counted_per: Type.Union([Type.Literal('client'), Type.Literal('account')], {
      description: 'Whether a limit is shared by all of one address, or by all keys of one account',
    }),
  },
  { additionalProperties: false },
);
export type Plan = Static<typeof Plan>;

/** What an account can be on. */
export const PLAN_NAMES = ['starter', 'pro', 'scale'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

export interface Plans extends Readonly<Record<PlanName | 'anonymous', Plan>> {
  /** Pages for people: a budget of their own for each client. */
  readonly pages_per_minute: number;
  /** Account and billing routes: plan limits do not apply there (Part 8, rule 7), yet nothing is unbounded. */
  readonly account_routes_per_minute: number;
}

/** The hourly cap is well above what a person or a small program needs, and keeps a catalogue from being copied. */
const HOURLY_CAP = 900;
const FAIRNESS_DELAY_MS = 350;

export const SPEC_PLANS: Plans = {
  anonymous: { per_minute: 30, per_hour: HOURLY_CAP, delay_ms: FAIRNESS_DELAY_MS, counted_per: 'client' },
  starter: { per_minute: 30, per_hour: HOURLY_CAP, delay_ms: FAIRNESS_DELAY_MS, counted_per: 'client' },
  pro: { per_minute: 500, per_hour: null, delay_ms: 0, counted_per: 'account' },
  scale: { per_minute: 3000, per_hour: null, delay_ms: 0, counted_per: 'account' },
  pages_per_minute: 120,
  account_routes_per_minute: 120,
};

export function isPlanName(name: string): name is PlanName {
  return (PLAN_NAMES as readonly string[]).includes(name);
}

const Budget = Plan.properties.per_minute;
const Change = Type.Partial(Plan, { additionalProperties: false });
const Changes = Type.Partial(
  Type.Object({
    anonymous: Change,
    starter: Change,
    pro: Change,
    scale: Change,
    pages_per_minute: Budget,
    account_routes_per_minute: Budget,
  }),
  { additionalProperties: false },
);

/**
 * The plans of the specification with an operator's changes: an object like the table itself, in which anything may
 * be left out. Gives a sentence where the changes make no sense.
 */
export function changePlans(changes: unknown): Plans | string {
  if (!Value.Check(Changes, changes)) {
    const error = Value.Errors(Changes, changes).First();
    const place = error?.path.slice(1).replaceAll('/', '.') || 'the file';
    return `${place} does not fit: ${error?.message.toLowerCase()}`;
  }
  const { anonymous, starter, pro, scale, ...budgets } = changes;
  const plans: Plans = {
    anonymous: { ...SPEC_PLANS.anonymous, ...anonymous },
    starter: { ...SPEC_PLANS.starter, ...starter },
    pro: { ...SPEC_PLANS.pro, ...pro },
    scale: { ...SPEC_PLANS.scale, ...scale },
    pages_per_minute: budgets.pages_per_minute ?? SPEC_PLANS.pages_per_minute,
    account_routes_per_minute: budgets.account_routes_per_minute ?? SPEC_PLANS.account_routes_per_minute,
  };
  if (plans.anonymous.counted_per !== 'client') return 'anonymous callers have no account to be counted by';
  return plans;
}
