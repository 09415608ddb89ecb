-- The triggers that `fewer-triggers` combined: for its rollback.

create function note_gone_event() returns trigger language plpgsql as $$
    begin
      insert into gone_rows (kind, gone_id, conference_id)
      select 'event', old.id, old.conference_id
      where not exists
        (select from conferences where id = old.conference_id and published_at is null);
      return null;
    end
    $$;
create trigger events_gone after delete on events
  for each row when (old.status in ('approved', 'cancelled')) execute function note_gone_event();
create trigger events_moved after update of conference_id on events
  for each row when (
    old.status in ('approved', 'cancelled')
    and old.conference_id is distinct from new.conference_id)
  execute function note_gone_event();
create function move_feedback() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'events' then
        update feedback set conference_id = new.conference_id where event_id = new.id;
      else
        update feedback set conference_id = new.conference_id where agenda_item_id = new.id;
      end if;
      return null;
    end
    $$;
comment on function move_feedback is 'Feedback follows its event or agenda item to another conference.';
create trigger events_move_feedback after update of conference_id on events
  for each row when (old.conference_id is distinct from new.conference_id)
  execute function move_feedback();

create function note_gone_agenda_item() returns trigger language plpgsql as $$
    begin
      insert into gone_rows (kind, gone_id, conference_id)
      select 'agenda_item', old.id, old.conference_id
      from conferences where id = old.conference_id and published_at is not null
        and not exists (
          select from events where id = old.event_id and status in ('pending', 'rejected'));
      return null;
    end
    $$;
create trigger agenda_items_gone after delete on agenda_items
  for each row execute function note_gone_agenda_item();
create trigger agenda_items_moved after update of conference_id, event_id on agenda_items
  for each row when (
    (old.conference_id, old.event_id) is distinct from (new.conference_id, new.event_id))
  execute function note_gone_agenda_item();
create trigger agenda_items_move_feedback after update of conference_id on agenda_items
  for each row when (old.conference_id is distinct from new.conference_id)
  execute function move_feedback();

create function note_gone_conference() returns trigger language plpgsql as $$
    begin
      insert into gone_rows (kind, gone_id) values ('conference', old.id);
      return null;
    end
    $$;
create trigger conferences_gone after delete on conferences
  for each row when (old.published_at is not null) execute function note_gone_conference();

create function spell_groups_of_item() returns trigger language plpgsql as $$
    begin
      new.room := agenda_group_named(new.conference_id, 'room', new.room, true);
      new.track := agenda_group_named(new.conference_id, 'track', new.track, true);
      return new;
    end $$;
create trigger agenda_items_groups_insert before insert on agenda_items
  for each row execute function spell_groups_of_item();
create trigger agenda_items_groups_update before update of conference_id, room, track
  on agenda_items
  for each row when ((old.conference_id, old.room, old.track)
    is distinct from (new.conference_id, new.room, new.track))
  execute function spell_groups_of_item();
create function spell_room_of_event() returns trigger language plpgsql as $$
    begin
      -- A side event takes place in a bar or an office more often than in a room.
      new.venue_name := agenda_group_named(
        new.conference_id, 'room', new.venue_name, new.kind = 'main');
      return new;
    end $$;
create trigger events_groups_insert before insert on events
  for each row when (new.conference_id is not null and new.venue_name is not null)
  execute function spell_room_of_event();
create trigger events_groups_update before update of conference_id, venue_name on events
  for each row when (new.conference_id is not null and new.venue_name is not null
    and (old.conference_id, old.venue_name)
      is distinct from (new.conference_id, new.venue_name))
  execute function spell_room_of_event();

create function note_changed_thing() returns trigger language plpgsql as $$
  begin
    insert into changed_subjects (subject, starts_at, is_urgent)
    values (tg_argv[0] || ':' || old.id, least(old.starts_at, new.starts_at),
            old.status is distinct from new.status);
    -- Within: an agenda item has no timezone of its own.
    if tg_argv[0] = 'event' and tg_op = 'UPDATE' then
      if (old.status, old.timezone) is distinct from (new.status, new.timezone) then
        insert into changed_subjects (subject, starts_at, is_urgent)
        select 'agenda_item:' || id, starts_at, old.status <> new.status
          from agenda_items where event_id = old.id;
      end if;
    end if;
    return null;
  end $$;
create trigger events_subject_update after update on events
  for each row when ((old.status, old.starts_at, old.ends_at, old.all_day, old.timezone, old.venue_name,
    old.venue_address)
   is distinct from (new.status, new.starts_at, new.ends_at, new.all_day, new.timezone, new.venue_name,
    new.venue_address))
  execute function note_changed_thing('event');
create trigger events_subject_delete after delete on events
  for each row execute function note_changed_thing('event');
create trigger agenda_items_subject_update after update on agenda_items
  for each row when ((old.status, old.starts_at, old.ends_at, old.room)
   is distinct from (new.status, new.starts_at, new.ends_at, new.room))
  execute function note_changed_thing('agenda_item');
