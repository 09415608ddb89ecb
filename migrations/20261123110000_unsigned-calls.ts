import type { Knex } from 'knex';

/**
 * Unsigned calls wait here until a worker applies them. Their text and the person they name were in
 * the payload of the job before, which an erasure does not delete.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table unsigned_calls (
      id         bigint generated always as identity primary key,
      quest_id   bigint not null,
      task_id    bigint,
      user_id    bigint,
      text       text check (length(text) <= 4000),
      sent_at    timestamptz(3) not null,
      created_at timestamptz(3) not null default now()
    );
    comment on table unsigned_calls is
      'Unsigned calls that no worker has applied yet. No foreign keys: their checks wait for whoever holds the row of the person, and the time of an answer must not depend on the person.';
    -- The calls that name a user, for an erasure. Not partial: a call of an unknown person costs as much.
    create index unsigned_calls_user_idx on unsigned_calls (user_id);
    -- Calls whose job is gone, for the sweep.
    create index unsigned_calls_created_idx on unsigned_calls (created_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table unsigned_calls');
}
