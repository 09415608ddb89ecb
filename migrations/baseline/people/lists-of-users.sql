-- Users in the order of their last sign-in, and the interests of listed users, in tables of their own: an index of
-- `users` on the time of the last sign-in made each refresh write all indexes of `users`.

create table user_activity (
  user_id      bigint primary key references users on delete cascade,
  last_seen_at timestamptz(3) not null
);
comment on table user_activity is
  'last_seen_at of each user who is not erased, kept by triggers. It is -infinity for a user who has never signed in.';

-- GET /admin/users?sort=last_seen_at
create index user_activity_seen_idx on user_activity (last_seen_at, user_id);

create table listed_interests (
  -- Lower case, as in folded(users.interests).
  interest text collate "C" not null,
  user_id  bigint not null references users on delete cascade,

  primary key (interest, user_id)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
comment on table listed_interests is 'The interests of listed users. Triggers keep it.';

-- The change or deletion of a user.
create index listed_interests_user_idx on listed_interests (user_id);

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
create trigger users_activity_update after update of last_seen_at, erased_at on users
  for each row when (old.last_seen_at is distinct from new.last_seen_at
                     or old.erased_at is distinct from new.erased_at)
  execute function keep_user_activity();

create function copy_user_activity() returns trigger language plpgsql as $$
      begin
        insert into user_activity (user_id, last_seen_at)
        select id, coalesce(last_seen_at, '-infinity') from new_users where erased_at is null;
        return null;
      end $$;
create trigger users_activity_insert after insert on users
  referencing new table as new_users
  for each statement execute function copy_user_activity();

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
