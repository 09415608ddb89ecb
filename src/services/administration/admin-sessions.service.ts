import { hash, randomBytes } from 'node:crypto';
import { type AdminSession, endOfSession } from '../../domain/administration/admin-sessions.ts';
import type { Administrator, Trace } from '../../domain/administration/administrators.ts';
import { isValid, type KeyRights } from '../../domain/administration/api-keys.ts';
import { isScope } from '../../domain/administration/grants.ts';
import { notFound, unauthorized } from '../../errors.ts';
import type { InitDataVerifier } from '../../integrations/messenger/init-data.ts';
import { isWithin } from '../../lib/networks.ts';
import { hashOfCode, SIGN_IN_CODE } from '../../lib/random-code.ts';
import type { SessionKey } from '../../repositories/administration/admin-sessions.repository.ts';
import type { Store } from '../../repositories/store.ts';
import type { IssuedToken, TokensService } from '../people/tokens.service.ts';
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

/** Launch data older than this signs no administrator in; that of users may be a day old. */
export const MAX_LAUNCH_DATA_AGE_SECONDS = 300;
/** Longer than launch data is accepted, with the clock skew that is allowed. */
const USED_MS = 600_000;

/** Launch data, and the key that it stands for; without one, the newest key of its sender. */
interface SignIn {
  readonly init_data: string;
  readonly key?: string | undefined;
}

interface AdminSignInsDeps {
  readonly store: Store;
  readonly tokens: TokensService;
  readonly signInFailures: SignInFailuresService;
  /** Accepts launch data of `MAX_LAUNCH_DATA_AGE_SECONDS` at most. */
  readonly initData: InitDataVerifier;
  readonly now: () => Date;
}

/** Signs administrators in with the launch data of the mini app, without a secret to type. */
export class AdminSignInsService {
  readonly #deps: AdminSignInsDeps;

  constructor(deps: AdminSignInsDeps) {
    this.#deps = deps;
  }

  /**
   * Exchanges launch data for a token of a key of its sender, never of an owner's: a lost phone must
   * not open everything. The same launch data is accepted once, by all processes together.
   *
   * @throws AppError UNAUTHORIZED in all other cases, which the caller cannot tell apart
   */
  async byLaunchData(
    signIn: SignIn,
    trace: Pick<Administrator, 'request_id' | 'ip'>,
  ): Promise<IssuedToken> {
    const { store, signInFailures, tokens } = this.#deps;
    const key = await signInFailures.watch({ tried: 'launch_data', trace }, () =>
      this.#keyFor(signIn, trace.ip ?? ''),
    );
    if (!key) throw unauthorized();
    const { id: api_key_id, public_id, administrator_id } = key;
    // Named, so that a key that is widened to `*` later does not widen the token.
    const issued = tokens.issueForAdmin(public_id, { scopes: key.scopes.filter(isScope) });
    const by = { ...trace, name: `key ${public_id}`, api_key_id, administrator_id };
    const after = { expires_at: issued.expires_at, by: 'launch_data' };
    await store.audit.record(by, 'admin_token.issue', null, { after });
    return issued;
  }

  async #keyFor({ init_data, key }: SignIn, address: string): Promise<KeyRights | undefined> {
    const { store, initData, now } = this.#deps;
    const data = initData.verify(init_data);
    if (!data) return undefined;
    const { messenger_id } = data.person;
    // The signed time, since the same data can be written in several ways.
    const used = `admin-launch-data:${messenger_id}:${data.signedAt}`;
    const { hits } = await store.rateLimitCounters.upsert(used, USED_MS);
    if (hits > 1) return undefined;
    const keys = await store.apiKeys.listPublicIdsOf(messenger_id, now().toISOString());
    const chosen = keys.find((one) => key === undefined || one === key);
    const rights = chosen === undefined ? undefined : await store.apiKeys.findRights(chosen);
    if (!rights || !isValid(rights, now())) return undefined;
    const { allowed_networks } = rights;
    return !allowed_networks || isWithin(address, allowed_networks) ? rights : undefined;
  }
}
