import { BlockList, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { KeyedPlaces } from '../lib/keyed-limit.ts';
import { addressKey } from './rate-limits.ts';

const REPORT_MS = 60_000;
const MAX_REPORTED = 1_000;

/** Another program on this machine, such as a proxy, connects for many clients. */
const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

interface Options {
  /** The number of connections of one address at a time. */
  readonly limit: number;
  readonly log: Logger;
  /** Addresses without a limit; those of this machine by default. Replaced by tests. */
  readonly exempt?: BlockList;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** Limits the connections that clients of one address have to this process at a time. */
export class AddressLimit {
  readonly #log: Logger;
  readonly #exempt: BlockList;
  readonly #places: KeyedPlaces<string>;
  /** The addresses that were logged within a minute. */
  readonly #reported: LRUCache<string, true>;

  constructor({ limit, log, exempt = LOOPBACK, now = () => performance.now() }: Options) {
    this.#log = log;
    this.#exempt = exempt;
    const ttl = { ttl: REPORT_MS - 1, ttlResolution: 0, perf: { now } };
    this.#reported = new LRUCache({ max: MAX_REPORTED, ...ttl });
    this.#places = new KeyedPlaces(limit);
  }

  /**
   * Counts a connection of a client until the result is disposed. Undefined when the connection
   * must be refused: over the limit, or without an address, because its client has already left.
   */
  take(address: string | undefined): Disposable | undefined {
    if (address === undefined) return undefined;
    if (this.#exempt.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return UNCOUNTED;
    const key = addressKey(address);
    const place = this.#places.take(key);
    if (!place) this.#report(key);
    return place;
  }

  /** Logs once in a minute for each address: many connections must not flood the log. */
  #report(address: string): void {
    if (this.#reported.has(address)) return;
    this.#reported.set(address, true);
    this.#log.warn(
      { address },
      'connections of an address: over the limit, further ones are refused',
    );
  }
}

const UNCOUNTED: Disposable = { [Symbol.dispose]: () => {} };
