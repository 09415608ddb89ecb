import type { Request, Response } from 'express';
import {
  ipKeyGenerator,
  MemoryStore,
  type RateLimitRequestHandler,
  rateLimit,
  type Store,
} from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import { AppError, rateLimited } from '../errors.ts';
import { requestRefused } from '../lib/observations.ts';
import { clientAddressOf, withoutZone } from './client-address.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** An IPv6 customer has a whole /56, so all its addresses count as one. */
const IPV6_SUBNET = 56;

/** The place where each policy is counted: for all processes together, or in each process. */
const COUNTED = {
  'login-failures': 'shared',
  'logins-per-person': 'local',
  'admin-key-failures': 'shared',
  'admin-sign-ins': 'shared',
  'admin-key': 'local',
  'messenger-auth': 'local',
  'people-reads-per-person': 'local',
  'people-reads-per-address': 'local',
  'public-reads': 'local',
  pages: 'local',
  'requests-per-person': 'local',
  'exports-per-person': 'shared',
  uploads: 'local',
  'decoded-kilopixels': 'shared',
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
  'exports-per-person': HOUR_MS,
  'decoded-kilopixels': 10 * MINUTE_MS,
  'feedback-per-person': 10 * MINUTE_MS,
  'feedback-per-address': 10 * MINUTE_MS,
};
/**
 * The policies that send no headers before they refuse: the rest of the limit differs for each
 * caller, and any cache may store the answers. Nor does the one that nearly every request counts toward.
 */
const SILENT: ReadonlySet<LimitPolicy> = new Set(['public-reads', 'pages', 'requests-per-person']);

const windowOf = (policy: LimitPolicy): number => WINDOWS_MS[policy] ?? MINUTE_MS;

/** Counters that all processes share. */
export interface SharedCounters {
  /** Adds `amount`, or 1, to `key`; the count restarts when its window has passed. */
  upsert(
    key: string,
    windowMs: number,
    amount?: number,
  ): Promise<{ hits: number; ms_left: number }>;
}

interface Counted {
  readonly hits: number;
  readonly msLeft: number;
}

interface Exchange {
  readonly req: Request;
  readonly res: Response;
}

/** Requests per window by policy; `false` as `limits` turns all policies off. */
export class RateLimits {
  readonly #limiters = new Map<LimitPolicy, RateLimitRequestHandler>();
  readonly #local = new Map<LimitPolicy, LocalLimit>();
  readonly #shared = new Map<LimitPolicy, SharedLimit>();

  constructor(
    limits: false | Readonly<Record<LimitPolicy, number>>,
    { counters, now }: { counters: SharedCounters; now: () => Date },
  ) {
    if (!limits) return;
    for (const [policy, limit] of Object.entries(limits) as [LimitPolicy, number][]) {
      if (COUNTED[policy] === 'local') {
        const store = new MemoryStore();
        this.#local.set(policy, { store, limit });
        this.#limiters.set(policy, limiterOf(policy, limit, store));
        continue;
      }
      const shared = new SharedLimit(policy, limit, { counters, now });
      this.#shared.set(policy, shared);
      this.#limiters.set(policy, limiterOf(policy, limit, storeOf(shared)));
    }
  }

