import type { Knex } from 'knex';
import type { Pin } from '../../domain/messaging/announcements.ts';
import type { Broadcast } from '../../domain/messaging/broadcasts.ts';

/** The stored columns of a `Broadcast`. */
const JOB_COLUMNS = [
  'id',
  'type',
  'quest_id',
  'title',
  'body',
  'translations',
  'action_url',
  'start',
  'audience',
  'channels',
  'ignore_gap',
  'status',
  'failure_reason',
  'started_at',
  'finished_at',
  'total',
  'fixed_up_to',
  'fixed_at',
  'recalled_at',
  'missed_at',
  'warnings',
  'version',
  'created_at',
] as const satisfies readonly (keyof Broadcast)[];

/** SQL for the `author` of a job. */
const AUTHOR = `(
  select json_build_object('id', a.id, 'name', a.name)
    from administrators a where a.id = notification_jobs.administrator_id) as author`;

/** SQL for the time that a job is anchored to, with the start and the end of its anchor in SQL. */
export const anchoredTo = (starts: string, ends: string, job = 'notification_jobs') =>
  `case ${job}.anchor when 'after_end' then ${ends} else ${starts} end
   + ${job}.anchor_seconds * case ${job}.anchor when 'before_start' then -1 else 1 end * interval '1 second'`;

/** SQL for the start of a conference: midnight of its first day, by its clocks. */
export const CONFERENCE_START = '(starts_on::timestamp at time zone timezone)';

/** SQL for the time that a relative time means now; null without one, and where its anchor is gone. */
export const RELATIVE_TIME = `(
  select ${anchoredTo('starts_at', 'ends_at')}
    from (select ${CONFERENCE_START} as starts_at, ends_at
            from conferences where id = notification_jobs.anchor_conference_id
          union all
          select starts_at, ends_at from events where id = notification_jobs.anchor_event_id) as anchored)`;

/** SQL for the time of a job: a relative one moves until its start. */
const SCHEDULED_AT = `
  case when status in ('draft', 'scheduled') then coalesce(${RELATIVE_TIME}, scheduled_at)
       else scheduled_at end`;

/** SQL for the ISO 8601 duration of seconds. */
const duration = (s: string) => `'PT'
  || case when ${s} >= 3600 then ${s} / 3600 || 'H' else '' end
  || case when ${s} % 3600 >= 60 then ${s} % 3600 / 60 || 'M' else '' end
  || case when ${s} % 60 > 0 or ${s} = 0 then ${s} % 60 || 'S' else '' end`;

const ANCHOR = `case when notification_jobs.anchor is not null then json_strip_nulls(json_build_object(
  notification_jobs.anchor, ${duration('notification_jobs.anchor_seconds')},
  'conference_id', notification_jobs.anchor_conference_id,
  'event_id', notification_jobs.anchor_event_id)) end as anchor`;

const PIN = `case when pinned_conference_id is not null then json_build_object(
  'conference_id', pinned_conference_id, 'until', instant_in_json(pinned_until),
  'visibility', pinned_visibility) end as pin`;

/** The columns of a `Broadcast`, in a statement that reads or returns `notification_jobs`. */
export const broadcastColumns = (db: Knex) => [
  ...JOB_COLUMNS,
  ...[AUTHOR, `${SCHEDULED_AT} as scheduled_at`, ANCHOR, PIN].map((sql) => db.raw(sql)),
];

export const pinColumns = (pin: Pin | null) => ({
  pinned_conference_id: pin?.conference_id ?? null,
  pinned_until: pin?.until ?? null,
  pinned_visibility: pin?.visibility ?? null,
});
