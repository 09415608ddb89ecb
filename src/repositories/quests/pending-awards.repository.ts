import { OnDatabase } from '../../db/on-database.ts';
import { statement } from '../../db/statement.ts';
import { AUTOMATIC_TYPES, type AutomaticType } from '../../domain/quests/task-types/task-types.ts';
import { keepParticipations, takeCompletionsBack } from './participations.sql.ts';
import { isShown } from './quests.sql.ts';

/** A task that asks for meetings counts only the connections of users who met. */
const CONNECTED_AT = `case when t.config->>'when' = 'met' then met_at else responded_at end`;

/** SQL for the instant since which the fact of the task `t` holds for the participant `uq`; else null. */
const FACTS: Readonly<Record<AutomaticType, string>> = {
  connections: `
      select at from (
        select ${CONNECTED_AT} as at from connections
         where requester_id = uq.user_id and status = 'accepted'
        union all
        select ${CONNECTED_AT} from connections
         where recipient_id = uq.user_id and status = 'accepted'
      ) accepted where at is not null order by at offset (t.config->>'count')::integer - 1 limit 1`,
  event_attendance: `
      select case when t.config->>'when' = 'checked_in' then a.checked_in_at
                  when holds_seat(a.status) then a.registered_at end
        from event_attendances a
       where a.event_id = (t.config->>'event_id')::bigint and a.user_id = uq.user_id`,
  conference_registration: `
      select case when t.config->>'when' = 'checked_in' then a.checked_in_at
                  when holds_seat(a.status) then a.registered_at end
        from registrations a
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

/**
 * SQL that approves the automatic tasks without a submission whose facts hold for the participants
 * `uq` that `where` selects and who have started. A fact counts since it became true, but not before the
 * participant could earn it.
 */
const insertFulfilled = (where: string): string => `
  with fulfilled as (
    select uq.user_id, uq.quest_id, t.id as task_id,
           greatest(fact.at, uq.started_at, t.opens_at, q.starts_at)::timestamptz(3) as at,
           least(t.closes_at, q.ends_at) as closes_at
      from user_quests uq
      join quests q on q.id = uq.quest_id
      join quest_tasks t on t.quest_id = q.id and t.deleted_at is null
           and t.type in (${AUTOMATIC_TYPES.map((type) => `'${type}'`).join(', ')})
     cross join lateral (select ${FACT} as at) fact
     where ${where} and uq.status <> 'admitted' and ${isShown('q')} and fact.at is not null
       and not exists (
             select from user_quest_tasks s where s.task_id = t.id and s.user_id = uq.user_id)
  ), stored as (
    insert into user_quest_tasks
      (task_id, user_id, quest_id, status, source, submissions, submitted_at, decided_at)
    select task_id, user_id, quest_id, 'approved', 'worker', 0, at, :now
      from fulfilled where at <= :now and (closes_at is null or at < closes_at)
    returning task_id, user_id, quest_id, status, submitted_at
  ), ${keepParticipations('stored')}
  select stored.user_id, stored.quest_id, stored.task_id, q.title as quest_title,
         sent.completed_at is not null as completes_quest
    from stored
    join sent using (quest_id, user_id)
    join quests q on q.id = stored.quest_id
    join quest_tasks t on t.id = stored.task_id
   order by stored.user_id, stored.quest_id, t.position, t.id`;

/**
 * SQL that deletes the approved submissions whose fact has ended: the seat or check-in that the task
 * asks for is gone, and its event or conference is not. Deleted tasks and quests keep their history.
 */
const DELETE_ENDED = `
  with ended as (
    select s.id, s.user_id, s.quest_id, s.task_id, q.title as quest_title
      from user_quest_tasks s
      join quest_tasks t on t.id = s.task_id and t.deleted_at is null
      join quests q on q.id = s.quest_id and q.deleted_at is null
     cross join lateral (
             select e.ends_at, a.status, a.checked_in_at
               from events e
               left join event_attendances a on a.event_id = e.id and a.user_id = s.user_id
              where t.type = 'event_attendance' and e.id = (t.config->>'event_id')::bigint
              union all
             select c.ends_at, a.status, a.checked_in_at
               from conferences c
               left join registrations a
                      on a.conference_id = c.id and a.user_id = s.user_id
              where t.type = 'conference_registration'
                and c.id = (t.config->>'conference_id')::bigint
           ) fact
     where s.user_id = any(:user_ids::bigint[]) and s.status = 'approved'
       and case when t.config->>'when' = 'checked_in' then fact.checked_in_at is null
                else not coalesce(holds_seat(fact.status), false) and fact.ends_at > :now end
  ), deleted as (
    delete from user_quest_tasks s using ended where s.id = ended.id
  ), ${takeCompletionsBack('ended')}
  select user_id, quest_id, task_id, quest_title from ended order by user_id, task_id`;

/** An automatic task of a user, whose fact holds or has ended. */
export interface AwardedTask extends Readonly<Record<'user_id' | 'quest_id' | 'task_id', number>> {
  readonly quest_title: string;
}

/** An automatic task that is approved now, since its fact holds. */
export interface FulfilledTask extends AwardedTask {
  /** Whether the user completes the quest by what is approved now. */
  readonly completes_quest: boolean;
}

const INSERT_FULFILLED_OF = statement<
  { user_id: number; quest_id: number; now: string },
  FulfilledTask
>((db, { user_id, quest_id, now }) =>
  db.raw(insertFulfilled('uq.user_id = :user_id and uq.quest_id = :quest_id'), {
    user_id,
    quest_id,
    now,
  }),
);

const INSERT_FULFILLED = statement<{ user_ids: readonly number[]; now: string }, FulfilledTask>(
  (db, { user_ids, now }) =>
    db.raw(insertFulfilled('uq.user_id = any(:user_ids::bigint[])'), { user_ids, now }),
);

const DELETED_ENDED = statement<{ user_ids: readonly number[]; now: string }, AwardedTask>(
  (db, { user_ids, now }) => db.raw(DELETE_ENDED, { user_ids, now }),
);

/**
 * The users whose automatic tasks are settled next, whom triggers insert, and their tasks. Each write
 * of tasks requires the locks of the users, and brings their participations in step.
 */
export class PendingAwardsRepository extends OnDatabase {
  /** Whether any row exists. */
  async exists(): Promise<boolean> {
    return (await this.db('due_settlements').first('id')) !== undefined;
  }

  /** Finds the oldest rows. */
  async list(limit: number): Promise<{ id: number; user_id: number }[]> {
    return this.db('due_settlements').orderBy('id').limit(limit).select('id', 'user_id');
  }

  async delete(ids: readonly number[]): Promise<void> {
    await this.db('due_settlements')
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .delete();
  }

  /** Approves the automatic tasks of one participant who has started the quest. */
  async insertFulfilledOf(
    { user_id, quest_id }: Pick<AwardedTask, 'user_id' | 'quest_id'>,
    now: string,
  ): Promise<FulfilledTask[]> {
    return INSERT_FULFILLED_OF.rows(this.db, { user_id, quest_id, now });
  }

  /** Of these users in all quests that they have started and that are not hidden, user by user. */
  async insertFulfilled(user_ids: readonly number[], now: string): Promise<FulfilledTask[]> {
    return INSERT_FULFILLED.rows(this.db, { user_ids, now });
  }

  /**
   * Deletes the submissions of these users whose fact has ended, so that the tasks can be done again.
   * A deleted or past event or conference takes nothing back.
   */
  async deleteEnded(user_ids: readonly number[], now: string): Promise<AwardedTask[]> {
    return DELETED_ENDED.rows(this.db, { user_ids, now });
  }
}
