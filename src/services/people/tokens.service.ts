import { createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import type { Scope } from '../../domain/administration/scopes.ts';
import { deriveKey } from '../../lib/derived-keys.ts';

export interface IssuedToken {
  readonly token: string;
  readonly token_type: 'Bearer';
  /** Seconds from now. */
  readonly expires_in: number;
  readonly expires_at: string;
}

export interface UserClaims {
  readonly user_id: number;
  readonly messenger_id: number;
  readonly iat: number;
  readonly exp: number;
}

export interface AdminClaims {
  readonly role: 'admin';
  /** The id of the API key that issued it. */
  readonly key: string;
  /** Limits what the key may do; absent if the token may do the same. */
  readonly scopes?: readonly string[];
  readonly iat: number;
  readonly exp: number;
}

/** What an administrator's token may do less than its key. */
export interface TokenLimits {
  readonly scopes?: readonly Scope[] | undefined;
  readonly ttlSeconds?: number | undefined;
}

type Claims = Readonly<Record<string, unknown>>;

/** A verification costs 8 µs; a kept token takes 500 bytes. */
const MAX_VERIFIED = 2_000;

interface Options {
  readonly secrets: readonly string[];
  readonly ttlSeconds: number;
  readonly adminTtlSeconds: number;
  readonly now: () => Date;
}

/**
 * Signs and verifies bearer tokens. Accepts HS256 only, even if a token names another algorithm.
 */
export class TokensService {
  readonly #options: Options;
  readonly #userKeys: readonly KeyObject[];
  readonly #adminKeys: readonly KeyObject[];
  /** The longest lifetime of an administrator's token. */
  readonly adminTtlSeconds: number;
  /** The claims of user tokens that were verified. Only their time can invalidate them. */
  readonly #verified = new LRUCache<string, UserClaims>({ max: MAX_VERIFIED });

  /** @param options.secrets the first one signs, all of them verify */
  constructor(options: Options) {
    this.#options = options;
    this.#userKeys = options.secrets.map((secret) => createSecretKey(secret, 'utf8'));
    // Administrators' tokens have their own key, so a user's token is never valid as one.
    this.#adminKeys = options.secrets.map((secret) =>
      createSecretKey(deriveKey(secret, 'admin tokens').bytes),
    );
    this.adminTtlSeconds = options.adminTtlSeconds;
  }

  /**
   * @param signedOutAt when the user last signed out: all tokens issued up to that second are
   *   invalid, so one issued within it is dated a second later
   */
  issueForUser(
    user: { user_id: number; messenger_id: number },
    signedOutAt: string | null = null,
  ): IssuedToken {
    const earliest = secondOf(signedOutAt) + 1;
    return this.#issue(user, this.#userKeys, { ttlSeconds: this.#options.ttlSeconds, earliest });
  }

  /**
   * @param key the id of the API key that the token is issued for
   * @param limits without them, the token may do what its key may, for the longest lifetime
   */
  issueForAdmin(key: string, { scopes, ttlSeconds = this.adminTtlSeconds }: TokenLimits = {}) {
    const claims = { role: 'admin', key, ...(scopes && { scopes }) };
    return this.#issue(claims, this.#adminKeys, { ttlSeconds, earliest: 0 });
  }

  /** The claims of a valid user token; undefined for any other token. */
  readUserToken(token: string): UserClaims | undefined {
    const known = this.#verified.get(token);
    if (known) return known.exp > this.#seconds() ? known : undefined;
    const claims = this.#verify(token, this.#userKeys);
    if (!claims || !isUserClaims(claims)) return undefined;
    this.#verified.set(token, claims);
    return claims;
  }

  /** The claims of a valid administrator's token; undefined for any other token. */
  readAdminToken(token: string): AdminClaims | undefined {
    // Verifying a user's token with the wrong keys costs 16 µs.
    if (!claimsAdmin(token)) return undefined;
    const claims = this.#verify(token, this.#adminKeys);
    return claims && isAdminClaims(claims) ? claims : undefined;
  }

  #issue(
    claims: Claims,
    [key]: readonly KeyObject[],
    { ttlSeconds, earliest }: { ttlSeconds: number; earliest: number },
  ): IssuedToken {
    if (!key) throw new Error('no key to sign with');
    const now = this.#seconds();
    const iat = Math.max(now, earliest);
    const exp = now + ttlSeconds;
    return {
      token: jwt.sign({ ...claims, iat, exp }, key, { algorithm: 'HS256' }),
      token_type: 'Bearer',
      expires_in: ttlSeconds,
      expires_at: new Date(exp * 1_000).toISOString(),
    };
  }

  #seconds(): number {
    return Math.floor(this.#options.now().getTime() / 1_000);
  }

  #verify(token: string, keys: readonly KeyObject[]): Claims | undefined {
    const clockTimestamp = this.#seconds();
    for (const key of keys) {
      const claims = verified(token, key, clockTimestamp);
      // jsonwebtoken accepts a token without `exp`, as one that never expires.
      if (typeof claims === 'object' && typeof claims.exp === 'number') return claims;
    }
    return undefined;
  }
}

function verified(token: string, key: KeyObject, clockTimestamp: number) {
  try {
    return jwt.verify(token, key, { algorithms: ['HS256'], clockTimestamp });
  } catch {
    return undefined;
  }
}

/** Whether the token calls itself an administrator's; only its verification proves that it is. */
function claimsAdmin(token: string): boolean {
  try {
    const claims = jwt.decode(token);
    return typeof claims === 'object' && claims?.role === 'admin';
  } catch {
    return false;
  }
}

/** The second of an instant, as `iat` counts; before all tokens for null. */
export const secondOf = (instant: string | null): number =>
  instant === null ? -1 : Math.floor(Date.parse(instant) / 1_000);

const isId = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;

function isUserClaims(claims: Claims): claims is Claims & UserClaims {
  return isId(claims.user_id) && isId(claims.messenger_id) && isId(claims.iat) && isId(claims.exp);
}

function isAdminClaims(claims: Claims): claims is Claims & AdminClaims {
  const { role, key, scopes = [], iat, exp } = claims;
  const isWhole = role === 'admin' && typeof key === 'string' && Array.isArray(scopes);
  return isWhole && isId(iat) && isId(exp);
}
