import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** A real OpenID Connect provider on this machine, whose answers can be broken one by one. */
export interface RealProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** A client without a secret. */
  publicClientId: string;
  /** Who signs in next; null declines. */
  person: { subject: string | null };
  /** Changes the claims of the tokens it signs. */
  tamper: { claims: ((claims: Claims) => Claims) | null; signature: boolean };
  /** The bodies sent to its token endpoint. */
  exchanges: URLSearchParams[];
  /** Visits it as a browser, and returns where it sends the browser back to. */
  visit(url: string): Promise<URL>;
  close(): void;
}
export type Claims = Record<string, unknown>;

const CLIENT = { id: 'larder', secret: 'the secret of larder at the provider' };
const PUBLIC_CLIENT_ID = 'larder without a secret';
const PATIENCE_STEPS = 10;

export interface ProviderOptions {
  /** A name of this machine; if it differs from that of the service, the two are different sites. */
  host?: string;
  /** Whether people have to agree first, as with most providers; otherwise they are sent back at once. */
  asks?: boolean;
}

export async function openProvider(
  returnUrl: string,
  { host = '127.0.0.1', asks = false }: ProviderOptions = {},
): Promise<RealProvider> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const port = await freePort();
  const issuer = `http://${host}:${port}`;
  const person: RealProvider['person'] = { subject: 'grace-42' };
  const tamper: RealProvider['tamper'] = { claims: null, signature: false };
  const exchanges: URLSearchParams[] = [];
  const provider: Provider = new Provider(issuer, {
    clients: [
      { client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [returnUrl] },
      { client_id: PUBLIC_CLIENT_ID, token_endpoint_auth_method: 'none', redirect_uris: [returnUrl] },
    ],
    cookies: { keys: ['cookies of the provider'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'one' }] },
    claims: { openid: ['sub'], profile: ['preferred_username'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: () => '/sign-in' },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, preferred_username: 'Grace' }),
    }),
    async loadExistingGrant({
      oidc,
    }: {
      oidc: { client: { clientId: string }; session: { accountId: string } };
    }) {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid profile');
      await grant.save();
      return grant;
    },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  });
  provider.use(async (context, next) => {
    if (context.path === '/sign-in' && asks && context.query.agreed === undefined) {
      context.type = 'html';
      context.body = '<!doctype html><title>Provider</title><a href="/sign-in?agreed">Agree</a>';
      return;
    }
    if (context.path === '/sign-in') {
      context.respond = false;
      const result =
        person.subject === null
          ? { error: 'access_denied', error_description: 'said no' }
          : { login: { accountId: person.subject, remember: false } };
      await provider.interactionFinished(context.req, context.res, result);
      return;
    }
    await next();
    if (context.path !== '/token') return;
    const { oidc } = context as unknown as { oidc?: { body?: Record<string, string> } };
    exchanges.push(new URLSearchParams(oidc?.body));
    const body = context.body as { id_token?: string };
    if (body.id_token !== undefined) context.body = { ...body, id_token: forge(body.id_token) };
  });

  /** The same token with other claims, signed with the provider's own key unless that is broken too. */
  function forge(token: string): string {
    if (tamper.claims === null && !tamper.signature) return token;
    const [head = '', claims = '', signature = ''] = token.split('.');
    const changed = tamper.claims?.(JSON.parse(Buffer.from(claims, 'base64url').toString())) ?? null;
    const signed = `${head}.${changed === null ? claims : Buffer.from(JSON.stringify(changed)).toString('base64url')}`;
    if (tamper.signature) return `${signed}.${signature.slice(0, -8)}AAAAAAAA`;
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey).toString('base64url')}`;
  }

  const server = await new Promise<Server>((resolve) => {
    const listening: Server = provider.listen(port, '127.0.0.1', () => resolve(listening));
  });
  return {
    issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    publicClientId: PUBLIC_CLIENT_ID,
    person,
    tamper,
    exchanges,
    visit: (url) => visit(url, returnUrl),
    close: () => void server.close(),
  };
}

async function visit(start: string, returnUrl: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(start);
  for (let step = 0; step < PATIENCE_STEPS; step++) {
    if (url.href.startsWith(returnUrl)) return url;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null)
      throw new Error(`${url.pathname} answers ${answer.status}: ${await answer.text()}`);
    url = new URL(location, url);
  }
  throw new Error('sent around in circles');
}

/** A free port: the issuer must be known before the provider listens. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
