import type { Knex } from 'knex';

/** Attendees ask in a session, and vote for what they want answered. A vote is one row and no counter. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table agenda_items
      add column questions text not null default 'off'
        constraint agenda_items_questions_check check (questions in ('off', 'moderated', 'open')),
      add column questions_until timestamptz(3);
    comment on column agenda_items.questions_until is
      'Questions stay open until then, if it is more than 30 minutes after the end. It moves with the end.';

    create function move_questions_until() returns trigger language plpgsql as $$
    begin
      if new.questions_until = old.questions_until then
        new.questions_until := new.questions_until + (new.ends_at - old.ends_at);
      end if;
      return new;
    end $$;
    create trigger agenda_items_questions_until before update of ends_at on agenda_items
      for each row execute function move_questions_until();

    create table session_questions (
      id bigint generated always as identity primary key,
      agenda_item_id bigint not null references agenda_items on delete cascade,
      user_id bigint references users on delete set null,
      text text not null check (length(text) between 10 and 300),
      status text not null check (status in ('waiting', 'visible', 'answered', 'hidden')),
      merged_into bigint references session_questions on delete set null,
      reports smallint not null default 0 check (reports >= 0),
      decided_by_administrator_id bigint references administrators on delete set null,
      decided_at timestamptz(3),
      created_at timestamptz(3) not null,
      constraint session_questions_merged_into_another check (merged_into <> id)
    );
    create index session_questions_item_idx on session_questions (agenda_item_id, status, id);
    create index session_questions_user_idx on session_questions (user_id, agenda_item_id)
     where user_id is not null;
    create index session_questions_merged_idx on session_questions (merged_into)
     where merged_into is not null;
    comment on column session_questions.user_id is 'Null after an erasure, which replaces the text.';
    comment on column session_questions.merged_into is
      'The question that has its votes now; it is shown instead of this one.';
    comment on column session_questions.reports is 'How many people ever reported it.';

    create table question_votes (
      question_id bigint not null references session_questions on delete cascade,
      user_id bigint not null references users on delete cascade,
      primary key (question_id, user_id)
    );
    create index question_votes_user_idx on question_votes (user_id);

    create table question_reports (
      question_id bigint not null references session_questions on delete cascade,
      user_id bigint not null references users on delete cascade,
      created_at timestamptz(3) not null,
      primary key (question_id, user_id)
    );
    create index question_reports_user_idx on question_reports (user_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table question_reports, question_votes, session_questions;
    drop trigger agenda_items_questions_until on agenda_items;
    drop function move_questions_until();
    alter table agenda_items drop column questions, drop column questions_until;
  `);
}
