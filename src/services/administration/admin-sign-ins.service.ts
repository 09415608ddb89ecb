import type { Administrator } from '../../domain/administration/administrators.ts';
import { isValid, type KeyRights } from '../../domain/administration/api-keys.ts';
import { isScope } from '../../domain/administration/grants.ts';
import { unauthorized } from '../../errors.ts';
import type { InitDataVerifier } from '../../integrations/messenger/init-data.ts';
import { isWithin } from '../../lib/networks.ts';
import type { Store } from '../../repositories/store.ts';
import type { IssuedToken, TokensService } from '../people/tokens.service.ts';
import type { SignInFailuresService } from './sign-in-failures.service.ts';

/** Launch data older than this signs no administrator in; that of users may be a day old. */
export const MAX_LAUNCH_DATA_AGE_SECONDS = 300;
/** Longer than launch data is accepted, with the clock skew that is allowed. */
const USED_MS = 600_000;

/** Launch data, and the key that it stands for; without one, the newest key of its sender. */
interface SignIn {
  readonly init_data: string;
  readonly key?: string | undefined;
}

interface Deps {
  readonly store: Store;
  readonly tokens: TokensService;
  readonly signInFailures: SignInFailuresService;
  /** Accepts launch data of `MAX_LAUNCH_DATA_AGE_SECONDS` at most. */
  readonly initData: InitDataVerifier;
  readonly now: () => Date;
}

/** Signs administrators in with the launch data of the mini app, without a secret to type. */
export class AdminSignInsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
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
