import type { Request, Response } from 'express';
import { type Administrator, missingScope } from '../../domain/administration/administrators.ts';
import type { Scope } from '../../domain/administration/scopes.ts';
import {
  AppError,
  forbidden,
  insufficientScope,
  invalidToken,
  unauthorized,
} from '../../errors.ts';
import type { AdminCookie } from '../../lib/admin-cookie.ts';
import type {
  AdminAuthenticationService,
  AdminIdentity,
} from '../../services/administration/admin-authentication.service.ts';
import type { SignInFailuresService } from '../../services/administration/sign-in-failures.service.ts';
import type {
  AuthenticationService,
  Credentials,
  Identity,
} from '../../services/people/authentication.service.ts';
import type { StreamTicketsService } from '../../services/stream-tickets.service.ts';
import { clientAddressOf } from '../client-address.ts';
import { scopeOf } from '../conference-scope-check.ts';
import type { AnyEndpoint, Auth, Callers, SignedIn } from '../endpoint.ts';
import { isPublicRead } from '../errors-of.ts';
import { addressOf, type RateLimits } from '../rate-limits.ts';
import { traceOf } from '../traces.ts';
import { requestLog } from './request-log.ts';

/**
 * Makes the authentication of an endpoint, which returns the caller.
 * @throws AppError UNAUTHORIZED, INVALID_TOKEN, FORBIDDEN or RATE_LIMITED
 */
export type Authenticate = (
  endpoint: AnyEndpoint,
) => (req: Request, res: Response) => Promise<Callers[Auth]>;

interface Exchange {
  readonly req: Request;
  readonly res: Response;
}

interface Deps {
  readonly authentication: AuthenticationService;
  readonly adminAuthentication: AdminAuthenticationService;
  readonly streamTickets: StreamTicketsService;
  readonly adminCookie: AdminCookie;
  readonly signInFailures: SignInFailuresService;
  readonly limits: RateLimits;
}

export const authenticator =
  (deps: Deps): Authenticate =>
  (endpoint) => {
    const auth: Auth = endpoint.auth;
    const isLimited = isPublicRead(endpoint);
    switch (auth) {
      case 'public':
        return async (req, res) => {
          if (endpoint.readsPeople || isLimited) {
            const identity = deps.authentication.identifyOrIgnore(credentialsOf(req));
            // The owner of the search, for the gate.
            res.locals.messengerId = identity?.messenger_id;
            if (endpoint.readsPeople) await limitReading(deps, endpoint, identity, { req, res });
            else await limitPublicReads(deps, identity, { req, res });
          }
          return endpoint.knowsSender && identifySender(deps, endpoint, { req, res });
        };
      case 'admin':
        return (req, res) => authenticateAdmin(deps, endpoint, { req, res });
      case 'user':
      case 'optional':
        return async (req, res) => {
          const caller = await authenticateUser(deps, endpoint, { req, res, isLimited });
          if (!caller && auth === 'user') throw unauthorized();
          if (caller?.user.is_blocked && !endpoint.allowBlocked) throw forbidden();
          return caller;
        };
    }
  };

/**
 * Counts a request toward its limits before the first statement, so that a refusal costs no
 * statement.
 */
async function authenticateUser(
  deps: Deps,
  endpoint: AnyEndpoint,
  { isLimited, ...exchange }: Exchange & { readonly isLimited: boolean },
): Promise<SignedIn | undefined> {
  const identity = deps.authentication.identify(credentialsOf(exchange.req));
  if (identity) await limitPerson(deps, identity, exchange);
  if (endpoint.readsPeople) await limitReading(deps, endpoint, identity, exchange);
  if (isLimited) await limitPublicReads(deps, identity, exchange);
  return identity && deps.authentication.signIn(identity);
}

/**
 * The sender of a public request; undefined unless the credentials are valid. Refuses a request
 * that is known to be over a limit of the endpoint before the first statement.
 */
async function identifySender(
  { authentication, limits }: Deps,
  endpoint: AnyEndpoint,
  exchange: Exchange,
): Promise<SignedIn | undefined> {
  const identity = authentication.identifyOrIgnore(credentialsOf(exchange.req));
  if (!identity) return undefined;
  const user = String(identity.messenger_id);
  await limitPerson({ limits }, identity, exchange);
  for (const { policy, on, by } of endpoint.limits ?? []) {
    if (on !== 'request' || typeof by === 'function') continue;
    const key = by === 'user' ? user : addressOf(exchange.req);
    await limits.refuseBlocked(policy, key, exchange);
  }
  return authentication.signInOrIgnore(identity);
}

/** One limit for each person, whatever proves who they are, and a lower one of launch data. */
async function limitPerson(
  { limits }: Pick<Deps, 'limits'>,
  { via, messenger_id }: Identity,
  exchange: Exchange,
): Promise<void> {
  const person = String(messenger_id);
  if (via === 'messenger') await limits.take('messenger-auth', person, exchange);
  await limits.take('requests-per-person', person, exchange);
}

/** Signed-in users have their own limit, since a whole venue shares one address. */
function limitReading(
  { limits }: Deps,
  endpoint: AnyEndpoint,
  identity: Identity | undefined,
  exchange: Exchange,
): Promise<void> {
  const { readsPeople } = endpoint;
  const times = typeof readsPeople === 'function' ? readsPeople(exchange.req.query) : 1;
  return identity
    ? limits.take('people-reads-per-person', String(identity.messenger_id), exchange, times)
    : limits.take('people-reads-per-address', addressOf(exchange.req), exchange, times);
}

