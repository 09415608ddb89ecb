import type { Knex } from 'knex';

/**
 * Users in the order of their last sign-in, in a table of their own. An index of `users` on that time
 * made every refresh write all indexes of `users`.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table user_activity (
      user_id bigint primary key references users on delete cascade,
      last_seen_at timestamptz(3) not null
    );
    comment on table user_activity is
      'last_seen_at of each user who is not erased, kept by triggers. It is -infinity for a user who has '
      'never signed in.';
    -- GET /admin/users?sort=last_seen_at
    create index user_activity_seen_idx on user_activity (last_seen_at, user_id);

    create function keep_user_activity() returns trigger language plpgsql as $$
      declare
        seen timestamptz(3) := coalesce(new.last_seen_at, '-infinity');
      begin
        if new.erased_at is not null then
          delete from user_activity where user_id = new.id;
          return null;
        end if;
        update user_activity set last_seen_at = seen where user_id = new.id;
        if not found then
          -- A migration may be copying the users at this moment.
          insert into user_activity (user_id, last_seen_at) values (new.id, seen)
          on conflict (user_id) do update set last_seen_at = excluded.last_seen_at;
        end if;
        return null;
      end $$;

    create function copy_user_activity() returns trigger language plpgsql as $$
      begin
        insert into user_activity (user_id, last_seen_at)
        select id, coalesce(last_seen_at, '-infinity') from new_users where erased_at is null;
        return null;
      end $$;

    create trigger users_activity_insert after insert on users
      referencing new table as new_users
      for each statement execute function copy_user_activity();
    create trigger users_activity_update after update of last_seen_at, erased_at on users
      for each row when (old.last_seen_at is distinct from new.last_seen_at
                         or old.erased_at is distinct from new.erased_at)
      execute function keep_user_activity();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger users_activity_insert on users;
    drop trigger users_activity_update on users;
    drop function keep_user_activity, copy_user_activity;
    drop table user_activity;
  `);
}
