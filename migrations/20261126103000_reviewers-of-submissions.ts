import type { Knex } from 'knex';

/** The administrator who decided on a submission, beside `decided_at`. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table user_quest_tasks
      add column reviewer text,
      add column reviewer_id bigint,
      add constraint user_quest_tasks_reviewer_id_fkey
        foreign key (reviewer_id) references administrators not valid;
    comment on column user_quest_tasks.reviewer is
      'The actor of the decision, as in audit_log; null if no administrator decided.';
    comment on column user_quest_tasks.reviewer_id is
      'The owner of the key; null for a key of a machine or of the settings.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table user_quest_tasks drop column reviewer, drop column reviewer_id');
}
