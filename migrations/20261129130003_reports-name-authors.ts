import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table user_reports add column is_own_message boolean;
    comment on column user_reports.is_own_message is
      'Whether the reporter wrote the message; null if it is not known, or there is none.';
    update user_reports r set is_own_message = c.requester_id = r.reporter_id
      from connections c where c.id = r.connection_id and r.message is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table user_reports drop column is_own_message');
}
