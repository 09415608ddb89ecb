import { createHash } from 'node:crypto';
import type { Actor, Administrator } from '../../domain/administration/administrators.ts';
import type { ApiKey, IssuedApiKey } from '../../domain/administration/api-keys.ts';
import { newPublicId, newSecret } from '../../lib/api-key-secrets.ts';
import type { NewKeyRow } from '../../repositories/administration/api-keys.repository.ts';
import type { Tx } from '../../repositories/store.ts';

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
export async function noticeChange(
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
