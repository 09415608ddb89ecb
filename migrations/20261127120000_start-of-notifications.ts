import type { Knex } from 'knex';

/**
 * The page of the mini app that an organizer's notification opens, beside a URL. Null for notices of
 * the service, whose type and data say what opens.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table notification_jobs add column start jsonb,
      add constraint notification_jobs_open_one_thing check (start is null or action_url is null)`);
  await knex.raw(`
    alter table notifications add column start jsonb,
      add constraint notifications_open_one_thing check (start is null or action_url is null)`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table notifications drop column start');
  await knex.raw('alter table notification_jobs drop column start');
}
