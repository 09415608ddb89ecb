import type { Knex } from 'knex';
import type { Searched } from '../../db/matches.ts';
import { OnDatabase } from '../../db/on-database.ts';
import type { Page, PageRequest } from '../../db/pages.ts';
import { onlyRow } from '../../db/rows.ts';
import { exactlySearchedPage } from '../../db/search-pages.ts';
import { sorted, sortedPage } from '../../db/sorts.ts';
import type {
  AdminQuest,
  FunnelTask,
  ListedQuest,
  ParticipantCounts,
} from '../../domain/quests/admin-quests.ts';
import type { QuestState } from '../../domain/quests/quests.ts';
import type { Sort, SortPosition } from '../../domain/sorts.ts';
import { inConferences } from '../administration/conference-rows.sql.ts';
import { containingEveryWord, orWithId } from '../search.sql.ts';
import { isRunning, isShown, QUEST_COLUMNS, QUEST_TABLES } from './quests.sql.ts';

const KEYS = { id: 'q.id', title: 'lower(q.title)' } as const;

export interface AdminQuestsFilter {
  readonly sort: Sort<keyof typeof KEYS>;
  readonly state?: QuestState | 'all' | undefined;
  readonly conference_id?: number | undefined;
  readonly event_id?: number | undefined;
  readonly is_featured?: true | undefined;
  /** The conferences of the key; null for all. */
  readonly conference_ids?: readonly number[] | null;
  /** Words of the title. */
  readonly q?: string | undefined;
}

const RECALCULATION = `
  (select json_build_object('status', r.status, 'people', r.people,
                            'requested_at', instant_in_json(r.requested_at),
                            'finished_at', instant_in_json(r.finished_at))
     from quest_recalculations r where r.quest_id = q.id) as recalculation`;

/**
 * Counted for the rows of a page only, from indexes alone. As ranges, each looked up in the index: PostgreSQL
 * expects of any quest or task as many rows as the largest one has, and would read all that wait again for each.
 */
const COUNTS = `
  (select coalesce(sum(waiting.count), 0)::int
     from quest_tasks st
    cross join lateral (
      select count(*) from user_quest_tasks s
       where s.task_id between st.id and st.id and s.status = 'pending') waiting
    where st.quest_id = q.id and st.deleted_at is null) as pending_count,
  (select count(*) from user_quests uq
    where uq.quest_id between q.id and q.id and uq.status = 'completed') as completed_count`;

/** SQL for whether the quest `q` has a state at `:now`. */
const IN_STATE: Readonly<Record<QuestState, string>> = {
  // As arrays, so that each part uses its index.
  hidden: `q.id = any(array(
    select id from quests where not is_active and deleted_at is null
    union all
    select id from quests
     where deleted_at is null
       and conference_id = any(array(
             select id from conferences where status = 'draft'
             union all select id from conferences where status = 'cancelled'))))`,
  coming: `${isShown('q')} and q.starts_at > :now`,
  running: isRunning('q'),
  ended: `${isShown('q')} and q.ends_at <= :now`,
};

/** Quests as administrators see them: hidden ones too, deleted ones not. */
export class AdminQuestsReadModel extends OnDatabase {
  async find(id: number): Promise<AdminQuest | undefined> {
    return this.#quests().where('q.id', id).first();
  }

  async list(
    filter: AdminQuestsFilter,
    now: string,
    request: PageRequest<SortPosition>,
  ): Promise<Page<ListedQuest, SortPosition>> {
    // By keys: else PostgreSQL counts for the rows before a page, too.
    const sorting = { sort: filter.sort, keys: KEYS, id: 'q.id', isByKeys: true };
    return exactlySearchedPage(filter.q, request, {
      key: 'q.id',
      of: (words) => sorted(this.#listed({ ...filter, ...words }, now), sorting),
      read: (query, page, total) =>
        sortedPage<ListedQuest, keyof typeof KEYS>(query, page, { ...sorting, total }),
    });
  }

  #listed(
    {
      state = 'all',
      conference_id,
      event_id,
      is_featured,
      conference_ids,
      q,
      matching,
    }: Searched<AdminQuestsFilter>,
    now: string,
  ): Knex.QueryBuilder {
    const query = this.#quests().select(this.db.raw(COUNTS));
    for (const [column, value] of Object.entries({ conference_id, event_id })) {
      if (value !== undefined) query.where(`q.${column}`, value);
    }
    inConferences(query, 'q.conference_id', conference_ids);
    if (is_featured) query.where('q.is_featured', true);
    if (state !== 'all') query.whereRaw(IN_STATE[state], { now });
    if (q) search(query, { q, matching });
    return query;
  }

  #quests(): Knex.QueryBuilder {
    return this.db
      .from(this.db.raw(QUEST_TABLES))
      .whereNull('q.deleted_at')
      .select(this.db.raw(`${QUEST_COLUMNS}, ${RECALCULATION}`));
  }
}

const search = (
  query: Knex.QueryBuilder,
  { q, matching }: Searched<{ readonly q: string }>,
): void =>
  orWithId(query, { q, id: 'q.id' }, (quests) =>
    containingEveryWord(quests, { q, matching }, 'q.search_text'),
  );

/** The counts of a quest, by task and by status. */
export class QuestFunnelsReadModel extends OnDatabase {
  async countParticipants(quest_id: number): Promise<ParticipantCounts> {
    const { rows } = await this.db.raw<{ rows: ParticipantCounts[] }>(
      `select count(*) filter (where status = 'admitted') as admitted,
              count(*) filter (where status = 'in_progress') as in_progress,
              count(*) filter (where status = 'completed') as completed
         from user_quests where quest_id = :quest_id`,
      { quest_id },
    );
    return onlyRow(rows);
  }

  /** Reads each submission of the quest once. */
  async listTasks(quest_id: number): Promise<FunnelTask[]> {
    const { rows } = await this.db.raw<{ rows: FunnelTask[] }>(
      `select t.id as task_id, t.title, t.type, t.position, t.is_required,
              coalesce(s.submitted, 0) as submitted, coalesce(s.pending, 0) as pending,
              coalesce(s.approved, 0) as approved, coalesce(s.rejected, 0) as rejected
         from quest_tasks t
         left join (select task_id, count(*) as submitted,
                           count(*) filter (where status = 'pending') as pending,
                           count(*) filter (where status = 'approved') as approved,
                           count(*) filter (where status = 'rejected') as rejected
                      from user_quest_tasks where quest_id = :quest_id group by task_id) s
                on s.task_id = t.id
        where t.quest_id = :quest_id and t.deleted_at is null
        order by t.position, t.id`,
      { quest_id },
    );
    return rows;
  }
}
