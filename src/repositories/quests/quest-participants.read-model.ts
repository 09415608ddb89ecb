import type { Knex } from 'knex';
import { keysetPage, type Page, type PageRequest } from '../../db/pages.ts';
import { type Searched, type SearchPosition, searchedKeysetPage } from '../../db/search-pages.ts';
import { UNNAMED } from '../../db/statement-names.ts';
import type { ExportedParticipant, ListedParticipant } from '../../domain/quests/participants.ts';
import type { ParticipantStatus } from '../../domain/quests/participations.ts';
import { searchAllUsers } from '../people/profiles.sql.ts';
import { personIn } from './quest-people.sql.ts';

/** The expression of an index: who has not started comes last. */
const START = `coalesce(uq.started_at, 'infinity'::timestamptz)`;

const ACHIEVEMENT = `
  uq.status, uq.source, uq.started_at, uq.completed_at,
  coalesce((
    select points from point_totals
     where scope = 'quest' and scope_id = uq.quest_id and period = 'all'
       and period_start = '1970-01-01' and user_id = uq.user_id), 0) as points,
  (select count(*)::integer from user_quest_tasks s join quest_tasks t on t.id = s.task_id
    where s.quest_id = uq.quest_id and s.user_id = uq.user_id and s.status = 'approved'
      and t.deleted_at is null) as completed_tasks`;

const EXPORTED = `
  uq.user_id, u.messenger_id, u.first_name, u.last_name, u.username, u.company, ${ACHIEVEMENT},
  (select coalesce(json_object_agg(s.task_id, json_build_array(s.status, s.text)), '{}')
     from user_quest_tasks s
    where s.quest_id = uq.quest_id and s.user_id = uq.user_id) as tasks`;

export interface ParticipantsFilter {
  readonly status?: ParticipantStatus | undefined;
  readonly q?: string | undefined;
}

/** The start, or `infinity` without one, and the user id of the last row. */
type Start = readonly [started_at: string, user_id: number];
export type ParticipantPosition = SearchPosition<Start>;

const BEFORE_ALL: Start = ['-infinity', 0];

/** Participants of quests as administrators list and export them, by their start. */
export class QuestParticipantsReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async list(
    questId: number,
    filter: ParticipantsFilter,
    request: PageRequest<ParticipantPosition>,
  ): Promise<Page<ListedParticipant, ParticipantPosition>> {
    return searchedKeysetPage<ListedParticipant, Start>(filter.q, request, (matching, page) =>
      keysetPage<ListedParticipant, Start>(this.#listed(questId, { ...filter, matching }), page, {
        seek,
        positionOf: ({ started_at, user }) => [started_at ?? 'infinity', user.id],
      }),
    );
  }

  /** A batch of an export, after the last row of the batch before. Sends one statement. */
  async listExported(
    questId: number,
    { limit, after = BEFORE_ALL }: { limit: number; after?: Start | undefined },
  ): Promise<Page<ExportedParticipant, Start>> {
    const query = this.#participants(questId)
      .join('users as u', 'u.id', 'uq.user_id')
      .select(this.#db.raw(EXPORTED));
    return keysetPage<ExportedParticipant, Start>(
      query,
      { limit, after },
      {
        seek,
        positionOf: ({ started_at, user_id }) => [started_at ?? 'infinity', user_id],
      },
    );
  }

  #listed(
    questId: number,
    { status, q, matching }: Searched<ParticipantsFilter>,
  ): Knex.QueryBuilder {
    const query = this.#participants(questId)
      .select(this.#db.raw(`${ACHIEVEMENT}, ${personIn('uq.user_id')} as "user"`))
      .options(UNNAMED);
    if (status) query.where('uq.status', status);
    if (q) searchAllUsers(query.join('users as u', 'u.id', 'uq.user_id'), { q, matching });
    return query;
  }

  #participants(questId: number): Knex.QueryBuilder {
    return this.#db('user_quests as uq')
      .where('uq.quest_id', questId)
      .orderByRaw(`${START}, uq.user_id`);
  }
}

const seek = (rows: Knex.QueryBuilder, after: Start): void => {
  rows.whereRaw(`(${START}, uq.user_id) > (?::timestamptz, ?)`, [...after]);
};
