import type { TryLimit } from '../../domain/operations/rate-limit-counters.ts';
import type { MessengerHash } from '../../domain/people/messenger-hashes.ts';
import type { User } from '../../domain/people/users.ts';
import { AppError, forbidden, invalidToken, rateLimited, unauthorized } from '../../errors.ts';
import type { InitData, InitDataVerifier } from '../../integrations/messenger/init-data.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { AccountsService } from './accounts.service.ts';
import { secondOf, type TokensService, type UserClaims } from './tokens.service.ts';

/** The credentials of a request, as they came. */
export interface Credentials {
  readonly token: string | undefined;
  readonly initData: string | undefined;
}

/** The sender of a request, as its credentials prove. The user has not been looked up yet. */
export type Identity = { readonly messenger_id: number } & (
  | { readonly via: 'token'; readonly claims: UserClaims }
  | { readonly via: 'messenger'; readonly data: InitData }
);

export interface SignedInUser {
  readonly user: User;
  readonly via: Identity['via'];
  /** Whether this request created the user. */
  readonly created: boolean;
  readonly start_param: string | undefined;
  /** When the credentials expire. */
  readonly access_until: string;
}

/** Recognizes the tokens of administrators, which open nothing of a user. */
interface AdminTokens {
  isToken(token: string): boolean;
}

interface Deps {
  readonly store: Store;
  readonly accounts: AccountsService;
  readonly initData: InitDataVerifier;
  readonly tokens: TokensService;
  readonly adminTokens: AdminTokens;
}

