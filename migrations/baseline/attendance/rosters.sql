-- What a device at the door needs to ask for the changes since its last answer. By triggers, so that no statement
-- misses one: sign-ins, imports and organizers change names, and erasures delete attendances.

create function touch_rosters_of_user() returns trigger language plpgsql as $$
    begin
      new.roster_changed_at := now();
      return new;
    end $$;
-- first_name and last_name are computed after this trigger, so it compares their sources.
create trigger users_touch_rosters
  before update of own_first_name, own_last_name, messenger_first_name, messenger_last_name, is_blocked
  on users for each row
  when ((old.own_first_name, old.own_last_name, old.messenger_first_name, old.messenger_last_name,
         old.is_blocked)
    is distinct from (new.own_first_name, new.own_last_name, new.messenger_first_name,
                      new.messenger_last_name, new.is_blocked))
  execute function touch_rosters_of_user();

create function touch_conference_attendance() returns trigger language plpgsql as $$
    begin
      new.changed_at := now();
      if holds_seat(new.status) and not holds_seat(old.status)
         or new.ticket_type is distinct from old.ticket_type then
        new.badge_changed_at := now();
      end if;
      return new;
    end $$;
create trigger conference_attendances_touch before update on conference_attendances
  for each row execute function touch_conference_attendance();

create function touch_conference_invitation() returns trigger language plpgsql as $$
    begin
      new.changed_at := now();
      if new.has_seat and not old.has_seat
         or (new.first_name, new.last_name, new.company, new.ticket_type)
            is distinct from (old.first_name, old.last_name, old.company, old.ticket_type) then
        new.badge_changed_at := now();
      end if;
      return new;
    end $$;
create trigger conference_invitations_touch before update on conference_invitations
  for each row execute function touch_conference_invitation();

-- Without those of a deleted conference, which has no roster any more.
create function note_gone_attendees() returns trigger language plpgsql as $$
    begin
      insert into gone_rows (kind, gone_id, conference_id)
      select 'attendee', o.user_id, o.conference_id
        from old_rows o join conferences c on c.id = o.conference_id;
      return null;
    end $$;
create trigger conference_attendances_gone after delete on conference_attendances
  referencing old table as old_rows for each statement execute function note_gone_attendees();

-- Without those of a deleted conference, which has no roster any more.
create function note_gone_guests() returns trigger language plpgsql as $$
    begin
      insert into gone_rows (kind, gone_id, conference_id)
      select 'guest', o.id, o.conference_id
        from old_rows o join conferences c on c.id = o.conference_id;
      return null;
    end $$;
create trigger conference_invitations_gone after delete on conference_invitations
  referencing old table as old_rows for each statement execute function note_gone_guests();
