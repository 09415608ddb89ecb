import type { Knex } from 'knex';

/** Concurrently, because messages are sent while the indexes are built. */
export const config = { transaction: false };

const INDEXES = {
  // What is to be sent next to single users: reminders after all other messages.
  deliveries_alone_due_idx: `deliveries (due_at, notification_id)
    where status = 'queued' and job_id is null and not is_reminder`,
  deliveries_reminders_due_idx: `deliveries (due_at, notification_id)
    where status = 'queued' and job_id is null and is_reminder`,
  bot_messages_urgent_idx: `bot_messages (edit_due_at, id)
    where state = 'standing' and run_id is null and is_urgent`,
  bot_messages_due_idx: `bot_messages (edit_due_at, id)
    where state = 'standing' and run_id is null and not is_urgent`,
  bot_messages_leased_idx: `bot_messages (leased_until)
    where state = 'standing' and run_id is not null`,
  messenger_chats_free_idx: 'messenger_chats (free_at)',
  messenger_chats_slowed_idx: 'messenger_chats (slowed_at) where slowed_at is not null',
};

/**
 * The edits to be claimed, and the chats that are not free. A claim waits for nobody who has locked a
 * user, as a foreign key would: an import and an erasure delay no message. The previous version claims
 * from `deliveries_single_due_idx`, which counts still read. Safe to interrupt and to repeat.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- contract: unused since 0.1.0, because an erasure deletes the messages itself
    alter table bot_messages drop constraint if exists bot_messages_user_id_fkey`);
  await knex.raw('alter table messenger_chats add column if not exists slowed_at timestamptz(3)');
  await knex.raw(
    `comment on column messenger_chats.slowed_at is 'When the messenger last asked for a pause of the chat.'`,
  );
  for (const [name, on] of Object.entries(INDEXES)) {
    await knex.raw(`drop index concurrently if exists ${name}`);
    await knex.raw(`create index concurrently ${name} on ${on}`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(INDEXES).toReversed()) {
    await knex.raw(`drop index concurrently if exists ${name}`);
  }
  await knex.raw('alter table messenger_chats drop column if exists slowed_at');
  await knex.raw(`
    alter table bot_messages add constraint bot_messages_user_id_fkey
      foreign key (user_id) references users on delete cascade`);
}
