import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type {
  CountedBucket,
  SeriesCount,
  SeriesRange,
} from '../../domain/programme/conference-series.ts';
import type {
  AttendanceStats,
  ConferenceCounts,
  Decision,
  DoorDevice,
  RoomNow,
  WaitingDecisions,
} from '../../domain/programme/conference-stats.ts';
import { conferencesOfAudience } from '../administration/conference-rows.sql.ts';

type Counts<Part extends keyof ConferenceCounts> = NonNullable<ConferenceCounts[Part]>;

/** A conference whose statistics are read. */
interface CountedProgramme extends Pick<Counts<'programme'>, 'events'> {
  readonly id: number;
  readonly timezone: string;
  /** The beginning of its first day and the end of its last one. */
  readonly starts_at: string;
  readonly ends_at: string;
}

/** More than a screen shows. A wrong column of an import can make as many types as attendees. */
const MAX_TICKET_TYPES = 200;

const FIND_PROGRAMME = `
  select c.id, c.timezone, c.ends_at,
         (c.starts_on::timestamp at time zone c.timezone)::timestamptz(3) as starts_at,
         (select count(*) from events e
           where e.conference_id = c.id and e.status = 'approved') as events
    from conferences c where c.id = :id`;

const COUNTS = `coalesce(sum(seats + guests), 0) as seats, coalesce(sum(waitlisted), 0) as waitlisted,
         coalesce(sum(invited), 0) as invited, coalesce(sum(arrived + guests), 0) as arrived`;

/** `guests` have arrived without an account: invited still, and in a seat. */
const FIND_ATTENDANCE = `
  with counted as materialized (
    select ticket_type, count(user_id) filter (where holds_seat(status)) as seats,
           count(user_id) filter (where status = 'waitlisted') as waitlisted,
           count(*) filter (where user_id is null) as invited,
           count(user_id) filter (where status = 'checked_in') as arrived,
           count(*) filter (where user_id is null and status = 'checked_in') as guests
      from registrations
     where conference_id = :id and status <> 'cancelled'
       and (user_id is not null or status <> 'waitlisted')
     group by ticket_type)
  select (select row_to_json(t) from (select ${COUNTS} from counted) as t) as totals,
         (select coalesce(json_agg(t), '[]')
            from (select ticket_type, ${COUNTS} from counted group by ticket_type
                   order by sum(seats + waitlisted + invited) desc, ticket_type nulls last
                   limit ${MAX_TICKET_TYPES}) as t) as by_ticket_type`;

const waitingRuns = (not: string) => `select count(*) as count, min(r.started_at) as oldest_at
     from sources s join source_runs r on r.source_id = s.id and r.status = 'waiting'
    where s.conference_id = :id and s.kind ${not}in ('pretix', 'luma')`;

/**
 * SQL for the decisions of each kind that wait, and since when. Joins, not a count for each quest:
 * PostgreSQL took a quest to have what the largest one has.
 */
const WAITING: Readonly<Record<Decision, string>> = {
  side_event: `select count(*) as count, min(created_at) as oldest_at from events
    where conference_id = :id and status = 'pending'`,
  registration_request: `select count(*) as count, min(r.requested_at) as oldest_at
     from quests q join registration_requests r on r.quest_id = q.id
    where q.conference_id = :id and q.deleted_at is null and r.status = 'pending'`,
  seat_request: `select count(*) as count, min(requested_at) as oldest_at
     from (select requested_at from registration_requests
            where conference_id = :id and status = 'pending'
            union all
           select r.requested_at from events e join registration_requests r on r.event_id = e.id
            where e.conference_id = :id and r.status = 'pending') as asked`,
  submission: `select count(*) as count, min(s.submitted_at) as oldest_at
     from quests q join quest_tasks t on t.quest_id = q.id
     join user_quest_tasks s on s.task_id = t.id
    where q.conference_id = :id and q.deleted_at is null and t.deleted_at is null
      and s.status = 'pending'`,
  feedback: `select count(*) as count, min(created_at) as oldest_at from feedback
    where conference_id = :id and status = 'new'`,
  // Of the whole service: a report names people, and no conference.
  report: `select count(*) as count, min(created_at) as oldest_at from user_reports
    where resolved_at is null and :id::bigint is not null`,
  programme_source: waitingRuns('not '),
  guest_source: waitingRuns(''),
};

