-- Who has a seat at a conference or at one of its approved events: one row for each. Without it, a list of them
-- reads all seats of all its events. Triggers note the seats that a transaction changes, and count them when it
-- commits: all at once, in the order of the key. So these rows are the last that a transaction locks, and cannot be
-- part of a deadlock. Foreign keys could be, as they would lock the conference after its event.

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
  'Adds numbers of seats: conference, user and number, each time, with commas between them. Returns how many rows it changed.';

create function recount_conference_people(
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
  'Corrects the people of a conference among the users of an id above the first one, up to the second. Returns how many rows were wrong.';

create table conference_people (
  conference_id bigint not null,
  user_id       bigint not null,
  seats         integer not null,

  primary key (conference_id, user_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
comment on table conference_people is
  'Who has a seat at a conference or at one of its approved events. Triggers keep it.';
comment on column conference_people.seats is 'At least 1: the row is deleted with the last one.';

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
create constraint trigger events_seats_counted after update of conference_id, status on events
      deferrable initially deferred
      for each row when ((old.conference_id, old.status = 'approved')
  is distinct from (new.conference_id, new.status = 'approved')) execute function count_noted_seats();
create constraint trigger conference_attendances_seats_counted after insert or update of status or delete
  on conference_attendances deferrable initially deferred
  for each row execute function count_noted_seats();
create constraint trigger event_attendances_seats_counted after insert or update of status or delete
  on event_attendances deferrable initially deferred
  for each row execute function count_noted_seats();

create function note_conference_seats() returns trigger language plpgsql as $$
        declare
          noted text;
        begin
          -- A condition of the trigger would be parsed each time, which costs more than the call.
          if current_setting('hallway.seats_counted_at', true) = statement_timestamp()::text then
            return null;
          elsif tg_op = 'INSERT' then
            
  select string_agg(concat_ws(' ', conference_id, user_id, change), ',') into noted
    from (
  select s.conference_id as conference_id, s.user_id, s.change
    from (select user_id, conference_id, sum(change) as change from (select *, 1 as change from new_rows) as seats
           where holds_seat(status) group by user_id, conference_id having sum(change) <> 0) as s) as changes
   where conference_id is not null;
  if noted is not null then
    perform set_config('hallway.seat_changes',
      concat_ws(',', nullif(current_setting('hallway.seat_changes', true), ''), noted), true);
  end if;
          elsif tg_op = 'DELETE' then
            
  select string_agg(concat_ws(' ', conference_id, user_id, change), ',') into noted
    from (
  select s.conference_id as conference_id, s.user_id, s.change
    from (select user_id, conference_id, sum(change) as change from (select *, -1 as change from old_rows) as seats
           where holds_seat(status) group by user_id, conference_id having sum(change) <> 0) as s) as changes
   where conference_id is not null;
  if noted is not null then
    perform set_config('hallway.seat_changes',
      concat_ws(',', nullif(current_setting('hallway.seat_changes', true), ''), noted), true);
  end if;
          else
            
  select string_agg(concat_ws(' ', conference_id, user_id, change), ',') into noted
    from (
  select s.conference_id as conference_id, s.user_id, s.change
    from (select user_id, conference_id, sum(change) as change from (select *, 1 as change from new_rows union all select *, -1 as change from old_rows) as seats
           where holds_seat(status) group by user_id, conference_id having sum(change) <> 0) as s) as changes
   where conference_id is not null;
  if noted is not null then
    perform set_config('hallway.seat_changes',
      concat_ws(',', nullif(current_setting('hallway.seat_changes', true), ''), noted), true);
  end if;
          end if;
          return null;
        end $$;
create trigger conference_attendances_seats_insert after insert on conference_attendances
  referencing new table as new_rows
  for each statement execute function note_conference_seats();
create trigger conference_attendances_seats_update after update on conference_attendances
  referencing old table as old_rows new table as new_rows
  for each statement execute function note_conference_seats();
create trigger conference_attendances_seats_delete after delete on conference_attendances
  referencing old table as old_rows
  for each statement execute function note_conference_seats();

create function note_event_seats() returns trigger language plpgsql as $$
        declare
          noted text;
        begin
          -- A condition of the trigger would be parsed each time, which costs more than the call.
          if current_setting('hallway.seats_counted_at', true) = statement_timestamp()::text then
            return null;
          elsif tg_op = 'INSERT' then
            
  select string_agg(concat_ws(' ', conference_id, user_id, change), ',') into noted
    from (
  select (select e.conference_id from events e where e.id = s.event_id and e.status = 'approved') as conference_id, s.user_id, s.change
    from (select user_id, event_id, sum(change) as change from (select *, 1 as change from new_rows) as seats
           where holds_seat(status) group by user_id, event_id having sum(change) <> 0) as s) as changes
   where conference_id is not null;
  if noted is not null then
    perform set_config('hallway.seat_changes',
      concat_ws(',', nullif(current_setting('hallway.seat_changes', true), ''), noted), true);
  end if;
          elsif tg_op = 'DELETE' then
            
  select string_agg(concat_ws(' ', conference_id, user_id, change), ',') into noted
    from (
  select (select e.conference_id from events e where e.id = s.event_id and e.status = 'approved') as conference_id, s.user_id, s.change
    from (select user_id, event_id, sum(change) as change from (select *, -1 as change from old_rows) as seats
           where holds_seat(status) group by user_id, event_id having sum(change) <> 0) as s) as changes
   where conference_id is not null;
  if noted is not null then
    perform set_config('hallway.seat_changes',
      concat_ws(',', nullif(current_setting('hallway.seat_changes', true), ''), noted), true);
  end if;
          else
            
  select string_agg(concat_ws(' ', conference_id, user_id, change), ',') into noted
    from (
  select (select e.conference_id from events e where e.id = s.event_id and e.status = 'approved') as conference_id, s.user_id, s.change
    from (select user_id, event_id, sum(change) as change from (select *, 1 as change from new_rows union all select *, -1 as change from old_rows) as seats
           where holds_seat(status) group by user_id, event_id having sum(change) <> 0) as s) as changes
   where conference_id is not null;
  if noted is not null then
    perform set_config('hallway.seat_changes',
      concat_ws(',', nullif(current_setting('hallway.seat_changes', true), ''), noted), true);
  end if;
          end if;
          return null;
        end $$;
create trigger event_attendances_seats_insert after insert on event_attendances
  referencing new table as new_rows
  for each statement execute function note_event_seats();
create trigger event_attendances_seats_update after update on event_attendances
  referencing old table as old_rows new table as new_rows
  for each statement execute function note_event_seats();
create trigger event_attendances_seats_delete after delete on event_attendances
  referencing old table as old_rows
  for each statement execute function note_event_seats();

create function note_seats_of_event() returns trigger language plpgsql as $$
      declare
        noted text;
      begin
        
  select string_agg(concat_ws(' ', conference_id, user_id, change), ',') into noted
    from (
          select c.conference_id, a.user_id, c.change from event_attendances a
           cross join (select old.conference_id, -1 as change where old.status = 'approved'
                       union all
                       select new.conference_id, 1
                        where tg_op = 'UPDATE' and new.status = 'approved') as c
           where a.event_id = old.id and holds_seat(a.status)) as changes
   where conference_id is not null;
  if noted is not null then
    perform set_config('hallway.seat_changes',
      concat_ws(',', nullif(current_setting('hallway.seat_changes', true), ''), noted), true);
  end if;
        return old;
      end $$;
create trigger events_seats_moved after update of conference_id, status on events
      for each row when ((old.conference_id, old.status = 'approved')
  is distinct from (new.conference_id, new.status = 'approved')) execute function note_seats_of_event();
-- Before its attendances are deleted with it.
create trigger events_seats_gone before delete on events
  for each row execute function note_seats_of_event();
