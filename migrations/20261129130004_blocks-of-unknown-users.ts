import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- contract: unused since 0.2.0: an erasure deletes its blocks itself; the version before leaves such rows out.
    alter table blocks drop constraint blocks_blocked_id_fkey;
    alter table blocks add column is_named boolean not null default true;
    comment on column blocks.blocked_id is
      'A user, or an id that no user has: an answer must not tell the two apart.';
    comment on column blocks.is_named is
      'Whether the blocker could see the name when they blocked the user.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from blocks b where not exists (select from users u where u.id = b.blocked_id);
    alter table blocks drop column is_named;
    alter table blocks add constraint blocks_blocked_id_fkey
      foreign key (blocked_id) references users (id) on delete cascade;
    comment on column blocks.blocked_id is null;
  `);
}
