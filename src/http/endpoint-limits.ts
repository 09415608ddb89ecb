import type { Request, Response } from 'express';
import type { AnyEndpoint, EndpointLimit, SignedIn } from './endpoint.ts';
import { addressOf, type RateLimits } from './rate-limits.ts';

/** A request that counts toward the `limits` of its endpoint. */
export interface LimitedRequest {
  readonly req: Request;
  readonly res: Response;
  /** As the handler gets it. */
  readonly request: unknown;
  readonly limits: RateLimits;
}

/**
 * Counts a request toward the limits that its endpoint counts at this moment.
 * @throws AppError RATE_LIMITED over a limit
 */
export async function takeLimits(
  endpoint: AnyEndpoint,
  moment: EndpointLimit['on'],
  limited: LimitedRequest,
): Promise<void> {
  for (const { policy, key } of limitsOf(endpoint, moment, limited)) {
    await limited.limits.take(policy, key, limited);
  }
}

/**
 * Refuses a request before its work if a limit that is counted after it is known to be used up.
 * @throws AppError RATE_LIMITED
 */
export async function refuseBlocked(
  endpoint: AnyEndpoint,
  moment: EndpointLimit['on'],
  limited: LimitedRequest,
): Promise<void> {
  for (const { policy, key } of limitsOf(endpoint, moment, limited)) {
    await limited.limits.refuseBlocked(policy, key, limited);
  }
}

const limitsOf = (
  { limits = [] }: AnyEndpoint,
  moment: EndpointLimit['on'],
  { req, res, request }: LimitedRequest,
) =>
  limits
    .filter(({ on }) => on === moment)
    .flatMap(({ policy, by }) => {
      const key = typeof by === 'function' ? by(request as never) : callerKey(by, { req, res });
      return key === undefined ? [] : [{ policy, key }];
    });

function callerKey(by: 'address' | 'user', { req, res }: Pick<LimitedRequest, 'req' | 'res'>) {
  if (by === 'address') return addressOf(req);
  const caller: SignedIn | undefined = res.locals.caller;
  return caller && String(caller.user.messenger_id);
}
