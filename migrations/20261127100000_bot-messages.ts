import type { Knex } from 'knex';

/** A thing as its reader knows it: when it is, where, and whether it takes place. */
const EVENT_FIELDS = [
  'status',
  'starts_at',
  'ends_at',
  'all_day',
  'timezone',
  'venue_name',
  'venue_address',
] as const;
const AGENDA_ITEM_FIELDS = ['status', 'starts_at', 'ends_at', 'room'] as const;
const CONFERENCE_FIELDS = ['status', 'starts_on', 'ends_on', 'timezone', 'venue', 'city'] as const;

const differs = (fields: readonly string[]) =>
  `(${fields.map((field) => `old.${field}`).join(', ')})
     is distinct from (${fields.map((field) => `new.${field}`).join(', ')})`;

/**
 * A message that was sent is a row, so that it can be edited after its notification is gone. A message
 * names its subjects; the triggers name the subjects that have changed, in the transaction of the change,
 * and the next claim of a worker marks the messages. The previous version writes none of these rows, and
 * what it sends can neither be edited nor recalled.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(TABLES);
  await knex.raw(COLUMNS);
  await knex.raw(FUNCTIONS);
  await knex.raw(TRIGGERS);
}

const TABLES = `
  create table bot_messages (
    id              bigint generated always as identity primary key,
    user_id         bigint not null references users on delete cascade,
    chat_id         bigint not null,
    message_id      bigint,
    notification_id bigint references notifications on delete set null,
    state           text not null constraint bot_messages_state_check
                      check (state in ('sending', 'standing', 'gone')),
    sent_at         timestamptz(3),
    content_hash    text constraint bot_messages_content_hash_check check (length(content_hash) <= 64),
    edit_due_at     timestamptz(3),
    is_urgent       boolean not null default false,
    edited_at       timestamptz(3),
    attempts        smallint not null default 0
                      constraint bot_messages_attempts_check check (attempts >= 0),
    run_id          uuid,
    leased_until    timestamptz(3),

    constraint bot_messages_sent_has_id check (
      state = 'sending' or (message_id is not null and sent_at is not null)),
    constraint bot_messages_lease_complete check ((run_id is null) = (leased_until is null)),
    constraint bot_messages_gone_not_due check (state <> 'gone' or edit_due_at is null)
  );
  comment on table bot_messages is 'The messages in the chats with the bot.';
  comment on column bot_messages.message_id is 'Null until the messenger has answered; if its answer was lost, for ever.';
  comment on column bot_messages.state is 'sending: a call is in flight, or its answer was lost. gone: the message can no longer be edited.';
  comment on column bot_messages.content_hash is 'Of the content of the last call: an equal one needs no call.';
  comment on column bot_messages.edit_due_at is 'From when a worker compares the message with its subjects.';
  comment on column bot_messages.is_urgent is 'Whether the edit is claimed with the messages to single users.';
  comment on column bot_messages.attempts is 'Of the edit that is due.';
  comment on column bot_messages.run_id is 'The worker that edits it, until leased_until.';
  -- The retry of a message takes the row of its first attempt.
  create unique index bot_messages_sending_key on bot_messages (notification_id)
    where state = 'sending' and notification_id is not null;
  create index bot_messages_notification_idx on bot_messages (notification_id)
    where notification_id is not null;
  create index bot_messages_user_idx on bot_messages (user_id);

  create table bot_message_subjects (
    subject        text not null
                     constraint bot_message_subjects_subject_check check (length(subject) <= 50),
    bot_message_id bigint not null references bot_messages on delete cascade,
    primary key (subject, bot_message_id)
  );
  comment on column bot_message_subjects.subject is 'Kind and id: event:12.';
  create index bot_message_subjects_message_idx on bot_message_subjects (bot_message_id);

  create table changed_subjects (
    id         bigint generated always as identity primary key,
    subject    text not null,
    starts_at  timestamptz(3),
    is_urgent  boolean not null,
    changed_at timestamptz(3) not null default clock_timestamp()
  );
  comment on table changed_subjects is 'What has changed since the last claim, which deletes the rows.';
  comment on column changed_subjects.starts_at is 'The sooner of both starts of what was moved.';
  comment on column changed_subjects.is_urgent is 'Whether no further change is waited for.';

  create table messenger_chats (
    chat_id      bigint primary key,
    free_at      timestamptz(3) not null,
    paused_until timestamptz(3)
  );
  comment on column messenger_chats.free_at is 'No call writes to the chat before. All chats that are not free count toward the rate.';
  comment on column messenger_chats.paused_until is 'Asked for by the messenger in answer to a reply, an edit or a callback.';`;

const COLUMNS = `
  alter table notifications
    add column args jsonb,
    add column superseded_by bigint references notifications on delete set null;
  comment on column notifications.args is 'The values in the text, as they were: the text is rendered from them in the language of its reader. Null: title and body are all there is.';
  comment on column notifications.superseded_by is 'The newest notice of the same subject, which replaces this one in the inbox.';
  alter table deliveries
    add column is_reminder boolean not null default false,
    add column concerns_at timestamptz(3);
  comment on column deliveries.concerns_at is 'The soonest start of what a change is about: quiet hours that end later do not hold it back.';
  alter table notification_jobs add column recalled_at timestamptz(3);
  alter table notification_settings add column quiet_strict boolean not null default false;
  comment on column notification_settings.quiet_strict is 'Whether quiet hours hold back all messages.';
  alter table users add column language text
    constraint users_language_check check (length(language) <= 35);
  comment on column users.language is 'BCP 47, chosen by the user; null for the language of the messenger.';`;

const FUNCTIONS = `
  create function note_changed_thing() returns trigger language plpgsql as $$
  begin
    insert into changed_subjects (subject, starts_at, is_urgent)
    values (tg_argv[0] || ':' || old.id, least(old.starts_at, new.starts_at),
            old.status is distinct from new.status);
    return null;
  end $$;

  create function note_changed_conference() returns trigger language plpgsql as $$
  begin
    insert into changed_subjects (subject, starts_at, is_urgent)
    values ('conference:' || old.id,
            least(old.starts_on::timestamp at time zone old.timezone,
                  new.starts_on::timestamp at time zone new.timezone),
            old.status is distinct from new.status);
    -- The times of its agenda items are shown in its timezone.
    if old.timezone <> new.timezone then
      insert into changed_subjects (subject, starts_at, is_urgent)
      select 'agenda_item:' || id, starts_at, false from agenda_items where conference_id = old.id;
    end if;
    return null;
  end $$;

  create function note_changed_row() returns trigger language plpgsql as $$
  begin
    insert into changed_subjects (subject, is_urgent) values (tg_argv[0] || ':' || old.id, true);
    return null;
  end $$;

  -- The requests of a blocked user are closed to their recipients.
  create function note_changed_requests() returns trigger language plpgsql as $$
  begin
    insert into changed_subjects (subject, is_urgent)
    select 'connection:' || id, true from connections where requester_id = old.id and status = 'pending';
    return null;
  end $$;`;

const TRIGGERS = `
  create trigger events_subject_update after update on events
    for each row when (${differs(EVENT_FIELDS)}) execute function note_changed_thing('event');
  create trigger events_subject_delete after delete on events
    for each row execute function note_changed_thing('event');
  create trigger agenda_items_subject_update after update on agenda_items
    for each row when (${differs(AGENDA_ITEM_FIELDS)})
    execute function note_changed_thing('agenda_item');
  create trigger agenda_items_subject_delete after delete on agenda_items
    for each row execute function note_changed_thing('agenda_item');
  create trigger conferences_subject_update after update on conferences
    for each row when (${differs(CONFERENCE_FIELDS)}) execute function note_changed_conference();
  create trigger conferences_subject_delete after delete on conferences
    for each row execute function note_changed_conference();
  create trigger connections_subject_update after update of status on connections
    for each row when (old.status <> new.status) execute function note_changed_row('connection');
  create trigger connections_subject_delete after delete on connections
    for each row execute function note_changed_row('connection');
  create trigger notification_jobs_subject_update after update of recalled_at on notification_jobs
    for each row when (old.recalled_at is null and new.recalled_at is not null)
    execute function note_changed_row('job');
  create trigger users_requests_update after update of is_blocked on users
    for each row when (old.is_blocked <> new.is_blocked) execute function note_changed_requests();`;

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger users_requests_update on users;
    drop trigger notification_jobs_subject_update on notification_jobs;
    drop trigger connections_subject_delete on connections;
    drop trigger connections_subject_update on connections;
    drop trigger conferences_subject_delete on conferences;
    drop trigger conferences_subject_update on conferences;
    drop trigger agenda_items_subject_delete on agenda_items;
    drop trigger agenda_items_subject_update on agenda_items;
    drop trigger events_subject_delete on events;
    drop trigger events_subject_update on events;
    drop function note_changed_requests, note_changed_row, note_changed_conference, note_changed_thing;
    alter table users drop column language;
    alter table notification_settings drop column quiet_strict;
    alter table notification_jobs drop column recalled_at;
    alter table deliveries drop column concerns_at, drop column is_reminder;
    alter table notifications drop column superseded_by, drop column args;
    drop table messenger_chats, changed_subjects, bot_message_subjects, bot_messages;
  `);
}
