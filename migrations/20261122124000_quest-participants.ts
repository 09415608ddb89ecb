import type { Knex } from 'knex';

/**
 * Participants by their start, those who have not started last, as one range of an index: with null for
 * them, the rows after a cursor are two ranges, and each batch of an export read the index from its begin.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- GET /admin/quests/:id/participants and the export
    create index user_quests_start_idx on user_quests
      (quest_id, (coalesce(started_at, 'infinity'::timestamptz)), user_id);
    -- The same with status, and what counts the participants of a status
    create index user_quests_status_start_idx on user_quests
      (quest_id, status, (coalesce(started_at, 'infinity'::timestamptz)), user_id);
    drop index user_quests_started_idx;
    drop index user_quests_status_idx;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create index user_quests_started_idx on user_quests (quest_id, started_at, user_id);
    create index user_quests_status_idx on user_quests (quest_id, status, started_at, user_id);
    drop index user_quests_status_start_idx;
    drop index user_quests_start_idx;
  `);
}
