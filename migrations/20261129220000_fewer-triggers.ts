import { readFile } from 'node:fs/promises';
import type { Knex } from 'knex';

/** SQL that notes the users of `rows` where a task of a quest asks for the attendance. */
const noteDue = (rows: string) => `
    insert into due_settlements (user_id)
    select distinct changed.user_id from ${rows} as changed
     where exists (
       select from quest_tasks t join quests q on q.id = t.quest_id
        where t.type = 'event_attendance' and (t.config->>'event_id')::bigint = changed.event_id
          and t.deleted_at is null and q.is_active and q.deleted_at is null);`;

/** SQL that notes the seats that `rows` (`user_id`, `event_id`, `status`, `change`) change. */
const noteSeats = (rows: string) => `
    select string_agg(concat_ws(' ', conference_id, user_id, change), ',') into noted
      from (select (select e.conference_id from events e
                     where e.id = s.event_id and e.status = 'approved') as conference_id,
                   s.user_id, s.change
              from (select user_id, event_id, sum(change) as change from (${rows}) as seats
                     where holds_seat(status)
                     group by user_id, event_id having sum(change) <> 0) as s) as changes
     where conference_id is not null;
    if noted is not null then
      perform set_config('hallway.seat_changes',
        concat_ws(',', nullif(current_setting('hallway.seat_changes', true), ''), noted), true);
    end if;`;

const NEW_SEATS = 'select *, 1 as change from new_rows';
const OLD_SEATS = 'select *, -1 as change from old_rows';
// A condition of a trigger would be parsed each time, which costs more than the call.
const IS_COUNTED = `current_setting('hallway.seats_counted_at', true) = statement_timestamp()::text`;

/** SQL of a comparison of these columns of `old` and `new`. */
const changes = (...names: readonly string[]) =>
  `(${names.map((name) => `old.${name}`).join(', ')})
           is distinct from (${names.map((name) => `new.${name}`).join(', ')})`;

