import type { ClientAuth, Configuration, IDToken, UserInfoResponse } from 'openid-client';
import { isLoopback } from '../host-address.ts';
import type { FlowRecords } from './account-store.ts';
import { decrypt, encrypt } from './encryption.ts';
import { faultOfNewName, MAX_NAME_LENGTH } from './names.ts';
import { FRESH_MS, MAX_SESSION_DAYS } from './sessions.ts';
import type { Identity } from './tables/rows.ts';

/** Who an OpenID Connect provider says someone is. */
export interface ProvenIdentity extends Identity {
  /** What the person is called there; may be empty. */
  suggestedName: string;
  /** How long ago the person entered a password there; null when the provider does not say. */
  ageMs: number | null;
}

/** Why a sign-in through a provider did not prove who someone is. */
export type ProviderFailure = 'unreachable' | 'stale' | 'refused' | 'unproven';

/** What someone goes to a provider for. */
export interface FlowPurpose {
  /** The account to link, if any. */
  linkTo: number | null;
  /** Whether the provider must ask for a password, although it may know who this is. */
  isFresh: boolean;
}

/** Who came back, and what they went for. */
export interface FinishedFlow extends FlowPurpose {
  identity: ProvenIdentity;
}

/** Another service that people can sign in with. */
export interface SignInProvider {
  /** What people call it. */
  readonly name: string;
  readonly issuer: string;
  /** Where to send the browser, and a ticket that it must bring back. */
  begin(returnUrl: string, purpose: FlowPurpose): Promise<{ url: string; ticket: string } | 'unreachable'>;
  /** A ticket works once. */
  finish(ticket: string, query: string): Promise<FinishedFlow | ProviderFailure>;
}

export interface OpenIdOptions {
  /** As the provider writes it. Must be https, except on this machine. */
  issuer: URL;
  clientId: string;
  /** Null for a public client, which is protected by PKCE alone. */
  clientSecret: string | null;
  /** Shown on the button. */
  name: string;
  /** Receives the reason when a sign-in fails; it contains no secrets. */
  onFailure?: (reason: string) => void;
  flows: FlowRecords;
  /** The time of day, by which tickets end: another server may read them. */
  nowMs?: () => number;
  /** A clock that never goes back. */
  steadyMs?: () => number;
}

/**
 * What the browser's return is checked against. It is kept by the browser, encrypted, so that nobody can evict the
 * sign-ins of others by starting many.
 */
interface Flow extends FlowPurpose {
  returnUrl: string;
  state: string;
  nonce: string;
  verifier: string;
  endsMs: number;
}

/** Long enough to look up a password at the provider. */
export const MAX_FLOW_SECONDS = 10 * 60;
const TICKET_CONTEXT = 'sign-in through a provider';
/** Anything shorter cannot be decrypted. */
const MIN_TICKET_LENGTH = 32;
/** Nobody waits longer for a page. */
const TIMEOUT_SECONDS = 10;
const MAX_REASON_LENGTH = 300;
/**
 * A provider that is given a `max_age` has to say when the person signed in there. This one makes nobody sign in there
 * more often than here.
 */
const MAX_AGE_SECONDS = MAX_SESSION_DAYS * 86_400;
const FRESH_SECONDS = FRESH_MS / 1000;
/** The clocks of a provider's own machines may differ by this much. */
const CLOCK_SLACK_MS = 60_000;
/** A provider's endpoints and keys rarely change. */
const METADATA_FRESH_MS = 3_600_000;

/**
 * Sign-in through an OpenID Connect provider: authorization code with PKCE, `state` and `nonce`, each made for one
 * sign-in of one browser and valid once. The library checks issuer, audience, nonce, times and signature.
 */
export class OpenIdProvider implements SignInProvider {
  readonly name: string;
  readonly issuer: string;
  readonly #options: OpenIdOptions;
  readonly #nowMs: () => number;
  readonly #steadyMs: () => number;
  #metadata: { configuration: Promise<Configuration>; freshUntilMs: number } | null = null;

