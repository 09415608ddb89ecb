import type { Knex } from 'knex';

/** Notification jobs that remind of a quest: they have another type, and fail once it is over. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table notification_jobs
      add column type text not null default 'message' check (type in ('message', 'quest_reminder')),
      add column quest_id bigint references quests,
      add check ((type = 'quest_reminder') = (quest_id is not null));
    comment on column notification_jobs.quest_id is 'Of a reminder: the quest that it is about.';
    create index notification_jobs_quest_idx on notification_jobs (quest_id)
      where status = 'scheduled' and quest_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from notification_jobs where type = 'quest_reminder';
    alter table notification_jobs drop column quest_id, drop column type;
  `);
}
