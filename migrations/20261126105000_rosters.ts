import type { Knex } from 'knex';

/**
 * What a device at the door needs to ask for the changes since its last answer. By triggers, so that no
 * statement misses one: sign-ins, imports and organizers change names, and erasures delete attendances.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table conference_attendances
      add column changed_at timestamptz(3) not null default now();
    create function touch_conference_attendance() returns trigger language plpgsql as $$
    begin
      new.changed_at := now();
      return new;
    end $$;
    create trigger conference_attendances_touch before update on conference_attendances
      for each row execute function touch_conference_attendance();

    alter table users add column roster_changed_at timestamptz(3);
    comment on column users.roster_changed_at is
      'When the name or the block last changed, which rosters show; null: never.';
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

    alter table gone_rows
      -- contract: unused since 0.1.0, because the check below allows all that it allows
      drop constraint gone_rows_kind_check,
      add constraint gone_rows_kind_check check
        (kind in ('event', 'conference', 'agenda_item', 'conference_speaker', 'speaker', 'quest',
                  'attendee'));
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
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger conference_attendances_gone on conference_attendances;
    drop function note_gone_attendees;
    delete from gone_rows where kind = 'attendee';
    alter table gone_rows
      drop constraint gone_rows_kind_check,
      add constraint gone_rows_kind_check check
        (kind in ('event', 'conference', 'agenda_item', 'conference_speaker', 'speaker', 'quest'));
    drop trigger users_touch_rosters on users;
    drop function touch_rosters_of_user;
    alter table users drop column roster_changed_at;
    drop trigger conference_attendances_touch on conference_attendances;
    drop function touch_conference_attendance;
    alter table conference_attendances drop column changed_at;
  `);
}
