import type { Knex } from 'knex';
import { statement } from '../../db/statement.ts';
import { AUTOMATIC_TYPES, type AutomaticType } from '../../domain/quests/task-types/task-types.ts';
import { isShown } from './quests.sql.ts';

/** An automatic task whose fact holds for a participant, and which has no submission yet. */
export interface FulfilledTask {
  readonly user_id: number;
  readonly quest_id: number;
  readonly task_id: number;
  readonly quest_title: string;
  /** When the fact became true, at the earliest when the participant could earn it. */
  readonly fulfilled_at: string;
}

/** SQL for the instant since which the fact of the task `t` holds for the participant `uq`; else null. */
const FACTS: Readonly<Record<AutomaticType, string>> = {
  connections: `
      select responded_at from (
        select responded_at from connections
         where requester_id = uq.user_id and status = 'accepted'
        union all
        select responded_at from connections
         where recipient_id = uq.user_id and status = 'accepted'
      ) accepted order by responded_at offset (t.config->>'count')::integer - 1 limit 1`,
  event_attendance: `
      select case when t.config->>'when' = 'checked_in' then a.checked_in_at
                  when holds_seat(a.status) then a.registered_at end
        from event_attendances a
       where a.event_id = (t.config->>'event_id')::bigint and a.user_id = uq.user_id`,
  conference_registration: `
      select case when t.config->>'when' = 'checked_in' then a.checked_in_at
                  when holds_seat(a.status) then a.registered_at end
        from conference_attendances a
       where a.conference_id = (t.config->>'conference_id')::bigint and a.user_id = uq.user_id`,
  profile: `
      select :now::timestamptz from users u
       where u.id = uq.user_id and not exists (
         select from jsonb_array_elements_text(t.config->'fields') as field
          where coalesce(to_jsonb(u)->field, 'null') in ('null', '""', '[]', '{}'))`,
};
const FACT = `
  case t.type
    ${AUTOMATIC_TYPES.map((type) => `when '${type}' then (${FACTS[type]})`).join('\n    ')}
  end`;

const LIST_OF_USER = statement<{ user_id: number; quest_id: number; now: string }, FulfilledTask>(
  (db, { user_id, quest_id, now }) =>
    db.raw(fulfilled('uq.user_id = :user_id and uq.quest_id = :quest_id'), {
      user_id,
      quest_id,
      now,
    }),
);

const LIST = statement<{ user_ids: number[]; now: string }, FulfilledTask>(
  (db, { user_ids, now }) =>
    db.raw(fulfilled('uq.user_id = any(:user_ids::bigint[])'), { user_ids, now }),
);
/**
 * SQL for whether the seat or check-in of an approved task is gone, although its event or
 * conference still exists.
 */
const LIST_ENDED = statement<{ user_ids: number[]; now: string }, EndedTask>(
  (db, { user_ids, now }) =>
    db.raw(
      `select s.user_id, s.quest_id, s.task_id
         from user_quest_tasks s
         join quest_tasks t on t.id = s.task_id and t.deleted_at is null
        cross join lateral (
               select e.ends_at, a.status, a.checked_in_at
                 from events e
                 left join event_attendances a on a.event_id = e.id and a.user_id = s.user_id
                where t.type = 'event_attendance' and e.id = (t.config->>'event_id')::bigint
                union all
               select c.ends_at, a.status, a.checked_in_at
                 from conferences c
                 left join conference_attendances a
                        on a.conference_id = c.id and a.user_id = s.user_id
                where t.type = 'conference_registration'
                  and c.id = (t.config->>'conference_id')::bigint
             ) fact
        where s.user_id = any(:user_ids::bigint[]) and s.status = 'approved'
          and case when t.config->>'when' = 'checked_in' then fact.checked_in_at is null
                   else not coalesce(holds_seat(fact.status), false) and fact.ends_at > :now end
        order by s.user_id, s.task_id`,
      { user_ids, now },
    ),
);

/** SQL of the fulfilled tasks of the started participants `uq` that `where` selects. */
function fulfilled(where: string): string {
  return `
    select user_id, quest_id, quest_title, task_id, fulfilled_at from (
      select uq.user_id, uq.quest_id, q.title as quest_title, t.id as task_id, t.position,
             greatest(fact.at, uq.started_at, t.opens_at, q.starts_at)::timestamptz(3) as fulfilled_at,
             least(t.closes_at, q.ends_at) as closes_at
        from user_quests uq
        join quests q on q.id = uq.quest_id
        join quest_tasks t on t.quest_id = q.id and t.deleted_at is null
             and t.type in (${AUTOMATIC_TYPES.map((type) => `'${type}'`).join(', ')})
       cross join lateral (select ${FACT} as at) fact
       where ${where} and uq.status <> 'admitted' and ${isShown('q')} and fact.at is not null
         and not exists (
               select from user_quest_tasks s where s.task_id = t.id and s.user_id = uq.user_id)
    ) facts
    where fulfilled_at <= :now and (closes_at is null or fulfilled_at < closes_at)
    order by user_id, quest_id, position, task_id`;
}

/** An approved task whose fact has ended. */
type EndedTask = Pick<FulfilledTask, 'user_id' | 'quest_id' | 'task_id'>;

/** Reads the automatic tasks that facts in the database fulfill. */
export class SettlementsReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** The tasks of one participant who has started the quest. */
  async listFulfilledOf(
    { user_id, quest_id }: Pick<FulfilledTask, 'user_id' | 'quest_id'>,
    now: string,
  ): Promise<FulfilledTask[]> {
    return LIST_OF_USER.rows(this.#db, { user_id, quest_id, now });
  }

  /**
   * The tasks of these users in all quests that they have started and that are not hidden, user by
   * user.
   */
  async listFulfilled(user_ids: readonly number[], now: string): Promise<FulfilledTask[]> {
    return LIST.rows(this.#db, { user_ids: [...user_ids], now });
  }

  /**
   * The tasks of these users in all quests. A deleted or past event or conference takes nothing
   * back.
   */
  async listEnded(user_ids: readonly number[], now: string): Promise<EndedTask[]> {
    return LIST_ENDED.rows(this.#db, { user_ids: [...user_ids], now });
  }
}
