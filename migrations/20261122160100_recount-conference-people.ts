import type { Knex } from 'knex';

/** In batches that commit one by one, so the previous version can write meanwhile. */
export const config = { transaction: false };

/**
 * Counts the seats from before the triggers of `conference_people`. Safe to interrupt and to repeat:
 * the function corrects only what differs, also beside transactions that change the same rows.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function recount_conference_people(
      conference bigint, after_user_id bigint, upto_user_id bigint)
    returns integer language plpgsql as $$
      declare
        missing text;
      begin
        -- Two at once would both correct the same rows.
        perform pg_advisory_xact_lock(hashtext('recount_conference_people'));
        -- A snapshot has each seat with its count, or neither. What others commit later adds to it.
        select string_agg(concat_ws(' ', conference, user_id, seats), ',') into missing
          from (select user_id, sum(seats) as seats
                  from (select user_id, 1 as seats from conference_attendances
                         where conference_id = conference and holds_seat(status)
                           and user_id > after_user_id and user_id <= upto_user_id
                        union all
                        select a.user_id, 1 from events e
                          join event_attendances a on a.event_id = e.id and holds_seat(a.status)
                         where e.conference_id = conference and e.status = 'approved'
                           and a.user_id > after_user_id and a.user_id <= upto_user_id
                        union all
                        select user_id, -seats from conference_people
                         where conference_id = conference
                           and user_id > after_user_id and user_id <= upto_user_id) as seats
                 group by user_id having sum(seats) <> 0) as missing;
        return case when missing is null then 0 else add_seats(missing) end;
      end $$;
    comment on function recount_conference_people is
      'Corrects the people of a conference among the users of an id above the first one, up to the '
      'second. Returns how many rows were wrong.';
  `);
  // As ConferencePeopleRepository.listBatches.
  const { rows: batches } = await knex.raw(`
    with sized as (
      select c.id, 1 + (c.attendee_count + coalesce(sum(e.attendee_count), 0)) / 10000 as batches
        from conferences c
        left join events e on e.conference_id = c.id
       group by c.id
    )
    select s.id, n * w.width as after, (n + 1) * w.width as upto
      from sized s
     cross join lateral (select 1 + max(u.id) / s.batches as width from users u) w
     cross join lateral generate_series(0, s.batches - 1) n
     where w.width is not null
     order by s.id, n`);
  for (const { id, after, upto } of batches) {
    await knex.raw('select recount_conference_people(?, ?, ?)', [id, after, upto]);
  }
  await knex.raw('vacuum (analyze) conference_people');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function recount_conference_people');
}
