import type { Knex } from 'knex';

/**
 * The interests of listed users, one row each, in the order of the ids. A GIN index on the interests
 * finds them in no order: a list of those with a popular interest read and sorted all of them, or
 * compared the interests of each user.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table listed_interests (
      -- Lower case, as in folded(users.interests).
      interest text collate "C" not null,
      user_id  bigint not null references users on delete cascade,
      primary key (interest, user_id)
    ) with (
      -- Totals count in the index alone where pages are all-visible.
      autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05
    );
    comment on table listed_interests is 'The interests of listed users. Triggers keep it.';

    -- The change or deletion of a user.
    create index listed_interests_user_idx on listed_interests (user_id);

    create function keep_listed_interests() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' then
          delete from listed_interests where user_id = new.id;
        end if;
        if new.is_listed then
          insert into listed_interests (interest, user_id)
          select distinct unnest(folded(new.interests)), new.id
          on conflict do nothing;
        end if;
        return null;
      end $$;
    create trigger users_listed_interests_insert after insert on users for each row
      when (new.is_listed and new.interests <> '{}')
      execute function keep_listed_interests();
    create trigger users_listed_interests_update after update on users for each row
      when (old.is_listed is distinct from new.is_listed
            or new.is_listed and old.interests is distinct from new.interests)
      execute function keep_listed_interests();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger users_listed_interests_insert on users;
    drop trigger users_listed_interests_update on users;
    drop function keep_listed_interests;
    drop table listed_interests;
  `);
}
