-- The rooms and tracks of a conference. Agenda items and events refer to them by name: triggers write each name in
-- the spelling of its room or track, and make those that do not exist.

create function agenda_group_named(conference bigint, of_kind text, given text, makes boolean)
  returns text language plpgsql as $$
    declare
      spelling text;
    begin
      if conference is null or coalesce(folded_name(given), '') = '' then
        return given;
      end if;
      loop
        -- The lock lets a rename and a deletion wait for this transaction.
        select g.name into spelling from agenda_groups g
         where g.conference_id = conference and g.kind = of_kind
           and folded_name(g.name) = folded_name(given)
           for share;
        if spelling is not null or not makes then
          return coalesce(spelling, given);
        end if;
        insert into agenda_groups (conference_id, kind, name, position)
        values (conference, of_kind, btrim(regexp_replace(given, '\s+', ' ', 'g')),
                (select coalesce(max(g.position) + 1, 0) from agenda_groups g
                  where g.conference_id = conference and g.kind = of_kind))
            on conflict (conference_id, kind, folded_name(name)) do nothing;
      end loop;
    end $$;
comment on function agenda_group_named is
  'The name as its room or track spells it, which is made if it is unknown and makes is true.';

create table agenda_groups (
  id            bigint generated always as identity primary key,
  conference_id bigint not null references conferences on delete cascade,
  kind          text not null check (kind in ('room', 'track')),
  name          text not null check (length(name) <= 500),
  position      integer not null check (position >= 0),
  capacity      integer check (capacity > 0),
  color         text check (color ~ '^#[0-9a-f]{6}$'),

  constraint agenda_groups_name_is_not_empty check (folded_name(name) <> ''),
  constraint agenda_groups_only_rooms_have_capacity check (capacity is null or kind = 'room')
);
comment on table agenda_groups is 'Rooms and tracks, to which items and events refer by name.';

-- The room or track of a name; two writers of a new name make one.
create unique index agenda_groups_name_key on agenda_groups (conference_id, kind, folded_name(name));
-- GET /admin/conferences/:conference_id/rooms
create index agenda_groups_position_idx on agenda_groups (conference_id, kind, position, id);

create function spell_groups_of_item() returns trigger language plpgsql as $$
    begin
      new.room := agenda_group_named(new.conference_id, 'room', new.room, true);
      new.track := agenda_group_named(new.conference_id, 'track', new.track, true);
      return new;
    end $$;
-- Before agenda_items_revision in the order of names, which compares the spelled names.
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
