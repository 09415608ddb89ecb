import { createHash, timingSafeEqual } from 'node:crypto';
import type { User } from '../../domain/people/users.ts';
import { forbidden, invalidToken, unauthorized } from '../../errors.ts';
import type { InitData, InitDataVerifier } from '../../integrations/messenger/init-data.ts';
import type { Store } from '../../repositories/store.ts';
import type { AccountsService } from './accounts.service.ts';
import type { IssuedToken, TokensService } from './tokens.service.ts';

/** Somebody who came with messenger data. `created` tells that this made them known. */
export interface MessengerSignIn {
  readonly user: User;
  readonly created: boolean;
  readonly start_param: string | undefined;
}

/** When the proof ends that somebody came with. */
interface Access {
  readonly access_until: string;
}

export interface Session extends IssuedToken {
  readonly start_param?: string | undefined;
  readonly user: User;
}

/** Tells who is asking. Every proof leads to a row that is read anew at each request. */
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
   * The person who was signed into this messenger data; made known when they are new.
   * @throws AppError UNAUTHORIZED when the data fails its check, is too old, or was signed before
   *   the person had themselves erased.
   */
  async byMessenger(raw: string): Promise<MessengerSignIn & Access> {
    const data = this.#initData.verify(raw);
    if (!data) throw unauthorized();
    const access_until = this.#initData.endOf(data).toISOString();
    return { ...(await this.#signIn(data)), access_until };
  }

  /** @throws AppError INVALID_TOKEN when it is malformed, expired, wrongly signed, or its user gone. */
  async byToken(token: string): Promise<{ readonly user: User } & Access> {
    const claims = this.#tokens.readUserToken(token);
    const user = claims && (await this.#store.users.find(claims.user_id));
    // Erasing somebody takes their messenger id away, which ends their tokens too.
    if (!user || user.messenger_id !== claims.messenger_id) throw invalidToken();
    return { user, access_until: new Date(claims.exp * 1_000).toISOString() };
  }

  /**
   * Refuses messenger data beside a token that is wrongly signed or names somebody else. Its age
   * does not matter there.
   * @throws AppError UNAUTHORIZED
   */
  checkSameUser(user: User, raw: string): void {
    const data = this.#initData.verifySignature(raw);
    if (data?.person.messenger_id !== user.messenger_id) throw unauthorized();
  }

  /**
   * Takes over messenger data that `checkBeside` let pass, whatever its age.
   * @throws AppError UNAUTHORIZED
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

  /** The name of an API key for the audit log, or undefined when it is not one of ours. */
  adminKeyName(key: string): string | undefined {
    const hash = sha256(key);
    const known = this.#adminKeyHashes.filter((own) => timingSafeEqual(own, hash));
    return known.length > 0 ? `key ${hash.toString('hex').slice(0, 8)}` : undefined;
  }

  /**
   * Trades messenger data for a bearer token.
   * @throws AppError UNAUTHORIZED as `byMessenger`; FORBIDDEN for a blocked person.
   */
  async login(raw: string): Promise<Session> {
    const { user, start_param } = await this.byMessenger(raw);
    if (user.is_blocked) throw forbidden();
    return { ...this.refresh(user), start_param };
  }

  /** A fresh token for somebody who holds a valid one. */
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
