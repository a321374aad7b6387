import type { Allowance, Identity } from './admission.ts';
import type { KeyFacts } from './keys.ts';
import type { Charge } from './limiter/limiter.ts';

/** The holder of a key, an anonymous caller, or a visitor to a page. */
export type Caller = Holder | 'anonymous' | 'visitor';

export interface Holder extends KeyFacts {
  /** The buckets that reads draw from; null where they depend on the client. */
  readonly charges: Readonly<Record<Allowance, readonly Charge[]>> | null;
  /** This holder as `identify` returns it; made once, so that a request makes no object. */
  readonly identity: Identity<Caller>;
}

export function holderOf(facts: KeyFacts, charges: Holder['charges']): Holder {
  const holder = {
    ...facts,
    charges,
    identity: { outcome: 'known' as const, caller: null as unknown as Caller },
  };
  holder.identity.caller = holder;
  return holder;
}
