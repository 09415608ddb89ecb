import type { Scope } from './scopes.ts';

/** What the key of an administrator may do; `*` is everything, later scopes included. */
export type Granted = Scope | '*';

/** An administrator and the request they make, as the audit log records them. */
export interface Administrator {
  /** The actor in the audit log: `key` and the id of the API key, also of a caller with its token or session. */
  readonly name: string;
  /**
   * The id of the API key, never the secret itself: the `public_id` of a stored key, or 8 hex digits
   * of one of `ADMIN_API_KEY`. A key and the tokens that it issued have the same id, and share what
   * belongs to a key, such as rate limits.
   */
  readonly key: string;
  readonly via: 'api_key' | 'token' | 'session';
  readonly request_id: string;
  /** The address of the client; null for one that is not an IP address. */
  readonly ip: string | null;
  /** Null without a session. */
  readonly session_id: number | null;
  readonly scopes: readonly Granted[];
  /** The conferences in which the key may act; null for all, and for what belongs to none. */
  readonly conference_ids: readonly number[] | null;
  /** Null for a key of `ADMIN_API_KEY`. */
  readonly api_key_id: number | null;
  /** Null for a key that belongs to a machine. */
  readonly administrator_id: number | null;
}

/**
 * Who makes a change, as the audit log records it: an administrator, or an operator at a console, who has
 * no key.
 */
export type Actor = Pick<Administrator, 'name' | 'request_id'> &
  Partial<Pick<Administrator, 'administrator_id' | 'api_key_id' | 'session_id' | 'ip'>>;

/** What the audit log records of a request, before it is known who sends it. */
export type Trace = Pick<Administrator, 'request_id' | 'ip'>;

/**
 * The owner of idempotency keys and broadcasts: the person whose key it is, whatever key they use, or
 * else the key.
 */
export const ownerOf = ({ key, administrator_id }: Administrator): string =>
  administrator_id === null ? key : `administrator ${administrator_id}`;

/** The first scope that is missing; undefined if all are granted. */
export const missingScope = <Needed extends Granted>(
  granted: readonly Granted[],
  needed: readonly Needed[],
): Needed | undefined =>
  granted.includes('*') ? undefined : needed.find((scope) => !granted.includes(scope));

/** A key that may do everything everywhere, as those of `ADMIN_API_KEY`. */
export const UNLIMITED = {
  scopes: ['*'],
  conference_ids: null,
  api_key_id: null,
  administrator_id: null,
} as const satisfies Partial<Administrator>;

/** A person who administers, as other administrators see them. Their rights are those of their keys. */
export interface AdministratorAccount {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  /** With the launch data of this account of the messenger they sign in. */
  readonly messenger_id: number | null;
  /** None of their keys opens anything since then. */
  readonly disabled_at: string | null;
  /** The id of the administrator who created them; null for a machine, or an operator. */
  readonly created_by: number | null;
  readonly created_at: string;
}
