import type { Knex } from 'knex';

/** Concurrently, because the program is edited while the indexes are built. */
export const config = { transaction: false };

/** Whether an upload is in use: `GET /admin/media?unused`, `POST /admin/media/bulk-delete`. */
const PICTURES = {
  conferences: 'image_url',
  events: 'image_url',
  quests: 'image_url',
  speakers: 'photo_url',
} as const;

export async function up(knex: Knex): Promise<void> {
  for (const [table, column] of Object.entries(PICTURES)) {
    // An interrupted build leaves an invalid index.
    await knex.raw(`drop index concurrently if exists ${table}_media_key_idx`);
    await knex.raw(
      `create index concurrently ${table}_media_key_idx on ${table} (media_key(${column}))
        where ${column} is not null`,
    );
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of Object.keys(PICTURES)) {
    await knex.raw(`drop index concurrently if exists ${table}_media_key_idx`);
  }
}
