import type { IncomingMessage, RequestListener } from 'node:http';
import { type ListedData, PUBLIC_DATA, type PublicData } from '../domain/operations/public-data.ts';
import { ERROR_STATUS } from '../errors.ts';
import type { Keep } from './caching.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { KeptEntries, KeptEntry } from './kept-entries.ts';
import { KeptReplies, type ReplyOptions, type Visit } from './kept-replies.ts';
import { type KeptEndpoint, type KeptRequest, KeptRoutes } from './kept-routes.ts';
import { prefersStrict } from './unknown-fields.ts';

/**
 * The time for which an answer is kept. It bounds changes that no write announces: the clock, on
 * which `upcoming` and `registration_state` depend, a process killed before it announced a write,
 * and rows that an operator changes by hand.
 */
const MAX_AGE_MS = 5_000;
/** The same time while messages of other processes may be lost. */
const MAX_AGE_ALONE_MS = 1_000;

/** Carries the names of written data between processes. */
export interface Channel {
  readonly isListening: boolean;
  open(onChange: (data: Iterable<PublicData>) => void): void;
  announce(data: Iterable<PublicData>): void;
  close(): Promise<void>;
}

/** An answer in progress, and the requests that wait for it. */
interface Flight {
  readonly version: number;
  readonly startedAt: number;
  /** Requests that arrived before a write to its data: its answer is current for them. */
  readonly waiting: KeptVisit[];
  /**
   * Requests that arrived after the write. The first one leads to the next answer, so two are never
   * in progress at once.
   */
  readonly later: KeptVisit[];
}
type KeptVisit = Visit & KeptRequest;

const NONE: readonly string[] = [];

/**
 * Keeps answers to public reads in memory and sends them before Express sees the request. A
 * personal answer of an endpoint takes the usual way. A read sees every earlier write of this
 * process, and of another process within a second.
 */
export class KeptAnswers {
  readonly #channel: Channel;
  readonly #now: () => number;
  readonly #entries: KeptEntries;
  readonly #flights = new Map<string, Flight>();
  /** Counts the writes by data, so that an answer made during a write is not kept. */
  readonly #writes = new Map<PublicData, number>(PUBLIC_DATA.map((data) => [data, 0]));

  #hits = 0;
  #misses = 0;

  constructor(options: { maxBytes: number; channel: Channel; now: () => Date }) {
    this.#channel = options.channel;
    this.#now = () => options.now().getTime();
    this.#entries = new KeptEntries(options.maxBytes);
  }

  /** The memory that the kept answers take, in bytes. */
  get bytes(): number {
    return this.#entries.bytes;
  }

