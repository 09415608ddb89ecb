import type { Knex } from 'knex';

/**
 * Restricts a query to rows whose conference is one of these, to which a key is limited. Null, of a key
 * of all conferences, restricts nothing.
 *
 * @param column of the id of the conference
 */
export function inConferences(
  query: Knex.QueryBuilder,
  column: string,
  conference_ids: readonly number[] | null | undefined,
): void {
  if (!conference_ids) return;
  // Unnamed, since these conferences can have few rows or nearly all.
  query.whereRaw(`${column} = any(?::bigint[])`, [[...conference_ids]]);
}

/**
 * SQL for the conferences that the audience of a job names, itself or by an event, a quest or an answer; none for
 * an audience of all conferences. Null for an event or quest without a conference, or a deleted event.
 */
export const conferencesOfAudience = (job: string): string => `
  select value::bigint as conference_id
    from jsonb_array_elements_text(${job}.audience -> 'conference_ids')
  union all
  select e.conference_id from jsonb_array_elements_text(${job}.audience -> 'event_ids')
    left join events e on e.id = value::bigint
  union all
  select q.conference_id from quests q where q.id = (${job}.audience ->> 'quest_id')::bigint
  union all
  select coalesce(q.conference_id, e.conference_id)
    from form_questions q left join events e on e.id = q.event_id
   where q.id = (${job}.audience -> 'answer' ->> 'question_id')::bigint`;

/** SQL for the only conference that the audience of a job is of; null without one that exists. */
export const audienceConference = (job: string): string => `(
  select c.id from conferences c where c.id = (
    select case when bool_and(named.conference_id is not null)
                 and min(named.conference_id) = max(named.conference_id)
                then min(named.conference_id) end
      from (${conferencesOfAudience(job)}) as named))`;

/**
 * SQL for the conferences of the users whose ids an array has. Of any status: who has cancelled is still known
 * there.
 */
export const conferencesOfUsers = (users: string): string => `
  select r.id, of.conference_id
    from unnest(${users}::bigint[]) as r (id) cross join lateral (
      select conference_id from registrations where user_id = r.id
      union all
      select conference_id from registrations where claimant_id = r.id
      union all
      select e.conference_id from event_attendances a join events e on e.id = a.event_id
       where a.user_id = r.id
      union all
      select conference_id from events where submitted_by = r.id
      union all
      select q.conference_id from user_quests p join quests q on q.id = p.quest_id
       where p.user_id = r.id
      union all
      select coalesce(p.conference_id, e.conference_id, q.conference_id)
        from registration_requests p
        left join quests q on q.id = p.quest_id left join events e on e.id = p.event_id
       where p.user_id = r.id
      union all
      select m.conference_id from speakers s join conference_speakers m on m.speaker_id = s.id
       where s.user_id = r.id
    ) of`;
