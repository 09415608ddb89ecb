import type { Request, Response } from 'express';
import {
  type ClientRateLimitInfo,
  ipKeyGenerator,
  MemoryStore,
  type Options,
  type RateLimitRequestHandler,
  rateLimit,
  type Store,
} from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import { AppError, rateLimited } from '../errors.ts';
import { requestRefused } from '../lib/observations.ts';
import { type LimitPolicy, type Limits, policyOf } from '../lib/rate-limit-policies.ts';
import { clientAddressOf, withoutZone } from './client-address.ts';

/** An IPv6 customer has a whole /56, so all its addresses count as one. */
const IPV6_SUBNET = 56;

export type { LimitPolicy };

/** Counters that all processes share. */
export interface SharedCounters {
  /** Adds `amount`, or 1, to `key`; the count restarts when its window has passed. */
  upsert(
    key: string,
    windowMs: number,
    amount?: number,
  ): Promise<{ hits: number; ms_left: number }>;
}

/** What a store counted; the library's own type says that the time can be missing. */
type Counted = ClientRateLimitInfo & { readonly resetTime: Date };

interface Exchange {
  readonly req: Request;
  readonly res: Response;
}

/** Counts requests by policy; `false` as `limits` turns all policies off. */
export class RateLimits {
  readonly #stores = new Map<LimitPolicy, LimitStore>();

  constructor(limits: false | Limits, deps: { counters: SharedCounters; now: () => Date }) {
    for (const [policy, limit] of Object.entries(limits) as [LimitPolicy, number][]) {
      this.#stores.set(policy, new LimitStore(policy, limit, deps));
    }
  }

  /**
   * Counts one request of `key` and sets the `RateLimit` headers, of a silent policy only over the limit.
   * Where the counters are local, a request can count several times.
   * @throws AppError RATE_LIMITED with `Retry-After`, over the limit
   */
  async take(policy: LimitPolicy, key: string, { req, res }: Exchange, times = 1): Promise<void> {
    const store = this.#stores.get(policy);
    if (!store) return;
    if (times > 1) await store.count(key, times - 1);
    // The library would make the headers of a refusal for each request.
    if (store.isSilent && (await store.count(key)).totalHits <= store.limit) return;
    res.locals.limitKey = key;
    await new Promise<void>((resolve, reject) => {
      void store.limiter(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
    });
  }

  /**
   * As `take`, for a policy that counts kilopixels, not requests.
   * @throws AppError RATE_LIMITED with `Retry-After`, over the limit
   */
  async takePixels(policy: LimitPolicy, key: string, pixels: number, res: Response): Promise<void> {
    const store = this.#stores.get(policy);
    if (!store) return;
    const { limit, windowMs } = store;
    const { totalHits, resetTime } = await store.count(key, Math.ceil(pixels / 1_000));
    const msLeft = resetTime.getTime() - Date.now();
    const seconds = Math.max(1, Math.ceil(msLeft / 1_000));
    // Headers in the form of the library, which counts only requests.
    res.append('RateLimit', `"${policy}"; r=${Math.max(0, limit - totalHits)}; t=${seconds}`);
    res.append('RateLimit-Policy', `"${policy}"; q=${limit}; w=${windowMs / 1_000}`);
    if (totalHits <= limit) return;
    requestRefused.publish({ reason: 'rate_limit', policy });
    throw rateLimited(refusalOf(store), msLeft);
  }

  /**
   * For a limit that is counted after the work: refuses a request that the process knows to be over
   * the limit before its work. Counts nothing else.
   * @throws AppError RATE_LIMITED as `take`
   */
  async refuseBlocked(policy: LimitPolicy, key: string, exchange: Exchange): Promise<void> {
    if (await this.#stores.get(policy)?.isBlocked(key)) await this.take(policy, key, exchange);
  }
}

/** The counter key of the caller's address. */
export const addressOf = (req: Request): string => addressKey(clientAddressOf(req));

/** The counter key of an address: itself, or its network for IPv6. */
export const addressKey = (given: string): string =>
  ipKeyGenerator(withoutZone(given), IPV6_SUBNET);

const refusalOf = ({ prefix, limit, windowMs }: LimitStore): string =>
  prefix === 'decoded-kilopixels'
    ? `file: expected images of at most ${limit / 1_000} megapixels in ${windowMs / 60_000} minutes; try again later`
    : 'Too many requests; try again later';

/** Counts the requests of one policy by key: in this process, or in the counters of all processes. */
class LimitStore implements Store {
  readonly limit: number;
  readonly prefix: LimitPolicy;
  readonly windowMs: number;
  readonly isSilent: boolean;
  readonly limiter: RateLimitRequestHandler;
  /** Undefined if the counters are shared. */
  readonly #memory: MemoryStore | undefined;
  readonly #counters: SharedCounters;
  /**
   * The shared counters that are over the limit, until their windows end: while the process remembers
   * one, a request over the limit costs no statement.
   */
  readonly #blockedKey: LRUCache<string, true>;

  constructor(
    policy: LimitPolicy,
    limit: number,
    { counters, now }: { counters: SharedCounters; now: () => Date },
  ) {
    const { isShared, isSilent, windowMs } = policyOf(policy);
    this.limit = limit;
    this.prefix = policy;
    this.windowMs = windowMs;
    this.isSilent = isSilent;
    this.#counters = counters;
    this.#memory = isShared ? undefined : new MemoryStore();
    const perf = { now: () => now().getTime() };
    this.#blockedKey = new LRUCache({ max: 1_000, ttl: windowMs, ttlResolution: 0, perf });
    this.limiter = rateLimit({
      identifier: policy,
      windowMs,
      limit,
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      keyGenerator: (_req, res) => String(res.locals.limitKey),
      handler: (_req, _res, next) => {
        requestRefused.publish({ reason: 'rate_limit', policy });
        next(new AppError('RATE_LIMITED', refusalOf(this)));
      },
      store: this,
    });
  }

  init(options: Options): void {
    this.#memory?.init(options);
  }

  increment(key: string): Promise<Counted> {
    return this.count(key);
  }

  async count(key: string, amount = 1): Promise<Counted> {
    if (this.#memory) {
      for (let more = 1; more < amount; more += 1) await this.#memory.increment(key);
      return this.#memory.increment(key) as Promise<Counted>;
    }
    const known = this.#msLeft(key);
    if (known > 0) return { totalHits: this.limit + 1, resetTime: after(known) };
    const counter = `${this.prefix}:${key}`;
    const { hits, ms_left } = await this.#counters.upsert(counter, this.windowMs, amount);
    if (hits >= this.limit) this.#blockedKey.set(key, true, { ttl: ms_left });
    return { totalHits: hits, resetTime: after(ms_left) };
  }

  /** Whether the process knows it. */
  async isBlocked(key: string): Promise<boolean> {
    if (!this.#memory) return this.#msLeft(key) > 0;
    const counted = (await this.#memory.get(key)) as Counted | undefined;
    // The store keeps a window until its next request, or at most for another one.
    return (
      counted !== undefined &&
      counted.totalHits >= this.limit &&
      counted.resetTime.getTime() > Date.now()
    );
  }

  /** Not used, as `resetKey`: no counted request is taken back. */
  decrement(): void {}

  resetKey(): void {}

  #msLeft(key: string): number {
    const msLeft = this.#blockedKey.getRemainingTTL(key);
    // More than a window is left only after the clock was set back.
    return msLeft > this.windowMs ? 0 : Math.max(0, msLeft);
  }
}

const after = (ms: number): Date => new Date(Date.now() + ms);
