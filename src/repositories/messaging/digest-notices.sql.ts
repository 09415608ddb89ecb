import { MAX_ARG_LINES } from '../../domain/messaging/notice-args.ts';
import {
  HELD_MESSAGES,
  isUrgent,
  mustRing,
  NEWEST_MESSAGES,
  withSuperseded,
} from './superseded-notices.sql.ts';

/** One notice for each person about many things. */
interface Digests {
  /**
   * Common table expressions: `given (subject, …)`, and `replaced (id, user_id, subject)` with the
   * notices that the digests replace, whose subject is `DIGEST`.
   */
  readonly given: string;
  /**
   * Further ones, after which `lines` has the lines of each digest: `user_id`, `place`, `text`, `thing`,
   * `subject` if the line is new, `is_of_status`, `concerns_at`, `is_named` in a message that is being
   * sent, and what `data` reads. Without text and thing, the line is only in the data.
   */
  readonly lines: string;
  /** The data, in which `place` orders the lines; without the conference. */
  readonly data: string;
}

/** SQL for the subject of digests, by which one replaces another. */
export const DIGEST = `'digest'`;

/** No digest is replaced: an import is a notice of its own. */
export const NONE_REPLACED = `replaced as (
    select null::bigint as id, null::bigint as user_id, '' as subject where false
  )`;

/**
 * Inserts digests, whose texts name the first lines. A message follows if a new line needs it: it is
 * about a status or about something that begins soon, or an edit of the last message about it is not
 * enough. `:look_again` is the last line of each, or null.
 */
export const insertDigests = ({ given, lines, data }: Digests): string =>
  withSuperseded(`${given}, ${HELD_MESSAGES}, ${NEWEST_MESSAGES}, ${lines}, judged as (
    select l.*, row_number() over (partition by l.user_id order by l.place, l.subject) as nth,
           l.subject is not null and (
             l.is_of_status or ${mustRing('l.concerns_at')}
             or not coalesce(m.is_recent or l.is_named, false)) as needs_message
      from lines l
      left join newest m on m.user_id = l.user_id and m.subject = l.subject
  ), digests as (
    select user_id, bool_or(needs_message) as needs_message, bool_or(is_of_status) as is_of_status,
           min(concerns_at) as concerns_at, greatest(0, count(text) - ${MAX_ARG_LINES}) as more,
           string_agg(text, chr(10) order by nth) filter (where nth <= ${MAX_ARG_LINES}) as named,
           jsonb_agg(thing order by nth) filter (where nth <= ${MAX_ARG_LINES} and thing is not null)
             as things,
           jsonb_build_object('conference_id', :conference_id::bigint) || ${data} as data
      from judged group by user_id
  ), composed as materialized (
    select nextval(pg_get_serial_sequence('notifications', 'id')) as id, u.id as user_id,
           ${DIGEST} as subject, 'programme_changed' as type, :title as title,
           concat_ws(chr(10), d.named, case when d.more > 0 then 'and ' || d.more || ' more' end,
                     :look_again::text) as body,
           d.data,
           jsonb_build_object('conference', :conference_name::text,
                              'lines', coalesce(d.things, '[]'), 'more', d.more) as args,
           least(e.due_at, now() + case when d.is_of_status or ${isUrgent('d.concerns_at')}
             then interval '0' else :wait_ms * interval '1 ms' end) as due_at,
           least(d.concerns_at, e.concerns_at) as concerns_at,
           e.due_at is not null or d.needs_message as needs_message
      from digests d
      join users u on u.id = d.user_id and u.erased_at is null
      left join earlier e on e.user_id = d.user_id
       for key share of u
  )`);