  constructor(options: OpenIdOptions) {
    this.#options = options;
    this.name = options.name;
    // URL adds a slash after a bare host, which the issuer's own spelling may not have.
    this.issuer = options.issuer.href.replace(/^([^/]+\/\/[^/]+)\/$/, '$1');
    this.#nowMs = options.nowMs ?? Date.now;
    this.#steadyMs = options.steadyMs ?? (() => performance.now());
  }

  async begin(returnUrl: string, { linkTo, isFresh }: FlowPurpose): ReturnType<SignInProvider['begin']> {
    const configuration = await this.#configuration().catch((error) => this.#report(error));
    if (configuration === null) return 'unreachable';
    const client = await library();
    const [state, nonce] = [client.randomState(), client.randomNonce()];
    const verifier = client.randomPKCECodeVerifier();
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: returnUrl,
      scope: scopeFor(configuration),
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      max_age: String(isFresh ? FRESH_SECONDS : MAX_AGE_SECONDS),
      ...(isFresh && { prompt: 'login' }),
    });
    const endsMs = this.#nowMs() + MAX_FLOW_SECONDS * 1000;
    const ticket = await this.#sealTicket({ returnUrl, state, nonce, verifier, linkTo, isFresh, endsMs });
    return { url: url.href, ticket };
  }

  async finish(ticket: string, query: string): ReturnType<SignInProvider['finish']> {
    const flow = await this.#readTicket(ticket);
    const nowMs = this.#nowMs();
    if (flow === null || nowMs > flow.endsMs) return 'stale';
    // A ticket works once.
    if (!(await this.#options.flows.finish(flow.state, nowMs, flow.endsMs))) return 'stale';
    const configuration = await this.#configuration().catch((error) => this.#report(error));
    if (configuration === null) return 'unreachable';
    const client = await library();
    try {
      const returned = new URL(`${flow.returnUrl}?${query}`);
      const tokens = await client.authorizationCodeGrant(configuration, returned, {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) return 'unproven';
      const { sub: subject } = claims;
      const suggestedName =
        nameOf(claims) ?? (await this.#askName(configuration, tokens.access_token, subject));
      const label = suggestedName === '' ? subject.slice(0, MAX_NAME_LENGTH) : suggestedName;
      const identity = { issuer: this.issuer, subject, label, suggestedName, ageMs: ageOf(claims) };
      return { identity, linkTo: flow.linkTo, isFresh: flow.isFresh };
    } catch (error) {
      this.#report(error);
      return failureOf(error, client.AuthorizationResponseError);
    }
  }

  async #sealTicket(flow: Flow): Promise<string> {
    const text = Buffer.from(JSON.stringify(flow));
    return encrypt(await this.#options.flows.ticketKey(), text, TICKET_CONTEXT).toString('base64url');
  }

  /** Null when the ticket was made with another key. */
  async #readTicket(ticket: string): Promise<Flow | null> {
    const sealed = Buffer.from(ticket, 'base64url');
    if (sealed.length < MIN_TICKET_LENGTH) return null;
    const text = decrypt(await this.#options.flows.ticketKey(), sealed, TICKET_CONTEXT);
    return text === null ? null : (JSON.parse(text.toString()) as Flow);
  }

  /** Some providers give names only at the userinfo endpoint. Empty when there is none. */
  async #askName(configuration: Configuration, accessToken: string, subject: string): Promise<string> {
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return '';
    const { fetchUserInfo } = await library();
    const userInfo = await fetchUserInfo(configuration, accessToken, subject).catch((error) =>
      this.#report(error),
    );
    return (userInfo && nameOf(userInfo)) ?? '';
  }

  /** Cached; a failed discovery is retried on the next call. */
  #configuration(): Promise<Configuration> {
    if (this.#metadata !== null && this.#steadyMs() < this.#metadata.freshUntilMs) {
      return this.#metadata.configuration;
    }
    const configuration = this.#discover();
    const metadata = { configuration, freshUntilMs: this.#steadyMs() + METADATA_FRESH_MS };
    this.#metadata = metadata;
    configuration.catch(() => {
      if (this.#metadata === metadata) this.#metadata = null;
    });
    return configuration;
  }

  async #discover(): Promise<Configuration> {
    const client = await library();
    const { issuer, clientId, clientSecret } = this.#options;
    const proof = clientSecret === null ? client.None() : withSecret(client, clientSecret);
    return client.discovery(issuer, clientId, undefined, proof, {
      timeout: TIMEOUT_SECONDS,
      execute: [
        // Checks the signature too, although the token comes straight from the provider.
        client.enableNonRepudiationChecks,
        ...(isOnThisMachine(issuer) ? [client.allowInsecureRequests] : []),
      ],
    });
  }

  #report(error: unknown): null {
    this.#options.onFailure?.(reasonOf(error));
    return null;
  }
}

/** Loaded on demand: most servers have no provider, and all should start quickly. */
const library = () => import('openid-client');

/** How a client with a secret proves itself: by the protocol's default, unless the provider does not support it. */
function withSecret(client: typeof import('openid-client'), secret: string): ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

/** Plain http is allowed only for a provider on the same machine, where nobody can listen in. */
export function isOnThisMachine(url: URL): boolean {
  return url.protocol === 'http:' && isLoopback(url);
}

/** `openid` proves who someone is; the other scopes only give names, and not every provider has them. */
function scopeFor(configuration: Configuration): string {
  const { scopes_supported: supported } = configuration.serverMetadata();
  return ['openid', 'profile', 'email']
    .filter((scope) => scope === 'openid' || (supported?.includes(scope) ?? true))
    .join(' ');
}

/** What the person is called at the provider, if that is a valid name here. */
function nameOf(claims: IDToken | UserInfoResponse): string | null {
  const email = typeof claims.email === 'string' ? claims.email.split('@')[0] : undefined;
  const names = [claims.preferred_username, email, claims.nickname, claims.name];
  const name = names.find((each) => typeof each === 'string' && faultOfNewName(each) === null);
  return (name as string | undefined) ?? null;
}

/**
 * How long ago the person entered a password at the provider. `max_age` and `prompt` were sent through the browser, which
 * may have removed them, so only the signed token counts. Both times in it are the provider's: it does not matter how far
 * its clock is from ours. Null when it says nothing, or something impossible.
 */
function ageOf({ iat, auth_time: signedIn }: IDToken): number | null {
  if (typeof signedIn !== 'number') return null;
  const ageMs = (iat - signedIn) * 1000;
  return ageMs < -CLOCK_SLACK_MS ? null : Math.max(0, ageMs);
}

/** Enough for an operator to find the mistake, without the claims and tokens that errors carry along. */
function reasonOf(error: unknown): string {
  const { message, error: code, cause } = error as Error & { error?: string };
  const parts = [message, code, (cause as Error | undefined)?.message];
  return parts
    .filter((part) => typeof part === 'string')
    .join(': ')
    .slice(0, MAX_REASON_LENGTH);
}

/** The provider refused, did not answer, or its answer failed a check. */
function failureOf(error: unknown, Refusal: new (...args: never[]) => Error): ProviderFailure {
  if (error instanceof Refusal) return 'refused';
  const { name, cause } = error as Error;
  const isSilent = name === 'TimeoutError' || (cause as Error | undefined)?.name === 'TimeoutError';
  return isSilent || isNetworkFailure(error) ? 'unreachable' : 'unproven';
}

function isNetworkFailure(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return /^(ConnectionRefused|ConnectionClosed|ECONN|ENOTFOUND|FailedToOpenSocket)/.test(code);
}
