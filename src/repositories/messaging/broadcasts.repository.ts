import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type {
  Broadcast,
  BroadcastContent,
  BroadcastStatus,
} from '../../domain/messaging/broadcasts.ts';
import { anchorColumns } from '../../domain/messaging/relative-times.ts';
import { audienceConference } from '../administration/conference-rows.sql.ts';
import type { RecipientBatch } from './broadcast-deliveries.repository.ts';
import { broadcastColumns, pinColumns, RELATIVE_TIME } from './broadcasts.sql.ts';

/** The owner of a job and the hash of its content. */
export interface BroadcastOrigin {
  /** The result of `ownerOf`. */
  readonly created_by: string;
  /** The result of `contentHash`; null for a draft or a spreadsheet. */
  readonly content_hash: string | null;
}

/** The fields of a job that `BroadcastContent` and its edits have. */
type WrittenContent = BroadcastContent & { readonly status: BroadcastStatus };

/** Notification jobs. Lock a job before you change it. */
export class BroadcastsRepository extends OnDatabase {
  async find(id: number): Promise<Broadcast | undefined> {
    return this.#table().where({ id }).first(this.#columns());
  }

  /**
   * Ids of jobs that were due before this time, or started before it and miss recipients. Those with a
   * relative time are left out.
   */
  async listOverdue(before: string): Promise<number[]> {
    return this.#table()
      .where((due) =>
        due.where({ status: 'scheduled', anchor: null }).where('scheduled_at', '<=', before),
      )
      .orWhere((stuck) =>
        stuck.where({ status: 'running', fixed_at: null }).where('started_at', '<=', before),
      )
      .orderBy('id')
      .pluck('id');
  }

  /** Locks the row FOR UPDATE. */
  async lock(id: number): Promise<Broadcast | undefined> {
    return this.#table().where({ id }).forUpdate().first(this.#columns());
  }

