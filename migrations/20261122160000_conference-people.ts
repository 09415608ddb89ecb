import type { Knex } from 'knex';

type Kind = 'conference' | 'event';
const KINDS = ['conference', 'event'] as const;

/** SQL for the conference at which a seat `s` counts; null for that of an event not approved. */
const CONFERENCE_OF = {
  conference: 's.conference_id',
  // A subquery, because a join might read all events.
  event: `(select e.conference_id from events e where e.id = s.event_id and e.status = 'approved')`,
} as const;

/** PL/pgSQL that adds the rows of `changes` to those that the transaction has noted before. */
const note = (changes: string) => `
  select string_agg(concat_ws(' ', conference_id, user_id, change), ',') into noted
    from (${changes}) as changes
   where conference_id is not null;
  if noted is not null then
    perform set_config('hallway.seat_changes',
      concat_ws(',', nullif(current_setting('hallway.seat_changes', true), ''), noted), true);
  end if;`;

/** SQL for the changes of seats of a statement, from the rows before it and after it. */
const changesOf = (kind: Kind, rows: string) => `
  select ${CONFERENCE_OF[kind]} as conference_id, s.user_id, s.change
    from (select user_id, ${kind}_id, sum(change) as change from (${rows}) as seats
           where holds_seat(status) group by user_id, ${kind}_id having sum(change) <> 0) as s`;

const TAKEN = 'select *, 1 as change from new_rows';
const GIVEN_UP = 'select *, -1 as change from old_rows';

/** SQL for whether the statement writes to `conference_people` itself; null if not. */
const IS_COUNTED = `current_setting('hallway.seats_counted_at', true) = statement_timestamp()::text`;

const IS_MOVED = `(old.conference_id, old.status = 'approved')
  is distinct from (new.conference_id, new.status = 'approved')`;

/**
 * The people of each conference, who have a seat at it or at one of its approved events: one row
 * each. Without it, a list of them reads all seats of all its events.
 *
 * Triggers note the seats that a transaction changes, and count them when it commits: all at once, in
 * the order of the key. So these rows are the last that a transaction locks, and cannot be part of a
 * deadlock. Foreign keys could be, as they would lock the conference after its event.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table conference_people (
      conference_id bigint not null,
      user_id       bigint not null,
      seats         integer not null,
      primary key (conference_id, user_id)
    ) with (
      -- Updates stay on their page.
      fillfactor = 80,
      -- Totals count in the index alone where pages are all-visible.
      autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05
    );
    comment on table conference_people is
      'Who has a seat at a conference or at one of its approved events. Triggers keep it.';
    -- Not checked: a wrong count would refuse a seat that is given up. A job recounts.
    comment on column conference_people.seats is 'At least 1: the row is deleted with the last one.';

    create function add_seats(changes text) returns integer language plpgsql as $$
      declare
        emptied tid[];
        changed integer;
      begin
        with added as (
          insert into conference_people as p (conference_id, user_id, seats)
          select split_part(line, ' ', 1)::bigint, split_part(line, ' ', 2)::bigint,
                 sum(split_part(line, ' ', 3)::integer)
            from string_to_table(changes, ',') as line
           group by 1, 2 having sum(split_part(line, ' ', 3)::integer) <> 0
           order by 1, 2
          on conflict (conference_id, user_id) do update set seats = p.seats + excluded.seats
          returning p.ctid, p.seats
        )
        select array_agg(ctid) filter (where seats = 0), count(*) into emptied, changed from added;
        if emptied is not null then
          delete from conference_people where ctid = any(emptied);
        end if;
        return changed;
      end $$;
    comment on function add_seats is
      'Adds numbers of seats: conference, user and number, each time, with commas between them. '
      'Returns how many rows it changed.';

    create function count_noted_seats() returns trigger language plpgsql as $$
      declare
        noted text := current_setting('hallway.seat_changes', true);
      begin
        -- The first of the rows counts what was noted of all.
        if noted <> '' then
          perform set_config('hallway.seat_changes', '', true);
          perform add_seats(noted);
        end if;
        return null;
      end $$;

    create function note_seats_of_event() returns trigger language plpgsql as $$
      declare
        noted text;
      begin
        ${note(`
          select c.conference_id, a.user_id, c.change from event_attendances a
           cross join (select old.conference_id, -1 as change where old.status = 'approved'
                       union all
                       select new.conference_id, 1
                        where tg_op = 'UPDATE' and new.status = 'approved') as c
           where a.event_id = old.id and holds_seat(a.status)`)}
        return old;
      end $$;
    create trigger events_seats_moved after update of conference_id, status on events
      for each row when (${IS_MOVED}) execute function note_seats_of_event();
    -- Before its attendances are deleted with it.
    create trigger events_seats_gone before delete on events
      for each row execute function note_seats_of_event();
    create constraint trigger events_seats_counted after update of conference_id, status on events
      deferrable initially deferred
      for each row when (${IS_MOVED}) execute function count_noted_seats();
  `);
  for (const kind of KINDS) {
    const table = `${kind}_attendances`;
    await knex.raw(`
      create function note_${kind}_seats() returns trigger language plpgsql as $$
        declare
          noted text;
        begin
          -- A condition of the trigger would be parsed each time, which costs more than the call.
          if ${IS_COUNTED} then
            return null;
          elsif tg_op = 'INSERT' then
            ${note(changesOf(kind, TAKEN))}
          elsif tg_op = 'DELETE' then
            ${note(changesOf(kind, GIVEN_UP))}
          else
            ${note(changesOf(kind, `${TAKEN} union all ${GIVEN_UP}`))}
          end if;
          return null;
        end $$;
      create trigger ${table}_seats_insert after insert on ${table}
        referencing new table as new_rows
        for each statement execute function note_${kind}_seats();
      create trigger ${table}_seats_update after update on ${table}
        referencing old table as old_rows new table as new_rows
        for each statement execute function note_${kind}_seats();
      create trigger ${table}_seats_delete after delete on ${table}
        referencing old table as old_rows
        for each statement execute function note_${kind}_seats();
      create constraint trigger ${table}_seats_counted after insert or update of status or delete
        on ${table} deferrable initially deferred
        for each row execute function count_noted_seats();
    `);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    ['conference_attendances', 'event_attendances']
      .map(
        (table) => `
        drop trigger ${table}_seats_insert on ${table};
        drop trigger ${table}_seats_update on ${table};
        drop trigger ${table}_seats_delete on ${table};
        drop trigger ${table}_seats_counted on ${table};`,
      )
      .join('\n'),
  );
  await knex.raw(`
    drop trigger events_seats_moved on events;
    drop trigger events_seats_gone on events;
    drop trigger events_seats_counted on events;
    drop function note_conference_seats, note_event_seats, note_seats_of_event, count_noted_seats,
      add_seats;
    drop table conference_people;
  `);
}
