import type { Knex } from 'knex';

/**
 * The messenger repeats an update until it is answered with 200: its row tells that it has arrived. What
 * the bot was told about a user can arrive out of order, so the dates of the newest are kept. A row of
 * the previous version has none, and any date is newer.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table messenger_updates (
      bot_id      bigint not null,
      update_id   bigint not null,
      person_id   bigint,
      content     jsonb,
      is_applied  boolean not null default false,
      received_at timestamptz(3) not null default clock_timestamp(),

      primary key (bot_id, update_id),
      constraint messenger_updates_content_has_person check ((person_id is null) = (content is null))
    );
    comment on table messenger_updates is 'What arrived from the messenger, for 48 hours.';
    comment on column messenger_updates.person_id is 'The messenger id of the sender; null once the update is handled.';
    comment on column messenger_updates.content is 'What the sender asks for; null once the update is handled, and of updates that ask for nothing.';
    comment on column messenger_updates.is_applied is 'Whether only the answer to the sender is missing.';
    create index messenger_updates_received_idx on messenger_updates (received_at);
    create index messenger_updates_person_idx on messenger_updates (person_id)
      where person_id is not null;

    alter table users
      add column messenger_member_at timestamptz(3),
      add column notifications_set_at timestamptz(3);
    comment on column users.messenger_member_at is 'When the messenger last knew whether the bot may write, by its own clock.';
    comment on column users.notifications_set_at is 'When the user last turned notifications on or off.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users drop column messenger_member_at, drop column notifications_set_at;
    drop table messenger_updates;
  `);
}
