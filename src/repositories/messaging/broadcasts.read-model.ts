import type { Knex } from 'knex';
import type { Searched } from '../../db/matches.ts';
import { OnDatabase } from '../../db/on-database.ts';
import {
  MAX_ADMIN_TOTAL,
  type NumberedRequest,
  type Page,
  type PageRequest,
} from '../../db/pages.ts';
import { onlyRow } from '../../db/rows.ts';
import { type SearchPosition, searchedKeysetPage, searchedPage } from '../../db/search-pages.ts';
import { sorted, sortedPage } from '../../db/sorts.ts';
import type { RecallGroup, RecallState } from '../../domain/messaging/broadcast-recalls.ts';
import type {
  BroadcastSeries,
  RecipientGroup,
  UnsentGroup,
} from '../../domain/messaging/broadcast-stats.ts';
import type {
  Broadcast,
  BroadcastDelivery,
  BroadcastStatus,
} from '../../domain/messaging/broadcasts.ts';
import type { DeliveryStatus } from '../../domain/messaging/deliveries.ts';
import { MAX_POINTS } from '../../domain/series.ts';
import type { Sort, SortPosition } from '../../domain/sorts.ts';
import { conferencesOfAudience } from '../administration/conference-rows.sql.ts';
import { searchAllUsers } from '../people/profiles.sql.ts';
import { containingEveryWord, orWithId } from '../search.sql.ts';
import { broadcastColumns } from './broadcasts.sql.ts';
import { RECALL_REASON, RECALL_STATE, RECALLED_MESSAGES } from './recalls.sql.ts';

/** SQL for the status of a recipient, whose delivery `d` may be missing. */
const STATE = `coalesce(d.status, 'sent')`;

/** SQL for the `RECALL_STATE` of a recipient. */
const RECALL = `(select ${RECALL_STATE} from ${RECALLED_MESSAGES})`;

/** SQL for whether everyone in the audience is in it by one of these conferences. */
const IS_INSIDE = `(
  select bool_and(coalesce(named.conference_id = any(?::bigint[]), false))
    from (${conferencesOfAudience('notification_jobs')}) as named)`;

/** Qualified: of a relative time the stored one, which a job keeps up within a minute. */
const JOB_KEYS = { id: 'id', scheduled_at: 'notification_jobs.scheduled_at' } as const;

export interface BroadcastsFilter {
  readonly sort: Sort<keyof typeof JOB_KEYS>;
  readonly status?: BroadcastStatus | undefined;
  /** Words in title or body, or an id. */
  readonly q?: string | undefined;
  /** To which the whole audience is limited. */
  readonly conference_id?: number | undefined;
  /** The conferences of the key, to which the whole audience is limited; null for any audience. */
  readonly conference_ids?: readonly number[] | null;
}
const LIST_RECALL_GROUPS = `
  select state, case state when 'failed' then reason end as reason, count(*)
    from (select ${RECALL_STATE} as state, ${RECALL_REASON} as reason
            from deliveries d cross join lateral ${RECALLED_MESSAGES}
           where d.job_id = :job_id) as recalled
   group by 1, 2`;

export interface DeliveriesFilter {
  readonly sort: Sort<'user_id'>;
  readonly status?: DeliveryStatus | undefined;
  /** Of a recalled job. */
  readonly recall?: RecallState | undefined;
  readonly q?: string | undefined;
  /** Whether `q` also finds usernames and messenger ids. */
  readonly byContacts?: boolean | undefined;
}

export type BroadcastDeliveryPosition = SearchPosition<SortPosition>;

interface Progress {
  readonly groups: readonly RecipientGroup[];
  /**
   * The time from the start to the end of the job, or to now while it runs; null before the start.
   */
  readonly seconds: number | null;
}

/**
 * Counts the recipients of each status and reason. Only of those who clicked or dismissed the
 * notification their delivery is looked up: a join of all took as long as reading them twice.
 */
