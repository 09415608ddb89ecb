import type { Knex } from 'knex';

/** The newest unread notifications of a user are read first, and counted up to 100. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index notifications_unread_idx;
    create index notifications_unread_idx on notifications (user_id, id)
     where in_app and clicked_at is null and dismissed_at is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index notifications_unread_idx;
    create index notifications_unread_idx on notifications (user_id)
     where in_app and clicked_at is null and dismissed_at is null;
  `);
}
