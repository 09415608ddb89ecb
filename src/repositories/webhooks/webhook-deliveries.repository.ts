import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type {
  CallAnswer,
  DeliveryResult,
  EndedStatus,
} from '../../domain/webhooks/webhook-deliveries.ts';
import type { WebhookMessage } from '../../domain/webhooks/webhook-messages.ts';
import type { StoredSecrets } from '../../lib/signing-secrets.ts';
import { IS_DUE, LEASE, SKIP, SPREAD } from './webhook-deliveries.sql.ts';

/** A message with its id, which begins with the time at which it is made. */
export interface NewMessage extends WebhookMessage {
  readonly id: string;
  readonly created_at: string;
}

/** A delivery that this run may call, until its lease ends. */
export interface LeasedDelivery extends StoredSecrets {
  readonly message_id: string;
  readonly endpoint_id: number;
  /** With the call to make. */
  readonly attempts: number;
  readonly run_id: string;
  readonly body: string;
  readonly url: string;
}

/** The deliveries that a replay means: by their messages, or by the ids between two of them. */
export type ReplayedDeliveries =
  | { readonly message_ids: readonly string[] }
  | { readonly first_id: string; readonly before_id: string; readonly status: EndedStatus };

/** The messages of webhooks and their deliveries. Their due times are by the clock of the database. */
export class WebhookDeliveriesRepository extends OnDatabase {
  /** Inserts messages, with a delivery to each of their endpoints. */
  async insertMessages(messages: readonly NewMessage[]): Promise<void> {
    if (messages.length === 0) return;
    await this.db.raw(
      `with given as (
         select * from jsonb_to_recordset(:messages::jsonb) as given (id text, kind text,
           conference_id bigint, scope text, body text, created_at timestamptz, endpoint_ids bigint[])
       ), made as (
         insert into webhook_messages (id, kind, conference_id, scope, body, created_at)
         select id, kind, conference_id, scope, body, created_at from given
         returning id
       )
       insert into webhook_deliveries (message_id, endpoint_id)
       select made.id, unnest(given.endpoint_ids) from made join given using (id)`,
      { messages: JSON.stringify(messages) },
    );
  }

  /** Whether a run has something to do. */
  async findIsDue(): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: { is_due: boolean }[] }>(IS_DUE);
    return onlyRow(rows).is_due;
  }

  /** Leases the deliveries that are due, those that are due first. Requires `webhookEndpoints.lockAll`. */
  async updateLeased(lease: {
    readonly run_id: string;
    readonly limit: number;
    /** Of the service, for the ends of secrets. */
    readonly now: string;
  }): Promise<LeasedDelivery[]> {
    const { rows } = await this.db.raw<{ rows: LeasedDelivery[] }>(LEASE, lease);
    return rows;
  }

  /**
   * Records the result of a call, if its run still holds the lease. Returns whether it does. Requires the lock
   * of the endpoint.
   */
  async updateResult(
    { message_id, endpoint_id, run_id }: LeasedDelivery,
    result: DeliveryResult,
    answer: CallAnswer,
  ): Promise<boolean> {
    const { rowCount } = await this.db.raw<{ rowCount: number }>(
      `update webhook_deliveries
          set status = :status, reason = :reason, run_id = null, leased_until = null,
              due_at = clock_timestamp() + :delayMs * interval '1 millisecond',
              sent_at = case when :status = 'sent' then clock_timestamp() end,
              answers = case when jsonb_array_length(answers) < 8 then answers else answers - 0 end
                        || jsonb_build_array(:answer::jsonb)
        where message_id = :message_id and endpoint_id = :endpoint_id
          and status = 'sending' and run_id = :run_id`,
      {
        ...{ message_id, endpoint_id, run_id, answer: JSON.stringify(answer) },
        status: result.status,
        reason: 'reason' in result ? result.reason : null,
        delayMs: 'delayMs' in result ? result.delayMs : 0,
      },
    );
    return rowCount > 0;
  }

  /** For an endpoint that is back. Requires the lock of the endpoint. */
  async updateSpread(endpoint_id: number): Promise<void> {
    await this.db.raw(SPREAD, { endpoint_id });
  }

  /** Skips what waits for endpoints that are off. */
  async updateSkipped(): Promise<void> {
    await this.db.raw(SKIP);
  }

  /** Sends ended deliveries again, the oldest first. Returns the ids of their messages. */
  async updateReplayed(
    endpoint_id: number,
    of: ReplayedDeliveries,
    limit: number,
  ): Promise<string[]> {
    const meant = this.#table().where({ endpoint_id }).whereIn('status', ENDED);
    if ('message_ids' in of) meant.whereRaw('message_id = any(?)', [[...of.message_ids]]);
    else {
      meant.where({ status: of.status }).where('message_id', '>=', of.first_id);
      meant.where('message_id', '<', of.before_id);
    }
    const rows = await this.#table()
      .where({ endpoint_id })
      .whereIn('message_id', meant.orderBy('message_id').limit(limit).select('message_id'))
      .whereIn('status', ENDED)
      .update({
        status: 'queued',
        reason: null,
        attempts: 0,
        sent_at: null,
        due_at: this.db.raw('clock_timestamp()'),
      })
      .returning<{ message_id: string }[]>('message_id');
    return rows.map(({ message_id }) => message_id);
  }

  /** Which of these messages an endpoint has. */
  async listKnownIds(endpoint_id: number, message_ids: readonly string[]): Promise<string[]> {
    return this.#table()
      .where({ endpoint_id })
      .whereRaw('message_id = any(?)', [[...message_ids]])
      .pluck('message_id');
  }

  /** Deletes the oldest messages before an id, with their deliveries. Returns their number. */
  async deleteBefore(message_id: string, limit: number): Promise<number> {
    const old = this.db('webhook_messages').where('id', '<', message_id).orderBy('id');
    return this.db('webhook_messages').whereIn('id', old.limit(limit).select('id')).delete();
  }

  #table() {
    return this.db('webhook_deliveries');
  }
}

const ENDED: readonly EndedStatus[] = ['sent', 'failed', 'skipped'];
