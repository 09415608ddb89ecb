import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { AdminCredential } from '../domain/administration/admin-sessions.ts';
import type { Administrator, Trace } from '../domain/administration/administrators.ts';
import type { ConferencesOf } from '../domain/administration/conference-rows.ts';
import type { RequiredScope, Scope } from '../domain/administration/scopes.ts';
import type { PublicData } from '../domain/operations/public-data.ts';
import type { User } from '../domain/people/users.ts';
import type { ExpectedVersions } from '../domain/versions.ts';
import type { ErrorCode } from '../errors.ts';
import type { ConcurrencyKey } from '../lib/keyed-limit.ts';
import type { LimitPolicy } from './rate-limits.ts';
import type { Reply, Responses } from './replies.ts';
import type { ServedFile } from './served-file.ts';
import type { Tag } from './tags.ts';

/** An authenticated user. */
export interface SignedIn {
  readonly user: User;
  readonly via: 'messenger' | 'token';
  /** When the credentials expire. */
  readonly access_until: string;
  /** Whether this request created the user. */
  readonly created: boolean;
}

/** The caller as the handler knows them, by the `auth` of its endpoint. */
export interface Callers {
  /** Undefined unless the endpoint `knowsSender` and the credentials are valid. */
  public: SignedIn | undefined;
  optional: SignedIn | undefined;
  user: SignedIn;
  admin: Administrator;
}
export type Auth = keyof Callers;

/** A validated answer, ready to be sent. */
export interface Answer {
  readonly status: number;
  /** The headers that the handler set. */
  readonly headers: Readonly<Record<string, string>>;
  readonly mediaType: string;
  /** A value of JSON, of which `jsonFor` sends what the caller may see; or a document. */
  readonly content: { readonly json: unknown } | string | Readable | ServedFile;
}

/** A message that the service sends to addresses of its administrators. */
export interface SentMessage {
  readonly kind: string;
  readonly summary: string;
  /** The schema of its body. */
  readonly schema: z.ZodType;
}

/** An uploaded file on disk; it is deleted at the end of the request. */
export interface UploadedFile extends AsyncDisposable {
  readonly path: string;
  readonly original_name: string;
  readonly bytes: number;
}

/** An upload that may be received; it ends with the request. */
export interface BegunUpload extends AsyncDisposable {
  /** The path to which the file is received. */
  readonly path: string;
}

/** The file of a `multipart/form-data` request, which the endpoint takes instead of a JSON body. */
export interface Upload<A extends Auth = Auth, B extends BegunUpload | undefined = BegunUpload> {
  /** The name of the form field. */
  readonly field: string;
  /** Other names that the field may have. Only with `begin`. */
  readonly alsoNamed?: readonly string[];
  readonly maxBytes: number;
  /** The time that the client may take to send the form, by default 5 minutes; with `begin`. */
  readonly timeoutMs?: number;
  /** A limit per user. It is counted after authentication, before `begin`. */
  readonly limit?: A extends 'user' ? LimitPolicy : never;
  /** A limit per user of the pixels that `countPixels` counts. Over it, no file is received. */
  readonly pixelLimit?: A extends 'user' ? LimitPolicy : never;
  /**
   * Makes the form required, and decides whether it is received at all: after authentication,
   * before a byte of it is read. `bytes` is the declared size of the file, or else its limit.
   * Later, `countPixels` counts the decoded pixels, and throws RATE_LIMITED over the `pixelLimit`.
   */
  readonly begin?: (request: {
    caller: Callers[A];
    bytes: number;
    countPixels: (pixels: number) => Promise<void>;
  }) => Promise<B>;
}

/** A limit of one endpoint, beyond those of its auth class. */
export interface EndpointLimit {
  readonly policy: LimitPolicy;
  /**
   * When it is counted: before the handler, when `verify` refuses, when it answers 401, or when it
   * succeeds. A used up limit of `verify` refuses before it. Never if its schemas refuse.
   */
  readonly on: 'request' | 'verify' | 'unauthorized' | 'answer';
  /** The caller's address, the signed-in user, or a key of the request; without one, it is not counted. */
  readonly by: 'address' | 'user' | ((request: never) => string | undefined);
}

export interface Endpoint<
  A extends Auth,
  P extends z.ZodType,
  Q extends z.ZodType,
  H extends z.ZodType,
  B extends z.ZodType,
  R extends Responses,
  U extends BegunUpload | undefined = undefined,
  V = undefined,
