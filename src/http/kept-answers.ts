import type { IncomingMessage, RequestListener } from 'node:http';
import { PUBLIC_DATA, type PublicData } from '../domain/operations/public-data.ts';
import { ERROR_STATUS } from '../errors.ts';
import type { Keep } from './caching.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { KeptEntries, KeptEntry } from './kept-entries.ts';
import { KeptReplies, type ReplyOptions, type Visit } from './kept-replies.ts';
import { type KeptEndpoint, type KeptRequest, KeptRoutes } from './kept-routes.ts';

/**
 * How long an answer is kept. It covers what no write announces: the clock, which `upcoming` and
 * `registration_state` depend on, a process killed before it announced a write, and rows that an
 * operator changes by hand.
 */
const MAX_AGE_MS = 5_000;
/** The same while messages of other processes may be lost. */
const MAX_AGE_ALONE_MS = 1_000;

/** Carries what processes write between them. */
export interface Channel {
  readonly isListening: boolean;
  open(onChange: (data: Iterable<PublicData>) => void): void;
  announce(data: Iterable<PublicData>): void;
  close(): Promise<void>;
}

/** The making of one answer, and the requests for it that arrived meanwhile. */
interface Flight {
  readonly version: number;
  readonly startedAt: number;
  /** Those that arrived before a write to its data: its answer is current for them. */
  readonly waiting: KeptVisit[];
  /** Those that arrived after. The first one makes the next answer, so two are never made at once. */
  readonly later: KeptVisit[];
}
type KeptVisit = Visit & KeptRequest;

/**
 * Keeps answers to public reads in memory and sends them before Express sees the request. One that an
 * endpoint makes for its sender takes the usual way. A read sees every earlier write of this process,
 * and of another process within a second.
 */
export class KeptAnswers {
  readonly #channel: Channel;
  readonly #now: () => number;
  readonly #entries: KeptEntries;
  readonly #flights = new Map<string, Flight>();
  /** Counts the writes by data, so that an answer made during a write is not kept. */
  readonly #writes = new Map<PublicData, number>(PUBLIC_DATA.map((data) => [data, 0]));

  constructor(options: { maxBytes: number; channel: Channel; now: () => Date }) {
    this.#channel = options.channel;
    this.#now = () => options.now().getTime();
    this.#entries = new KeptEntries(options.maxBytes);
  }

  /** The memory that the kept answers take, in bytes. */
  get bytes(): number {
    return this.#entries.bytes;
  }

  /** Whether it receives what other processes write. */
  get isListening(): boolean {
    return this.#channel.isListening;
  }

  /** Call it when a transaction of this process ended, before its caller is answered. */
  wrote(data: ReadonlySet<PublicData>): void {
    this.#forget(data);
    this.#channel.announce(data);
  }

  close(): Promise<void> {
    return this.#channel.close();
  }

  /** A request listener that answers what is kept, and hands all other requests to `app`. */
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
      const request = entry?.answer ?? routes.find(url);
      if (!request || !isForAnyone(request.endpoint, req)) return app(req, res);
      if (entry) return replies.send(entry, { req, res, arrivedAt });
      this.#arrive({ ...request, req, res, arrivedAt }, app, replies);
    };
  }

  #arrive(visit: KeptVisit, app: RequestListener, replies: KeptReplies): void {
    const { key, endpoint, req, res } = visit;
    const entry = this.#current(key);
    const flight = this.#flights.get(key);
    if (entry) replies.send(entry, visit);
    // Its answer has no body to keep.
    else if (req.method === 'HEAD') app(req, res);
    else if (!flight) this.#lead(visit, app, replies);
    else if (flight.version === this.#versionOf(endpoint)) flight.waiting.push(visit);
    else flight.later.push(visit);
  }

  /** Lets the usual way answer this request, and keeps what it answers. */
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
      // Its client left, and another one makes a newer answer.
      if (this.#flights.get(key) !== flight) return;
      const { startedAt: madeAt } = flight;
      const bytes = Buffer.from(body);
      const entry = new KeptEntry({ ...answer, key, endpoint, body: bytes, version, madeAt });
      if (version === this.#versionOf(endpoint)) this.#add(entry);
      land((visit) => replies.send(entry, visit));
    };
    Object.assign(res, { locals: { keep } });
    // An error is answered to each by itself. Nothing is known of the answer for a client that left,
    // or that was refused for its many requests.
    res.once('close', () => {
      const isOfAll = res.writableFinished && res.statusCode !== ERROR_STATUS.RATE_LIMITED;
      land(isOfAll ? (visit) => app(visit.req, visit.res) : again);
    });
    app(req, res);
  }

  #add(entry: KeptEntry): void {
    this.#entries.deleteOldest((oldest) => !this.#isCurrent(oldest));
    this.#entries.add(entry);
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
    // A negative age is that of a clock that was set back.
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
 * Whether the answer is the one that everyone gets. A public endpoint reads no credentials, and the
 * service no cookies.
 */
const isForAnyone = ({ auth }: KeptEndpoint, { headers }: IncomingMessage): boolean =>
  auth === 'public' ||
  (headers.authorization === undefined &&
    headers['x-messenger-auth'] === undefined &&
    headers['x-api-key'] === undefined);
