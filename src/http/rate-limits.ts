import type { Request, Response } from 'express';
import {
  ipKeyGenerator,
  type RateLimitRequestHandler,
  rateLimit,
  type Store,
} from 'express-rate-limit';
import { AppError } from '../errors.ts';

const WINDOW_MS = 60_000;

/** An IPv6 customer owns a whole /56, so one address of it counts as all of them. */
const IPV6_SUBNET = 56;

/** Where each policy is counted: together by all processes, or by each process for itself. */
const COUNTED = {
  'login-failures': 'together',
  'logins-per-person': 'together',
  'logins-per-address': 'together',
  'admin-key-failures': 'together',
  'admin-key': 'alone',
  'messenger-auth': 'alone',
} as const;

export type LimitPolicy = keyof typeof COUNTED;

/** Counters that all processes share. */
export interface SharedCounters {
  /** Adds one to `key`, whose count starts anew when its window has passed. */
  upsert(key: string, windowMs: number): Promise<{ hits: number; ms_left: number }>;
}

/** How often something may happen in a minute; `false` as `limits` turns all of it off. */
export class RateLimits {
  readonly #limiters = new Map<LimitPolicy, RateLimitRequestHandler>();

  constructor(limits: false | Readonly<Record<LimitPolicy, number>>, counters: SharedCounters) {
    if (!limits) return;
    for (const [policy, limit] of Object.entries(limits) as [LimitPolicy, number][]) {
      this.#limiters.set(policy, limiterOf(policy, limit, counters));
    }
  }

  /**
   * Counts one for `key`, and sets the `RateLimit` headers.
   * @throws AppError RATE_LIMITED, with `Retry-After`, once the policy is used up.
   */
  async take(policy: LimitPolicy, key: string, { req, res }: { req: Request; res: Response }) {
    const limiter = this.#limiters.get(policy);
    if (!limiter) return;
    res.locals.limitKey = key;
    await new Promise<void>((resolve, reject) => {
      void limiter(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
    });
  }
}

/** What stands for the address a request came from. */
export const addressOf = (req: Request): string => ipKeyGenerator(req.ip ?? '', IPV6_SUBNET);

function limiterOf(policy: LimitPolicy, limit: number, counters: SharedCounters) {
  const store = COUNTED[policy] === 'together' ? sharedStore(policy, counters) : undefined;
  return rateLimit({
    identifier: policy,
    windowMs: WINDOW_MS,
    limit,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator: (_req, res) => String(res.locals.limitKey),
    handler: (_req, _res, next) =>
      next(new AppError('RATE_LIMITED', 'Too many requests; try again later')),
    ...(store && { store }),
  });
}

function sharedStore(policy: LimitPolicy, counters: SharedCounters): Store {
  return {
    async increment(key) {
      const { hits, ms_left } = await counters.upsert(`${policy}:${key}`, WINDOW_MS);
      return { totalHits: hits, resetTime: new Date(Date.now() + ms_left) };
    },
    // Nothing here takes a count back: what is counted has already happened.
    decrement: () => {},
    resetKey: () => {},
  };
}