const FIND_PROGRESS = `
  with acted as (
    select id, clicked_at, dismissed_at from notifications
     where job_id = :job_id and (clicked_at is not null or dismissed_at is not null)
  ), delivered as materialized (
    select status, reason, count(*) from deliveries where job_id = :job_id group by status, reason
  ), counted (status, reason, count, clicked, dismissed) as (
    select status, reason, count, 0, 0 from delivered
    union all
    -- Without a delivery.
    select 'sent', null, count(*) - (select coalesce(sum(count), 0)::bigint from delivered), 0, 0
      from notifications where job_id = :job_id
    union all
    select ${STATE}, d.reason, 0, count(a.clicked_at), count(a.dismissed_at)
      from acted a left join deliveries d on d.notification_id = a.id group by 1, 2
  )
  select extract(epoch from coalesce(j.finished_at, now()) - j.started_at)::float8 as seconds,
         (select coalesce(json_agg(g), '[]')
            from (select status, reason, sum(count) as count, sum(clicked) as clicked,
                         sum(dismissed) as dismissed
                    from counted group by status, reason having sum(count) > 0
                   order by status, reason) as g) as groups
    from notification_jobs j where j.id = :job_id`;

const LIST_SERIES = `
  with shown as materialized (
    select date_trunc('minute', :start::timestamptz) as first,
           least(date_trunc('minute', :start::timestamptz) + ${MAX_POINTS - 1} * interval '1 minute',
                 date_trunc('minute', now())) as last
  ), answered as (
    select date_trunc('minute', answered_at) as at,
           count(*) filter (where status = 'sent') as sent,
           count(*) filter (where status = 'failed') as failed
      from deliveries where job_id = :job_id and status in ('sent', 'failed') group by 1
  ), clicked as (
    select date_trunc('minute', clicked_at) as at, count(*) as clicked
      from notifications where job_id = :job_id and clicked_at is not null group by 1
  )
  select minute as at, coalesce(sent, 0) as sent, coalesce(failed, 0) as failed,
         coalesce(clicked, 0) as clicked
    from shown, generate_series(first, last, interval '1 minute') as minute
    left join answered a on a.at = minute left join clicked c on c.at = minute
   order by minute`;

/** Notification jobs for administrators: lists and statistics. */
export class BroadcastsReadModel extends OnDatabase {
  async list(
    { sort, status, q, conference_id, conference_ids }: BroadcastsFilter,
    request: NumberedRequest,
  ): Promise<Page<Broadcast>> {
    const listed = ({ q, matching }: Searched<Pick<BroadcastsFilter, 'q'>>) => {
      const query = this.db('notification_jobs').select(...broadcastColumns(this.db));
      sorted(query, { sort, keys: JOB_KEYS, id: 'id' });
      if (q) searchBroadcasts(query, { q, matching });
      if (status) query.where({ status });
      if (conference_id) query.whereRaw(IS_INSIDE, [[conference_id]]);
      if (conference_ids) query.whereRaw(IS_INSIDE, [[...conference_ids]]);
      return query;
    };
    return searchedPage<Broadcast>(q, request, {
      key: 'notification_jobs.id',
      most: MAX_ADMIN_TOTAL,
      of: listed,
    });
  }

  /** Counts the recipients of these jobs whose message was not sent. */
  async listUnsent(job_ids: readonly number[]): Promise<UnsentGroup[]> {
    return this.db('deliveries')
      .whereRaw('job_id = any(?::bigint[])', [[...job_ids]])
      .whereIn('status', ['queued', 'sending', 'failed', 'skipped'])
      .groupBy('job_id', 'status')
      .select('job_id', 'status', this.db.raw('count(*)'));
  }

  /** Counts by minute, at most `MAX_POINTS` minutes from `start`, up to the current one. */
  async listSeries(job_id: number, start: string): Promise<BroadcastSeries> {
    const { rows } = await this.db.raw<{ rows: BroadcastSeries }>(LIST_SERIES, { job_id, start });
    return rows;
  }