> {
  /** Unique, in camelCase: the `operationId` of the reference and `endpoint` in the log. */
  name: string;
  /** Below /api/v1, in Express notation: `GET /connections/:id`. */
  route: `${Uppercase<Method>} ${string}`;
  auth: A;
  /** What an administrator's key must be allowed; with `any`, every valid key may call it. */
  scope?: RequiredScope;
  /** Needed besides for a `format` that is a file, and to `include` ticket codes. */
  exportScope?: Scope;
  /** How a key that is limited to some conferences may call it. */
  conferences?: ConferencesOf<{ params: z.output<P>; query: z.output<Q>; body: z.output<B> }>;
  /** The users of the body are looked up among the attendees of the path only. */
  namesUsersInside?: A extends 'admin' ? true : never;
  /** The title in the API reference: a verb and a noun, as `docs/style.md` lists them. */
  summary: string;
  /** Effects, limits and repeatability, in two or three sentences. */
  description?: string;
  params?: P;
  query?: Q;
  /** Header names in lower case. */
  headers?: H;
  /** A JSON body; with `upload`, also the other fields of the form. */
  body?: B;
  /** The limit of the body, even if the endpoint ignores it; by default 1 MiB of JSON. */
  maxBodyBytes?: number;
  upload?: Upload<A, U>;
  /** Refuses a request by its headers alone, before its body is read, as UNAUTHORIZED. */
  admit?: (headers: IncomingHttpHeaders) => void;
  /**
   * Verifies the signature of a request that its schemas accept, before its limits are counted.
   * Gets the bytes of the JSON body, which a signature covers.
   * @throws AppError UNAUTHORIZED with `WWW-Authenticate`
   */
  verify?: (request: { headers: z.output<H>; body: z.output<B>; rawBody: Buffer }) => Promise<V>;
  responses: R;
  /**
   * Codes beyond those that `auth`, the route and the schemas imply: a path that names a row implies
   * NOT_FOUND. Throwing another one fails the tests.
   */
  errors?: readonly ErrorCode[];
  /** A call for a row that does not exist changes nothing, and is no error. */
  toleratesMissing?: true;
  /** In the order in which they are counted. After a refusal, the later ones are not counted. */
  limits?: readonly EndpointLimit[];
  /**
   * What many request at once. A process runs 3 requests with the same key, so that they leave
   * connections to all others. One more waits, and answers SERVICE_UNAVAILABLE after 3 seconds.
   */
  concurrency?: (
    request: Readonly<{ params: z.output<P>; body: z.output<B>; verified: V }>,
  ) => ConcurrencyKey | undefined;
  /**
   * Counts toward the limits of reading people, per user, or per address for anonymous callers:
   * once, or as many times as its parameters demand, which are not validated yet.
   */
  readsPeople?: true | ((query: Readonly<Record<string, unknown>>) => number);
  /** A public endpoint that uses valid credentials, and ignores invalid ones. */
  knowsSender?: A extends 'public' ? true : never;
  /** A blocked user may call it, because it concerns their own personal data. */
  allowBlocked?: true;
  /**
   * The answer holds profiles, so no cache stores it, even an anonymous one. The audit log counts the
   * reads of each key; a file has an audit row of its own.
   */
  holdsProfiles?: true;
  /** Anonymous answers are cached for a second, or until one of these is written (`ResponseCache`). */
  cachedUntil?: readonly PublicData[];
  /** The answer sets or deletes the cookie of a session. */
  setsCookie?: true;
  /** A `ticket` in the query replaces a key or token; a GET redeems it, whatever its answer is. */
  takesTicket?: A extends 'admin' ? true : never;
  /** The answer may come from a replica; see `src/http/replica-reads.ts`. */
  allowReplica?: true;
  /** Sends an ETag although the answer is for one user: their app stores it and revalidates it. */
  conditional?: true;
  /** Compressed although it is private: the length of the answer reveals nothing of use. */
  compressed?: true;
  /** An answer can be a file to save: its handler sets `Content-Disposition`. */
  download?: true;
  /**
   * Accepts an `Idempotency-Key`: the answer is stored and replayed for the same request. For every
   * POST that sends messages, imports, or creates events, conferences, agenda items or speakers.
   */
  idempotent?: A extends 'user' | 'admin' ? true : never;
  /** Secret fields of an `idempotent` answer: a stored one has null, and a replay what `atReplay` makes. */
  notStored?: readonly string[];
  atReplay?: (stored: Readonly<Record<string, unknown>>) => Promise<object>;
  /**
   * The schema of the resource, which has a `version`. An answer of GET, PUT and PATCH then has the
   * version as its ETag. PUT, PATCH and DELETE accept it as `If-Match`: for another version, the
   * service throws `preconditionFailed`, which answers the `current` resource by this schema. The
   * last parameter of the path is the id.
   */
  versioned?: A extends 'admin' ? z.ZodType : never;
  /** The messages that it describes, which the reference lists under `webhooks`. */
  sends?: readonly SentMessage[];
  /** The answer holds a token or another secret, so it is never stored. */
  holdsSecret?: true;
  handle(request: {
    caller: Callers[A];
    params: z.output<P>;
    query: z.output<Q>;
    headers: z.output<H>;
    body: z.output<B>;
    /** Always defined where the `upload` has `begin`. */
    file: U extends undefined ? UploadedFile | undefined : UploadedFile;
    /** The result of `begin` of the `upload`. */
    begun: U;
    /** The result of `verify`. */
    verified: V;
    /** Undefined unless the endpoint is `idempotent` and the client sent a key. */
    idempotencyKey: string | undefined;
    /** The versions that `If-Match` names; only of a `versioned` endpoint. */
    ifMatch: ExpectedVersions;
    /** Returns how the administrator identified themselves. */
    credentialOf: A extends 'admin' ? () => AdminCredential : undefined;
    /** A HEAD request to a GET endpoint: the answer has no body, and nothing may change. */
    isHead: boolean;
    /** The client's address as the rate limits count it: an IPv6 address stands for its /56. */
    address: string;
    trace: Trace;
    log: Logger;
  }): Promise<Reply<R>>;
}

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

// biome-ignore lint/suspicious/noExplicitAny: the one place where endpoints of all shapes meet
export type AnyDeclaration = Endpoint<any, any, any, any, any, any, any, any>;

export interface AnyEndpoint extends AnyDeclaration {
  readonly method: Method;
  readonly path: string;
  readonly tag: Tag;
}