  /** The requests of endpoints with kept answers, by whether an answer was kept. */
  get requests(): Readonly<Record<'hit' | 'miss', number>> {
    return { hit: this.#hits, miss: this.#misses };
  }

  /** Whether it receives what other processes write. */
  get isListening(): boolean {
    return this.#channel.isListening;
  }

  /** Call it when a transaction of this process has ended, before its caller gets the answer. */
  wrote(data: ReadonlySet<ListedData>): void {
    const written = PUBLIC_DATA.filter((one) => data.has(one));
    if (written.length === 0) return;
    this.#forget(written);
    this.#channel.announce(written);
  }

  close(): Promise<void> {
    return this.#channel.close();
  }

  /** A request listener that sends kept answers, and passes all other requests to `app`. */
  before(
    app: RequestListener,
    { endpoints, ...options }: ReplyOptions & { endpoints: readonly AnyEndpoint[] },
  ): RequestListener {
    const routes = new KeptRoutes(endpoints);
    const replies = new KeptReplies(options);
    return (req, res) => {
      if (req.method !== 'GET' && req.method !== 'HEAD') return app(req, res);
      const { url = '' } = req;
      const arrivedAt = performance.now();
      // Most clients send the parameters in the declared order, so that their URL is a key.
      const entry = this.#current(url);
      const request = entry ? undefined : routes.find(url);
      const endpoint = entry?.answer.endpoint ?? request?.endpoint;
      if (!endpoint || !isForAnyone(endpoint, req)) return app(req, res);
      if (entry) {
        this.#hits += 1;
        return replies.send(entry, { req, res, arrivedAt, unknown: NONE });
      }
      if (!request || isRefused(request, req)) return app(req, res);
      this.#arrive({ ...request, req, res, arrivedAt }, app, replies);
    };
  }

  #arrive(visit: KeptVisit, app: RequestListener, replies: KeptReplies): void {
    const { key, endpoint, req, res } = visit;
    const entry = this.#current(key);
    const flight = this.#flights.get(key);
    if (entry) this.#hits += 1;
    else this.#misses += 1;
    if (entry) replies.send(entry, visit);
    // The answer to HEAD has no body to keep.
    else if (req.method === 'HEAD') app(req, res);
    else if (!flight) this.#lead(visit, app, replies);
    else if (flight.version === this.#versionOf(endpoint)) flight.waiting.push(visit);
    else flight.later.push(visit);
  }

  /** Lets the usual way answer this request, and keeps the answer. */
  #lead({ key, endpoint, req, res }: KeptVisit, app: RequestListener, replies: KeptReplies): void {
    this.#channel.open((data) => this.#forget(data));
    const version = this.#versionOf(endpoint);
    const flight: Flight = { version, startedAt: this.#now(), waiting: [], later: [] };
    this.#flights.set(key, flight);
    const again = (visit: KeptVisit) => this.#arrive(visit, app, replies);
    const land = (settle: (visit: KeptVisit) => void) => {
      if (this.#flights.get(key) !== flight) return;
      this.#flights.delete(key);
      for (const visit of flight.waiting) settle(visit);
      for (const visit of flight.later) again(visit);
    };
    const keep: Keep = ({ body, ...answer }) => {
      // The client of this request left, and another request gets a newer answer.
      if (this.#flights.get(key) !== flight) return;
      const { startedAt: madeAt } = flight;
      const bytes = Buffer.from(body);
      const entry = new KeptEntry({ ...answer, key, endpoint, body: bytes, version, madeAt });
      if (version === this.#versionOf(endpoint)) this.#entries.add(entry);
      land((visit) => replies.send(entry, visit));
    };
    Object.assign(res, { locals: { keep } });
    // After an error, each request gets its own answer. The same holds if the first client left, or
    // was refused by a rate limit.
    res.once('close', () => {
      const isOfAll = res.writableFinished && res.statusCode !== ERROR_STATUS.RATE_LIMITED;
      land(isOfAll ? (visit) => app(visit.req, visit.res) : again);
    });
    app(req, res);
  }

  #current(key: string): KeptEntry | undefined {
    const entry = this.#entries.get(key);
    if (!entry || this.#isCurrent(entry)) return entry;
    this.#entries.delete(key);
    return undefined;
  }

  #isCurrent({ answer }: KeptEntry): boolean {
    const maxAge = this.#channel.isListening ? MAX_AGE_MS : MAX_AGE_ALONE_MS;
    const age = this.#now() - answer.madeAt;
    // A negative age means that the clock was set back.
    return age >= 0 && age < maxAge && answer.version === this.#versionOf(answer.endpoint);
  }

  #forget(data: Iterable<PublicData>): void {
    for (const one of data) this.#writes.set(one, (this.#writes.get(one) ?? 0) + 1);
  }

  /** Grows with each write to the data of the endpoint. */
  #versionOf({ kept }: KeptEndpoint): number {
    let version = 0;
    for (const data of kept) version += this.#writes.get(data) ?? 0;
    return version;
  }
}

/**
 * Whether everyone gets the same answer. A public endpoint reads no credentials, and the service no
 * cookies.
 */
const isForAnyone = ({ auth }: KeptEndpoint, { headers }: IncomingMessage): boolean =>
  auth === 'public' ||
  (headers.authorization === undefined &&
    headers['x-messenger-auth'] === undefined &&
    headers['x-api-key'] === undefined);

/** Whether the usual way refuses its unknown parameters. */
const isRefused = ({ unknown }: KeptRequest, { headers }: IncomingMessage): boolean =>
  unknown.length > 0 && prefersStrict(headers);