/** Identifies users. Each request reads the caller's row, so a block takes effect at once. */
export class AuthenticationService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Verifies credentials without a statement. The bearer token counts. Launch data beside it must
   * have a valid signature and name the same person, at any age.
   *
   * @throws AppError FORBIDDEN for an administrator's token; INVALID_TOKEN or UNAUTHORIZED for
   *   credentials that are malformed, wrongly signed, too old, or of another person
   */
  identify({ token, initData }: Credentials): Identity | undefined {
    if (token !== undefined) return this.#identifyByToken(token, initData);
    if (initData === undefined) return undefined;
    const data = this.#deps.initData.verify(initData);
    if (!data) throw unauthorized();
    return { via: 'messenger', data, messenger_id: data.person.messenger_id };
  }

  /** As `identify`, for endpoints that refuse no credentials: undefined if they prove nothing. */
  identifyOrIgnore(credentials: Credentials): Identity | undefined {
    try {
      return this.identify(credentials);
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  /**
   * Finds the user. Launch data refreshes the user, and creates them at their first request.
   *
   * @throws AppError INVALID_TOKEN if the token's user is erased or deleted, or has signed out since;
   *   UNAUTHORIZED if the launch data was signed before the user's erasure
   */
  async signIn(identity: Identity): Promise<SignedInUser> {
    if (identity.via === 'token') {
      const user = await this.#userOf(identity.claims);
      const access_until = new Date(identity.claims.exp * 1_000).toISOString();
      return { user, via: 'token', created: false, start_param: undefined, access_until };
    }
    const { person, signedAt, start_param } = identity.data;
    const access_until = this.#deps.initData.expiryOf(identity.data).toISOString();
    const found = await this.#deps.accounts.signIn(person, signedAt);
    return { ...found, via: 'messenger', start_param, access_until };
  }

  /** As `signIn`, for endpoints that refuse no credentials: undefined if the user is gone. */
  async signInOrIgnore(identity: Identity): Promise<SignedInUser | undefined> {
    try {
      return await this.signIn(identity);
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  /**
   * Refreshes the user from messenger data of any age; call `identify` first.
   *
   * @throws AppError UNAUTHORIZED if the data is wrongly signed or was signed before the user's
   *   erasure
   */
  async refreshFromMessenger(raw: string): Promise<User> {
    const data = this.#deps.initData.verifySignature(raw);
    if (!data) throw unauthorized();
    return (await this.#deps.accounts.signIn(data.person, data.signedAt)).user;
  }

  /** The start parameter in messenger data of any age. */
  startParamOf(raw: string): string | undefined {
    return this.#deps.initData.verifySignature(raw)?.start_param;
  }

  /** The messenger id in valid messenger data; undefined for any other data. */
  messengerIdOf(raw: string | undefined): string | undefined {
    const identity = this.identifyOrIgnore({ token: undefined, initData: raw });
    return identity && String(identity.messenger_id);
  }

  isUserToken(token: string): boolean {
    return this.#deps.tokens.readUserToken(token) !== undefined;
  }

  #identifyByToken(token: string, initData: string | undefined): Identity {
    const claims = this.#deps.tokens.readUserToken(token);
    if (!claims) throw this.#deps.adminTokens.isToken(token) ? forbidden() : invalidToken();
    const { messenger_id } = claims;
    if (initData !== undefined) {
      const data = this.#deps.initData.verifySignature(initData);
      if (data?.person.messenger_id !== messenger_id) throw unauthorized();
    }
    return { via: 'token', claims, messenger_id };
  }

  async #userOf({ user_id, messenger_id, iat }: UserClaims): Promise<User> {
    const user = await this.#deps.store.users.find(user_id);
    // An erasure empties the messenger id, which invalidates the tokens too.
    if (!user || user.messenger_id !== messenger_id) throw invalidToken();
    if (iat <= secondOf(user.signed_out_at)) throw invalidToken();
    return user;
  }
}

/** How often a user may do something, and the sentence of a refusal. */
interface ActionLimit {
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly sentence: string;
}

interface FailedAttemptsDeps {
  readonly store: Store;
  readonly hashOf: MessengerHash;
}

/**
 * Limits wrong codes, and actions of users, over all processes. Each try is counted before its code is compared, so that tries
 * at once are counted too, and given back unless it was wrong. `RATE_LIMIT_ENABLED` does not disable
 * these limits.
 */
export class FailedAttemptsService {
  readonly #deps: FailedAttemptsDeps;

  constructor(deps: FailedAttemptsDeps) {
    this.#deps = deps;
  }

  /**
   * Runs `compare` as a counted try.
   *
   * @param given.isWrong whether an error of `compare` says that the code was wrong
   * @throws AppError RATE_LIMITED with `Retry-After` by the first limit that is reached, without
   *   comparing; all errors of `compare`
   */
  async run<T>(
    limits: readonly TryLimit[],
    given: { readonly compare: () => Promise<T>; readonly isWrong: (error: unknown) => boolean },
  ): Promise<T> {
    const counted: string[] = [];
    let isWrong = false;
    try {
      await this.#count(limits, counted);
      return await given.compare();
    } catch (error) {
      isWrong = given.isWrong(error);
      throw error;
    } finally {
      if (!isWrong) await this.#deps.store.rateLimitCounters.updateGivenBack(counted);
    }
  }

  /** The keys of a person's counter: keyed hashes, which outlive an erasure. */
  keysOf({ id, messenger_id }: Pick<User, 'id' | 'messenger_id'>, name: string): readonly string[] {
    const hashes = messenger_id === null ? [`user ${id}`] : this.#deps.hashOf(messenger_id).all;
    return hashes.map((hash) => `${name}:${hash}`);
  }

  /**
   * Counts what a user may do a limited number of times; an action that is rolled back with `counters`
   * counts nothing.
   *
   * @throws AppError RATE_LIMITED with `sentence` and `Retry-After`
   */
  async countAction(
    { rateLimitCounters }: Pick<Tx, 'rateLimitCounters'>,
    user: Pick<User, 'id' | 'messenger_id'>,
    { name, limit, windowMs, sentence }: ActionLimit,
  ): Promise<void> {
    const keys = this.keysOf(user, name);
    const { hits, ms_left } = await rateLimitCounters.upsertOneOf(keys, windowMs);
    if (hits > limit) throw rateLimited(sentence, ms_left);
  }

  async #count(limits: readonly TryLimit[], counted: string[]): Promise<void> {
    let first: number | undefined;
    for (const { keys, limit, windowMs, sparesNew = false } of limits) {
      const { hits, ms_left } = await this.#deps.store.rateLimitCounters.upsertOneOf(
        keys,
        windowMs,
      );
      counted.push(...keys);
      first ??= hits;
      if (hits > limit && !(sparesNew && first === 1)) {
        throw rateLimited('Too many wrong codes; try again later', ms_left);
      }
    }
  }
}
