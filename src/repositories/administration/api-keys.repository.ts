import type { Knex } from 'knex';
import type { KeyRights } from '../../domain/administration/api-keys.ts';

/** The LISTEN/NOTIFY channel that carries the public ids of keys that changed. */
export const API_KEYS_CHANNEL = 'hallway_api_keys';

/** API keys with their secrets. */
export class ApiKeysRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Revoked and expired keys too. */
  async findRights(publicId: string): Promise<KeyRights | undefined> {
    const { rows } = await this.#db.raw<{ rows: KeyRights[] }>(
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
}
