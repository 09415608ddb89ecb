import type { Knex } from 'knex';

/** A ranking took 72 % of PostgreSQL's time in a busy minute, to be kept for a minute by one process. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table cached_rankings (
      user_id bigint not null references users on delete cascade,
      conference_id bigint references conferences on delete cascade,
      profile text not null check (length(profile) = 40),
      people integer not null,
      connections integer not null,
      ranking text not null,
      made_at timestamptz(3) not null,
      is_due boolean not null default false,
      unique nulls not distinct (user_id, conference_id)
    );
    create index cached_rankings_conference_idx on cached_rankings (conference_id)
     where conference_id is not null;
    create index cached_rankings_due_idx on cached_rankings (made_at) where is_due;
    create index cached_rankings_made_idx on cached_rankings (made_at);
    comment on table cached_rankings is
      'Who is recommended to a user, with the numbers of words and no word; null: at no conference.';
    comment on column cached_rankings.profile is 'SHA-1 of the terms of the user by which it was made.';
    comment on column cached_rankings.people is 'The attendees of the conference when it was made.';
    comment on column cached_rankings.connections is 'Those of the user then, withdrawn requests left out.';
    comment on column cached_rankings.is_due is 'It was read an hour after it was made: a job makes it again.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table cached_rankings');
}
