import type { Request, Response } from 'express';
import type { Administrator } from '../../domain/people/administrators.ts';
import { forbidden, invalidToken, unauthorized } from '../../errors.ts';
import type { AuthenticationService } from '../../services/people/authentication.service.ts';
import type { AnyEndpoint, Auth, Callers, SignedIn } from '../endpoint.ts';
import { addressOf, type RateLimits } from '../rate-limits.ts';

/**
 * Makes the authentication of an endpoint, which returns the caller.
 * @throws AppError UNAUTHORIZED, INVALID_TOKEN, FORBIDDEN or RATE_LIMITED
 */
export type Authenticate = (
  endpoint: AnyEndpoint,
) => (req: Request, res: Response) => Promise<Callers[Auth]>;

interface Deps {
  readonly authentication: AuthenticationService;
  readonly limits: RateLimits;
}

export const authenticator =
  (deps: Deps): Authenticate =>
  (endpoint) => {
    const auth: Auth = endpoint.auth;
    switch (auth) {
      case 'public':
        return async () => undefined;
      case 'admin':
        return (req, res) => authenticateAdmin(deps, req, res);
      case 'user':
      case 'optional':
        return async (req, res) => {
          const caller = await authenticateUser(deps, req, res);
          if (!caller && auth === 'user') throw unauthorized();
          if (caller?.user.is_blocked && !endpoint.allowBlocked) throw forbidden();
          return caller;
        };
    }
  };

/** The bearer token counts; launch data beside it must name the same user. */
async function authenticateUser(
  { authentication, limits }: Deps,
  req: Request,
  res: Response,
): Promise<SignedIn | undefined> {
  const initData = req.get('x-messenger-auth');
  const token = bearerToken(req);
  if (token !== undefined) {
    if (authentication.isAdminToken(token)) throw forbidden();
    const signedIn = await authentication.byToken(token);
    if (initData !== undefined) authentication.checkSameUser(signedIn.user, initData);
    return { ...signedIn, via: 'token', created: false };
  }
  if (initData === undefined) return undefined;

  const { user, created, access_until } = await authentication.byMessenger(initData);
  await limits.take('messenger-auth', String(user.id), { req, res });
  return { user, via: 'messenger', created, access_until };
}

/** By API key or admin token. A wrong key counts against the caller's address. */
async function authenticateAdmin(
  { authentication, limits }: Deps,
  req: Request,
  res: Response,
): Promise<Administrator> {
  const request_id = String(res.locals.requestId);
  const key = req.get('x-api-key');
  if (key !== undefined) {
    const name = authentication.adminKeyName(key);
    if (!name) {
      await limits.take('admin-key-failures', addressOf(req), { req, res });
      throw unauthorized();
    }
    await limits.take('admin-key', name, { req, res });
    return { name, request_id };
  }
  const token = bearerToken(req);
  if (token === undefined) throw unauthorized();
  if (authentication.isAdminToken(token)) return { name: 'token', request_id };
  if (authentication.isUserToken(token)) throw forbidden();
  throw invalidToken();
}

function bearerToken(req: Request): string | undefined {
  const header = req.get('authorization');
  if (header === undefined) return undefined;
  // Another scheme is a wrong credential, not a missing one.
  return /^Bearer ([^\s]+)$/i.exec(header)?.[1] ?? '';
}
