import type { Knex } from 'knex';

/**
 * When what a badge shows last changed, and when an invitation last changed at all, for devices at the
 * door. By triggers, so that no statement misses one: imports, desks, promotions and claims give seats.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table conference_attendances
      add column badge_changed_at timestamptz(3) not null default now();
    comment on column conference_attendances.badge_changed_at is
      'When the attendee last got a seat, or another ticket type.';
    create or replace function touch_conference_attendance() returns trigger language plpgsql as $$
    begin
      new.changed_at := now();
      if holds_seat(new.status) and not holds_seat(old.status)
         or new.ticket_type is distinct from old.ticket_type then
        new.badge_changed_at := now();
      end if;
      return new;
    end $$;

    alter table conference_invitations
      add column changed_at timestamptz(3) not null default now(),
      add column badge_changed_at timestamptz(3) not null default now();
    comment on column conference_invitations.badge_changed_at is
      'When the guest last got a seat, a name, a company or a ticket type.';
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
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger conference_invitations_touch on conference_invitations;
    drop function touch_conference_invitation;
    alter table conference_invitations drop column badge_changed_at, drop column changed_at;
    create or replace function touch_conference_attendance() returns trigger language plpgsql as $$
    begin
      new.changed_at := now();
      return new;
    end $$;
    alter table conference_attendances drop column badge_changed_at;
  `);
}
