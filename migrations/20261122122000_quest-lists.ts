import type { Knex } from 'knex';

/** Serves the lists of quests: by state, and by words of the title. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- GET /quests?state=coming and ?state=ended, which most quests are not.
    create index quests_starts_idx on quests (starts_at)
      where is_active and deleted_at is null and starts_at is not null;
    create index quests_ends_idx on quests (ends_at)
      where is_active and deleted_at is null and ends_at is not null;
    -- GET /quests?q=
    create index quests_title_search_idx on quests
      using gin (folded_for_search(title) gin_trgm_ops) where deleted_at is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index quests_starts_idx, quests_ends_idx, quests_title_search_idx');
}
