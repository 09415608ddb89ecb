import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { PublicData } from '../domain/operations/public-data.ts';
import { AppError } from '../errors.ts';
import { type PublicText, setCacheHeaders } from './caching.ts';
import { baseOf } from './check.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { BODY_MS, disconnectAfter } from './middleware/body.ts';
import { prefersStrict, reportUndeclared } from './undeclared-fields.ts';

/**
 * Bounds the age of what no write of this process announces: a write of another process or of an
 * operator, and the clock, on which `upcoming` and `registration_state` depend.
 */
const MAX_AGE_MS = 1_000;
/** The memory of an entry besides its texts; measured, rounded up. */
const OVERHEAD_BYTES = 2_048;
/** The body and two compressed ones, which are shorter. */
const BODIES = 3;
/** One answer takes at most this part of the memory. */
const MAX_SHARE = 1 / 8;
/** A longer key is not a page that other clients request, too. */
const MAX_KEY = 500;

/** The state of the data of an answer at the start of its making. */
interface Made {
  readonly endpoint: AnyEndpoint;
  readonly version: number;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
}
type Entry = Made & { readonly text: PublicText; readonly size: number };
type Flight = Made & { readonly text: Promise<PublicText> };

/**
 * Keeps anonymous answers to public reads in memory for one second. A read sees every earlier write of
 * this process at once. An answer is made once at a time, however many requests wait for it.
 */
export class ResponseCache {
  readonly #now: () => Date;
  readonly #entries: LRUCache<string, Entry>;
  /** The answers that are being made. */
  readonly #flights = new Map<string, Flight>();
  /** The number of writes of each kind of data. */
  readonly #writes = new Map<PublicData, number>();
  /** The requests of cached endpoints, by whether an answer was in memory. */
  readonly requests = { hit: 0, miss: 0 };

  /** @param options.maxBytes above 0 */
  constructor({ maxBytes, now }: { maxBytes: number; now: () => Date }) {
    this.#now = now;
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.ceil(MAX_SHARE * maxBytes),
      sizeCalculation: ({ size }) => size,
    });
  }

  /** The most memory that the cached answers take, in bytes. */
  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  /** Call it when a transaction of this process has ended, before its caller gets the answer. */
  wrote(data: Iterable<PublicData>): void {
    for (const one of data) this.#writes.set(one, (this.#writes.get(one) ?? 0) + 1);
  }

  /** The answer to a request whose URL is a key. */
  find(req: IncomingMessage): Entry | undefined {
    const entry = READS.includes(req.method ?? '') ? this.#current(req.url ?? '') : undefined;
    const isOther = entry && (isOfCaller(entry.endpoint, req) || prefersStrict(req.headers));
    return isOther ? undefined : entry;
  }

  send({ endpoint, text }: Entry, req: Request, res: Response): void {
    this.requests.hit += 1;
    begin(endpoint, req, res);
    setCacheHeaders(endpoint, res);
    text.send(req, res).catch(() => res.destroy());
  }

  /**
   * Answers the reads of an endpoint, from memory or by `make`, also if their URL is not the key. A
   * request for an answer of its own goes on to the next handler.
   */
  reader(
    endpoint: AnyEndpoint,
    make: (req: Request, res: Response) => Promise<PublicText>,
    bodyTimeoutMs?: number,
  ): RequestHandler {
    const keyOf = keysOf(endpoint);
    return async (req, res, next) => {
      const key = isOfCaller(endpoint, req) ? undefined : keyOf(req);
      if (key === undefined) return next();
      begin(endpoint, req, res, bodyTimeoutMs);
      reportUndeclared(endpoint, req, res);
      const entry = this.#current(key);
      this.requests[entry ? 'hit' : 'miss'] += 1;
      const text = entry?.text ?? (await this.#fresh(key, endpoint, () => make(req, res)));
      setCacheHeaders(endpoint, res);
      await text.send(req, res);
    };
  }

  async #fresh(
    key: string,
    endpoint: AnyEndpoint,
    make: () => Promise<PublicText>,
  ): Promise<PublicText> {
    for (let flight = this.#flights.get(key); flight; flight = this.#flights.get(key)) {
      const isShared = this.#isCurrent(flight);
      try {
        const text = await flight.text;
        if (isShared) return text;
      } catch (error) {
        // An error is of one request; of those whose client sends too many, the next one makes it.
        const isNext = error instanceof AppError && error.code === 'RATE_LIMITED';
        if (isShared && !isNext) return make();
      }
    }
    return this.#current(key)?.text ?? this.#fly(key, endpoint, make);
  }

  async #fly(
    key: string,
    endpoint: AnyEndpoint,
    make: () => Promise<PublicText>,
  ): Promise<PublicText> {
    const made = { endpoint, version: this.#versionOf(endpoint), startedAt: this.#now().getTime() };
    const making = make();
    this.#flights.set(key, { ...made, text: making });
    try {
      const text = await making;
      const size = OVERHEAD_BYTES + 2 * key.length + BODIES * text.bytes;
      if (this.#isCurrent(made)) this.#entries.set(key, { ...made, text, size });
      return text;
    } finally {
      this.#flights.delete(key);
    }
  }

  #current(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    return entry && this.#isCurrent(entry) ? entry : undefined;
  }

  #isCurrent({ endpoint, version, startedAt }: Made): boolean {
    const age = this.#now().getTime() - startedAt;
    // A negative age means that the clock was set back.
    return age >= 0 && age < MAX_AGE_MS && version === this.#versionOf(endpoint);
  }

  #versionOf({ cachedUntil = [] }: AnyEndpoint): number {
    return cachedUntil.reduce((sum, one) => sum + (this.#writes.get(one) ?? 0), 0);
  }
}

const READS = ['GET', 'HEAD'];

/** A public endpoint reads no credentials, and the service no cookies. */
const isOfCaller = ({ auth }: AnyEndpoint, { headers }: IncomingMessage): boolean =>
  auth !== 'public' && CREDENTIALS.some((name) => headers[name] !== undefined);
const CREDENTIALS = ['authorization', 'x-messenger-auth', 'x-api-key'];

function begin(endpoint: AnyEndpoint, req: Request, res: Response, bodyTimeoutMs = BODY_MS): void {
  Object.assign(res.locals, { route: endpoint.path, endpoint: endpoint.name });
  disconnectAfter(bodyTimeoutMs, req);
}

/**
 * The key of a request: its path, and its declared parameters in the order of their declaration. Most
 * clients send them so, and their URL is the key. Undefined for a repeated parameter, which is refused.
 */
function keysOf({ query }: AnyEndpoint): (req: Request) => string | undefined {
  const names = query && 'shape' in query ? Object.keys(query.shape as object) : [];
  return (req) => {
    const given = req.url.includes('?') ? req.query : {};
    const isRepeated = (name: string) =>
      names.includes(baseOf(name)) && (baseOf(name) !== name || Array.isArray(given[name]));
    if (Object.keys(given).some(isRepeated)) return undefined;
    const declared = names
      .filter((name) => given[name] !== undefined)
      .map((name) => `${name}=${encodeURIComponent(String(given[name]))}`);
    const key = req.baseUrl + req.path + (declared.length > 0 ? `?${declared.join('&')}` : '');
    return key.length > MAX_KEY ? undefined : key;
  };
}