/** SQL for the earliest session of a room that meets the condition. */
const sessionOf = (where: string) => `(
  select json_build_object('id', i.id, 'title', i.title, 'track', i.track,
           'starts_at', instant_in_json(i.starts_at), 'ends_at', instant_in_json(i.ends_at),
           'people', (select count(*) from agenda_favorites f where f.agenda_item_id = i.id))
    from items i where i.folded = r.folded and ${where} limit 1)`;

const LIST_ROOMS = `
  with items as materialized (
    select id, title, track, starts_at, ends_at, folded_name(room) as folded
      from agenda_items
     where conference_id = :id and status = 'scheduled' and room is not null
       and starts_at < :now::timestamptz + interval '12 hours' and ends_at > :now
     order by starts_at, position, id)
  select r.name as room, r.capacity, ${sessionOf('i.starts_at <= :now')} as now,
         ${sessionOf('i.starts_at > :now')} as next
    from (select name, capacity, position, folded_name(name) as folded, id
            from agenda_groups where conference_id = :id and kind = 'room') r
   order by r.position, r.id`;

/** More than one conference has. */
const MAX_DEVICES = 50;
const LIST_DEVICES = `
  select k.public_id as key, k.name, coalesce(s.arrivals, 0) as arrivals, s.last_scan_at,
         k.last_used_at as last_seen_at
    from api_keys k
    left join (
      select check_in_key, count(*) as arrivals, max(checked_in_at) as last_scan_at
        from registrations
       where conference_id = :id and check_in_key is not null group by check_in_key
    ) s on s.check_in_key = k.public_id
   where s.arrivals > 0
      or 'door:check-in' = any(k.scopes) and k.last_used_at is not null and k.revoked_at is null
         and (k.conference_ids is null or :id = any(k.conference_ids))
   order by s.last_scan_at desc nulls last, k.id
   limit ${MAX_DEVICES}`;

/** Broadcasts that name the conference and, for a key of some conferences, name no other one. */
const FIND_BROADCASTS = `
  select count(*) filter (where j.status = 'running') as running,
         count(*) filter (where j.status = 'failed') as failed,
         count(*) filter (where j.missed_at is not null) as missed
    from notification_jobs j
   cross join lateral (
     select bool_or(named.conference_id = :id) as is_about,
            bool_and(coalesce(named.conference_id = any(:conference_ids::bigint[]), false)) as is_inside
       from (${conferencesOfAudience('j')}) as named) as audience
   where (j.status in ('running', 'failed') or j.status = 'draft' and j.missed_at is not null)
     and audience.is_about
     and (:conference_ids::bigint[] is null or audience.is_inside)`;

/** SQL for whether a user has a seat at the conference or at one of its approved events. */
const hasSeat = (userId: string) => `exists (
       select from conference_people p where p.conference_id = :id and p.user_id = ${userId})`;

/** SQL for the connections between its people, accepted from `:starts_at` to `:ends_at`. */
const ACCEPTED = `connections c
     where c.status = 'accepted' and c.responded_at >= :starts_at and c.responded_at < :ends_at
       and ${hasSeat('c.requester_id')} and ${hasSeat('c.recipient_id')}`;

