import type { Session } from './operations.d.ts';

/** Posts to the API without credentials, or with these. Throws an ApiError. */
export type SignIn = (
  operation: 'signIn' | 'refreshToken',
  given: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
) => Promise<Session>;

/** Who calls. */
export interface Credentials {
  /** The headers of each request; `signIn` is for those that have to get a token first. */
  headers(signIn: SignIn): Promise<Readonly<Record<string, string>>>;
  /** Forgets refused headers: the next ones are others. Without it, a 401 is final. */
  renew?(refused: Readonly<Record<string, string>>): Promise<void>;
}

/** An administrator, or a partner, by a key. */
export const apiKey = (key: string): Credentials => ({
  headers: async () => ({ 'X-API-Key': key }),
});

/** A token that the caller renews. */
export const bearerToken = (token: () => string): Credentials => ({
  headers: async () => ({ Authorization: `Bearer ${token()}` }),
});

/** A token is renewed when less than this part of its life is left. */
const RENEWED_AT = 0.2;

interface LaunchDataOptions {
  /** The first session, and each after a renewal: the user, and what the link opened. */
  readonly onSession?: (session: Session) => void;
}

/**
 * The user of a mini app, by its raw launch data, which is exchanged for a token at the first call. The
 * token is renewed before it expires. If it is refused, the launch data are tried once more.
 */
export function launchData(raw: string, { onSession }: LaunchDataOptions = {}): Credentials {
  let session: Promise<Session> | undefined;
  let renewAt = 0;

  const keep = (next: Promise<Session>): Promise<Session> => {
    session = next;
    next.then(
      (found) => {
        renewAt = Date.now() + found.expires_in * (1 - RENEWED_AT) * 1_000;
        onSession?.(found);
      },
      () => {
        // The next call tries again.
        if (session === next) session = undefined;
      },
    );
    return next;
  };
  const signInOnce = (signIn: SignIn) => {
    renewAt = Number.POSITIVE_INFINITY;
    return keep(signIn('signIn', { body: { init_data: raw } }));
  };
  const refresh = (signIn: SignIn, { token }: Session) => {
    renewAt = Number.POSITIVE_INFINITY;
    const headers = { Authorization: `Bearer ${token}` };
    return keep(signIn('refreshToken', { headers }).catch(() => signInOnce(signIn)));
  };

  return {
    async headers(signIn) {
      let current = await (session ?? signInOnce(signIn));
      // Calls that wait for one renewal send the same token.
      if (Date.now() > renewAt) current = await refresh(signIn, current);
      return { Authorization: `Bearer ${current.token}` };
    },
    async renew({ Authorization: refused }) {
      const current = await session?.catch(() => undefined);
      // Another call may have renewed it already.
      if (current && refused === `Bearer ${current.token}`) session = undefined;
    },
  };
}
