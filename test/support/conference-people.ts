import type { Knex } from 'knex';

const SEATS = `
  select conference_id, user_id, count(*)::integer as seats
    from (select conference_id, user_id from registrations
           where status in ('registered', 'checked_in') and user_id is not null
          union all
          select e.conference_id, a.user_id from event_attendances a
            join events e on e.id = a.event_id
           where a.status in ('registered', 'checked_in') and e.status = 'approved'
             and e.conference_id is not null) seats
   group by conference_id, user_id`;
const ORDER = 'order by conference_id, user_id';

/** Checks that `conference_people` has exactly the people with seats, and how many. */
export async function expectPeopleCounted(db: Knex): Promise<void> {
  const { rows: kept } = await db.raw(`select * from conference_people ${ORDER}`);
  const { rows: counted } = await db.raw(`${SEATS} ${ORDER}`);
  expect(kept).toEqual(counted);
}
