import { createHash } from 'node:crypto';
import type { Actor, Administrator } from '../../domain/administration/administrators.ts';
import {
  type ApiKey,
  checkOwnerLeft,
  type IssuedApiKey,
  isValid,
} from '../../domain/administration/api-keys.ts';
import { checkCovers } from '../../domain/administration/grants.ts';
import { unauthorized } from '../../errors.ts';
import { newPublicId, newSecret } from '../../lib/api-key-secrets.ts';
import type { NewKeyRow } from '../../repositories/administration/api-keys.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { AdminAuthenticationService } from './admin-authentication.service.ts';

interface Deps {
  readonly store: Store;
  readonly adminAuthentication: Pick<AdminAuthenticationService, 'forget'>;
  readonly now: () => Date;
}

/** What all changes of keys and administrators keep: one after the other, and never without an owner. */
export class KeyChangesService {
  readonly #deps: Deps;
  readonly #authentication: Pick<AdminAuthenticationService, 'forget'>;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#authentication = deps.adminAuthentication;
  }

  /**
   * Runs `work`, and rolls back if it ends the last owner key. This process answers by the changed keys
   * before the promise settles, also after a failure: a COMMIT whose answer was lost may have happened.
   *
   * @param work gets the time of the change
   * @throws AppError CONFLICT for the last owner key; UNAUTHORIZED or FORBIDDEN if the caller's key was
   *   revoked or lost rights since the request was authenticated
   */
  async run<T>(by: Administrator, work: (tx: Tx, now: Date) => Promise<T>): Promise<T> {
    try {
      return await this.#run(by, work);
    } finally {
      this.#authentication.forget();
    }
  }

  #run<T>(by: Administrator, work: (tx: Tx, now: Date) => Promise<T>): Promise<T> {
    return this.#deps.store.transaction(async (tx) => {
      await tx.apiKeys.lockAll();
      const now = this.#deps.now();
      await checkCaller(tx, by, now);
      const before = await tx.apiKeys.listOwners(now.toISOString());
      const result = await work(tx, now);
      checkOwnerLeft(before, await tx.apiKeys.listOwners(now.toISOString()));
      return result;
    });
  }
}

/** Under the lock: a revoked key makes no other one, even if its process does not know it yet. */
async function checkCaller(tx: Tx, by: Administrator, now: Date): Promise<void> {
  if (by.api_key_id === null) return;
  const rights = await tx.apiKeys.findRights(by.key);
  if (!rights || !isValid(rights, now)) throw unauthorized();
  checkCovers(rights, by);
}

/** Inserts a key with its first secret, and its audit row. The caller has checked the terms. */
export async function issueKey(
  tx: Tx,
  given: Omit<NewKeyRow, 'public_id'>,
  { by, now }: { readonly by: Actor; readonly now: Date },
): Promise<IssuedApiKey> {
  const id = await tx.apiKeys.insert({ ...given, public_id: newPublicId() });
  const key = await tx.read.apiKeys.find(id, now.toISOString());
  if (!key) throw new Error(`expected the API key ${id} that was just inserted`);
  const secret = await addSecret(tx, key);
  const { created_by: _, ...terms } = given;
  await tx.audit.record(by, 'api_key.create', id, { after: terms });
  return { ...key, secret };
}

/**
 * Notifies an administrator of what another one did with a key in their name, in the inbox and the messenger
 * of the user who has their messenger id. Without such a user, the audit log alone has it.
 */
export async function notifyOfChange(
  tx: Tx,
  by: Pick<Administrator, 'name' | 'administrator_id'>,
  { administrator, name, public_id }: Pick<ApiKey, 'administrator' | 'name' | 'public_id'>,
  change: string,
): Promise<void> {
  if (!administrator || administrator.id === by.administrator_id) return;
  const account = await tx.administrators.find(administrator.id);
  const user = account?.messenger_id && (await tx.users.findByMessengerId(account.messenger_id));
  if (!user) return;
  const sent = await tx.notifications.insertMessages([
    {
      user_id: user.id,
      title: 'A key in your name',
      body: `The API key "${name}" (${public_id}) in your name ${change} by ${by.name}. If you do not expect this, ask an owner to revoke it.`,
      action_url: null,
      start: null,
      channels: ['in_app', 'messenger'],
    },
  ]);
  if (sent.length > 0) await tx.jobs.add('send-messages', null);
}

/** Adds a secret to a key; only its hash is stored. */
export async function addSecret(
  tx: Tx,
  key: { readonly id: number; readonly public_id: string },
): Promise<string> {
  const secret = newSecret(key.public_id);
  await tx.apiKeys.insertSecret(key.id, createHash('sha256').update(secret).digest());
  return secret;
}
