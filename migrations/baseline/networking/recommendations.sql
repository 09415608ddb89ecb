-- The terms by which users are recommended to each other, which the service makes from profiles.

create table match_terms (
  user_id   bigint not null references users on delete cascade,
  kind      "char" not null check (kind in ('i'::"char", 'l'::"char", 'o'::"char", 't'::"char")),
  term      text collate "C" not null check (length(term) <= 200),
  is_listed boolean not null,

  primary key (user_id, kind, term)
);
comment on column match_terms.kind is
  'i: interest, l: word of looking_for, o: word of offering, t: tag of the enrichment.';
comment on column match_terms.is_listed is 'That of the user; a trigger keeps it.';

-- GET /users/recommended: who has a term, newest first; and the counts.
create index match_terms_term_idx on match_terms (kind, term, user_id desc) where is_listed;

create table match_term_counts (
  kind   "char" not null,
  term   text collate "C" not null,
  people integer not null check (people >= 0),

  primary key (kind, term)
);
comment on table match_term_counts is
  'How many listed users have a term, counted hourly. Kind * counts all listed users.';

create table match_term_backlog (
  user_id bigint primary key references users on delete cascade
);
comment on table match_term_backlog is 'Users whose terms are not filled in yet.';

create table recommendation_dismissals (
  user_id      bigint not null references users on delete cascade,
  dismissed_id bigint not null references users on delete cascade,
  dismissed_at timestamptz(3) not null default now(),

  primary key (user_id, dismissed_id),
  constraint recommendation_dismissals_two_users check (user_id <> dismissed_id)
);

-- The erasure of a dismissed user.
create index recommendation_dismissals_dismissed_idx on recommendation_dismissals (dismissed_id);

create function copy_is_listed_to_match_terms() returns trigger language plpgsql as $$
    begin
      update match_terms set is_listed = new.is_listed where user_id = new.id;
      return null;
    end
    $$;
create trigger users_list_match_terms after update on users for each row
  when (old.is_listed is distinct from new.is_listed)
  execute function copy_is_listed_to_match_terms();

-- The number of listed users.
insert into match_term_counts (kind, term, people) values ('*', '', 0);
