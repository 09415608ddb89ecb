import type { Knex } from 'knex';
import { OnDatabase } from '../../db/on-database.ts';
import { type NumberedRequest, numberedPage, type Page, queryList } from '../../db/pages.ts';
import type { ApiKey, KeyStatus } from '../../domain/administration/api-keys.ts';

export interface ApiKeysFilter {
  readonly administrator_id?: number | undefined;
  /** Undefined for all but the revoked ones. */
  readonly status?: KeyStatus | undefined;
}

/** As `isValid` decides for a request. */
const STATUS = `
  case when k.revoked_at is not null then 'revoked'
       when a.disabled_at is not null then 'disabled'
       when k.expires_at <= ? then 'expired' else 'valid' end`;

/** API keys as administrators see them. */
export class ApiKeysReadModel extends OnDatabase {
  async find(id: number, now: string): Promise<ApiKey | undefined> {
    return this.#keys(now).where('k.id', id).first();
  }

  /** The newest first. */
  async list(
    { administrator_id, status }: ApiKeysFilter,
    now: string,
    page: NumberedRequest,
  ): Promise<Page<ApiKey>> {
    const query = this.#keys(now).orderBy('k.id', 'desc');
    if (administrator_id !== undefined) query.where('k.administrator_id', administrator_id);
    if (status === undefined) query.whereNull('k.revoked_at');
    else query.whereRaw(`${STATUS} = ?`, [now, status]);
    return numberedPage<ApiKey>(queryList(query), page);
  }

  #keys(now: string): Knex.QueryBuilder {
    return this.db('api_keys as k')
      .leftJoin('administrators as a', 'a.id', 'k.administrator_id')
      .select(
        'k.id',
        'k.public_id',
        'k.name',
        'k.scopes',
        this.db.raw('to_jsonb(k.conference_ids) as conference_ids'),
        this.db.raw('k.allowed_networks::text[]'),
        'k.expires_at',
        'k.revoked_at',
        this.db.raw(`${STATUS} as status`, [now]),
        this.db.raw(
          `case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end as administrator`,
        ),
        'k.created_by',
        'k.created_at',
        'k.last_used_at',
        this.db.raw('host(k.last_used_ip) as last_used_ip'),
        // Only a secret that was rotated has an end.
        this.db.raw(
          `(select s.expires_at from api_key_secrets as s
             where s.key_id = k.id and s.expires_at > ?) as old_secret_valid_until`,
          [now],
        ),
      );
  }
}
