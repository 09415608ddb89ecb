import { isIP } from 'node:net';
import type { Request, Response } from 'express';
import {
  ipKeyGenerator,
  type RateLimitRequestHandler,
  rateLimit,
  type Store,
} from 'express-rate-limit';
import { AppError } from '../errors.ts';
import { UsedUpLimits } from './used-up-limits.ts';

const MINUTE_MS = 60_000;

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
  'people-reads-per-person': 'local',
  'people-reads-per-address': 'local',
  'public-reads': 'local',
  uploads: 'local',
  'feedback-per-person': 'shared',
  'feedback-per-address': 'shared',
  'quest-calls-per-person': 'shared',
  'quest-calls-per-address': 'shared',
  'signed-quest-calls': 'shared',
  'wrong-signatures': 'shared',
} as const;

export type LimitPolicy = keyof typeof COUNTED;

/** The policies whose window is not one minute. */
const WINDOWS_MS: { readonly [P in LimitPolicy]?: number } = {
  'feedback-per-person': 10 * MINUTE_MS,
  'feedback-per-address': 10 * MINUTE_MS,
};
/**
 * The policies that say nothing before they refuse: what is left differs for each caller, and any cache
 * may store the answers.
 */
const SILENT: ReadonlySet<LimitPolicy> = new Set(['public-reads']);

const windowOf = (policy: LimitPolicy): number => WINDOWS_MS[policy] ?? MINUTE_MS;

/** Counters that all processes share. */
export interface SharedCounters {
  /** Increments `key`; the count restarts when its window has passed. */
  upsert(key: string, windowMs: number): Promise<{ hits: number; ms_left: number }>;
}

interface Exchange {
  readonly req: Request;
  readonly res: Response;
}

/** Requests per window by policy; `false` as `limits` turns all policies off. */
export class RateLimits {
  readonly #limiters = new Map<LimitPolicy, RateLimitRequestHandler>();
  readonly #usedUp = new Map<LimitPolicy, UsedUpLimits>();

  constructor(
    limits: false | Readonly<Record<LimitPolicy, number>>,
    { counters, now }: { counters: SharedCounters; now: () => Date },
  ) {
    if (!limits) return;
    for (const [policy, limit] of Object.entries(limits) as [LimitPolicy, number][]) {
      if (COUNTED[policy] === 'local') {
        this.#limiters.set(policy, limiterOf(policy, limit, undefined));
        continue;
      }
      const usedUp = new UsedUpLimits({ windowMs: windowOf(policy), now });
      this.#usedUp.set(policy, usedUp);
      const store = sharedStore(policy, limit, { counters, usedUp });
      this.#limiters.set(policy, limiterOf(policy, limit, store));
    }
  }

  /**
   * Counts one request of `key` and sets the `RateLimit` headers, of a silent policy only over the limit.
   * @throws AppError RATE_LIMITED with `Retry-After`, over the limit
   */
  async take(policy: LimitPolicy, key: string, { req, res }: Exchange): Promise<void> {
    const limiter = this.#limiters.get(policy);
    if (!limiter) return;
    res.locals.limitKey = key;
    const restore = SILENT.has(policy) ? headersOfNow(res) : () => {};
    await new Promise<void>((resolve, reject) => {
      void limiter(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
    });
    restore();
  }

  /**
   * For a shared limit that is counted after the work: refuses before it what the process knows to be
   * over the limit. Counts nothing.
   * @throws AppError RATE_LIMITED as `take`
   */
  async refuseUsedUp(policy: LimitPolicy, key: string, exchange: Exchange): Promise<void> {
    const msLeft = this.#usedUp.get(policy)?.msLeft(counterOf(policy, key)) ?? 0;
    if (msLeft > 0) await this.take(policy, key, exchange);
  }
}

/**
 * The counter key of the caller's address. `X-Forwarded-For` can hold anything where a proxy passes
 * it on: what is no address counts for the proxy that sent it. Some proxies add the client's port.
 */
export function addressOf({ ip = '', socket }: Request): string {
  const [, inBrackets, beforePort] =
    /^\[([^\]]{2,45})\](?::\d{1,5})?$|^([\d.]{7,15}):\d{1,5}$/.exec(ip) ?? [];
  const given = [inBrackets, beforePort, ip].find((text) => isIP(text ?? '') > 0);
  return addressKey(given ?? socket.remoteAddress ?? '');
}

/** What an address counts as: itself, or its network for IPv6. */
export function addressKey(given: string): string {
  const [address = ''] = given.split('%');
  return ipKeyGenerator(address, IPV6_SUBNET);
}

/** A function that takes back what is done to the `RateLimit` headers from now on. */
function headersOfNow(res: Response): () => void {
  const names = ['RateLimit', 'RateLimit-Policy'];
  const values = names.map((name) => [name, res.getHeader(name)] as const);
  return () => {
    for (const [name, value] of values) {
      if (value === undefined) res.removeHeader(name);
      else res.setHeader(name, value);
    }
  };
}

const counterOf = (policy: LimitPolicy, key: string): string => `${policy}:${key}`;

const limiterOf = (policy: LimitPolicy, limit: number, store: Store | undefined) =>
  rateLimit({
    identifier: policy,
    windowMs: windowOf(policy),
    limit,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator: (_req, res) => String(res.locals.limitKey),
    handler: (_req, _res, next) =>
      next(new AppError('RATE_LIMITED', 'Too many requests; try again later')),
    ...(store && { store }),
  });

function sharedStore(
  policy: LimitPolicy,
  limit: number,
  { counters, usedUp }: { counters: SharedCounters; usedUp: UsedUpLimits },
): Store {
  const count = async (counter: string) => {
    const { hits, ms_left } = await counters.upsert(counter, windowOf(policy));
    if (hits >= limit) usedUp.add(counter, ms_left);
    return { hits, msLeft: ms_left };
  };
  return {
    async increment(key) {
      const counter = counterOf(policy, key);
      const known = usedUp.msLeft(counter);
      const { hits, msLeft } =
        known > 0 ? { hits: limit + 1, msLeft: known } : await count(counter);
      return { totalHits: hits, resetTime: new Date(Date.now() + msLeft) };
    },
    // Not used: no counted request is taken back.
    decrement: () => {},
    resetKey: () => {},
  };
}
