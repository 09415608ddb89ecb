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
