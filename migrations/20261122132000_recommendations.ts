import type { Knex } from 'knex';

/**
 * Recommended people. The terms of users who exist are filled in by the job `rebuild-match-terms`, in
 * batches: the words are split by the service. Until it has run once, recommendations know events,
 * conferences and connections only. A profile that the previous version changes after the job has
 * passed its user, while both versions run, keeps the old terms until its next change.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table match_terms (
      user_id   bigint not null references users on delete cascade,
      kind      "char" not null check (kind in ('i', 'l', 'o', 't')),
      term      text collate "C" not null check (length(term) <= 200),
      is_listed boolean not null,

      primary key (user_id, kind, term)
    );
    comment on column match_terms.kind is
      'i: interest, l: word of looking_for, o: word of offering, t: tag of the enrichment.';
    comment on column match_terms.is_listed is 'That of the user; a trigger keeps it.';
    -- GET /users/recommended: who has a term, newest first; and the counts.
    create index match_terms_term_idx on match_terms (kind, term, user_id desc) where is_listed;

    create function copy_is_listed_to_match_terms() returns trigger language plpgsql as $$
    begin
      update match_terms set is_listed = new.is_listed where user_id = new.id;
      return null;
    end
    $$;
    create trigger users_list_match_terms after update on users for each row
      when (old.is_listed is distinct from new.is_listed)
      execute function copy_is_listed_to_match_terms();

    create table match_term_counts (
      kind   "char" not null,
      term   text collate "C" not null,
      people integer not null check (people >= 0),

      primary key (kind, term)
    );
    comment on table match_term_counts is
      'How many listed users have a term, counted hourly. Kind * counts all listed users.';
    insert into match_term_counts (kind, term, people)
      select '*', '', count(*) from users where is_listed;

    create table match_term_backlog (
      user_id bigint primary key references users on delete cascade
    );
    comment on table match_term_backlog is 'Users whose terms are not filled in yet.';
    insert into match_term_backlog (user_id)
      select id from users
       where interests <> '{}' or looking_for is not null or offering is not null;

    create table recommendation_dismissals (
      user_id      bigint not null references users on delete cascade,
      dismissed_id bigint not null references users on delete cascade,
      dismissed_at timestamptz(3) not null default now(),

      primary key (user_id, dismissed_id),
      check (user_id <> dismissed_id)
    );
    -- The erasure of a dismissed user.
    create index recommendation_dismissals_dismissed_idx
      on recommendation_dismissals (dismissed_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table recommendation_dismissals, match_term_backlog, match_term_counts;
    drop trigger users_list_match_terms on users;
    drop function copy_is_listed_to_match_terms();
    drop table match_terms;
  `);
}
