import type { Knex } from 'knex';
import { type NumberedRequest, numberedPage, type Page, type PageRequest } from '../../db/pages.ts';
import { onlyRow } from '../../db/rows.ts';
import { sorted, sortedPage } from '../../db/sorts.ts';
import type { DeliveryStatus } from '../../domain/messaging/deliveries.ts';
import type {
  JobDelivery,
  JobPreview,
  JobStatus,
  NotificationJob,
  RecipientGroup,
} from '../../domain/messaging/notification-jobs.ts';
import { TOPIC_OF } from '../../domain/messaging/notifications.ts';
import type { Sort, SortPosition } from '../../domain/sorts.ts';
import { audienceQuery, type JobAudience } from './audiences.sql.ts';
import { JOB_COLUMNS } from './notification-jobs.repository.ts';
import { type RenderRequest, renderedQuery } from './rendering.sql.ts';

/** The number of recipients in a preview. */
const SAMPLES = 3;

/** SQL for the status of the recipient `n`, whose delivery `d` may be missing. */
const STATE = `coalesce(d.status, 'sent')`;

const JOB_KEYS = { id: 'id', scheduled_at: 'scheduled_at' } as const;
const DELIVERY_KEYS = { user_id: 'n.user_id' } as const;

export interface JobsFilter {
  readonly sort: Sort<keyof typeof JOB_KEYS>;
  readonly status?: JobStatus | undefined;
}
export interface DeliveriesFilter {
  readonly sort: Sort<keyof typeof DELIVERY_KEYS>;
  readonly status?: DeliveryStatus | undefined;
}

interface Progress {
  readonly groups: readonly RecipientGroup[];
  /**
   * The time from the start to the end of the job, or to now while it runs; null before the start.
   */
  readonly seconds: number | null;
}

/** Notification jobs for administrators: lists, previews and statistics. */
export class NotificationJobsReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async list(
    { sort, status }: JobsFilter,
    request: NumberedRequest,
  ): Promise<Page<NotificationJob>> {
    const query = this.#db('notification_jobs').select(...JOB_COLUMNS);
    sorted(query, { sort, keys: JOB_KEYS, id: 'id' });
    if (status) query.where({ status });
    return numberedPage<NotificationJob>(query, request);
  }

  /** Counts the users of an audience, and those whom a messenger message would reach. */
  async countAudience(to: JobAudience): Promise<{ people: number; reachable: number }> {
    const counted = audienceQuery(this.#db, to)
      .leftJoin('notification_settings as s', 's.user_id', 'u.id')
      .select(
        this.#db.raw(
          `count(*) as people, count(*) filter (where delivery_skip_reason(
             u.messenger_reachable, u.notifications_enabled, s.muted_topics, :topic) is null
           ) as reachable`,
          { topic: TOPIC_OF.message },
        ),
      );
    return onlyRow(await counted);
  }

  /** Renders the texts of the first users by id. */
  async listSamples(job: RenderRequest): Promise<JobPreview['samples']> {
    return renderedQuery(this.#db, job).orderBy('u.id').limit(SAMPLES);
  }

  async findProgress(job_id: number): Promise<Progress> {
    const { rows } = await this.#db.raw<{ rows: Progress[] }>(
      `select extract(epoch from coalesce(j.finished_at, now()) - j.started_at)::float8 as seconds,
              (select coalesce(json_agg(g), '[]')
                 from (select ${STATE} as status, d.reason, count(*) as count,
                              count(n.clicked_at) as clicked, count(n.dismissed_at) as dismissed
                         from notifications n
                         left join deliveries d on d.notification_id = n.id
                        where n.job_id = j.id
                        group by 1, 2 order by 1, 2) as g) as groups
         from notification_jobs j where j.id = :job_id`,
      { job_id },
    );
    return onlyRow(rows);
  }

  /** Recipients are inserted in the order of the user ids. */
  async listDeliveries(
    job_id: number,
    { sort, status }: DeliveriesFilter,
    page: PageRequest<SortPosition>,
  ): Promise<Page<JobDelivery, SortPosition>> {
    const query = this.#db('notifications as n')
      .leftJoin('deliveries as d', 'd.notification_id', 'n.id')
      .where('n.job_id', job_id)
      .select(
        'n.id as notification_id',
        // No join: the total would look up each user as well.
        this.#db.raw(
          `(select json_build_object('id', u.id, 'first_name', u.first_name,
                     'last_name', u.last_name, 'username', u.username)
              from users u where u.id = n.user_id) as "user"`,
        ),
        this.#db.raw(`${STATE} as status`),
        'd.reason',
        this.#db.raw('coalesce(d.attempts, 0) as attempts'),
        'd.answered_at',
        'n.clicked_at',
        'n.dismissed_at',
      );
    // Does not compare STATE: PostgreSQL has no statistics of it, expects few rows, and sorts all
    // recipients.
    if (status === 'sent') query.whereRaw(`(d.status = 'sent' or d.status is null)`);
    else if (status) query.where('d.status', status);
    return sortedPage<JobDelivery, keyof typeof DELIVERY_KEYS>(query, page, {
      sort,
      keys: DELIVERY_KEYS,
      id: 'n.user_id',
    });
  }
}