/** As `limitReading`. Answers from memory never get here, so they do not count. */
const limitPublicReads = (
  { limits }: Deps,
  identity: Identity | undefined,
  exchange: Exchange,
): Promise<void> =>
  // No id of a person looks like an address.
  limits.take(
    'public-reads',
    identity ? String(identity.messenger_id) : addressOf(exchange.req),
    exchange,
  );

const credentialsOf = (req: Request): Credentials => ({
  token: bearerToken(req),
  initData: req.get('x-messenger-auth'),
});

/**
 * By API key, or a token or session that counts as its key. A wrong key counts against the caller's
 * address. The key must have the scopes of the endpoint, and all conferences if the endpoint needs
 * them.
 */
async function authenticateAdmin(
  deps: Deps,
  endpoint: AnyEndpoint,
  { req, res }: Exchange,
): Promise<Administrator> {
  const { takesTicket } = endpoint;
  const ticket = takesTicket && isOnlyTicket(req) ? req.query.ticket : undefined;
  const identity = await (typeof ticket === 'string'
    ? identifyByTicket(deps, ticket, { req, res })
    : identifyAdmin(deps, { req, res }));
  await deps.limits.take('admin-key', identity.key, { req, res });
  const missing = missingScope(identity.scopes, scopesOf(endpoint, req));
  if (missing) throw insufficientScope(missing);
  if (identity.conference_ids && endpoint.conferences === 'all') {
    throw insufficientScope(scopeOf(endpoint));
  }
  return { ...identity, ...traceOf(req, res) };
}

async function identifyAdmin(
  { authentication, adminAuthentication, adminCookie, signInFailures, limits }: Deps,
  { req, res }: Exchange,
): Promise<AdminIdentity> {
  const address = clientAddressOf(req);
  const trace = traceOf(req, res);
  const key = req.get('x-api-key');
  if (key !== undefined) {
    const count = () => countFailure(limits, { req, res });
    res.locals.credentialOf = () => adminAuthentication.credentialOf({ via: 'api_key', text: key });
    const byKey = await signInFailures.watch({ tried: 'api_key', text: key, trace, count }, () =>
      adminAuthentication.byKey(key, address),
    );
    if (byKey) return byKey;
    throw unauthorized();
  }
  const token = bearerToken(req);
  if (token === undefined) {
    const secret = adminCookie.isFromOwnPage(req.headers)
      ? adminCookie.valueIn(req.headers)
      : undefined;
    if (secret === undefined) throw unauthorized();
    res.locals.credentialOf = () =>
      adminAuthentication.credentialOf({ via: 'session', text: secret });
    const bySession = await signInFailures.watch({ tried: 'session', trace }, () =>
      adminAuthentication.bySession(secret, address),
    );
    if (bySession) return bySession;
    throw unauthorized();
  }
  res.locals.credentialOf = () => adminAuthentication.credentialOf({ via: 'token', text: token });
  const byToken = await adminAuthentication.byToken(token, address);
  if (byToken) return byToken;
  throw authentication.isUserToken(token) ? forbidden() : invalidToken();
}

/** A key or a token takes precedence over a ticket, and a ticket over a cookie, which a browser adds. */
const isOnlyTicket = (req: Request): boolean =>
  req.get('x-api-key') === undefined && req.get('authorization') === undefined;

async function identifyByTicket(
  { adminAuthentication, streamTickets, signInFailures }: Deps,
  ticket: string,
  { req, res }: Exchange,
): Promise<AdminIdentity> {
  const trace = traceOf(req, res);
  const identity = await signInFailures.watch({ tried: 'ticket', trace }, async () => {
    const isKept = req.method === 'HEAD';
    const { credential } = (await streamTickets.redeem(ticket, { of: 'admin', isKept })) ?? {};
    res.locals.credentialOf = () => credential;
    return credential && adminAuthentication.byCredential(credential, clientAddressOf(req));
  });
  if (!identity) throw unauthorized();
  return identity;
}

/** A wrong key is refused as such also while its failure cannot be counted. */
async function countFailure(limits: RateLimits, exchange: Exchange): Promise<void> {
  try {
    await limits.take('admin-key-failures', addressOf(exchange.req), exchange);
  } catch (err) {
    if (err instanceof AppError) throw err;
    requestLog(exchange.res).warn({ err }, 'wrong API key: not counted toward its rate limit');
  }
}

/**
 * The scopes that a request needs: an answer that is a file, or has codes for the door, needs that of
 * the export, too.
 */
function scopesOf({ scope, exportScope }: AnyEndpoint, req: Request): readonly Scope[] {
  const declared: readonly (Scope | 'any')[] = [scope ?? []].flat();
  const scopes = declared.filter((one) => one !== 'any');
  const { format = 'json', include = '' } = req.query;
  const isExport = format !== 'json' || String(include).includes('ticket_code');
  return exportScope && isExport ? [...scopes, exportScope] : scopes;
}

function bearerToken(req: Request): string | undefined {
  const header = req.get('authorization');
  if (header === undefined) return undefined;
  // Another scheme is a wrong credential, not a missing one.
  return /^Bearer ([^\s]+)$/i.exec(header)?.[1] ?? '';
}
