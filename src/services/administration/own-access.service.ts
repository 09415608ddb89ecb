import { type Administrator, missingScope } from '../../domain/administration/administrators.ts';
import type { Rights } from '../../domain/administration/grants.ts';
import { unauthorized } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';
import type { OwnerKeysService } from './owner-keys.service.ts';

interface OwnerWarning {
  readonly kind: 'last_owner_key_ends';
  readonly key: string;
  readonly expires_at: string;
}

/** What the credential of a request may do. */
export interface OwnAccess extends Rights {
  readonly name: string;
  readonly key: string;
  readonly via: string;
  readonly administrator: { readonly id: number; readonly name: string } | null;
  readonly expires_at: string | null;
  readonly warnings: readonly OwnerWarning[];
}

interface Deps {
  readonly store: Store;
  readonly ownerKeys: OwnerKeysService;
  readonly now: () => Date;
}

/** What administrators see of their own credential. */
export class OwnAccessService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @throws AppError UNAUTHORIZED if the key was deleted since the request was authenticated */
  async get(by: Administrator): Promise<OwnAccess> {
    const { key, via, scopes, conference_ids } = by;
    return {
      ...(await this.#keyOf(by)),
      key,
      via,
      scopes,
      conference_ids,
      warnings: missingScope(scopes, ['keys:manage']) ? [] : await this.#warnings(),
    };
  }

  async #keyOf({ api_key_id }: Administrator) {
    if (api_key_id === null)
      return { name: 'ADMIN_API_KEY', administrator: null, expires_at: null };
    const key = await this.#deps.store.read.apiKeys.find(
      api_key_id,
      this.#deps.now().toISOString(),
    );
    if (!key) throw unauthorized();
    const { name, administrator, expires_at } = key;
    return { name, administrator, expires_at };
  }

  async #warnings(): Promise<OwnerWarning[]> {
    const ending = await this.#deps.ownerKeys.findEnding();
    if (!ending || ending.expires_at === null) return [];
    const { public_id: key, expires_at } = ending;
    return [{ kind: 'last_owner_key_ends', key, expires_at }];
  }
}
