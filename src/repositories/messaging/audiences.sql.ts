import type { Knex } from 'knex';
import { UNNAMED } from '../../db/statement-names.ts';
import {
  type AudienceFilters,
  filtersOf,
  type QuestStatusFilter,
} from '../../domain/messaging/audiences.ts';
import type { NotificationJob } from '../../domain/messaging/notification-jobs.ts';

/** The audience of a job. A spreadsheet audience needs the job's id to find its recipients. */
export type JobAudience = Pick<NotificationJob, 'audience'> & { readonly id?: number | undefined };

/** SQL: `u` has a seat at a conference in `:ids` with a ticket in `:types`. Null matches all. */
const HAS_CONFERENCE_SEAT = `exists (
  select from conference_attendances a
   where a.user_id = u.id and holds_seat(a.status)
     and (:ids::bigint[] is null or a.conference_id = any(:ids))
     and (:types::text[] is null or a.ticket_type = any(:types)))`;

const HAS_EVENT_SEAT = `exists (
  select from event_attendances a
   where a.user_id = u.id and holds_seat(a.status) and a.event_id = any(:ids))`;

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
           or exists (select from conference_attendances a
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
export function audienceQuery(db: Knex, { id, audience }: JobAudience): Knex.QueryBuilder {
  const query = db('users as u')
    .options(UNNAMED)
    .whereNull('u.erased_at')
    .where('u.is_blocked', false);
  if ('spreadsheet' in audience) {
    query.join('broadcast_recipients as p', 'p.user_id', 'u.id').where('p.job_id', id ?? null);
  }
  applyFilters(query, filtersOf(audience));
  return query;
}

function applyFilters(query: Knex.QueryBuilder, filters: AudienceFilters): void {
  const { conference_ids, ticket_types, event_ids, language_codes, interests } = filters;
  const { onboarding_statuses, user_ids, messenger_ids, created_from, created_to } = filters;
  if (conference_ids ?? ticket_types) {
    query.whereRaw(HAS_CONFERENCE_SEAT, { ids: list(conference_ids), types: list(ticket_types) });
  }
  if (event_ids) query.whereRaw(HAS_EVENT_SEAT, { ids: list(event_ids) });
  const { quest_id, quest_status } = filters;
  if (quest_id !== undefined && quest_status !== undefined) {
    const { sql, statuses } = QUEST_STATUS[quest_status];
    query.whereRaw(sql, { quest_id, statuses });
  }
  if (language_codes) query.whereRaw('speaks_one_of(u.language_code, ?)', [list(language_codes)]);
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
