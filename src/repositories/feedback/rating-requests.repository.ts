import { OnDatabase } from '../../db/on-database.ts';
import { TAKES_PLACE } from '../programme/agenda.sql.ts';
import { SAYS_SOMETHING } from './feedback.sql.ts';

/** A day of a conference whose last session is over. */
interface RatedDay {
  readonly id: number;
  readonly name: string;
  /** As `2026-05-14`. */
  readonly day: string;
}

/** The items `i` of a conference `c` that can be rated. */
const SESSIONS = `
  from agenda_items i left join events e on e.id = i.event_id
 where i.conference_id = c.id and ${TAKES_PLACE} and i.kind <> 'break'`;
const DAY = '(i.starts_at at time zone c.timezone)::date';

const UPDATE_DUE = `
  update conferences set ratings_asked_on = due.day
    from (
      select distinct on (c.id) c.id, d.day
        from conferences c
       cross join lateral (
         select ${DAY} as day, max(i.ends_at) as ended_at ${SESSIONS}
            and i.starts_at > now() - interval '3 days' and i.starts_at < now() + interval '1 day'
          group by 1) d
       where c.status = 'published' and c.rating_ask = 'evening'
         and c.ends_at > now() - interval '1 day' and c.starts_on <= now() + interval '1 day'
         and d.ended_at + interval '15 minutes' <= now()
         and now() < (d.day + interval '36 hours') at time zone c.timezone
         and (c.ratings_asked_on is null or c.ratings_asked_on < d.day)
       order by c.id, d.day) as due
   where conferences.id = due.id
     and (conferences.ratings_asked_on is null or conferences.ratings_asked_on < due.day)
  returning conferences.id, conferences.name, conferences.ratings_asked_on::text as day`;

const LIST_ASKED = `
  with sessions as materialized (
    select i.id, i.event_id from conferences c cross join lateral (select i.id, i.event_id ${SESSIONS} and ${DAY} = :day::date) i
     where c.id = :id
  ), chosen as (
    select f.user_id, s.id from sessions s join agenda_favorites f on f.agenda_item_id = s.id
    union
    select a.user_id, s.id from sessions s
      join event_attendances a on a.event_id = s.event_id and holds_seat(a.status)
  )
  select chosen.user_id
    from chosen
    join registrations r on r.conference_id = :id and r.user_id = chosen.user_id and r.status = 'checked_in'
    left join feedback f on f.user_id = chosen.user_id and f.agenda_item_id = chosen.id and f.is_rating
     and ${SAYS_SOMETHING}
   group by chosen.user_id
  having count(f.id) * 2 < count(*)
   order by chosen.user_id`;

/** Who is asked for ratings, and when. */
export class RatingRequestsRepository extends OnDatabase {
  /**
   * The days whose last session ended 15 minutes ago or more, until noon of the next day: each once,
   * and one of a conference at a time.
   */
  async updateDue(): Promise<RatedDay[]> {
    const { rows } = await this.db.raw<{ rows: RatedDay[] }>(UPDATE_DUE);
    return rows;
  }

  /** Users who are checked in and rated fewer than half of what they keep or attend that day. */
  async listAsked(id: number, day: string): Promise<number[]> {
    const { rows } = await this.db.raw<{ rows: { user_id: number }[] }>(LIST_ASKED, { id, day });
    return rows.map(({ user_id }) => user_id);
  }
}
