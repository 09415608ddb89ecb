import type { Knex } from 'knex';

/** Deletions that take points back, who requested a recalculation, and the administrators' lists. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table quests
      add column points_taken_back boolean not null default false,
      add constraint quests_points_taken_back_check check (deleted_at is not null or not points_taken_back);
    alter table quest_tasks
      add column points_taken_back boolean not null default false,
      add constraint quest_tasks_points_taken_back_check check (deleted_at is not null or not points_taken_back);
    comment on column quests.points_taken_back is 'Whether its deletion reverses its awards.';
    comment on column quest_tasks.points_taken_back is 'Whether its deletion reverses its awards.';

    alter table quest_recalculations add column actor text not null default '';
    alter table quest_recalculations alter column actor drop default;
    create index quest_recalculations_running_idx on quest_recalculations (requested_at)
      where status = 'running';

    -- GET /admin/quests, the newest first, and those of it that are featured.
    create index quests_admin_idx on quests (id desc) where deleted_at is null;
    create index quests_featured_idx on quests (id desc) where is_featured and deleted_at is null;
    -- And those that are hidden.
    create index quests_inactive_idx on quests (id) where not is_active and deleted_at is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index quests_admin_idx, quests_featured_idx, quests_inactive_idx,
               quest_recalculations_running_idx;
    alter table quest_recalculations drop column actor;
    alter table quest_tasks drop column points_taken_back;
    alter table quests drop column points_taken_back;
  `);
}