/** SQL for the instants `at` from `:from` to `:to` that each count of a series counts. */
const INSTANTS: Readonly<Record<SeriesCount, string>> = {
  registrations: `select registered_at as at from registrations
     where conference_id = :id and status <> 'cancelled'
       and registered_at >= :from and registered_at < :to`,
  // The expression of an index.
  arrivals: `select checked_in_at as at from registrations
     where conference_id = :id and coalesce(checked_in_at, '-infinity') >= :from
       and coalesce(checked_in_at, '-infinity') < :to`,
  connections: `select c.responded_at as at from ${ACCEPTED}
       and c.responded_at >= :from and c.responded_at < :to`,
  quest_completions: `select uq.completed_at as at
      from quests q join user_quests uq on uq.quest_id = q.id and uq.status = 'completed'
     where q.conference_id = :id and q.deleted_at is null
       and uq.completed_at >= :from and uq.completed_at < :to`,
};

/** `extract` would divide decimals, which takes longer than to find the rows. */
const seriesOf = (count: SeriesCount): string => `
  select '${count}' as count,
         floor(date_part('epoch', at - :from::timestamptz) / :seconds::int)::int as bucket,
         count(*) as value
    from (${INSTANTS[count]}) as counted group by 2`;

type Days = Pick<CountedProgramme, 'id' | 'starts_at' | 'ends_at'>;

/** What an organizer sees of a conference at a glance: one statement for each kind of numbers. */
export class ConferenceStatsReadModel extends OnDatabase {
  async findProgramme(id: number): Promise<CountedProgramme | undefined> {
    const { rows } = await this.db.raw<{ rows: CountedProgramme[] }>(FIND_PROGRAMME, { id });
    return rows[0];
  }

  async findAttendance(id: number): Promise<AttendanceStats> {
    const { rows } = await this.db.raw<{ rows: AttendanceStats[] }>(FIND_ATTENDANCE, { id });
    return onlyRow(rows);
  }

  /** Also kinds of which none waits, in the order of `kinds`. */
  async listWaiting(id: number, kinds: readonly Decision[]): Promise<WaitingDecisions[]> {
    if (kinds.length === 0) return [];
    const each = kinds.map((kind) => `select '${kind}' as kind, d.* from (${WAITING[kind]}) d`);
    const { rows } = await this.db.raw<{ rows: WaitingDecisions[] }>(each.join(' union all '), {
      id,
    });
    return rows;
  }

  /** The rooms of the agenda in their order. */
  async listRooms(id: number, now: string): Promise<RoomNow[]> {
    const { rows } = await this.db.raw<{ rows: RoomNow[] }>(LIST_ROOMS, { id, now });
    return rows;
  }

  /** The keys that checked someone in, or that may and were used; the latest scan first. */
  async listDevices(id: number): Promise<DoorDevice[]> {
    const { rows } = await this.db.raw<{ rows: DoorDevice[] }>(LIST_DEVICES, { id });
    return rows;
  }

  /** @param conference_ids those of the key, to which the whole audience is limited; null for all */
  async findBroadcasts(
    id: number,
    conference_ids: readonly number[] | null,
  ): Promise<Counts<'broadcasts'>> {
    const { rows } = await this.db.raw<{ rows: Counts<'broadcasts'>[] }>(FIND_BROADCASTS, {
      id,
      conference_ids: conference_ids && [...conference_ids],
    });
    return onlyRow(rows);
  }

  /** The connections of two people of the conference that were accepted on its days. */
  async countConnections({ id, starts_at, ends_at }: Days): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { count: number }[] }>(
      `select count(*) from ${ACCEPTED}`,
      {
        id,
        starts_at,
        ends_at,
      },
    );
    return onlyRow(rows).count;
  }

  /** The buckets in which something was counted. */
  async listSeries(
    { id, starts_at, ends_at }: Days,
    { from, to, seconds }: Pick<SeriesRange, 'from' | 'to' | 'seconds'>,
    counts: readonly SeriesCount[],
  ): Promise<CountedBucket[]> {
    const { rows } = await this.db.raw<{ rows: CountedBucket[] }>(
      counts.map(seriesOf).join('  union all'),
      {
        id,
        from,
        to,
        seconds,
        ...(counts.includes('connections') && { starts_at, ends_at }),
      },
    );
    return rows;
  }
}
