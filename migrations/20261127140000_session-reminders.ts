import type { Knex } from 'knex';

/**
 * Users are reminded of the sessions that they keep or have a seat at, once for each start. The
 * previous version writes none of these rows and reminds of nothing.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table notification_settings
      add column reminder_minutes smallint not null default 10
        constraint notification_settings_reminder_minutes_check
          check (reminder_minutes in (0, 5, 10, 30)),
      add column reminder_for text[] not null default '{favorites,seats}'
        constraint notification_settings_reminder_for_check
          check (reminder_for <@ array['favorites', 'seats'])`);
  await knex.raw(`
    comment on column notification_settings.reminder_minutes is 'Before the start; 0 for no reminders.'`);
  await knex.raw(`
    create table session_reminders (
      user_id         bigint not null references users on delete cascade,
      thing           text not null
                        constraint session_reminders_thing_check check (length(thing) <= 50),
      starts_at       timestamptz(3) not null,
      notification_id bigint references notifications on delete set null,
      primary key (user_id, thing, starts_at)
    )`);
  await knex.raw(`
    comment on table session_reminders is 'Whom the service has reminded, of what and of which start.';
    comment on column session_reminders.thing is 'Kind and id, as in event:12. An agenda item with an event is that event.'`);
  await knex.raw(`
    -- What a worker that sends the reminder checks once more.
    create index session_reminders_notification_idx on session_reminders (notification_id)`);
  await knex.raw(`
    -- The sweep of what has begun.
    create index session_reminders_start_idx on session_reminders (starts_at)`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table session_reminders;
    alter table notification_settings drop column reminder_for, drop column reminder_minutes`);
}