create trigger agenda_items_subject_delete after delete on agenda_items
  for each row execute function note_changed_thing('agenda_item');
create function note_changed_conference() returns trigger language plpgsql as $$
  begin
    insert into changed_subjects (subject, starts_at, is_urgent)
    values ('conference:' || old.id,
            least(old.starts_on::timestamp at time zone old.timezone,
                  new.starts_on::timestamp at time zone new.timezone),
            old.status is distinct from new.status);
    if (old.status, old.timezone) is distinct from (new.status, new.timezone) then
      insert into changed_subjects (subject, starts_at, is_urgent)
      select 'agenda_item:' || id, starts_at, false from agenda_items where conference_id = old.id
      union all
      select 'event:' || id, starts_at, false from events where conference_id = old.id;
    end if;
    return null;
  end $$;
create trigger conferences_subject_update after update on conferences
  for each row when ((old.status, old.starts_on, old.ends_on, old.timezone, old.venue, old.city)
   is distinct from (new.status, new.starts_on, new.ends_on, new.timezone, new.venue, new.city))
  execute function note_changed_conference();
create trigger conferences_subject_delete after delete on conferences
  for each row execute function note_changed_conference();
create trigger connections_subject_update after update of status on connections
  for each row when (old.status <> new.status) execute function note_changed_row('connection');
create trigger connections_subject_delete after delete on connections
  for each row execute function note_changed_row('connection');

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

create function note_due_event_attendances() returns trigger language plpgsql as $$
    begin
      insert into due_settlements (user_id)
      select distinct changed.user_id from changed
       where exists (
         select from quest_tasks t join quests q on q.id = t.quest_id
          where t.type = 'event_attendance' and (t.config->>'event_id')::bigint = changed.event_id
            and t.deleted_at is null and q.is_active and q.deleted_at is null);
      return null;
    end $$;
create trigger event_attendances_due_insert after insert on event_attendances
  referencing new table as changed for each statement execute function note_due_event_attendances();
create trigger event_attendances_due_update after update on event_attendances
  referencing new table as changed for each statement execute function note_due_event_attendances();
create trigger event_attendances_due_delete after delete on event_attendances
  referencing old table as changed for each statement execute function note_due_event_attendances();
create function note_due_connection() returns trigger language plpgsql as $$
    begin
      insert into due_settlements (user_id)
      select party from unnest(array[new.requester_id, new.recipient_id]) as party
       where exists (
         select from quest_tasks t join quests q on q.id = t.quest_id
          where t.type = 'connections' and t.deleted_at is null and q.is_active and q.deleted_at is null);
      return null;
    end $$;
create trigger connections_due_insert after insert on connections for each row
  when (new.status = 'accepted') execute function note_due_connection();
create trigger connections_due_update after update of status on connections for each row
  when (new.status = 'accepted' and old.status <> 'accepted') execute function note_due_connection();
create trigger connections_due_met after update of met_at on connections for each row
  when (new.met_at is not null and old.met_at is null and old.status = 'accepted')
  execute function note_due_connection();

create function touch_quest() returns trigger language plpgsql as $$
    begin
      update quests set updated_at = now() where id = new.quest_id;
      return null;
    end $$;
create trigger quest_tasks_touch_insert after insert on quest_tasks
  for each row execute function touch_quest();
create trigger quest_tasks_touch_update after update of points, deleted_at on quest_tasks
  for each row when ((old.points, old.deleted_at) is distinct from (new.points, new.deleted_at))
  execute function touch_quest();

create function keep_listed_interests() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' then
          delete from listed_interests where user_id = new.id;
        end if;
        if new.is_listed then
          insert into listed_interests (interest, user_id)
          select distinct unnest(folded(new.interests)), new.id
          on conflict do nothing;
        end if;
        return null;
      end $$;
create trigger users_listed_interests_insert after insert on users for each row
  when (new.is_listed and new.interests <> '{}')
  execute function keep_listed_interests();
create trigger users_listed_interests_update after update on users for each row
  when (old.is_listed is distinct from new.is_listed
        or new.is_listed and old.interests is distinct from new.interests)
  execute function keep_listed_interests();

create function copy_is_listed_to_match_terms() returns trigger language plpgsql as $$
    begin
      update match_terms set is_listed = new.is_listed where user_id = new.id;
      return null;
    end
    $$;
create trigger users_list_match_terms after update on users for each row
  when (old.is_listed is distinct from new.is_listed)
  execute function copy_is_listed_to_match_terms();

create function rank_points_of_user() returns trigger language plpgsql as $$
  begin
    update point_totals set is_ranked = new.is_listed and new.is_ranked where user_id = new.id;
    return null;
  end $$;
create trigger users_ranked after update on users for each row
  when ((old.is_listed and old.is_ranked) is distinct from (new.is_listed and new.is_ranked))
  execute function rank_points_of_user();
