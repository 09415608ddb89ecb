import type { Administrator } from '../../domain/people/administrators.ts';
import type { User } from '../../domain/people/users.ts';
import { forbidden, invalidToken, unauthorized } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';
import type { AuthenticationService } from './authentication.service.ts';
import type { IssuedToken, TokensService } from './tokens.service.ts';

export interface Session extends IssuedToken {
  readonly start_param?: string | undefined;
  readonly user: User;
}

/** Issues bearer tokens. */
export class SessionsService {
  readonly #store: Store;
  readonly #authentication: AuthenticationService;
  readonly #tokens: TokensService;

  constructor(deps: {
    store: Store;
    authentication: AuthenticationService;
    tokens: TokensService;
  }) {
    this.#store = deps.store;
    this.#authentication = deps.authentication;
    this.#tokens = deps.tokens;
  }

  /**
   * Exchanges messenger data for a bearer token.
   *
   * @throws AppError UNAUTHORIZED if the data is invalid, is too old, or was signed before the
   *   user's erasure; FORBIDDEN if the user is blocked
   */
  async login(raw: string): Promise<Session> {
    const identity = this.#authentication.identify({ token: undefined, initData: raw });
    if (!identity) throw unauthorized();
    const { user, start_param } = await this.#authentication.signIn(identity);
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

  /**
   * Exchanges an API key for a token, which is accepted as long as the key is configured.
   *
   * @throws AppError FORBIDDEN for a token: otherwise a stolen one could be renewed for ever
   */
  async issueAdminToken(by: Administrator): Promise<IssuedToken> {
    if (by.via === 'token') throw forbidden();
    const issued = this.#tokens.issueForAdmin(by.key);
    const after = { expires_at: issued.expires_at };
    await this.#store.transaction((tx) =>
      tx.audit.record(by, 'admin_token.issue', null, { after }),
    );
    return issued;
  }
}
