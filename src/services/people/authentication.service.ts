import { createHash, timingSafeEqual } from 'node:crypto';
import type { User } from '../../domain/people/users.ts';
import { forbidden, invalidToken, unauthorized } from '../../errors.ts';
import type { InitData, InitDataVerifier } from '../../integrations/messenger/init-data.ts';
import type { Store } from '../../repositories/store.ts';
import type { AccountsService } from './accounts.service.ts';
import type { IssuedToken, TokensService } from './tokens.service.ts';

/** A user who signed in with messenger data. `created` is true if this created the user. */
export interface MessengerSignIn {
  readonly user: User;
  readonly created: boolean;
  readonly start_param: string | undefined;
}

interface Access {
  /** When the credentials expire. */
  readonly access_until: string;
}

export interface Session extends IssuedToken {
  readonly start_param?: string | undefined;
  readonly user: User;
}

/** Identifies callers. Each request reads the caller's row, so a block takes effect at once. */
export class AuthenticationService {
  readonly #store: Store;
  readonly #accounts: AccountsService;
  readonly #initData: InitDataVerifier;
  readonly #tokens: TokensService;
  readonly #adminKeyHashes: readonly Buffer[];

  constructor(deps: {
    store: Store;
    accounts: AccountsService;
    initData: InitDataVerifier;
    tokens: TokensService;
    adminApiKeys: readonly string[];
  }) {
    this.#store = deps.store;
    this.#accounts = deps.accounts;
    this.#initData = deps.initData;
    this.#tokens = deps.tokens;
    this.#adminKeyHashes = deps.adminApiKeys.map(sha256);
  }

  /**
   * Signs in the user of this messenger data; creates the user at their first request.
   *
   * @throws AppError UNAUTHORIZED if the data is invalid, is too old, or was signed before the
   *   user's erasure
   */
  async byMessenger(raw: string): Promise<MessengerSignIn & Access> {
    const data = this.#initData.verify(raw);
    if (!data) throw unauthorized();
    const access_until = this.#initData.expiryOf(data).toISOString();
    return { ...(await this.#signIn(data)), access_until };
  }

  /**
   * @throws AppError INVALID_TOKEN if the token is malformed, expired or wrongly signed, or its
   *   user is erased or deleted
   */
  async byToken(token: string): Promise<{ readonly user: User } & Access> {
    const claims = this.#tokens.readUserToken(token);
    const user = claims && (await this.#store.users.find(claims.user_id));
    // An erasure empties the messenger id, which invalidates the tokens too.
    if (!user || user.messenger_id !== claims.messenger_id) throw invalidToken();
    return { user, access_until: new Date(claims.exp * 1_000).toISOString() };
  }

  /**
   * Checks messenger data that a client sends beside a token. Its age does not matter.
   *
   * @throws AppError UNAUTHORIZED if the data is wrongly signed or belongs to another user
   */
  checkSameUser(user: User, raw: string): void {
    const data = this.#initData.verifySignature(raw);
    if (data?.person.messenger_id !== user.messenger_id) throw unauthorized();
  }

  /**
   * Refreshes the user from messenger data of any age; call `checkSameUser` first.
   *
   * @throws AppError UNAUTHORIZED if the data is wrongly signed or was signed before the user's
   *   erasure
   */
  async refreshFromMessenger(raw: string): Promise<User> {
    const data = this.#initData.verifySignature(raw);
    if (!data) throw unauthorized();
    return (await this.#signIn(data)).user;
  }

  isAdminToken(token: string): boolean {
    return this.#tokens.isAdminToken(token);
  }

  isUserToken(token: string): boolean {
    return this.#tokens.readUserToken(token) !== undefined;
  }

  /** The name of a valid API key for the audit log; undefined for any other key. */
  adminKeyName(key: string): string | undefined {
    const hash = sha256(key);
    // `filter` compares with every key: the time taken does not reveal which one matched.
    const matches = this.#adminKeyHashes.filter((own) => timingSafeEqual(own, hash));
    return matches.length > 0 ? `key ${hash.toString('hex').slice(0, 8)}` : undefined;
  }

  /**
   * Exchanges messenger data for a bearer token.
   *
   * @throws AppError UNAUTHORIZED as `byMessenger`; FORBIDDEN if the user is blocked
   */
  async login(raw: string): Promise<Session> {
    const { user, start_param } = await this.byMessenger(raw);
    if (user.is_blocked) throw forbidden();
    return { ...this.refresh(user), start_param };
  }

  /**
   * Issues a new token to a user who has authenticated.
   *
   * @throws AppError INVALID_TOKEN if erased
   */
  refresh(user: User): Session {
    if (user.messenger_id === null) throw invalidToken();
    return {
      ...this.#tokens.issueForUser({ user_id: user.id, messenger_id: user.messenger_id }),
      user,
    };
  }

  issueAdminToken(): IssuedToken {
    return this.#tokens.issueForAdmin();
  }

  async #signIn(data: InitData): Promise<MessengerSignIn> {
    const { person, signedAt, start_param } = data;
    return { ...(await this.#accounts.signIn(person, signedAt)), start_param };
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
