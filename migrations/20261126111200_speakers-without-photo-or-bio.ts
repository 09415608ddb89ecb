import type { Knex } from 'knex';

/** Concurrently, because speakers are read while the indexes are built. */
export const config = { transaction: false };

/** `GET /admin/speakers?missing=photo` and `bio`, by name. */
const MISSING = { photo: 'photo_url', bio: 'bio' } as const;

export async function up(knex: Knex): Promise<void> {
  for (const [name, column] of Object.entries(MISSING)) {
    // An interrupted build leaves an invalid index.
    await knex.raw(`drop index concurrently if exists speakers_without_${name}_idx`);
    await knex.raw(
      `create index concurrently speakers_without_${name}_idx on speakers (lower(name), id)
        where ${column} is null`,
    );
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(MISSING)) {
    await knex.raw(`drop index concurrently if exists speakers_without_${name}_idx`);
  }
}