  /** Serializes requests with the same origin until the transaction ends (advisory lock). */
  async lockContent({ created_by, content_hash }: BroadcastOrigin): Promise<void> {
    await this.db.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [
      `broadcast ${content_hash} by ${created_by}`,
    ]);
  }

  /**
   * The newest job of this origin that was submitted in the last `minutes` and is not cancelled or
   * failed, except one.
   */
  async findDuplicate(
    { created_by, content_hash }: BroadcastOrigin,
    { minutes, except = null }: { minutes: number; except?: number | null | undefined },
  ): Promise<number | undefined> {
    const row = await this.#table()
      .where({ created_by, content_hash })
      .whereRaw(`submitted_at > now() - ? * interval '1 minute'`, [minutes])
      .whereRaw('id is distinct from ?::bigint', [except])
      .whereNotIn('status', ['draft', 'cancelled', 'failed'])
      .orderBy('id', 'desc')
      .first('id');
    return row?.id;
  }

  async insert(
    { status, ...content }: WrittenContent,
    origin: BroadcastOrigin & { readonly administrator_id: number | null },
  ): Promise<Broadcast> {
    const rows = await this.#table()
      .insert({ ...origin, ...written(content), status, ...this.#submission(status) })
      .returning<Broadcast[]>(this.#columns());
    return onlyRow(rows);
  }

  /** Raises the version. */
  async updateContent(
    id: number,
    { status, content_hash, ...content }: WrittenContent & Pick<BroadcastOrigin, 'content_hash'>,
  ): Promise<Broadcast> {
    const version = this.db.raw('version + 1');
    const submission = this.#submission(status);
    return this.#update(id, { ...written(content), ...submission, status, content_hash, version });
  }

  async delete(id: number): Promise<void> {
    await this.#table().where({ id }).delete();
  }

  /** Makes a job run again, or go on, with messages that are queued again. Raises the version. */
  async updateRetried(id: number): Promise<Broadcast> {
    const version = this.db.raw('version + 1');
    return this.#update(id, { status: 'running', finished_at: null, version });
  }

  /** Raises the version. */
  async updateScheduledAt(
    id: number,
    { scheduled_at, anchor }: Pick<BroadcastContent, 'scheduled_at' | 'anchor'>,
  ): Promise<Broadcast> {
    const version = this.db.raw('version + 1');
    return this.#update(id, { scheduled_at, ...anchorColumns(anchor), version });
  }

  /** From now on a relative time stays, and the frequency cap knows the conference of the audience. */
  async updateStarted(id: number): Promise<void> {
    await this.#update(id, {
      status: 'running',
      started_at: this.db.fn.now(3),
      scheduled_at: this.db.raw(`coalesce(${RELATIVE_TIME}, scheduled_at)`),
      audience_conference_id: this.db.raw(audienceConference('notification_jobs')),
    });
  }

  /** Raises the version. */
  async updateCancelled(id: number): Promise<Broadcast> {
    const version = this.db.raw('version + 1');
    return this.#update(id, { status: 'cancelled', finished_at: this.db.fn.now(3), version });
  }

  /**
   * Recalls a job that has started; a running one is cancelled. A trigger reports it to the workers, which
   * delete or edit its messages. Raises the version.
   */
  async updateRecalled(id: number): Promise<Broadcast> {
    return this.#update(id, {
      recalled_at: this.db.fn.now(3),
      status: this.db.raw(`case status when 'running' then 'cancelled' else status end`),
      finished_at: this.db.raw('coalesce(finished_at, now())'),
      version: this.db.raw('version + 1'),
    });
  }

  async updateFailed(id: number, failure_reason: string): Promise<void> {
    const finished_at = this.db.fn.now(3);
    await this.#update(id, { status: 'failed', failure_reason, finished_at });
  }

  /** Records a batch of recipients, and whether it was the last one. */
  async updateProgress(
    id: number,
    { people, last }: RecipientBatch,
    isLast: boolean,
  ): Promise<void> {
    await this.#update(id, {
      total: this.db.raw('total + ?', [people]),
      ...(last !== null && { fixed_up_to: last }),
      ...(isLast && { fixed_at: this.db.fn.now(3) }),
    });
  }

  /** Cancels the reminders of a quest that have not started. Returns their ids. */
  async updateRemindersCancelled(quest_id: number): Promise<number[]> {
    const rows = await this.#table()
      .where({ quest_id, status: 'scheduled' })
      .update({ status: 'cancelled', finished_at: this.db.fn.now(3) })
      .returning<{ id: number }[]>('id');
    return rows.map(({ id }) => id);
  }

  /** Completes the running jobs whose recipients all have a final state. Returns their ids. */
  async updateCompleted(): Promise<number[]> {
    const { rows } = await this.db.raw<{ rows: { id: number }[] }>(
      `update notification_jobs j set status = 'completed', finished_at = now()
        where status = 'running' and fixed_at is not null
          and not exists (select from deliveries d
                           where d.job_id = j.id and d.status in ('queued', 'sending'))
       returning j.id`,
    );
    return rows.map(({ id }) => id);
  }

  /** Removes an erased user's messenger id from the audiences of all jobs. */
  async deleteMessengerId(messenger_id: number): Promise<void> {
    await this.db.raw(
      `update notification_jobs
          set audience = jsonb_set(audience, '{messenger_ids}', coalesce(
                (select jsonb_agg(named)
                   from jsonb_array_elements(audience -> 'messenger_ids') as ids (named)
                  where named <> to_jsonb(:messenger_id::bigint)), '[]'))
        where audience -> 'messenger_ids' @> to_jsonb(:messenger_id::bigint)`,
      { messenger_id },
    );
  }

  async #update(id: number, changes: Record<string, unknown>): Promise<Broadcast> {
    const rows = await this.#table()
      .where({ id })
      .update(changes)
      .returning<Broadcast[]>(this.#columns());
    return onlyRow(rows);
  }

  #submission(status: BroadcastStatus) {
    return status === 'draft'
      ? { submitted_at: null }
      : { submitted_at: this.db.fn.now(3), missed_at: null };
  }

  #columns() {
    return broadcastColumns(this.db);
  }

  #table() {
    return this.db('notification_jobs');
  }
}

/** The columns of the content, of which a whole job may be given. */
const written = (job: BroadcastContent) => ({
  type: job.type,
  quest_id: job.quest_id,
  title: job.title,
  body: job.body,
  translations: JSON.stringify(job.translations ?? {}),
  action_url: job.action_url,
  start: job.start && JSON.stringify(job.start),
  channels: [...job.channels],
  audience: JSON.stringify(job.audience),
  scheduled_at: job.scheduled_at,
  ...anchorColumns(job.anchor),
  ...pinColumns(job.pin),
  ignore_gap: job.ignore_gap,
});
