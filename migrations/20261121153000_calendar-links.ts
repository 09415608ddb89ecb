import type { Knex } from 'knex';

/** The secret address under which a calendar app reads somebody's events; only its hash is kept. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table calendar_links (
      user_id    bigint primary key references users on delete cascade,
      token_hash text not null constraint calendar_links_token_hash_key unique
                 check (length(token_hash) = 64),
      created_at timestamptz(3) not null
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table calendar_links');
}