/**
 * Several triggers of a table become one. Its function has their conditions and statements, in the
 * order of their names. `update of` names the columns that a condition compares, and `track`:
 * `agenda_items_groups` spells the room again when a track is set. A trigger of users has a
 * condition, since most updates of a user change no list; PostgreSQL parses it for each statement.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger agenda_items_gone on agenda_items;
    drop trigger agenda_items_groups_insert on agenda_items;
    drop trigger agenda_items_groups_update on agenda_items;
    drop trigger agenda_items_move_feedback on agenda_items;
    drop trigger agenda_items_moved on agenda_items;
    drop trigger agenda_items_subject_delete on agenda_items;
    drop trigger agenda_items_subject_update on agenda_items;
    drop trigger conferences_gone on conferences;
    drop trigger conferences_subject_delete on conferences;
    drop trigger conferences_subject_update on conferences;
    drop trigger connections_due_insert on connections;
    drop trigger connections_due_met on connections;
    drop trigger connections_due_update on connections;
    drop trigger connections_subject_delete on connections;
    drop trigger connections_subject_update on connections;
    drop trigger event_attendances_due_delete on event_attendances;
    drop trigger event_attendances_due_insert on event_attendances;
    drop trigger event_attendances_due_update on event_attendances;
    drop trigger event_attendances_seats_delete on event_attendances;
    drop trigger event_attendances_seats_insert on event_attendances;
    drop trigger event_attendances_seats_update on event_attendances;
    drop trigger events_gone on events;
    drop trigger events_groups_insert on events;
    drop trigger events_groups_update on events;
    drop trigger events_move_feedback on events;
    drop trigger events_moved on events;
    drop trigger events_subject_delete on events;
    drop trigger events_subject_update on events;
    drop trigger quest_tasks_touch_insert on quest_tasks;
    drop trigger quest_tasks_touch_update on quest_tasks;
    drop trigger users_list_match_terms on users;
    drop trigger users_listed_interests_insert on users;
    drop trigger users_listed_interests_update on users;
    drop trigger users_ranked on users;
    drop function copy_is_listed_to_match_terms, keep_listed_interests, move_feedback,
      note_changed_conference, note_changed_thing, note_due_connection, note_due_event_attendances,
      note_event_seats, note_gone_agenda_item, note_gone_conference, note_gone_event,
      rank_points_of_user, spell_groups_of_item, spell_room_of_event, touch_quest;

    create function note_event_attendances() returns trigger language plpgsql as $$
    declare
      noted text;
    begin
      if tg_op = 'INSERT' then
        ${noteDue('new_rows')}
        if ${IS_COUNTED} then return null; end if;
        ${noteSeats(NEW_SEATS)}
      elsif tg_op = 'UPDATE' then
        ${noteDue('new_rows')}
        if ${IS_COUNTED} then return null; end if;
        ${noteSeats(`${NEW_SEATS} union all ${OLD_SEATS}`)}
      else
        ${noteDue('old_rows')}
        if ${IS_COUNTED} then return null; end if;
        ${noteSeats(OLD_SEATS)}
      end if;
      return null;
    end $$;
    create trigger event_attendances_noted_insert after insert on event_attendances
      referencing new table as new_rows
      for each statement execute function note_event_attendances();
    create trigger event_attendances_noted_update after update on event_attendances
      referencing old table as old_rows new table as new_rows
      for each statement execute function note_event_attendances();
    create trigger event_attendances_noted_delete after delete on event_attendances
      referencing old table as old_rows
      for each statement execute function note_event_attendances();

    create function note_event() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.conference_id is distinct from new.conference_id then
        update feedback set conference_id = new.conference_id where event_id = new.id;
      end if;
      -- A conference that was never public may get it.
      if old.status in ('approved', 'cancelled')
        and (tg_op = 'DELETE' or old.conference_id is distinct from new.conference_id) then
        insert into gone_rows (kind, gone_id, conference_id)
        select 'event', old.id, old.conference_id
         where not exists
           (select from conferences where id = old.conference_id and published_at is null);
      end if;
      if tg_op = 'DELETE' or ${changes('status', 'starts_at', 'ends_at', 'all_day', 'timezone', 'venue_name', 'venue_address')} then
        insert into changed_subjects (subject, starts_at, is_urgent)
        values ('event:' || old.id, least(old.starts_at, new.starts_at),
                old.status is distinct from new.status);
        -- An agenda item has no timezone of its own.
        if tg_op = 'UPDATE' and ${changes('status', 'timezone')} then
          insert into changed_subjects (subject, starts_at, is_urgent)
          select 'agenda_item:' || id, starts_at, old.status <> new.status
            from agenda_items where event_id = old.id;
        end if;
      end if;
      return null;
    end $$;
    create trigger events_noted
      after delete or update of conference_id, status, starts_at, ends_at, all_day, timezone,
                                venue_name, venue_address on events
      for each row execute function note_event();

    create function note_agenda_item() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.conference_id is distinct from new.conference_id then
        update feedback set conference_id = new.conference_id where agenda_item_id = new.id;
      end if;
      -- It goes where its event goes, and an event that nobody sees may be given to it.
      if tg_op = 'DELETE' or ${changes('conference_id', 'event_id')} then
        insert into gone_rows (kind, gone_id, conference_id)
        select 'agenda_item', old.id, old.conference_id
          from conferences where id = old.conference_id and published_at is not null
           and not exists (
             select from events where id = old.event_id and status in ('pending', 'rejected'));
      end if;
      if tg_op = 'DELETE' or ${changes('status', 'starts_at', 'ends_at', 'room')} then
        insert into changed_subjects (subject, starts_at, is_urgent)
        values ('agenda_item:' || old.id, least(old.starts_at, new.starts_at),
                old.status is distinct from new.status);
      end if;
      return null;
    end $$;
    create trigger agenda_items_noted
      after delete or update of conference_id, event_id, status, starts_at, ends_at, room, track
      on agenda_items for each row execute function note_agenda_item();

    create function note_conference() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and old.published_at is not null then
        insert into gone_rows (kind, gone_id) values ('conference', old.id);
      end if;
      if tg_op = 'DELETE' or ${changes('status', 'starts_on', 'ends_on', 'timezone', 'venue', 'city')} then
        insert into changed_subjects (subject, starts_at, is_urgent)
        values ('conference:' || old.id,
                least(old.starts_on::timestamp at time zone old.timezone,
                      new.starts_on::timestamp at time zone new.timezone),
                old.status is distinct from new.status);
        if ${changes('status', 'timezone')} then
          insert into changed_subjects (subject, starts_at, is_urgent)
          select 'agenda_item:' || id, starts_at, false from agenda_items where conference_id = old.id
          union all
          select 'event:' || id, starts_at, false from events where conference_id = old.id;
        end if;
      end if;
      return null;
    end $$;
    create trigger conferences_noted
      after delete or update of status, starts_on, ends_on, timezone, venue, city on conferences
      for each row execute function note_conference();

    create function note_connection() returns trigger language plpgsql as $$
    begin
      -- Accepted, or met after it was. On an insert, old.status is null.
      if new.status = 'accepted' and (old.status is distinct from 'accepted'
           or old.met_at is null and new.met_at is not null) then
        insert into due_settlements (user_id)
        select party from unnest(array[new.requester_id, new.recipient_id]) as party
         where exists (
           select from quest_tasks t join quests q on q.id = t.quest_id
            where t.type = 'connections' and t.deleted_at is null
              and q.is_active and q.deleted_at is null);
      end if;
      if tg_op = 'DELETE' or old.status <> new.status then
        insert into changed_subjects (subject, is_urgent) values ('connection:' || old.id, true);
      end if;
      return null;
    end $$;
    create trigger connections_noted after insert or delete or update of status, met_at on connections
      for each row execute function note_connection();

    create function keep_lists_of_user() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.is_listed is distinct from new.is_listed then
        update match_terms set is_listed = new.is_listed where user_id = new.id;
      end if;
      if tg_op = 'INSERT' or ${changes('is_listed', 'interests')} then
        if tg_op = 'UPDATE' then
          delete from listed_interests where user_id = new.id;
        end if;
        if new.is_listed then
          insert into listed_interests (interest, user_id)
          select distinct unnest(folded(new.interests)), new.id
          on conflict do nothing;
        end if;
      end if;
      if tg_op = 'UPDATE' and (old.is_listed and old.is_ranked)
           is distinct from (new.is_listed and new.is_ranked) then
        update point_totals set is_ranked = new.is_listed and new.is_ranked where user_id = new.id;
      end if;
      return null;
    end $$;
    create trigger users_lists_insert after insert on users for each row
      when (new.is_listed and new.interests <> '{}') execute function keep_lists_of_user();
    create trigger users_lists_update after update on users for each row
      when (old.is_listed is distinct from new.is_listed or new.is_listed
            and ${changes('interests', 'is_ranked')})
      execute function keep_lists_of_user();

    create function spell_groups_of_item() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' or ${changes('conference_id', 'room', 'track')} then
        new.room := agenda_group_named(new.conference_id, 'room', new.room, true);
        new.track := agenda_group_named(new.conference_id, 'track', new.track, true);
      end if;
      return new;
    end $$;
    -- Before agenda_items_revision in the order of names, which compares the spelled names.
    create trigger agenda_items_groups before insert or update of conference_id, room, track
      on agenda_items for each row execute function spell_groups_of_item();

    create function spell_room_of_event() returns trigger language plpgsql as $$
    begin
      if new.conference_id is not null and new.venue_name is not null
        and (tg_op = 'INSERT' or ${changes('conference_id', 'venue_name')}) then
        -- A side event takes place in a bar or an office more often than in a room.
        new.venue_name := agenda_group_named(
          new.conference_id, 'room', new.venue_name, new.kind = 'main');
      end if;
      return new;
    end $$;
    create trigger events_groups before insert or update of conference_id, venue_name on events
      for each row execute function spell_room_of_event();

    create function touch_quest() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' or ${changes('points', 'deleted_at')} then
        update quests set updated_at = now() where id = new.quest_id;
      end if;
      return null;
    end $$;
    create trigger quest_tasks_touch after insert or update of points, deleted_at on quest_tasks
      for each row execute function touch_quest();
  `);
}

/** Splits them again. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger agenda_items_groups on agenda_items;
    drop trigger agenda_items_noted on agenda_items;
    drop trigger conferences_noted on conferences;
    drop trigger connections_noted on connections;
    drop trigger event_attendances_noted_delete on event_attendances;
    drop trigger event_attendances_noted_insert on event_attendances;
    drop trigger event_attendances_noted_update on event_attendances;
    drop trigger events_groups on events;
    drop trigger events_noted on events;
    drop trigger quest_tasks_touch on quest_tasks;
    drop trigger users_lists_insert on users;
    drop trigger users_lists_update on users;
    drop function keep_lists_of_user, note_agenda_item, note_conference, note_connection, note_event,
      note_event_attendances, spell_groups_of_item, spell_room_of_event, touch_quest;
  `);
  const before = new URL('./baseline/operations/before-fewer-triggers.sql', import.meta.url);
  await knex.raw((await readFile(before, 'utf8')).replaceAll('?', '\\?'));
}
