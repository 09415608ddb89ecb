import type { Knex } from 'knex';
import { recentAsOf } from '../../db/changes.ts';
import type { RosterPosition, RosterSeat } from '../../domain/attendance/rosters.ts';

/** One page of the roster, by user id, and the ids that are no longer in it. */
export interface RosterPage {
  readonly seats: readonly RosterSeat[];
  readonly gone: readonly number[];
  readonly next: RosterPosition;
  /** Whether the page ends its round, so that `next` begins another one. */
  readonly isLast: boolean;
}

const SEAT = `u.first_name, u.last_name, u.is_blocked, a.status, a.ticket_type, a.claimed_by,
              a.queue_number`;

/** SQL for the attendees of a conference by id: those who changed, or all. */
const ALL = `
  select a.user_id, ${SEAT}
    from conference_attendances a join users u on u.id = a.user_id
   where a.conference_id = :conferenceId and a.user_id > :after and a.status <> 'cancelled'
   order by a.user_id
   limit :limit`;
/** With a null `status` for an attendance that was deleted. */
const CHANGED = `
  with changed as (
    select a.user_id from conference_attendances a
     where a.conference_id = :conferenceId and a.changed_at > :since
     union
    select a.user_id from users u
      join conference_attendances a on a.user_id = u.id and a.conference_id = :conferenceId
     where u.roster_changed_at > :since
     union
    select g.gone_id from gone_rows g
     where g.kind = 'attendee' and g.conference_id = :conferenceId and g.gone_at > :since
  ), page as (
    select user_id from changed where user_id > :after order by user_id limit :limit
  )
  select page.user_id, ${SEAT}
    from page
    left join conference_attendances a
      on a.conference_id = :conferenceId and a.user_id = page.user_id
    left join users u on u.id = page.user_id
   order by page.user_id`;

type Row = Omit<RosterSeat, 'status'> & {
  readonly status: RosterSeat['status'] | 'cancelled' | null;
};

const isSeat = (row: Row): row is RosterSeat => row.status !== null && row.status !== 'cancelled';

/** The attendees of conferences as devices at the door keep them, and what changed of them. */
export class RostersReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /**
   * A round has the `as_of` of its first page: what changes during a round, on any of its pages, is
   * part of the next one.
   */
  async list(
    conferenceId: number,
    { since, as_of, after }: RosterPosition,
    limit: number,
  ): Promise<RosterPage> {
    // Read before the rows, as decision 11 demands.
    const roundAsOf = as_of ?? (await recentAsOf(this.#db));
    const of = { conferenceId, after, limit: limit + 1 };
    const { rows } = await this.#db.raw<{ rows: Row[] }>(
      since === null ? ALL : CHANGED,
      since === null ? of : { ...of, since },
    );
    const isLast = rows.length <= limit;
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      seats: page.filter(isSeat),
      gone: page.filter((row) => !isSeat(row)).map(({ user_id }) => user_id),
      next:
        isLast || !last
          ? { since: roundAsOf, as_of: null, after: 0 }
          : { since, as_of: roundAsOf, after: last.user_id },
      isLast,
    };
  }
}
