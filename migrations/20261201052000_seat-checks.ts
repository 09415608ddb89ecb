import type { Knex } from 'knex';

const TYPES = `'message', 'quest_reminder'`;

/** A broadcast can ask everyone with a seat at a conference whether they still come. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- contract: unused since 0.3.0: the new check allows all that this one did
    alter table notification_jobs drop constraint notification_jobs_type_check;
    alter table notification_jobs
      add constraint notification_jobs_type_check check (type in (${TYPES}, 'seat_check'));
  `);
}

/** What asked for seats is a message. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update notification_jobs set type = 'message' where type = 'seat_check';
    alter table notification_jobs
      drop constraint notification_jobs_type_check,
      add constraint notification_jobs_type_check check (type in (${TYPES}));
  `);
}
