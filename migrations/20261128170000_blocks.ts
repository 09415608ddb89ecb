import type { Knex } from 'knex';

/**
 * Users who block each other's sight, and how often each user of a pair has rejected the other. While the
 * previous version runs beside it, that version lists blocked users and counts no rejections.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table blocks (
      blocker_id bigint not null references users (id) on delete cascade,
      blocked_id bigint not null references users (id) on delete cascade,
      created_at timestamptz(3) not null,

      primary key (blocker_id, blocked_id),
      constraint blocks_of_another_user check (blocker_id <> blocked_id)
    );
    comment on table blocks is 'Hides two users from each other; either of them can have blocked the other.';
    create index blocks_blocked_idx on blocks (blocked_id, blocker_id);

    alter table connections
      add column lower_rejections smallint not null default 0,
      add column higher_rejections smallint not null default 0;
    comment on column connections.lower_rejections is
      'How often the user with the lower id rejected a request of the other.';
    comment on column connections.higher_rejections is
      'How often the user with the higher id rejected a request of the other.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table connections drop column lower_rejections, drop column higher_rejections;
    drop table blocks;
  `);
}
