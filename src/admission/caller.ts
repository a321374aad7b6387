import type { Allowance } from './admission.ts';
import type { KeyFacts } from './keys.ts';
import type { Charge } from './limiter/limiter.ts';

/** The holder of a key, an anonymous caller, or a visitor to a page. */
export type Caller = Holder | 'anonymous' | 'visitor';

export interface Holder extends KeyFacts {
  /** The buckets that reads draw from; null where they depend on the client. */
  readonly charges: Readonly<Record<Allowance, readonly Charge[]>> | null;
}
