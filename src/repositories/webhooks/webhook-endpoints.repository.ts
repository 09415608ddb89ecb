import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { KeyOwner } from '../../domain/administration/api-keys.ts';
import type {
  EndpointHealth,
  OffReason,
  OwnedEndpoint,
  StoredEndpoint,
  WebhookFields,
} from '../../domain/webhooks/webhook-endpoints.ts';
import type { RotatedSecret, StoredSecrets } from '../../lib/signing-secrets.ts';

const COLUMNS = [
  'id',
  'url',
  'kinds',
  'description',
  'conference_id',
  'status',
  'off_reason',
  'failing_since',
  'failures',
  'administrator_id',
  'api_key_id',
  'version',
] as const satisfies readonly (keyof StoredEndpoint)[];

/** SQL for the keys of the owner of an endpoint `e` that are not revoked. */
const KEYS = `(
  select coalesce(json_agg(json_build_object(
           'scopes', k.scopes, 'conference_ids', k.conference_ids,
           'expires_at', instant_in_json(k.expires_at), 'revoked_at', null,
           'disabled_at', instant_in_json(a.disabled_at))), '[]')
    from api_keys k left join administrators a on a.id = k.administrator_id
   where (k.administrator_id = e.administrator_id or k.id = e.api_key_id)
     and k.revoked_at is null) as keys`;

const OWNED = `select e.id, e.kinds, e.conference_id, e.status, e.off_reason, e.failing_since,
  e.administrator_id, e.api_key_id, ${KEYS} from webhook_endpoints e`;

type NewEndpoint = WebhookFields &
  KeyOwner &
  Pick<StoredEndpoint, 'id' | 'conference_id'> &
  RotatedSecret['columns'];

/** What an edit changes: `status` with what belongs to it, and the owner with an activation. */
export type EndpointEdit = Partial<WebhookFields & EndpointHealth & KeyOwner>;

/** The endpoints of webhooks. */
export class WebhookEndpointsRepository extends OnDatabase {
  /**
   * Waits for other senders, and for others who create endpoints, until the transaction ends (advisory
   * lock): messages are made once, and endpoints are counted.
   */
  async lockAll(): Promise<void> {
    await this.db.raw(`select pg_advisory_xact_lock(hashtext('webhooks'), 0)`);
  }

  /** All of them, and those of a conference. */
  async count(
    conference_id: number | null,
  ): Promise<{ readonly all: number; readonly of_conference: number }> {
    const rows = await this.#table().select(
      this.db.raw('count(*) as all'),
      this.db.raw('count(*) filter (where conference_id = ?) as of_conference', [conference_id]),
    );
    return onlyRow(rows);
  }

  /** The id of the next endpoint, with which its secret is authenticated. */
  async findNextId(): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { id: number }[] }>(
      `select nextval(pg_get_serial_sequence('webhook_endpoints', 'id')) as id`,
    );
    return onlyRow(rows).id;
  }

  async insert({ kinds, ...endpoint }: NewEndpoint): Promise<void> {
    await this.#table().insert({ ...endpoint, kinds: [...kinds] });
  }

  async find(id: number): Promise<StoredEndpoint | undefined> {
    return this.#table()
      .where({ id })
      .first(...COLUMNS);
  }

  /** Locks the row FOR NO KEY UPDATE. */
  async lock(id: number): Promise<StoredEndpoint | undefined> {
    return this.#table()
      .where({ id })
      .forNoKeyUpdate()
      .first(...COLUMNS);
  }

  /** Raises the version. Requires the lock of the row. */
  async update(id: number, { kinds, ...changes }: EndpointEdit): Promise<void> {
    await this.#table()
      .where({ id })
      .update({
        ...changes,
        ...(kinds && { kinds: [...kinds] }),
        version: this.db.raw('version + 1'),
      });
  }

  /** The secrets that sign now. */
  async findSecrets(id: number, now: string): Promise<StoredSecrets | undefined> {
    const { rows } = await this.db.raw<{ rows: StoredSecrets[] }>(
      `select secret_encrypted,
              case when old_secret_until > :now then old_secret_encrypted end as old_secret_encrypted
         from webhook_endpoints where id = :id`,
      { id, now },
    );
    return rows[0];
  }

  /** Requires the lock of the row. */
  async updateSecrets(id: number, columns: RotatedSecret['columns']): Promise<void> {
    await this.#table().where({ id }).update(columns);
  }

  /** Records what a call showed, which is no edit. Requires the lock of the row. */
  async updateHealth(id: number, health: EndpointHealth): Promise<void> {
    await this.#table().where({ id }).update(health);
  }

  /** Switches endpoints off that are not. Returns their ids. */
  async updateOff(ids: readonly number[], off_reason: OffReason): Promise<number[]> {
    const rows = await this.#table()
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .whereNot({ status: 'off' })
      .update({ status: 'off', off_reason, failing_since: null, failures: 0 })
      .returning<{ id: number }[]>('id');
    return rows.map(({ id }) => id);
  }

  /** With its deliveries. */
  async delete(id: number): Promise<void> {
    await this.#table().where({ id }).delete();
  }

  /** The endpoints that are not off, with the keys of their owners. Nobody deletes them until the commit. */
  async listOpen(): Promise<OwnedEndpoint[]> {
    const { rows } = await this.db.raw<{ rows: OwnedEndpoint[] }>(
      `${OWNED} where e.status <> 'off' order by e.id for key share of e`,
    );
    return rows;
  }

  /** All endpoints of an owner, with the keys of the owner. */
  async listOf({ administrator_id, api_key_id }: KeyOwner): Promise<OwnedEndpoint[]> {
    const { rows } = await this.db.raw<{ rows: OwnedEndpoint[] }>(
      `${OWNED}
        where e.administrator_id is not distinct from :administrator_id
          and e.api_key_id is not distinct from :api_key_id
        order by e.id`,
      { administrator_id, api_key_id },
    );
    return rows;
  }

  #table() {
    return this.db('webhook_endpoints');
  }
}
