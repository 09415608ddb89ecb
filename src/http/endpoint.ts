import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Administrator } from '../domain/people/administrators.ts';
import type { User } from '../domain/people/users.ts';
import type { ErrorCode } from '../errors.ts';
import type { LimitPolicy } from './rate-limits.ts';
import type { Tag } from './tags.ts';

/** A person who proved who they are, and how. */
export interface SignedIn {
  readonly user: User;
  readonly via: 'messenger' | 'token';
  /** When that proof ends. */
  readonly access_until: string;
  /** Whether this very request made the person known. */
  readonly created: boolean;
}

/** Who may call an endpoint, and what its handler then knows about the caller. */
export interface Callers {
  public: undefined;
  optional: SignedIn | undefined;
  user: SignedIn;
  admin: Administrator;
}
export type Auth = keyof Callers;

type Responses = Readonly<Record<number, z.ZodType>>;

/** What a handler answers is not changed any more; what is read-only inside may go out as well. */
type Frozen<T> = unknown extends T
  ? T
  : T extends Readable
    ? T
    : { readonly [K in keyof T]: Frozen<T[K]> };

/** One member per declared status, so a handler can only answer what the reference promises. */
type Reply<R extends Responses> = {
  [S in keyof R]: {
    status: S;
    body: Frozen<z.input<R[S]>>;
    headers?: Readonly<Record<string, string>>;
  };
}[keyof R];

/** A checked answer, ready to be sent. */
export interface Answer {
  readonly status: number;
  /** Those that the handler set. */
  readonly headers: Readonly<Record<string, string>>;
  readonly mediaType: string;
  readonly content: string | Readable;
}

/** A file that came with a request, spooled to disk; it is gone when the request is over. */
export interface UploadedFile extends AsyncDisposable {
  readonly path: string;
  readonly original_name: string;
  readonly bytes: number;
}

/** One file that an endpoint takes as `multipart/form-data`, beside or instead of a JSON body. */
export interface Upload {
  /** The name of the form field. */
  readonly field: string;
  readonly maxBytes: number;
}

/** A limit of one endpoint, beyond those of its auth class. */
export interface EndpointLimit {
  readonly policy: LimitPolicy;
  /** Counted when the handler refuses the caller's credentials, or when it has an answer. */
  readonly on: 'unauthorized' | 'answer';
  /** What is counted: the caller's address, or something the answer names. */
  readonly by: 'address' | ((answer: never) => string);
}

export interface Endpoint<
  A extends Auth,
  P extends z.ZodType,
  Q extends z.ZodType,
  H extends z.ZodType,
  B extends z.ZodType,
  R extends Responses,
> {
  /** In camelCase, unique: the `operationId` of the reference and `endpoint` in the log. */
  name: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below /api/v1, in Express notation: `/connections/:id`. */
  path: string;
  auth: A;
  tag: Tag;
  /** The title in the API reference: a verb and a noun, as `docs/style.md` lists them. */
  summary: string;
  /** Effects, limits and repeatability, in two or three sentences. */
  description?: string;
  params?: P;
  query?: Q;
  /** Header names in lower case. */
  headers?: H;
  /** JSON; where `upload` is declared, the other fields of the form are read by it too. */
  body?: B;
  upload?: Upload;
  responses: R;
  /** Codes beyond those that `auth` and the schemas imply. Throwing any other fails the tests. */
  errors?: readonly ErrorCode[];
  limits?: readonly EndpointLimit[];
  /** Lets a blocked person in: what they may do with their own data stays theirs. */
  allowBlocked?: true;
  /** The answer holds people's profiles, so nobody keeps a copy, not even of a public one. */
  holdsProfiles?: true;
  /** Has an ETag though it is made for one person: their app keeps it, and asks if it still holds. */
  conditional?: true;
  /**
   * Takes an `Idempotency-Key`: the answer is kept, and repeated for the same request. For each POST
   * that creates something outside the database or in bulk.
   */
  idempotent?: A extends 'user' | 'admin' ? true : never;
  /** The answer holds a token or another secret, so it is kept nowhere. */
  holdsSecret?: true;
  handle(request: {
    caller: Callers[A];
    params: z.output<P>;
    query: z.output<Q>;
    headers: z.output<H>;
    body: z.output<B>;
    file: UploadedFile | undefined;
    /** Only where the endpoint is `idempotent`. */
    idempotencyKey: string | undefined;
    log: Logger;
  }): Promise<Reply<R>>;
}

/** No kept answer holds a secret. */
type NeverBoth = { idempotent?: never } | { holdsSecret?: never };

// biome-ignore lint/suspicious/noExplicitAny: the one place where endpoints of all shapes meet
export type AnyEndpoint = Endpoint<any, any, any, any, any, any>;

/**
 * Declares an endpoint. Its route, its checks and its entry in the API reference are all made from
 * this one object; nothing about an endpoint is written anywhere else.
 */
export function endpoint<
  const A extends Auth,
  const R extends Responses,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  H extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
>(declaration: Endpoint<A, P, Q, H, B, R> & NeverBoth): AnyEndpoint {
  return declaration;
}
