import type { Knex } from 'knex';
import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type {
  KeyOwner,
  KeyRights,
  KeyTerms,
  OwnerKey,
} from '../../domain/administration/api-keys.ts';
import type { Rights } from '../../domain/administration/grants.ts';

/**
 * The LISTEN/NOTIFY channel that carries the public ids of keys that changed. Triggers send them, as
 * part of the transaction of each change.
 */
export const API_KEYS_CHANNEL = 'hallway_api_keys';

/** A new key without its secret. */
export interface NewKeyRow extends KeyTerms {
  readonly public_id: string;
  readonly administrator_id: number | null;
  readonly created_by: number | null;
}

/** API keys with their secrets. */
export class ApiKeysRepository extends OnDatabase {
  /**
   * Waits for other changes of keys and administrators until the transaction ends (advisory lock):
   * which owner key is the last one depends on all of them.
   */
  async lockAll(): Promise<void> {
    await this.db.raw(`select pg_advisory_xact_lock(hashtext('api keys'), 0)`);
  }

  /** Revoked and expired keys too. */
  async findRights(publicId: string): Promise<KeyRights | undefined> {
    const { rows } = await this.db.raw<{ rows: KeyRights[] }>(
      `select k.id, k.public_id, k.administrator_id, k.scopes,
              to_jsonb(k.conference_ids) as conference_ids, k.allowed_networks::text[], k.expires_at, k.revoked_at, a.disabled_at,
              (select coalesce(json_agg(json_build_object(
                        'hash', encode(s.hash, 'hex'), 'expires_at', s.expires_at)), '[]')
                 from api_key_secrets as s where s.key_id = k.id) as secrets
         from api_keys as k
         left join administrators as a on a.id = k.administrator_id
        where k.public_id = ?`,
      [publicId],
    );
    return rows[0];
  }

  /** The rights of the keys of an administrator that are not revoked; expired ones too. */
  async listRightsOf(administrator_id: number): Promise<Rights[]> {
    return this.db('api_keys')
      .where({ administrator_id, revoked_at: null })
      .select('scopes', this.db.raw('to_jsonb(conference_ids) as conference_ids'));
  }

  /** The keys of an administrator, or the one of a machine; revoked and expired ones too. */
  async listOwned({
    administrator_id,
    api_key_id,
  }: KeyOwner): Promise<Omit<KeyRights, 'secrets'>[]> {
    return this.db('api_keys as k')
      .leftJoin('administrators as a', 'a.id', 'k.administrator_id')
      .where(administrator_id === null ? { 'k.id': api_key_id } : { administrator_id })
      .orderBy('k.id', 'desc')
      .select('k.id', 'k.public_id', 'k.administrator_id', 'k.scopes', 'k.allowed_networks')
      .select('k.expires_at', 'k.revoked_at', 'a.disabled_at')
      .select(this.db.raw('to_jsonb(k.conference_ids) as conference_ids'));
  }

  /**
   * Valid keys that open everything from everywhere, at most two, with those that end last first.
   *
   * @param now an instant
   */
  async listOwners(now: string): Promise<OwnerKey[]> {
    const { rows } = await this.db.raw<{ rows: OwnerKey[] }>(
      `select k.id, k.public_id, k.expires_at
         from api_keys as k
         left join administrators as a on a.id = k.administrator_id
        where k.revoked_at is null and k.scopes @> '{*}'
          and k.conference_ids is null and k.allowed_networks is null
          and (k.expires_at is null or k.expires_at > :now) and a.disabled_at is null
          and exists (select from api_key_secrets as s
                       where s.key_id = k.id and (s.expires_at is null or s.expires_at > :now))
        order by k.expires_at desc nulls first, k.id
        limit 2`,
      { now },
    );
    return rows;
  }

  /**
   * The public ids of the keys with which an administrator may sign in by the messenger, the newest
   * first: never those of an owner.
   */
  async listPublicIdsOf(messenger_id: number, now: string): Promise<string[]> {
    return this.db('api_keys as k')
      .join('administrators as a', 'a.id', 'k.administrator_id')
      .where({ 'a.messenger_id': messenger_id, 'a.disabled_at': null, 'k.revoked_at': null })
      .where('k.expires_at', '>', now)
      .whereRaw(`not k.scopes @> '{*}'`)
      .orderBy('k.id', 'desc')
      .pluck('k.public_id');
  }

  /** Returns the id. */
  async insert({ conference_ids, allowed_networks, ...key }: NewKeyRow): Promise<number> {
    const rows = await this.db('api_keys')
      .insert({
        ...key,
        scopes: [...key.scopes],
        conference_ids: conference_ids && [...conference_ids],
        allowed_networks: allowed_networks && this.#networks(allowed_networks),
      })
      .returning<{ id: number }[]>('id');
    return onlyRow(rows).id;
  }

  async update(
    id: number,
    { scopes, conference_ids, allowed_networks, ...columns }: Partial<KeyTerms>,
  ): Promise<void> {
    const changes = {
      ...columns,
      ...(scopes && { scopes: [...scopes] }),
      ...(conference_ids !== undefined && {
        conference_ids: conference_ids && [...conference_ids],
      }),
      ...(allowed_networks !== undefined && {
        allowed_networks: allowed_networks && this.#networks(allowed_networks),
      }),
    };
    await this.db('api_keys').where({ id }).update(changes);
  }

  /** The time of the first revocation stays. */
  async updateRevoked(id: number, revoked_at: string): Promise<void> {
    await this.db('api_keys').where({ id, revoked_at: null }).update({ revoked_at });
  }

  async updateLastUse(id: number, use: { at: string; address: string | null }): Promise<void> {
    await this.db('api_keys')
      .where({ id })
      .update({ last_used_at: use.at, last_used_ip: use.address });
  }

  /** @param hash of the secret: SHA-256 */
  async insertSecret(key_id: number, hash: Buffer): Promise<void> {
    await this.db('api_key_secrets').insert({ key_id, hash });
  }

  /** Deletes the secret before the current one, which has an end: at most two are valid. */
  async deleteOldSecret(key_id: number): Promise<void> {
    await this.db('api_key_secrets').where({ key_id }).whereNotNull('expires_at').delete();
  }

  /** Gives the current secret an end, before the next one is inserted. */
  async updateSecretEnd(key_id: number, expires_at: string): Promise<void> {
    await this.db('api_key_secrets').where({ key_id }).update({ expires_at });
  }

  /** A plain address becomes a network of one; bits behind the prefix are cleared. */
  #networks(networks: readonly string[]): Knex.Raw {
    return this.db.raw(
      '(select array_agg(network(given.n::inet)::cidr order by given.n::inet) from unnest(?::text[]) as given(n))',
      [[...networks]],
    );
  }
}
