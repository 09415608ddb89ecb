import { createHash } from 'node:crypto';
import type { Actor } from '../../domain/administration/administrators.ts';
import type { IssuedApiKey } from '../../domain/administration/api-keys.ts';
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

/** Adds a secret to a key; only its hash is stored. */
export async function addSecret(
  tx: Tx,
  key: { readonly id: number; readonly public_id: string },
): Promise<string> {
  const secret = newSecret(key.public_id);
  await tx.apiKeys.insertSecret(key.id, createHash('sha256').update(secret).digest());
  return secret;
}
