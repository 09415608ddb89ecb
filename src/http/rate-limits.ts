import type { Request, Response } from 'express';
import {
  ipKeyGenerator,
  type RateLimitRequestHandler,
  rateLimit,
  type Store,
} from 'express-rate-limit';
import { AppError } from '../errors.ts';

const WINDOW_MS = 60_000;

/** An IPv6 customer has a whole /56, so all its addresses count as one. */
const IPV6_SUBNET = 56;

/** Where each policy is counted: for all processes together, or in each process. */
const COUNTED = {
  'login-failures': 'shared',
  'logins-per-person': 'shared',
  'logins-per-address': 'shared',
  'admin-key-failures': 'shared',
  'admin-key': 'local',
  'messenger-auth': 'local',
} as const;

export type LimitPolicy = keyof typeof COUNTED;

/** Counters that all processes share. */
export interface SharedCounters {
  /** Increments `key`; the count restarts when its window has passed. */
  upsert(key: string, windowMs: number): Promise<{ hits: number; ms_left: number }>;
}

/** Requests per minute by policy; `false` as `limits` turns all policies off. */
export class RateLimits {
  readonly #limiters = new Map<LimitPolicy, RateLimitRequestHandler>();

  constructor(limits: false | Readonly<Record<LimitPolicy, number>>, counters: SharedCounters) {
    if (!limits) return;
    for (const [policy, limit] of Object.entries(limits) as [LimitPolicy, number][]) {
      this.#limiters.set(policy, limiterOf(policy, limit, counters));
    }
  }

  /**
   * Counts one request of `key` and sets the `RateLimit` headers.
   * @throws AppError RATE_LIMITED with `Retry-After`, over the limit
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

/** The counter key of the caller's address. */
export const addressOf = (req: Request): string => ipKeyGenerator(req.ip ?? '', IPV6_SUBNET);

function limiterOf(policy: LimitPolicy, limit: number, counters: SharedCounters) {
  const store = COUNTED[policy] === 'shared' ? sharedStore(policy, counters) : undefined;
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
    // Not used: no counted request is taken back.
    decrement: () => {},
    resetKey: () => {},
  };
}
