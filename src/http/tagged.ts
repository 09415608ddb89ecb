import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { RequiredScope } from '../domain/administration/scopes.ts';
import type {
  AnyDeclaration,
  AnyEndpoint,
  Auth,
  BegunUpload,
  Endpoint,
  Method,
} from './endpoint.ts';
import type { Responses } from './replies.ts';
import type { Tag } from './tags.ts';

/** Every endpoint for administrators declares its scope and conferences, and no other one has any. */
type Scoped<A extends Auth> = A extends 'admin'
  ? { scope: RequiredScope; conferences: NonNullable<unknown> }
  : { scope?: never; exportScope?: never; conferences?: never };

/** A stored answer must not hold a secret, and a cached one is the same for every anonymous caller. */
type Storable = (Never<'idempotent'> | Never<'holdsSecret'>) &
  (Never<'cachedUntil'> | ({ route: `GET ${string}`; auth: 'public' | 'optional' } & OfEveryone));
type OfEveryone = Never<'knowsSender' | 'holdsProfiles' | 'readsPeople' | 'limits' | 'headers'>;
type Never<Name extends string> = { [Of in Name]?: never };

/**
 * Only a GET whose caller is known may lag: what they wrote must be in the answer. Never one of an
 * administrator, who edits what they read; a cached answer, which the writes renew; or a stream.
 */
type FromReplica<R extends Responses> =
  | { allowReplica?: never }
  | (Readable extends z.input<R[keyof R]>
      ? never
      : {
          route: `GET ${string}`;
          cachedUntil?: never;
          holdsSecret?: never;
          takesTicket?: never;
        } & ({ auth: 'user' | 'optional' } | { auth: 'public'; knowsSender: true }));

/**
 * Declares endpoints below one title of the API reference: the route, the validation and the entry in the
 * reference of each come from one object.
 */
export const tagged =
  (tag: Tag) =>
  <
    const A extends Auth,
    const R extends Responses,
    P extends z.ZodType = z.ZodUndefined,
    Q extends z.ZodType = z.ZodUndefined,
    H extends z.ZodType = z.ZodUndefined,
    B extends z.ZodType = z.ZodUndefined,
    U extends BegunUpload | undefined = undefined,
    V = undefined,
  >(
    declaration: Endpoint<A, P, Q, H, B, R, U, V> & Storable & FromReplica<R> & Scoped<A>,
  ): AnyEndpoint => {
    const any: AnyDeclaration = declaration;
    const [method, path = ''] = any.route.split(' ');
    return { ...any, method: method?.toLowerCase() as Method, path, tag };
  };

/** The answers of a handler; one with headers is written out. */
export const ok = <const B>(body: B) => ({ status: 200 as const, body });
export const created = <const B>(body: B) => ({ status: 201 as const, body });
export const accepted = <const B>(body: B) => ({ status: 202 as const, body });
