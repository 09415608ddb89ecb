import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Granted } from '../../src/domain/administration/administrators.ts';
import { newPublicId, newSecret } from '../../src/lib/api-key-secrets.ts';

interface GivenKey {
  readonly scopes?: readonly Granted[];
  readonly conference_ids?: readonly number[] | null;
  readonly allowed_networks?: readonly string[] | null;
  readonly administrator_id?: number | null;
  readonly expires_at?: string | null;
  readonly revoked_at?: string;
  readonly name?: string;
}

interface NewKey {
  readonly id: number;
  readonly public_id: string;
  /** For `X-API-Key`. */
  readonly secret: string;
}

/** Inserts a key of a machine that may do everything, unless the test says otherwise. */
export async function aKey(db: Knex, given: GivenKey = {}): Promise<NewKey> {
  const public_id = newPublicId();
  const secret = newSecret(public_id);
  const { scopes = ['*'], name = 'a key', ...columns } = given;
  const [key] = await db('api_keys')
    .insert({ ...columns, scopes: [...scopes], name, public_id })
    .returning('id');
  await addSecret(db, key.id, secret);
  return { id: key.id, public_id, secret };
}

/** Inserts a secret of a key. */
export const addSecret = (db: Knex, key_id: number, secret: string): Promise<unknown> =>
  db('api_key_secrets').insert({ key_id, hash: createHash('sha256').update(secret).digest() });

interface GivenAdministrator {
  readonly name?: string;
  readonly email?: string;
  readonly messenger_id?: number;
  readonly disabled_at?: string;
}

/** Inserts an administrator and returns the id. */
export async function anAdministrator(
  db: Knex,
  { name = 'An administrator', ...columns }: GivenAdministrator = {},
): Promise<number> {
  const [row] = await db('administrators')
    .insert({ name, ...columns })
    .returning('id');
  return row.id;
}
