import { LRUCache } from 'lru-cache';
import type { Configuration, IDToken, UserInfoResponse } from 'openid-client';
import { faultOfName } from './names.ts';
import type { ProviderFailure, SignInProvider } from './sign-in.ts';

export interface OpenIdOptions {
  /** As the provider writes it. By https, or on this machine. */
  issuer: URL;
  clientId: string;
  /** Null for a client that has none, and proves itself by PKCE alone. */
  clientSecret: string | null;
  /** What stands on the button. */
  name: string;
  /** Why a sign-in failed, in a few words without any secret. */
  onFailure?: (what: string) => void;
  nowMs?: () => number;
}

/** What must fit when the browser comes back. */
interface Flow {
  returnUrl: string;
  state: string;
  nonce: string;
  verifier: string;
  linkTo: number | null;
  endsMs: number;
}

/** Long enough to find a password there. */
const LONGEST_FLOW_MS = 10 * 60_000;
/** People who are on their way at one time. */
const MOST_FLOWS = 10_000;
/** A provider that answers later is of no use to one who waits. */
const TIMEOUT_SECONDS = 10;
const LONGEST_REASON = 300;
/** Addresses and keys of a provider change seldom; asked for again after an hour. */
const METADATA_FRESH_MS = 3_600_000;

/**
 * Sign-in through an OpenID Connect provider: authorization code with PKCE, `state` and `nonce`, each made for one
 * sign-in of one browser and good once. The library checks the answers: issuer, audience, nonce, times, signature.
 */
export class OpenIdProvider implements SignInProvider {
  readonly name: string;
  readonly issuer: string;
  readonly #options: OpenIdOptions;
  readonly #nowMs: () => number;
  readonly #flows = new LRUCache<string, Flow>({ max: MOST_FLOWS });
  #metadata: { configuration: Promise<Configuration>; freshUntilMs: number } | null = null;

  constructor(options: OpenIdOptions) {
    this.#options = options;
    this.name = options.name;
    // A lone slash at the end is an artefact of URL, and not always how an issuer writes itself.
    this.issuer = options.issuer.href.replace(/^([^/]+\/\/[^/]+)\/$/, '$1');
    this.#nowMs = options.nowMs ?? (() => performance.now());
  }

  async begin(returnUrl: string, linkTo: number | null): ReturnType<SignInProvider['begin']> {
    const client = await import('openid-client');
    const configuration = await this.#configuration().catch((error) => this.#tell(error));
    if (configuration === null) return 'unreachable';
    const [state, nonce, verifier] = [
      client.randomState(),
      client.randomNonce(),
      client.randomPKCECodeVerifier(),
    ];
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: returnUrl,
      scope: scopeFor(configuration),
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const ticket = client.randomState();
    const endsMs = this.#nowMs() + LONGEST_FLOW_MS;
    this.#flows.set(ticket, { returnUrl, state, nonce, verifier, linkTo, endsMs });
    return { url: url.href, ticket };
  }

  async finish(ticket: string, query: string): ReturnType<SignInProvider['finish']> {
    const flow = this.#flows.get(ticket);
    this.#flows.delete(ticket);
    if (flow === undefined || this.#nowMs() > flow.endsMs) return 'stale';
    const client = await import('openid-client');
    const configuration = await this.#configuration().catch((error) => this.#tell(error));
    if (configuration === null) return 'unreachable';
    try {
      const tokens = await client.authorizationCodeGrant(
        configuration,
        new URL(`${flow.returnUrl}?${query}`),
        {
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          pkceCodeVerifier: flow.verifier,
          idTokenExpected: true,
        },
      );
      const claims = tokens.claims();
      if (claims === undefined) return 'unproven';
      const { sub: subject } = claims;
      const suggestedName =
        nameOf(claims) ?? (await this.#askName(configuration, tokens.access_token, subject));
      return { identity: { issuer: this.issuer, subject, suggestedName }, linkTo: flow.linkTo };
    } catch (error) {
      this.#tell(error);
      return failureOf(error, client.AuthorizationResponseError);
    }
  }

  /** Some providers tell names apart from who someone is. Without one, another is made up. */
  async #askName(configuration: Configuration, accessToken: string, subject: string): Promise<string> {
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return '';
    const client = await import('openid-client');
    const told = await client
      .fetchUserInfo(configuration, accessToken, subject)
      .catch((error) => this.#tell(error));
    return (told && nameOf(told)) ?? '';
  }

  /** A provider that could not be reached is asked again the next time. */
  #configuration(): Promise<Configuration> {
    if (this.#metadata !== null && this.#nowMs() < this.#metadata.freshUntilMs) {
      return this.#metadata.configuration;
    }
    const configuration = this.#discover();
    const metadata = { configuration, freshUntilMs: this.#nowMs() + METADATA_FRESH_MS };
    this.#metadata = metadata;
    configuration.catch(() => {
      if (this.#metadata === metadata) this.#metadata = null;
    });
    return configuration;
  }

  async #discover(): Promise<Configuration> {
    // Loaded now, since most servers have no provider and all should start quickly.
    const client = await import('openid-client');
    const { issuer, clientId, clientSecret } = this.#options;
    const basic = client.ClientSecretBasic(clientSecret ?? '');
    const post = client.ClientSecretPost(clientSecret ?? '');
    return client.discovery(
      issuer,
      clientId,
      undefined,
      clientSecret === null
        ? client.None()
        : (server, ...rest) => {
            // The protocol's default, unless the provider does not know it.
            const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
            return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
          },
      {
        timeout: TIMEOUT_SECONDS,
        execute: [
          // The signature is checked as well, although the token comes straight from the provider.
          client.enableNonRepudiationChecks,
          ...(isOnThisMachine(issuer) ? [client.allowInsecureRequests] : []),
        ],
      },
    );
  }

  #tell(error: unknown): null {
    this.#options.onFailure?.(reasonOf(error));
    return null;
  }
}

/** Plain http is for a provider on the same machine alone, where nobody listens in. */
export function isOnThisMachine({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** Names are asked for where the provider tells them; who someone is comes with `openid` alone. */
function scopeFor(configuration: Configuration): string {
  const { scopes_supported: supported } = configuration.serverMetadata();
  return ['openid', 'profile', 'email']
    .filter((scope) => scope === 'openid' || (supported?.includes(scope) ?? true))
    .join(' ');
}

/** What the person is called there, if that can be a name here. */
function nameOf(claims: IDToken | UserInfoResponse): string | null {
  const email = typeof claims.email === 'string' ? claims.email.split('@')[0] : undefined;
  const names = [claims.preferred_username, email, claims.nickname, claims.name];
  const name = names.find((each) => typeof each === 'string' && faultOfName(each) === null);
  return (name as string | undefined) ?? null;
}

/** Enough for an operator to see what does not fit. Neither claims nor tokens are told, which errors carry along. */
function reasonOf(error: unknown): string {
  const { message, error: told, cause } = error as Error & { error?: string };
  const parts = [message, told, (cause as Error | undefined)?.message];
  return parts
    .filter((part) => typeof part === 'string')
    .join(': ')
    .slice(0, LONGEST_REASON);
}

/** The provider said no, did not answer, or answered something that proves nothing. */
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
