import type { Logger } from 'pino';
import {
  type Actor,
  type Administrator,
  missingScope,
} from '../../domain/administration/administrators.ts';
import {
  endingOwner,
  keyOwnerOf,
  type OwnerKey,
  yearAfter,
} from '../../domain/administration/api-keys.ts';
import type { Rights } from '../../domain/administration/grants.ts';
import type { OwnerWarning, Warning } from '../../domain/administration/warnings.ts';
import { sourceWarnings } from '../../domain/sources/source-warnings.ts';
import { webhookWarnings } from '../../domain/webhooks/webhook-endpoints.ts';
import { unauthorized } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';
import { issueKey } from './key-changes.service.ts';

interface StartSettings {
  readonly role: string;
  /** They open everything, as owner keys do. */
  readonly adminApiKeys: readonly string[];
}

/** The keys that open everything, without which nobody gives keys to others. */
export class OwnerKeysService {
  readonly #deps;

  constructor(deps: { store: Store; log: Logger; now: () => Date }) {
    this.#deps = deps;
  }

  /**
   * For the start of a process; a worker serves no administrators.
   * @throws Error with a sentence for the operator, if no owner can sign in
   */
  async checkStart({ role, adminApiKeys }: StartSettings): Promise<void> {
    await this.report();
    if (role === 'worker' || adminApiKeys.length > 0) return;
    const owners = await this.#deps.store.apiKeys.listOwners(this.#deps.now().toISOString());
    if (owners.length > 0) return;
    throw new Error(
      'No owner can sign in: run npm run ops -- owner-key first, in the image node dist/scripts/ops.js owner-key; or set ADMIN_API_KEY.',
    );
  }

  /** Logs a warning if the last owner key ends within 30 days. */
  async report(): Promise<{ readonly ending: number }> {
    const ending = await this.findEnding();
    if (!ending) return { ending: 0 };
    const { public_id: key, expires_at } = ending;
    this.#deps.log.warn(
      { key, expires_at },
      'API keys: the last owner key ends soon, create another',
    );
    return { ending: 1 };
  }

  /** The last owner key, if it ends within 30 days. */
  async findEnding(): Promise<OwnerKey | undefined> {
    const now = this.#deps.now();
    return endingOwner(await this.#deps.store.apiKeys.listOwners(now.toISOString()), now);
  }

  /**
   * Creates an administrator with an owner key that ends within a year, for an operator at a console.
   * A repetition creates another one.
   *
   * @returns the secret, which nothing shows again, and the end of the key
   * @throws AppError CONFLICT for an e-mail in use
   */
  async create(
    by: Actor,
    { name, email }: { readonly name: string; readonly email: string | null },
  ): Promise<{ readonly secret: string; readonly expires_at: string }> {
    return this.#deps.store.transaction(async (tx) => {
      await tx.apiKeys.lockAll();
      const now = this.#deps.now();
      const expires_at = yearAfter(now).toISOString();
      const columns = { name, email, messenger_id: null, created_by: null };
      const { id } = await tx.administrators.insert(columns);
      await tx.audit.record(by, 'administrator.create', id, { after: { name } });
      const given = {
        name: `Owner key of ${name}`.slice(0, 200),
        scopes: ['*'],
        conference_ids: null,
        allowed_networks: null,
        expires_at,
        administrator_id: id,
        created_by: null,
      } as const;
      const { secret } = await issueKey(tx, given, { by, now });
      return { secret, expires_at };
    });
  }
}

/** What the credential of a request may do. */
export interface OwnAccess extends Rights {
  readonly name: string;
  readonly key: string;
  readonly via: string;
  readonly administrator: { readonly id: number; readonly name: string } | null;
  readonly expires_at: string | null;
  readonly warnings: readonly (Warning | OwnerWarning)[];
}

/** What administrators see of their own credential. */
export class OwnAccessService {
  readonly #deps;

  constructor(deps: { store: Store; ownerKeys: OwnerKeysService; now: () => Date }) {
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
      warnings: [
        ...(missingScope(scopes, ['keys:manage']) ? [] : await this.#ownerWarnings()),
        ...(await this.#webhookWarnings(by)),
        ...sourceWarnings(await this.#deps.store.sources.listTroubled(keyOwnerOf(by))),
      ],
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

  async #ownerWarnings(): Promise<OwnerWarning[]> {
    const ending = await this.#deps.ownerKeys.findEnding();
    if (!ending || ending.expires_at === null) return [];
    const { id, public_id: key, expires_at } = ending;
    const message = `The last owner key, ${key}, ends at ${expires_at}; create another one before`;
    return [{ kind: 'last_owner_key_ends', ids: [id], message, key, expires_at }];
  }

  /** Of the caller's own endpoints, whatever their scopes: those of a person, or of the key of a machine. */
  async #webhookWarnings(by: Administrator): Promise<Warning[]> {
    const endpoints = await this.#deps.store.webhookEndpoints.listOf(keyOwnerOf(by));
    const isConfigured = by.api_key_id === null;
    return webhookWarnings(endpoints, { now: this.#deps.now(), isConfigured });
  }
}
