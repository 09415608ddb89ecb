import type { Knex } from 'knex';

/** A rating is feedback about an agenda item, at most one of each person. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table feedback
      add is_rating boolean not null default false,
      add in_group boolean not null default false,
      add shared_at timestamptz(3),
      add constraint feedback_ratings_say_something
        check (not is_rating or rating is not null or message <> '–' or in_group);
    create unique index feedback_rating_of_user_idx on feedback (user_id, agenda_item_id) where is_rating;
    create index feedback_ratings_idx on feedback (agenda_item_id, id) where is_rating;
    comment on column feedback.message is 'A rating without a comment has an en dash.';
    comment on column feedback.in_group is 'Whether the rating is counted in a row of rating_groups.';
    comment on column feedback.shared_at is 'When an organizer showed the comment to the speakers.';

    create table rating_groups (
      agenda_item_id bigint not null references agenda_items on delete cascade,
      number smallint not null,
      stars_sum smallint not null check (stars_sum between 5 and 25),
      filled_at timestamptz(3) not null default now(),
      primary key (agenda_item_id, number)
    );
    comment on table rating_groups is
      'Five ratings each, in their order: speakers see the mean of these, so that nobody computes a single one.';

    alter table conferences
      add ratings_need_check_in boolean not null default false,
      add rating_ask text not null default 'evening' check (rating_ask in ('off', 'evening')),
      add ratings_asked_on date,
      add show_interest boolean not null default false;
    comment on column conferences.ratings_asked_on is 'The last day whose attendees were asked for ratings.';

    alter table agenda_items add interest text check (interest in ('low', 'medium', 'high'));
    comment on column agenda_items.interest is
      'How many keep it for its capacity; written by band-interest while the conference shows it.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table agenda_items drop interest;
    alter table conferences
      drop ratings_need_check_in, drop rating_ask, drop ratings_asked_on, drop show_interest;
    drop table rating_groups;
    delete from feedback where is_rating and message = '–' and rating is null;
    drop index feedback_ratings_idx, feedback_rating_of_user_idx;
    alter table feedback drop constraint feedback_ratings_say_something;
    alter table feedback drop shared_at, drop in_group, drop is_rating;
  `);
}
