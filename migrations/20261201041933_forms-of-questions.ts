import type { Knex } from 'knex';

/** Questions that a conference or an event asks who registers, and their answers. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table form_questions (
      id              bigint generated always as identity primary key,
      conference_id   bigint references conferences on delete cascade,
      event_id        bigint references events on delete cascade,
      kind            text not null check (kind in ('text', 'long_text', 'choice', 'choices', 'yes_no', 'url')),
      label           text not null check (length(label) between 1 and 300),
      help            text check (length(help) between 1 and 500),
      options         jsonb not null default '[]' check (jsonb_array_length(options) <= 30),
      is_required     boolean not null default false,
      is_sensitive    boolean not null default false,
      ticket_type_ids bigint[],
      position        smallint not null check (position >= 0),
      translations    jsonb not null default '{}',
      replaces        bigint references form_questions on delete set null,
      retired_at      timestamptz(3),
      created_at      timestamptz(3) not null default now(),

      constraint form_questions_have_one_owner check (num_nonnulls(conference_id, event_id) = 1)
    );
    comment on table form_questions is
      'A question with answers never changes: one in other words replaces it, and it is retired.';
    comment on column form_questions.options is 'Of a choice: [{ id, label }].';
    comment on column form_questions.is_sensitive is
      'Its answers are for people:contacts only, and deleted 30 days after the end.';
    comment on column form_questions.ticket_type_ids is 'Who has another ticket type is not asked; null for all.';

    -- The form of a conference or an event, and its answers.
    create index form_questions_conference_idx on form_questions (conference_id, position, id)
     where conference_id is not null;
    create index form_questions_event_idx on form_questions (event_id, position, id)
     where event_id is not null;
    -- Deletions of questions.
    create index form_questions_replaces_idx on form_questions (replaces) where replaces is not null;

    create table form_answers (
      id          bigint generated always as identity primary key,
      question_id bigint not null references form_questions on delete cascade,
      user_id     bigint not null references users on delete cascade,
      value       jsonb not null,
      answered_at timestamptz(3) not null,

      constraint form_answers_key unique (question_id, user_id)
    );
    comment on column form_answers.value is
      'Text, the id of an option, a list of such ids, or a boolean.';
    -- The answers of a user.
    create index form_answers_user_idx on form_answers (user_id, question_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table form_answers, form_questions;
  `);
}
