import { hash, randomBytes } from 'node:crypto';
import { type AdminSession, endOfSession } from '../../domain/administration/admin-sessions.ts';
import type { Administrator, Trace } from '../../domain/administration/administrators.ts';
import { notFound, unauthorized } from '../../errors.ts';
import { hashOfCode, SIGN_IN_CODE } from '../../lib/sign-in-codes.ts';
import type { SessionKey } from '../../repositories/administration/admin-sessions.repository.ts';
import type { Store } from '../../repositories/store.ts';
import type { AdminAuthenticationService, AdminIdentity } from './admin-authentication.service.ts';
import type { SignInFailuresService } from './sign-in-failures.service.ts';

/** The most characters of `User-Agent` that are stored. */
const USER_AGENT_LENGTH = 300;

/** The browser that signs in. */
export interface Browser extends Trace {
  readonly user_agent: string | undefined;
}

interface Deps {
  readonly store: Store;
  readonly adminAuthentication: AdminAuthenticationService;
  readonly signInFailures: SignInFailuresService;
  readonly now: () => Date;
}

/** Starts and ends the sessions of administrators. `AdminAuthenticationService` accepts them. */
export class AdminSessionsService {
  readonly #deps: Deps;
  readonly #authentication: AdminAuthenticationService;
  readonly #failures: SignInFailuresService;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#authentication = deps.adminAuthentication;
    this.#failures = deps.signInFailures;
  }

  /**
   * Exchanges an API key, or the one-time code of one, for a session.
   *
   * @returns the session, and its secret: 256 random bits in base64url, stored as a hash
   * @throws AppError UNAUTHORIZED for a wrong key, and a code that is wrong, used or expired; FORBIDDEN for an address outside its networks
   */
  async start(
    credential: { readonly key: string } | { readonly code: string },
    { user_agent: sentAgent, ...trace }: Browser,
  ): Promise<{ readonly session: AdminSession; readonly secret: string }> {
    const ip = trace.ip ?? '';
    const identity =
      'key' in credential
        ? await this.#failures.watch({ tried: 'api_key', text: credential.key, trace }, () =>
            this.#authentication.byKey(credential.key, ip),
          )
        : await this.#failures.watch({ tried: 'sign_in_code', trace }, () =>
            this.#byCode(credential.code, ip),
          );
    if (!identity) throw unauthorized();
    const secret = randomBytes(32).toString('base64url');
    const user_agent = sentAgent?.slice(0, USER_AGENT_LENGTH) ?? null;
    const now = this.#deps.now();
    const times = {
      created_at: now.toISOString(),
      ends_at: endOfSession({ startedAt: now, now }).toISOString(),
    };
    const id = await this.#deps.store.transaction(async (tx) => {
      const id = await tx.adminSessions.insert({
        secret_hash: hash('sha256', secret, 'hex'),
        ...sessionKeyOf(identity),
        ...times,
        user_agent,
        ip: trace.ip,
      });
      const by = { ...identity, ...trace, session_id: id };
      await tx.audit.record(by, 'admin_session.start', id, { after: { user_agent } });
      return id;
    });
    const { created_at, ends_at } = times;
    const { key } = identity;
    return {
      session: { id, key, created_at, last_seen_at: created_at, ends_at, ended_at: null },
      secret,
    };
  }

  /** Uses a code up; its key can have been revoked since. An invalid text costs no statement. */
  async #byCode(code: string, ip: string): Promise<AdminIdentity | undefined> {
    if (!SIGN_IN_CODE.test(code)) return undefined;
    const { adminSignInCodes } = this.#deps.store;
    const key = await adminSignInCodes.deleteUnexpired(
      hashOfCode(code),
      this.#deps.now().toISOString(),
    );
    return key === undefined ? undefined : this.#authentication.byKeyId(key, 'api_key', ip);
  }

  /** @throws AppError NOT_FOUND for a caller without a session */
  async get({ session_id }: Administrator): Promise<AdminSession> {
    const session =
      session_id === null ? undefined : await this.#deps.store.adminSessions.find(session_id);
    if (!session) throw notFound('session');
    return session;
  }

  /**
   * Ends the session of the caller.
   * @throws AppError NOT_FOUND for a caller without a session, or one that has ended
   */
  async end(by: Administrator): Promise<{ readonly id: number; readonly deleted: true }> {
    const { session_id: id } = by;
    if (id === null) throw notFound('session');
    await this.#deps.store.transaction(async (tx) => {
      const ended = await tx.adminSessions.updateEnded(id, this.#deps.now().toISOString());
      if (ended === 0) throw notFound('session');
      await tx.audit.record(by, 'admin_session.end', id);
    });
    this.#authentication.forget();
    return { id, deleted: true };
  }

  /** Ends every session of the caller's key. */
  async endAll(by: Administrator): Promise<{ readonly ended: number }> {
    const result = await this.#deps.store.transaction(async (tx) => {
      const ended = await tx.adminSessions.updateEndedOf(
        sessionKeyOf(by),
        this.#deps.now().toISOString(),
      );
      await tx.audit.record(by, 'admin_session.end_all', null, { after: { ended } });
      return { ended };
    });
    this.#authentication.forget();
    return result;
  }
}

const sessionKeyOf = ({ api_key_id, key }: AdminIdentity): SessionKey => ({
  key_id: api_key_id,
  key_hex: api_key_id === null ? key : null,
});
