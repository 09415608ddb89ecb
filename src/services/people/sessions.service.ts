import { type Administrator, missingScope } from '../../domain/administration/administrators.ts';
import { type OpenedStart, startOf } from '../../domain/messaging/start-parameters.ts';
import type { User } from '../../domain/people/users.ts';
import { forbidden, invalid, invalidToken, unauthorized } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';
import type { AuthenticationService, SignedInUser } from './authentication.service.ts';
import type { IssuedToken, TokenLimits, TokensService } from './tokens.service.ts';

export interface Session extends IssuedToken {
  readonly start_param?: string | undefined;
  /** What `start_param` opens; null without a known one. */
  readonly start: OpenedStart | null;
  readonly user: User;
}

/** Opens start parameters. */
interface Starts {
  open(parameter: string | undefined, userId: number): Promise<OpenedStart | null>;
}

/** Claims the invitation of a claim link. */
interface Claims {
  claimAtSignIn(user: User, code: string): Promise<void>;
}

interface Deps {
  readonly store: Store;
  readonly authentication: AuthenticationService;
  readonly tokens: TokensService;
  readonly starts: Starts;
  readonly claims: Claims;
  /** How long after the last sign-in with messenger data tokens are refreshed. */
  readonly maxAgeSeconds: number;
  readonly now: () => Date;
}

/** Issues bearer tokens and ends them. */
export class SessionsService {
  readonly #deps: Deps;
  readonly #maxAgeMs: number;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#maxAgeMs = deps.maxAgeSeconds * 1_000;
  }

  /**
   * Exchanges messenger data for a bearer token, and opens its start parameter; a claim link claims.
   *
   * @throws AppError UNAUTHORIZED if the data is invalid, is too old, or was signed before the
   *   user's erasure; FORBIDDEN if the user is blocked
   */
  async login(raw: string): Promise<Session> {
    const identity = this.#deps.authentication.identify({ token: undefined, initData: raw });
    if (!identity) throw unauthorized();
    const { user, start_param } = await this.#deps.authentication.signIn(identity);
    if (user.is_blocked) throw forbidden();
    const start = await this.#open(start_param, user);
    return { ...this.#issue(user), start_param, start };
  }

  /**
   * Refreshes the caller's account from messenger data, and opens its start parameter.
   *
   * @throws AppError UNAUTHORIZED as `refreshFromMessenger`
   */
  async upsert(
    { user, via }: Pick<SignedInUser, 'user' | 'via'>,
    raw: string,
  ): Promise<{ readonly user: User; readonly start: OpenedStart | null }> {
    // Beside a token, authentication has only checked that the header is of the same user.
    const refreshed =
      via === 'messenger' ? user : await this.#deps.authentication.refreshFromMessenger(raw);
    const parameter = this.#deps.authentication.startParamOf(raw);
    return { user: refreshed, start: await this.#open(parameter, refreshed) };
  }

  /** Opens a start parameter that the messenger signed. A claim link claims its invitation first. */
  async #open(parameter: string | undefined, user: User): Promise<OpenedStart | null> {
    const start = parameter === undefined ? undefined : startOf(parameter);
    if (start?.kind === 'claim') await this.#deps.claims.claimAtSignIn(user, start.code);
    return this.#deps.starts.open(parameter, user.id);
  }

  /**
   * Issues a new token to a user who has authenticated with one.
   *
   * @throws AppError INVALID_TOKEN if the user has signed out, has been erased, or has not signed
   *   in with messenger data for too long
   */
  async refresh(caller: User): Promise<Session> {
    return this.#deps.store.transaction(async (tx) => {
      // A sign-out locks the row too, so no token is issued while one is in progress.
      const user = await tx.users.lockAllowingReferences(caller.id);
      if (!user || user.signed_out_at !== caller.signed_out_at) throw invalidToken();
      // The time of the signature, not of the request: old data beside a token is no new sign-in.
      const signedInAt = Date.parse(user.messenger_signed_at ?? '1970-01-01');
      if (this.#deps.now().getTime() - signedInAt > this.#maxAgeMs) throw invalidToken();
      return { ...this.#issue(user), start: null };
    });
  }

  /**
   * Ends all tokens of the user issued so far, and the live streams and tickets opened with them.
   *
   * @throws AppError UNAUTHORIZED if the user has been erased
   */
  async logout(userId: number): Promise<{ readonly signed_out_at: string }> {
    return this.#deps.store.transaction(async (tx) => {
      await tx.users.lockAllowingReferences(userId);
      // The time is taken under the lock, so that no token issued before it is later.
      const user = await tx.users.updateSignedOut(userId, this.#deps.now().toISOString());
      if (!user?.signed_out_at) throw unauthorized();
      await tx.streamTickets.deleteAllOf(userId);
      return { signed_out_at: user.signed_out_at };
    });
  }

  /**
   * Exchanges an API key for a token, which is accepted as long as the key is configured.
   *
   * @param limits of the token beside those of the key, which are read at each request
   * @throws AppError FORBIDDEN for a token or a session: otherwise a stolen one could be renewed for
   *   ever, and for a scope that the key lacks; VALIDATION_ERROR for too long a lifetime
   */
  async issueAdminToken(by: Administrator, limits: TokenLimits = {}): Promise<IssuedToken> {
    if (by.via !== 'api_key') throw forbidden();
    const { scopes, ttlSeconds = 0 } = limits;
    if (missingScope(by.scopes, scopes ?? [])) throw forbidden();
    const longest = this.#deps.tokens.adminTtlSeconds;
    if (ttlSeconds > longest)
      throw invalid('ttl_seconds', `expected at most ${longest}`, 'too_big', { max: longest });
    const issued = this.#deps.tokens.issueForAdmin(by.key, limits);
    const after = { expires_at: issued.expires_at, ...(scopes && { scopes }) };
    await this.#deps.store.transaction((tx) =>
      tx.audit.record(by, 'admin_token.issue', null, { after }),
    );
    return issued;
  }

  #issue(user: User): Omit<Session, 'start'> {
    const { id: user_id, messenger_id, signed_out_at } = user;
    if (messenger_id === null) throw invalidToken();
    return { ...this.#deps.tokens.issueForUser({ user_id, messenger_id }, signed_out_at), user };
  }
}
