import type { Knex } from 'knex';
import { OnDatabase } from '../../db/on-database.ts';
import { MAX_ADMIN_TOTAL, type Page, type PageRequest } from '../../db/pages.ts';
import { sorted, sortedPage, upToPage } from '../../db/sorts.ts';
import type {
  EarlierDecision,
  ListedReview,
  ReviewedSubmission,
} from '../../domain/quests/admin-submissions.ts';
import type { Source, SubmissionStatus } from '../../domain/quests/submissions.ts';
import type { Sort, SortPosition } from '../../domain/sorts.ts';
import { inConferences } from '../administration/conference-rows.sql.ts';
import { personIn } from './participations.sql.ts';
import { SUBMISSION_COLUMNS } from './submissions.repository.ts';

const COLUMNS = `
  s.id as user_quest_task_id, s.quest_id, s.status, s.source, s.text, s.media_id, s.option_ids,
  s.submissions, s.rejections, s.submitted_at, s.decided_at, s.reason,
  json_build_object('id', t.id, 'title', t.title, 'type', t.type, 'points', t.points) as task,
  ${personIn('s.user_id')} as "user"`;

const KEYS = { submitted_at: 's.submitted_at' } as const;

export interface PendingFilter {
  readonly sort: Sort<keyof typeof KEYS>;
  readonly task_id?: number | undefined;
  readonly source?: Source | undefined;
}

/** The time since which a submission has its status; the list has either pending or decided ones. */
const reviewKeys = (filter: ReviewFilter) => ({
  status_since: isPending(filter) ? 's.submitted_at' : 's.decided_at',
});

const REVIEW_COLUMNS = `
  ${COLUMNS}, coalesce(s.decided_at, s.submitted_at) as status_since,
  json_build_object('id', q.id, 'title', q.title, 'conference_id', q.conference_id) as quest,
  case when s.reviewer is not null then json_build_object(
    'administrator', case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end,
    'key', substring(s.reviewer from '^key (.*)$')) end as reviewer,
  case when m.id is not null then json_build_object(
    'storage', m.storage, 'purpose', m.purpose, 'key', m.key,
    'thumb_key', m.variants -> '320' ->> 'key', 'width', m.width, 'height', m.height) end as proof`;

const REVIEW_TABLES = `
  left join administrators a on a.id = s.reviewer_id
  left join media m on m.id = s.media_id and m.status = 'ready'`;

const TASK_OF_SUBMISSION = 'join quest_tasks t on t.id = s.task_id and t.deleted_at is null';
const QUEST_OF_SUBMISSION = 'join quests q on q.id = s.quest_id and q.deleted_at is null';

export interface ReviewFilter {
  readonly sort: Sort<'status_since'>;
  /** Undefined for pending ones; with a reviewer, for decided ones of either status. */
  readonly status?: SubmissionStatus | undefined;
  readonly conference_id?: number | undefined;
  readonly quest_id?: number | undefined;
  readonly task_id?: number | undefined;
  /** The id of the administrator who decided. */
  readonly reviewer?: number | undefined;
  /** The conferences of the key; null for all. */
  readonly conference_ids?: readonly number[] | null;
}

/**
 * Submissions as administrators review them. Submissions of deleted tasks and quests are left out.
 */
export class AdminSubmissionsReadModel extends OnDatabase {
  async find(id: number): Promise<ReviewedSubmission | undefined> {
    return this.#submissions().where('s.id', id).first();
  }

