import type { Knex } from 'knex';
import type { AttendanceStatus } from '../../domain/attendance/attendances.ts';
import {
  type AttendanceFilter,
  type AudienceFilters,
  filtersOf,
  type QuestStatusFilter,
} from '../../domain/messaging/audiences.ts';
import type { Broadcast } from '../../domain/messaging/broadcasts.ts';
import { SERVED_LANGUAGE } from './languages.sql.ts';

/** The audience of a job. A spreadsheet audience needs the job's id to find its recipients. */
export type BroadcastAudience = Pick<Broadcast, 'audience'> & {
  readonly id?: number | undefined;
  /** Decides what has ended. */
  readonly now: string;
};

/** Which attendances `a` of an audience's conferences or events count. */
export interface CountedAttendances {
  /** SQL with `:statuses`, and `:now` if it reads the conference or event of `a`. */
  readonly sql: string;
  readonly statuses: AttendanceStatus[] | null;
  readonly readsAttended: boolean;
}

/**
 * Those that hold a seat, unless the audience names ways to attend.
 * @param attended the alias of the conference or event of `a`
 */
export function countedAttendances(
  attendance: readonly AttendanceFilter[] | undefined,
  attended: 'c' | 'e',
): CountedAttendances {
  if (!attendance) return { sql: 'holds_seat(a.status)', statuses: null, readsAttended: false };
  const statuses = attendance.map((way) => (way === 'no_show' ? 'registered' : way));
  const sql = 'a.status = any(:statuses)';
  if (!attendance.includes('no_show') || attendance.includes('registered'))
    return { sql, statuses, readsAttended: false };
  const isOver = `${attended}.ends_at <= :now and ${attended}.status <> 'cancelled'`;
  const ofOver = `(a.status <> 'registered' or (${isOver}))`;
  return { sql: `${sql} and ${ofOver}`, statuses, readsAttended: true };
}

/** SQL: `u` attends a conference in `:ids` with a ticket in `:types`. Null matches all. */
const attendsConference = ({ sql, readsAttended }: CountedAttendances) => `exists (
  select from registrations a
       ${readsAttended ? 'join conferences c on c.id = a.conference_id' : ''}
   where a.user_id = u.id and ${sql}
     and (:ids::bigint[] is null or a.conference_id = any(:ids))
     and (:types::text[] is null or a.ticket_type = any(:types)))`;

const attendsEvent = ({ sql, readsAttended }: CountedAttendances) => `exists (
  select from event_attendances a
       ${readsAttended ? 'join events e on e.id = a.event_id' : ''}
   where a.user_id = u.id and ${sql} and a.event_id = any(:ids))`;

/** SQL: `u` chose the option `:value` of a question, or yes or no. */
const HAS_ANSWERED = `exists (
  select from form_answers f join form_questions q on q.id = f.question_id
   where f.user_id = u.id and f.question_id = :question_id and not q.is_sensitive
     and q.kind in ('choice', 'choices', 'yes_no') and f.value @> :value::jsonb)`;

/** SQL: `u` is a participant of the quest in one of `:statuses`, and has opened it themselves. */
const IS_IN_QUEST = `exists (
  select from user_quests uq
   where uq.user_id = u.id and uq.quest_id = :quest_id and uq.status = any(:statuses)
     and uq.source <> 'public')`;

/** SQL: `u` is admitted to the quest, or has a seat at its conference or event and is not in it. */
const HAS_NOT_STARTED = `(
  exists (select from user_quests uq
           where uq.user_id = u.id and uq.quest_id = :quest_id and uq.status = 'admitted')
  or (not exists (select from user_quests uq where uq.user_id = u.id and uq.quest_id = :quest_id)
      and exists (
        select from quests q
         where q.id = :quest_id and (
           exists (select from event_attendances a
                    where a.user_id = u.id and a.event_id = q.event_id and holds_seat(a.status))
           or exists (select from registrations a
                       where a.user_id = u.id and a.conference_id = q.conference_id
                         and holds_seat(a.status))))))`;

/** SQL for each status in a quest. */
const QUEST_STATUS: Readonly<Record<QuestStatusFilter, { sql: string; statuses: string[] }>> = {
  not_started: { sql: HAS_NOT_STARTED, statuses: [] },
  in_progress: { sql: IS_IN_QUEST, statuses: ['in_progress'] },
  completed: { sql: IS_IN_QUEST, statuses: ['completed'] },
  not_completed: { sql: `(${HAS_NOT_STARTED} or ${IS_IN_QUEST})`, statuses: ['in_progress'] },
};

/**
 * Selects the users `u` of an audience: not erased and not blocked, but including imported users
 * who never signed in. For a spreadsheet audience `p` is the recipient's row.
 */
export function audienceQuery(
  db: Knex,
  { id, audience, now }: BroadcastAudience,
): Knex.QueryBuilder {
  const query = db('users as u').whereNull('u.erased_at').where('u.is_blocked', false);
  if ('spreadsheet' in audience) {
    query.join('broadcast_recipients as p', 'p.user_id', 'u.id').where('p.job_id', id ?? null);
  }
  applyFilters(query, filtersOf(audience), now);
  return query;
}

function applyFilters(query: Knex.QueryBuilder, filters: AudienceFilters, now: string): void {
  const { conference_ids, ticket_types, event_ids, language_codes, interests } = filters;
  const { onboarding_statuses, user_ids, messenger_ids, created_from, created_to } = filters;
  const { attendance } = filters;
  if (conference_ids ?? ticket_types) {
    const counted = countedAttendances(conference_ids && attendance, 'c');
    const ids = list(conference_ids);
    const { statuses } = counted;
    query.whereRaw(attendsConference(counted), { ids, types: list(ticket_types), statuses, now });
  }
  if (event_ids) {
    const counted = countedAttendances(attendance, 'e');
    const { statuses } = counted;
    query.whereRaw(attendsEvent(counted), { ids: list(event_ids), statuses, now });
  }
  const { quest_id, quest_status, answer } = filters;
  if (quest_id !== undefined && quest_status !== undefined) {
    const { sql, statuses } = QUEST_STATUS[quest_status];
    query.whereRaw(sql, { quest_id, statuses });
  }
  if (answer) {
    const { question_id, value } = answer;
    query.whereRaw(HAS_ANSWERED, { question_id, value: JSON.stringify(value) });
  }
  if (language_codes)
    query.whereRaw(`${SERVED_LANGUAGE} is not null`, { languages: list(language_codes) });
  if (interests) query.whereRaw('folded(u.interests) && folded(?)', [list(interests)]);
  if (onboarding_statuses)
    query.whereRaw('u.onboarding_status = any(?)', [list(onboarding_statuses)]);
  if (user_ids) query.whereRaw('u.id = any(?)', [list(user_ids)]);
  if (messenger_ids) query.whereRaw('u.messenger_id = any(?)', [list(messenger_ids)]);
  if (created_from) query.where('u.created_at', '>=', created_from);
  if (created_to) query.where('u.created_at', '<', created_to);
}

/** Copies an array, because Knex expects a mutable one as a parameter. */
const list = <T>(values: readonly T[] | undefined): T[] | null => (values ? [...values] : null);
