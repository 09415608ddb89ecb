import type { Knex } from 'knex';

/** One noun in every layer: the people whom the spreadsheet of a broadcast names. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table notification_job_people rename to broadcast_recipients;
    alter table broadcast_recipients
      rename constraint notification_job_people_pkey to broadcast_recipients_pkey;
    alter table broadcast_recipients
      rename constraint notification_job_people_job_id_fkey to broadcast_recipients_job_id_fkey;
    alter table broadcast_recipients
      rename constraint notification_job_people_user_id_fkey to broadcast_recipients_user_id_fkey;
    alter index notification_job_people_user_idx rename to broadcast_recipients_user_idx;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter index broadcast_recipients_user_idx rename to notification_job_people_user_idx;
    alter table broadcast_recipients
      rename constraint broadcast_recipients_user_id_fkey to notification_job_people_user_id_fkey;
    alter table broadcast_recipients
      rename constraint broadcast_recipients_job_id_fkey to notification_job_people_job_id_fkey;
    alter table broadcast_recipients
      rename constraint broadcast_recipients_pkey to notification_job_people_pkey;
    alter table broadcast_recipients rename to notification_job_people;
  `);
}