  /** Pending ones of a quest. */
  async listPending(
    questId: number,
    { sort, task_id, source }: PendingFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<ReviewedSubmission, SortPosition>> {
    const query = this.#submissions().where({ 's.quest_id': questId, 's.status': 'pending' });
    if (task_id !== undefined) query.where('s.task_id', task_id);
    if (source !== undefined) query.where('s.source', source);
    // One quest has few pending submissions, another many.
    const sorting = { sort, keys: KEYS, id: 's.id' };
    return sortedPage<ReviewedSubmission, keyof typeof KEYS>(query, request, sorting);
  }

  /** Pending ones, or those on which an administrator decided. */
  async list(
    filter: ReviewFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<ListedReview, SortPosition>> {
    const sorting = { sort: filter.sort, keys: reviewKeys(filter), id: 's.id' };
    const upTo = (rows: PageRequest<SortPosition>) =>
      isOfConferences(filter)
        ? this.#ofConferences(filter, rows)
        : sorted(this.#reviews(filter), sorting);
    return sortedPage<ListedReview, 'status_since'>(
      upTo(request).joinRaw(REVIEW_TABLES).select(this.db.raw(REVIEW_COLUMNS)),
      request,
      {
        ...sorting,
        counted: upTo({ limit: MAX_ADMIN_TOTAL, page: 1 }),
        // Otherwise PostgreSQL expects them everywhere in the table, and reads the old ones first.
        isCountedInOrder: true,
      },
    );
  }

  /** The decision on a submission, by name. */
  async findDecision(id: number): Promise<EarlierDecision | undefined> {
    return this.db('user_quest_tasks as s')
      .leftJoin('administrators as a', 'a.id', 's.reviewer_id')
      .where('s.id', id)
      .first('s.status', 's.decided_at', this.db.raw('coalesce(a.name, s.reviewer) as reviewer'));
  }

  #reviews(filter: ReviewFilter): Knex.QueryBuilder {
    const query = this.db('user_quest_tasks as s').joinRaw(
      `${TASK_OF_SUBMISSION} ${QUEST_OF_SUBMISSION}`,
    );
    if (filter.quest_id !== undefined) query.where('s.quest_id', filter.quest_id);
    narrowQuests(query, filter);
    return narrowReviews(query, filter);
  }

  /**
   * Reads as many submissions of each quest as the page can show. In one order over all quests, the
   * old submissions of other conferences would be read first.
   */
  #ofConferences(filter: ReviewFilter, request: PageRequest<SortPosition>): Knex.QueryBuilder {
    const sorting = { sort: filter.sort, keys: reviewKeys(filter), id: 's.id' };
    const first = this.db('user_quest_tasks as s')
      .joinRaw(TASK_OF_SUBMISSION)
      .whereRaw('s.quest_id = q.id')
      .select([...SUBMISSION_COLUMNS, 'reviewer', 'reviewer_id'].map((column) => `s.${column}`));
    const ofQuest = upToPage(sorted(narrowReviews(first, filter), sorting), request, sorting);
    const query = this.db
      .from(this.db.raw('quests q cross join lateral (?) s', [ofQuest]))
      .joinRaw('join quest_tasks t on t.id = s.task_id')
      .whereNull('q.deleted_at');
    return narrowQuests(query, filter);
  }

  #submissions(): Knex.QueryBuilder {
    return this.db('user_quest_tasks as s')
      .joinRaw(`${TASK_OF_SUBMISSION} ${QUEST_OF_SUBMISSION}`)
      .select(this.db.raw(COLUMNS));
  }
}

const DECIDED = ['approved', 'rejected'];

const isPending = ({ status, reviewer }: Pick<ReviewFilter, 'status' | 'reviewer'>): boolean =>
  status === undefined ? reviewer === undefined : status === 'pending';

/** Whether a list is that of conferences alone: the other filters have indexes in its order. */
const isOfConferences = ({
  conference_id,
  conference_ids,
  quest_id,
  task_id,
  reviewer,
}: ReviewFilter): boolean =>
  (conference_id !== undefined || Boolean(conference_ids)) &&
  [quest_id, task_id, reviewer].every((id) => id === undefined);

function narrowQuests(
  query: Knex.QueryBuilder,
  { conference_id, conference_ids }: ReviewFilter,
): Knex.QueryBuilder {
  if (conference_id !== undefined) query.where('q.conference_id', conference_id);
  inConferences(query, 'q.conference_id', conference_ids);
  return query;
}

function narrowReviews(
  query: Knex.QueryBuilder,
  { status, task_id, reviewer }: ReviewFilter,
): Knex.QueryBuilder {
  if (isPending({ status, reviewer })) query.where('s.status', 'pending');
  else query.whereNotNull('s.reviewer').whereIn('s.status', status ? [status] : DECIDED);
  if (reviewer !== undefined) query.where('s.reviewer_id', reviewer);
  if (task_id !== undefined) query.where('s.task_id', task_id);
  return query;
}
