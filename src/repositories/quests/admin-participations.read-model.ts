import type { Knex } from 'knex';
import type { Searched } from '../../db/matches.ts';
import { OnDatabase } from '../../db/on-database.ts';
import type { Page, PageRequest } from '../../db/pages.ts';
import { type SearchPosition, searchedKeysetPage } from '../../db/search-pages.ts';
import { sorted, sortedPage } from '../../db/sorts.ts';
import { statement } from '../../db/statement.ts';
import type {
  ExportedParticipant,
  ListedParticipant,
  ParticipantStatus,
} from '../../domain/quests/participations.ts';
import { type Sort, type SortPosition, sortOf } from '../../domain/sorts.ts';
import { searchAllUsers } from '../people/profiles.sql.ts';
import { personIn } from './participations.sql.ts';

/** The expression of an index: a participant who has not started comes last. */
const START = `coalesce(uq.started_at, 'infinity'::timestamptz)`;

/** SQL for whether a row of `point_totals` is that of a user in the whole of a quest, by SQL for its id. */
const isOfQuest = (id: string): string =>
  `scope = 'quest' and scope_id = ${id} and period = 'all' and period_start = '1970-01-01'`;

const POINTS = `
  coalesce((
    select points from point_totals
     where ${isOfQuest('uq.quest_id')} and user_id = uq.user_id), 0)`;

const ACHIEVEMENT = `
  uq.status, uq.source, uq.started_at, uq.completed_at, ${POINTS} as points,
  (select count(*)::integer from user_quest_tasks s join quest_tasks t on t.id = s.task_id
    where s.quest_id = uq.quest_id and s.user_id = uq.user_id and s.status = 'approved'
      and t.deleted_at is null) as completed_tasks`;

const LIST_EXPORTED = statement<ExportedPage, ExportedParticipant>(
  (db, { quest_id, started_at, user_id, limit }) =>
    db.raw(
      `select uq.user_id, u.messenger_id, u.first_name, u.last_name, u.username, u.company, ${ACHIEVEMENT},
              (select coalesce(json_object_agg(s.task_id, json_build_array(s.status, s.text)), '{}')
                 from user_quest_tasks s
                where s.quest_id = uq.quest_id and s.user_id = uq.user_id) as tasks
         from user_quests uq
         join users u on u.id = uq.user_id
        where uq.quest_id = :quest_id
          and (${START}, uq.user_id) > (:started_at::timestamptz, :user_id::bigint)
        order by ${START}, uq.user_id
        limit :limit::bigint`,
      { quest_id, started_at, user_id, limit },
    ),
);

const KEYS = { started_at: START, points: POINTS } as const;

const pointsOf = (isRanked: string): string => `
  select user_id, points from point_totals
   where ${isOfQuest(':questId')} and points > 0 and ${isRanked}`;

/**
 * SQL that joins the points of a participant. The sort by points reads all participants of the quest, since
 * an index of them would change with each approval; as two parts, each of which is an index, the points
 * cost 65 ms of 100,000 participants, and 240 looked up one by one.
 */
const TOTALS = `left join (${pointsOf('is_ranked')} union all ${pointsOf('not is_ranked')}) as p
  on p.user_id = uq.user_id`;

type SortKey = keyof typeof KEYS;

export interface ParticipantsFilter {
  readonly sort: Sort<SortKey>;
  readonly status?: ParticipantStatus | undefined;
  readonly q?: string | undefined;
  /** Whether `q` also finds usernames and messenger ids. */
  readonly byContacts?: boolean | undefined;
}

export type ParticipantPosition = SearchPosition<SortPosition>;

type ExportedPage = Readonly<Record<'quest_id' | 'user_id' | 'limit', number>> & {
  readonly started_at: string;
};

/** Participants of quests as administrators list them, and export them by their start. */
export class AdminParticipationsReadModel extends OnDatabase {
  async list(
    questId: number,
    filter: ParticipantsFilter,
    request: PageRequest<ParticipantPosition>,
  ): Promise<Page<ListedParticipant, ParticipantPosition>> {
    const sorting = { sort: filter.sort, keys: KEYS, id: 'uq.user_id' };
    const isByPoints = sortOf(filter.sort).key === 'points';
    return searchedKeysetPage(filter.q, request, {
      key: 'uq.user_id',
      isSortedWhole: isByPoints,
      of: (words) => sorted(this.#listed(questId, { ...filter, ...words }), sorting),
      read: (query, page, total) => {
        const from = { ...sorting, total };
        if (!isByPoints || filter.q)
          return sortedPage<ListedParticipant, SortKey>(query, page, from);
        const joined = query.clone().joinRaw(TOTALS, { questId });
        const keys = { ...KEYS, points: 'coalesce(p.points, 0)' };
        const byPoints = { ...from, keys, isByKeys: true, counted: query };
        return sortedPage<ListedParticipant, SortKey>(joined, page, byPoints);
      },
    });
  }

  /** A batch of an export: the participants after a given one, or the first ones. */
  async listExported(
    quest_id: number,
    { limit, after }: { limit: number; after?: ExportedParticipant | undefined },
  ): Promise<ExportedParticipant[]> {
    const started_at = after ? (after.started_at ?? 'infinity') : '-infinity';
    const user_id = after?.user_id ?? 0;
    const rows = await LIST_EXPORTED.rows(this.db, { quest_id, started_at, user_id, limit });
    // Empties the array of the driver, whose queries outlive their answers and keep their rows: without
    // it an export of 100,000 participants piled up 150 MiB.
    return rows.splice(0);
  }

  #listed(
    questId: number,
    { status, q, matching, byContacts }: Searched<ParticipantsFilter>,
  ): Knex.QueryBuilder {
    const query = this.db('user_quests as uq')
      .where('uq.quest_id', questId)
      .select(this.db.raw(`${ACHIEVEMENT}, ${personIn('uq.user_id')} as "user"`));
    if (status) query.where('uq.status', status);
    if (q) {
      query.join('users as u', 'u.id', 'uq.user_id');
      searchAllUsers(query, { q, matching, byContacts });
    }
    return query;
  }
}
