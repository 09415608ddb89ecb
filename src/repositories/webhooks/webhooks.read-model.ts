import type { Knex } from 'knex';
import { OnDatabase } from '../../db/on-database.ts';
import {
  cursorPage,
  MAX_ADMIN_TOTAL,
  type NumberedRequest,
  numberedPage,
  type Page,
  type PageRequest,
  queryList,
} from '../../db/pages.ts';
import type { DeliveryStatus } from '../../domain/messaging/deliveries.ts';
import type { WebhookDelivery } from '../../domain/webhooks/webhook-deliveries.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoints.ts';
import type { MessageKind } from '../../domain/webhooks/webhook-kinds.ts';
import { inConferences } from '../administration/conference-rows.sql.ts';

const ENDPOINT_COLUMNS = [
  'e.id',
  'e.url',
  'e.kinds',
  'e.description',
  'e.conference_id',
  'e.status',
  'e.off_reason',
  'e.failing_since',
  'e.version',
  'e.created_at',
];
const COMPUTED = `
  case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end as administrator,
  case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end as api_key,
  case when e.old_secret_until > ? then e.old_secret_until end as old_secret_valid_until,
  latest.sent, latest.failed,
  (select m.created_at
     from (select d.message_id from webhook_deliveries d
            where d.endpoint_id = e.id and d.status in ('queued', 'sending')
            order by d.message_id limit 1) as oldest
     join webhook_messages m on m.id = oldest.message_id) as waiting_since`;

/** SQL for the ends of the latest deliveries of an endpoint `e`, since the message of an id. */
const LATEST = `lateral (
  select count(*) filter (where status = 'sent') as sent,
         count(*) filter (where status = 'failed') as failed
    from (select d.status from webhook_deliveries d
           where d.endpoint_id = e.id and d.message_id >= ?
           order by d.message_id desc limit 10000) as newest) as latest`;

const DELIVERY_COLUMNS = [
  'd.message_id',
  'm.kind',
  'd.status',
  'd.reason',
  'd.attempts',
  'd.answers',
  'd.sent_at',
  'm.created_at',
];
const DUE_AT = `case when d.status = 'queued' then d.due_at end as due_at`;

export interface DeliveriesFilter {
  readonly status?: DeliveryStatus | undefined;
  readonly kind?: MessageKind | undefined;
  /** The ids between which those of the messages are: the first included, the last not. */
  readonly first_id?: string | undefined;
  readonly before_id?: string | undefined;
}

/** The time of a read, and the id from which deliveries are counted. */
export interface SeenAt {
  readonly now: string;
  readonly since: string;
}

/** A delivery with the bytes that were sent, and what its reader needs. */
export interface DeliveryWithBody extends WebhookDelivery {
  readonly scope: string | null;
  readonly body: string;
}

/** Endpoints and deliveries as administrators see them. */
export class WebhooksReadModel extends OnDatabase {
  async find(id: number, seen: SeenAt): Promise<WebhookEndpoint | undefined> {
    return this.#endpoints(seen).where('e.id', id).first();
  }

  /** The newest first, in the conferences of a key. */
  async list(
    conference_ids: readonly number[] | null,
    seen: SeenAt,
    page: NumberedRequest,
  ): Promise<Page<WebhookEndpoint>> {
    const query = this.#endpoints(seen).orderBy('e.id', 'desc');
    inConferences(query, 'e.conference_id', conference_ids);
    return numberedPage<WebhookEndpoint>(queryList(query), page);
  }

  /** The deliveries of the newest messages first. */
  async listDeliveries(
    endpoint_id: number,
    { status, kind, first_id, before_id }: DeliveriesFilter,
    page: PageRequest<string>,
  ): Promise<Page<WebhookDelivery, string>> {
    const query = this.#deliveries(endpoint_id).orderBy('d.message_id', 'desc');
    if (status) query.where('d.status', status);
    if (kind) query.where('m.kind', kind);
    if (first_id) query.where('d.message_id', '>=', first_id);
    if (before_id) query.where('d.message_id', '<', before_id);
    const list = queryList<WebhookDelivery, string>(
      query,
      { most: MAX_ADMIN_TOTAL },
      (rows, after) => {
        rows.where('d.message_id', '<', after);
      },
    );
    return cursorPage(list, page, ({ message_id }) => message_id);
  }

  async findDelivery(
    endpoint_id: number,
    message_id: string,
  ): Promise<DeliveryWithBody | undefined> {
    return this.#deliveries(endpoint_id)
      .where({ 'd.message_id': message_id })
      .select('m.body', 'm.scope')
      .first();
  }

  #endpoints({ now, since }: SeenAt): Knex.QueryBuilder {
    return this.db('webhook_endpoints as e')
      .leftJoin('administrators as a', 'a.id', 'e.administrator_id')
      .leftJoin('api_keys as k', 'k.id', 'e.api_key_id')
      .crossJoin(this.db.raw(LATEST, [since]))
      .select(...ENDPOINT_COLUMNS, this.db.raw(COMPUTED, [now]));
  }

  #deliveries(endpoint_id: number): Knex.QueryBuilder {
    return this.db('webhook_deliveries as d')
      .join('webhook_messages as m', 'm.id', 'd.message_id')
      .where({ 'd.endpoint_id': endpoint_id })
      .select(...DELIVERY_COLUMNS, this.db.raw(DUE_AT));
  }
}