  async findProgress(job_id: number): Promise<Progress> {
    const { rows } = await this.db.raw<{ rows: Progress[] }>(FIND_PROGRESS, { job_id });
    return onlyRow(rows);
  }

  /** Counts the recipients of a recalled job by the state of their message. */
  async listRecallGroups(job_id: number, recalled_at: string): Promise<RecallGroup[]> {
    const { rows } = await this.db.raw<{ rows: RecallGroup[] }>(LIST_RECALL_GROUPS, {
      job_id,
      recalled_at,
    });
    return rows;
  }

  /** Recipients are inserted in the order of the user ids. */
  async listDeliveries(
    { id: job_id, recalled_at }: Pick<Broadcast, 'id' | 'recalled_at'>,
    { sort, status, recall, q, byContacts }: DeliveriesFilter,
    request: PageRequest<BroadcastDeliveryPosition>,
  ): Promise<Page<BroadcastDelivery, BroadcastDeliveryPosition>> {
    const id = isOfDeliveries(status) ? 'd.user_id' : 'n.user_id';
    const sorting = { sort, keys: { user_id: id }, id };
    return searchedKeysetPage(q, request, {
      key: id,
      of: (words) => {
        const query = sorted(this.#deliveries(job_id, status), sorting);
        if (recalled_at) query.select(this.db.raw(`${RECALL} as recall`, { recalled_at }));
        if (recall)
          query.whereRaw(recalled_at ? `${RECALL} = :recall` : 'false', { recalled_at, recall });
        // No join otherwise: the total would look up each user as well.
        if (q) query.join('users as u', 'u.id', id);
        if (words.q) searchAllUsers(query, { ...words, q: words.q, byContacts });
        return query;
      },
      read: (query, from, total) =>
        sortedPage<BroadcastDelivery, 'user_id'>(query, from, { ...sorting, total }),
    });
  }

  #deliveries(job_id: number, status: DeliveryStatus | undefined): Knex.QueryBuilder {
    const id = isOfDeliveries(status) ? 'd.user_id' : 'n.user_id';
    return this.#recipients(job_id, status).select(
      'n.id as notification_id',
      this.db.raw(
        `(select json_build_object('id', p.id, 'first_name', p.first_name,
                   'last_name', p.last_name, 'username', p.username)
            from users p where p.id = ${id}) as "user"`,
      ),
      this.db.raw(`${STATE} as status`),
      'd.reason',
      this.db.raw('coalesce(d.attempts, 0) as attempts'),
      'd.answered_at',
      'n.clicked_at',
      'n.dismissed_at',
    );
  }

  /** Of deliveries, a count and a page far behind the first read the index of their status alone. */
  #recipients(job_id: number, status: DeliveryStatus | undefined): Knex.QueryBuilder {
    if (isOfDeliveries(status)) {
      return this.db('deliveries as d')
        .leftJoin('notifications as n', 'n.id', 'd.notification_id')
        .where({ 'd.job_id': job_id, 'd.status': status });
    }
    const query = this.db('notifications as n')
      .leftJoin('deliveries as d', 'd.notification_id', 'n.id')
      .where('n.job_id', job_id);
    // Does not compare STATE: PostgreSQL has no statistics of it, expects few rows, and sorts all
    // recipients.
    if (status === 'sent') query.whereRaw(`(d.status = 'sent' or d.status is null)`);
    return query;
  }
}

/** Recipients without a delivery count as sent. */
const isOfDeliveries = (status: DeliveryStatus | undefined): status is DeliveryStatus =>
  status !== undefined && status !== 'sent';

const searchBroadcasts = (
  query: Knex.QueryBuilder,
  words: Searched<{ readonly q: string }>,
): void =>
  orWithId(query, { q: words.q, id: 'notification_jobs.id' }, (jobs) =>
    containingEveryWord(jobs, words, 'notification_jobs.search_text'),
  );
