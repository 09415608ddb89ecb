import type { Knex } from 'knex';

/** For the pictures that refer to an uploaded file by its URL. Knex needs the backslash before `?`. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function media_key(url text) returns text
      language sql immutable parallel safe
      return split_part(split_part(split_part(url, '\\?', 1), '#', 1), '/', -1);
    comment on function media_key is 'The key of an uploaded file in its URL: the last part of the path. The last part of any other URL is the key of no file.'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function media_key(text)');
}
