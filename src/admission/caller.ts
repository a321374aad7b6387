import type { Allowance, Identity } from './admission.ts';
import type { KeyFacts } from './keys.ts';
import type { Charge } from './limiter/limiter.ts';

/** The holder of a key, an anonymous caller, or a visitor to a page. */
export type Caller = Holder | 'anonymous' | 'visitor';

export class Holder implements KeyFacts {
  readonly keyId: KeyFacts['keyId'];
  readonly accountId: KeyFacts['accountId'];
  readonly kind: KeyFacts['kind'];
  readonly scope: KeyFacts['scope'];
  readonly plan: KeyFacts['plan'];
  readonly perMinute: KeyFacts['perMinute'];
  readonly validUntilMs: KeyFacts['validUntilMs'];
  /** The buckets that reads draw from; null where they depend on the client. */
  readonly charges: Readonly<Record<Allowance, readonly Charge[]>> | null;
  /** This holder as `identify` returns it; made once, so that a request makes no object. */
  readonly identity: Identity<Caller>;

  constructor(facts: KeyFacts, charges: Holder['charges']) {
    this.keyId = facts.keyId;
    this.accountId = facts.accountId;
    this.kind = facts.kind;
    this.scope = facts.scope;
    this.plan = facts.plan;
    this.perMinute = facts.perMinute;
    this.validUntilMs = facts.validUntilMs;
    this.charges = charges;
    this.identity = { outcome: 'known', caller: this };
  }
}
