import type { ErrorBody, ErrorCode, Operations } from './operations.d.ts';

/** The `operationId` of an operation in the API reference. */
export type Name = keyof Operations;
export type Params<N extends Name> = Operations[N]['params'];
export type RequestBody<N extends Name> = Operations[N]['body'];
export type Answer<N extends Name> = Operations[N]['answer'];
/** The codes that an operation can refuse with. Expect more of them in the future. */
export type Code<N extends Name> = Operations[N]['codes'];

/** Operations by what they answer with: a page of rows, a file, or a stream of events. */
export type ListName = {
  [N in Name]: Operations[N]['answer'] extends { readonly data: readonly unknown[] } ? N : never;
}[Name];
export type FileName = {
  [N in Name]: Operations[N] extends { readonly file: true } ? N : never;
}[Name];
export type StreamName = {
  [N in Name]: Operations[N] extends { readonly event: unknown } ? N : never;
}[Name];
export type Row<N extends ListName> = Operations[N]['answer'] extends {
  readonly data: readonly (infer R)[];
}
  ? R
  : never;

/** One page of a list. */
export type Page<N extends ListName> = Answer<N> & { readonly data: readonly Row<N>[] };

/** One event of a live stream. */
export interface StreamEvent<N extends StreamName> {
  /** Continues the stream after this event; empty where the stream stores nothing. */
  readonly id: string;
  /** `message` unless the stream names it. */
  readonly event: string;
  readonly data: Operations[N] extends { readonly event: infer E } ? E : never;
}

/** What every call may set. */
export interface Common {
  readonly signal?: AbortSignal | undefined;
  /** Further headers, such as the signature of a partner's call. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}
type ParamsOption<N extends Name> =
  Record<never, never> extends Params<N>
    ? { readonly params?: Params<N> | undefined }
    : { readonly params: Params<N> };
type BodyOption<N extends Name> =
  undefined extends RequestBody<N>
    ? { readonly body?: RequestBody<N> }
    : { readonly body: RequestBody<N> };

/** Path and query parameters together, the body, and the headers that an operation takes. */
export type Options<N extends Name> = Common &
  ParamsOption<N> &
  BodyOption<N> &
  (Operations[N] extends { readonly ifMatch: true }
    ? {
        /** The `ETag`, or the `version`, of the resource that the change was made from. */
        readonly ifMatch?: string | number | undefined;
      }
    : unknown) &
  (Operations[N] extends { readonly idempotencyKey: true }
    ? {
        /** One for each thing to do, not for each click. Without it, the client makes one a call. */
        readonly idempotencyKey?: string | undefined;
      }
    : unknown);

/** The options may be left out where an operation needs none. */
export type Rest<O> = Record<never, never> extends O ? [options?: O] : [options: O];

/** The body of a refusal with this code. */
export type Refusal<N extends Name, C extends Code<N>> = ErrorBody & {
  readonly code: C;
} & (C extends 'PRECONDITION_FAILED'
    ? Operations[N] extends { readonly current: infer R }
      ? { readonly current: R }
      : unknown
    : unknown);

/** `NETWORK`: no answer came. `NOT_JSON`: another server answered, such as a proxy. */
export type FailureCode = ErrorCode | 'NETWORK' | 'NOT_JSON';