  /**
   * Counts one request of `key` and sets the `RateLimit` headers, of a silent policy only over the limit.
   * Where the counters are local, a request can count several times.
   * @throws AppError RATE_LIMITED with `Retry-After`, over the limit
   */
  async take(policy: LimitPolicy, key: string, { req, res }: Exchange, times = 1): Promise<void> {
    const limiter = this.#limiters.get(policy);
    if (!limiter) return;
    const local = this.#local.get(policy);
    for (let more = 1; more < times; more += 1) await local?.store.increment(key);
    if (local && SILENT.has(policy)) {
      const { totalHits } = await local.store.increment(key);
      // The library would make the headers of a refusal for each request.
      if (totalHits <= local.limit) return;
    }
    res.locals.limitKey = key;
    await new Promise<void>((resolve, reject) => {
      void limiter(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
    });
  }

  /**
   * As `take`, for a shared policy that counts kilopixels, not requests.
   * @throws AppError RATE_LIMITED with `Retry-After`, over the limit
   */
  async takePixels(policy: LimitPolicy, key: string, pixels: number, res: Response): Promise<void> {
    const shared = this.#shared.get(policy);
    if (!shared) return;
    const { hits, msLeft } = await shared.count(key, Math.ceil(pixels / 1_000));
    const { limit } = shared;
    const seconds = Math.max(1, Math.ceil(msLeft / 1_000));
    // Headers in the form of the library, which counts only requests.
    res.append('RateLimit', `"${policy}"; r=${Math.max(0, limit - hits)}; t=${seconds}`);
    res.append('RateLimit-Policy', `"${policy}"; q=${limit}; w=${windowOf(policy) / 1_000}`);
    if (hits <= limit) return;
    requestRefused.publish({ reason: 'rate_limit', policy });
    throw rateLimited(refusalOf(policy, limit), msLeft);
  }

  /**
   * For a limit that is counted after the work: refuses a request that the process knows to be over
   * the limit before its work. Counts nothing else.
   * @throws AppError RATE_LIMITED as `take`
   */
  async refuseUsedUp(policy: LimitPolicy, key: string, exchange: Exchange): Promise<void> {
    const local = this.#local.get(policy);
    const isUsedUp = local ? await isUsedUpIn(local, key) : this.#shared.get(policy)?.isUsedUp(key);
    if (isUsedUp) await this.take(policy, key, exchange);
  }
}

/** The counter key of the caller's address. */
export const addressOf = (req: Request): string => addressKey(clientAddressOf(req));

/** The counter key of an address: itself, or its network for IPv6. */
export const addressKey = (given: string): string =>
  ipKeyGenerator(withoutZone(given), IPV6_SUBNET);

const counterOf = (policy: LimitPolicy, key: string): string => `${policy}:${key}`;

const refusalOf = (policy: LimitPolicy, limit: number): string =>
  policy === 'decoded-kilopixels'
    ? `file: expected images of at most ${limit / 1_000} megapixels in ${windowOf(policy) / MINUTE_MS} minutes; try again later`
    : 'Too many requests; try again later';

const limiterOf = (policy: LimitPolicy, limit: number, store: Store) =>
  rateLimit({
    identifier: policy,
    windowMs: windowOf(policy),
    limit,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator: (_req, res) => String(res.locals.limitKey),
    handler: (_req, _res, next) => {
      requestRefused.publish({ reason: 'rate_limit', policy });
      next(new AppError('RATE_LIMITED', refusalOf(policy, limit)));
    },
    store,
  });

/** A limit that each process counts by itself. */
interface LocalLimit {
  readonly store: MemoryStore;
  readonly limit: number;
}

async function isUsedUpIn({ store, limit }: LocalLimit, key: string): Promise<boolean> {
  const counted = await store.get(key);
  return counted !== undefined && counted.totalHits >= limit && !hasEnded(counted.resetTime);
}

/** The store keeps a window until its next request, or at most for another one. */
const hasEnded = (resetTime: Date | undefined): boolean =>
  resetTime !== undefined && resetTime.getTime() <= Date.now();

/** A limit that all processes count together. */
class SharedLimit {
  readonly limit: number;
  readonly #policy: LimitPolicy;
  readonly #counters: SharedCounters;
  /**
   * The counters that are over their limit, until their windows end: while the process remembers one,
   * a request over the limit costs no statement.
   */
  readonly #usedUp: LRUCache<string, true>;

  constructor(
    policy: LimitPolicy,
    limit: number,
    { counters, now }: { counters: SharedCounters; now: () => Date },
  ) {
    this.limit = limit;
    this.#policy = policy;
    this.#counters = counters;
    const perf = { now: () => now().getTime() };
    this.#usedUp = new LRUCache({ max: 10_000, ttl: windowOf(policy), ttlResolution: 0, perf });
  }

  /** Whether the process knows it. */
  isUsedUp(key: string): boolean {
    return this.#msLeft(counterOf(this.#policy, key)) > 0;
  }

  async count(key: string, amount = 1): Promise<Counted> {
    const counter = counterOf(this.#policy, key);
    const known = this.#msLeft(counter);
    if (known > 0) return { hits: this.limit + 1, msLeft: known };
    const { hits, ms_left } = await this.#counters.upsert(counter, windowOf(this.#policy), amount);
    if (hits >= this.limit) this.#usedUp.set(counter, true, { ttl: ms_left });
    return { hits, msLeft: ms_left };
  }

  #msLeft(counter: string): number {
    const msLeft = this.#usedUp.getRemainingTTL(counter);
    // More than a window is left only after the clock was set back.
    return msLeft > this.#usedUp.ttl ? 0 : Math.max(0, msLeft);
  }
}

function storeOf(shared: SharedLimit): Store {
  return {
    async increment(key) {
      const { hits, msLeft } = await shared.count(key);
      return { totalHits: hits, resetTime: new Date(Date.now() + msLeft) };
    },
    // Not used: no counted request is taken back.
    decrement: () => {},
    resetKey: () => {},
  };
}
