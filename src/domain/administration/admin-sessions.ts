const HOUR_MS = 3_600_000;

/** A session ends this long after its last request, and at the latest this long after its start. */
const IDLE_MS = 2 * HOUR_MS;
export const LONGEST_SESSION_MS = 14 * HOUR_MS;
/** How often its last request is noted. */
const SEEN_MS = 60_000;

/** A session of an administrator in a cookie. */
export interface AdminSession {
  readonly id: number;
  /** The id of the key that started it; see `Administrator`. */
  readonly key: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  /** When it ends unless it is used before; when it ended. */
  readonly ends_at: string;
  /** When the administrator ended it. */
  readonly ended_at: string | null;
}

/** When a session ends if its last request is now. */
export const endOfSession = ({ startedAt, now }: { startedAt: Date; now: Date }): Date =>
  new Date(Math.min(now.getTime() + IDLE_MS, startedAt.getTime() + LONGEST_SESSION_MS));

export const isRunning = ({ ends_at, ended_at }: AdminSession, now: Date): boolean =>
  ended_at === null && now.getTime() < Date.parse(ends_at);

/** Whether a request now is to be noted. */
export const isToBeNoted = ({ last_seen_at }: AdminSession, now: Date): boolean =>
  now.getTime() - Date.parse(last_seen_at) >= SEEN_MS;

/**
 * How an administrator identified themselves, without the secret: enough to ask later whether it is
 * still valid.
 */
export type AdminCredential =
  | {
      readonly via: 'api_key';
      /** Of a stored key; undefined for one of `ADMIN_API_KEY`. */
      readonly public_id?: string;
      /** SHA-256 of its text, in hex: of two secrets, one can end. */
      readonly hash: string;
    }
  | {
      readonly via: 'token';
      /** The id of the key that issued it; see `Administrator`. */
      readonly key: string;
      /** Undefined if the token may do what its key may. */
      readonly scopes?: readonly string[];
      readonly expires_at: string;
    }
  | {
      readonly via: 'session';
      /** SHA-256 of its secret, in hex. */
      readonly hash: string;
    };

/** A credential as it is sent. */
export interface SentCredential {
  readonly via: AdminCredential['via'];
  readonly text: string;
}
