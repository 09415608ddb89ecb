import type { Administrator } from '../../domain/administration/administrators.ts';
import { covers, type KeyOwner } from '../../domain/administration/api-keys.ts';
import type { Scope } from '../../domain/administration/scopes.ts';
import type { Store } from '../../repositories/store.ts';
import { byConfiguredKey } from './admin-authentication.service.ts';

/** What is done later, without a request of its own. */
interface Work {
  readonly scopes: readonly Scope[];
  readonly conference_id: number;
  /** The name of the work in the audit log, in place of a request. */
  readonly request_id: string;
}

/** Finds with whose rights something is done that its owner asked for earlier. */
export class KeyOwnersService {
  readonly #deps;

  constructor(deps: { store: Store; adminApiKeys: readonly string[]; now: () => Date }) {
    this.#deps = deps;
  }

  /**
   * The owner with the rights of one of their keys that is valid now and covers the work; undefined if
   * they have none, so nothing outlives the rights of who made it.
   */
  async find(
    owner: KeyOwner,
    { scopes, conference_id, request_id }: Work,
  ): Promise<Administrator | undefined> {
    const { store, adminApiKeys, now } = this.#deps;
    const work = { via: 'api_key', request_id, ip: null, session_id: null } as const;
    if (owner.administrator_id === null && owner.api_key_id === null) {
      const [configured] = adminApiKeys;
      return configured === undefined ? undefined : { ...byConfiguredKey(configured), ...work };
    }
    const keys = await store.apiKeys.listOwned(owner);
    const rights = { scopes, conference_ids: [conference_id] };
    const key = keys.find((one) => covers(one, rights, now()));
    if (!key) return undefined;
    const { id, public_id, administrator_id, conference_ids } = key;
    return {
      ...work,
      name: `key ${public_id}`,
      key: public_id,
      scopes: key.scopes,
      conference_ids,
      api_key_id: id,
      administrator_id,
    };
  }
}
