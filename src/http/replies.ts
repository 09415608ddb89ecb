import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { ServedFile } from './served-file.ts';

/** The schemas of the answers of an endpoint, by status. */
export type Responses = Readonly<Record<number, z.ZodType>>;

/** A response body may be read-only at any depth. */
type Frozen<T> = unknown extends T
  ? T
  : T extends Readable | ServedFile
    ? T
    : { readonly [K in keyof T]: Frozen<T[K]> };

/** One member per declared status, so that a handler can answer only what the reference declares. */
export type Reply<R extends Responses> = {
  [S in keyof R]: {
    status: S;
    body: Frozen<z.input<R[S]>>;
    headers?: Readonly<Record<string, string>>;
  };
}[keyof R];
