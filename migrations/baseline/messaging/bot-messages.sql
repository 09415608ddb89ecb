-- Messages that were sent, so that each can be edited after its notification is gone. A message names its subjects;
-- triggers name the subjects that have changed, in the transaction of the change, and the next claim of a worker
-- marks the messages. An agenda item is shown with the status and timezone of its event, and both with those of
-- their conference.

create table bot_messages (
  id              bigint generated always as identity primary key,
  user_id         bigint not null,
  chat_id         bigint not null,
  message_id      bigint,
  notification_id bigint references notifications on delete set null,
  state           text not null check (state in ('sending', 'standing', 'gone')),
  sent_at         timestamptz(3),
  content_hash    text check (length(content_hash) <= 64),
  edit_due_at     timestamptz(3),
  is_urgent       boolean not null default false,
  edited_at       timestamptz(3),
  attempts        smallint not null default 0 check (attempts >= 0),
  run_id          uuid,
  leased_until    timestamptz(3),

  constraint bot_messages_gone_not_due check (state <> 'gone' or edit_due_at is null),
  constraint bot_messages_lease_complete check ((run_id is null) = (leased_until is null)),
  constraint bot_messages_sent_has_id check (state = 'sending' or message_id is not null and sent_at is not null)
);
comment on table bot_messages is 'The messages in the chats with the bot.';
comment on column bot_messages.message_id is
  'Null until the messenger has answered; if its answer was lost, for ever.';
comment on column bot_messages.state is
  'sending: a call is in flight, or its answer was lost. gone: the message can no longer be edited.';
comment on column bot_messages.content_hash is 'Of the content of the last call: an equal one needs no call.';
comment on column bot_messages.edit_due_at is 'From when a worker compares the message with its subjects.';
comment on column bot_messages.is_urgent is 'Whether the edit is claimed with the messages to single users.';
comment on column bot_messages.attempts is 'Of the edit that is due.';
comment on column bot_messages.run_id is 'The worker that edits it, until leased_until.';

-- The retry of a message takes the row of its first attempt.
create unique index bot_messages_sending_key
  on bot_messages (notification_id) where state = 'sending' and notification_id is not null;
create index bot_messages_notification_idx on bot_messages (notification_id) where notification_id is not null;
create index bot_messages_user_idx on bot_messages (user_id);
-- The edits to be claimed.
create index bot_messages_urgent_idx
  on bot_messages (edit_due_at, id) where state = 'standing' and run_id is null and is_urgent;
create index bot_messages_due_idx
  on bot_messages (edit_due_at, id) where state = 'standing' and run_id is null and not is_urgent;
create index bot_messages_leased_idx on bot_messages (leased_until) where state = 'standing' and run_id is not null;
-- The sweep of old messages, and of those that were never answered.
create index bot_messages_sent_idx on bot_messages (sent_at);
create index bot_messages_unanswered_idx on bot_messages (leased_until) where state = 'sending';

create table bot_message_subjects (
  subject        text not null check (length(subject) <= 50),
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

create function note_changed_thing() returns trigger language plpgsql as $$
  begin
    insert into changed_subjects (subject, starts_at, is_urgent)
    values (tg_argv[0] || ':' || old.id, least(old.starts_at, new.starts_at),
            old.status is distinct from new.status);
    -- Within: an agenda item has no timezone of its own.
    if tg_argv[0] = 'event' and tg_op = 'UPDATE' then
      if (old.status, old.timezone) is distinct from (new.status, new.timezone) then
        insert into changed_subjects (subject, starts_at, is_urgent)
        select 'agenda_item:' || id, starts_at, old.status <> new.status
          from agenda_items where event_id = old.id;
      end if;
    end if;
    return null;
  end $$;
create trigger events_subject_update after update on events
  for each row when ((old.status, old.starts_at, old.ends_at, old.all_day, old.timezone, old.venue_name,
    old.venue_address)
   is distinct from (new.status, new.starts_at, new.ends_at, new.all_day, new.timezone, new.venue_name,
    new.venue_address))
  execute function note_changed_thing('event');
create trigger events_subject_delete after delete on events
  for each row execute function note_changed_thing('event');
create trigger agenda_items_subject_update after update on agenda_items
  for each row when ((old.status, old.starts_at, old.ends_at, old.room)
   is distinct from (new.status, new.starts_at, new.ends_at, new.room))
  execute function note_changed_thing('agenda_item');
create trigger agenda_items_subject_delete after delete on agenda_items
  for each row execute function note_changed_thing('agenda_item');

create function note_changed_conference() returns trigger language plpgsql as $$
  begin
    insert into changed_subjects (subject, starts_at, is_urgent)
    values ('conference:' || old.id,
            least(old.starts_on::timestamp at time zone old.timezone,
                  new.starts_on::timestamp at time zone new.timezone),
            old.status is distinct from new.status);
    if (old.status, old.timezone) is distinct from (new.status, new.timezone) then
      insert into changed_subjects (subject, starts_at, is_urgent)
      select 'agenda_item:' || id, starts_at, false from agenda_items where conference_id = old.id
      union all
      select 'event:' || id, starts_at, false from events where conference_id = old.id;
    end if;
    return null;
  end $$;
create trigger conferences_subject_update after update on conferences
  for each row when ((old.status, old.starts_on, old.ends_on, old.timezone, old.venue, old.city)
   is distinct from (new.status, new.starts_on, new.ends_on, new.timezone, new.venue, new.city))
  execute function note_changed_conference();
create trigger conferences_subject_delete after delete on conferences
  for each row execute function note_changed_conference();

create function note_changed_row() returns trigger language plpgsql as $$
  begin
    insert into changed_subjects (subject, is_urgent) values (tg_argv[0] || ':' || old.id, true);
    return null;
  end $$;
create trigger connections_subject_update after update of status on connections
  for each row when (old.status <> new.status) execute function note_changed_row('connection');
create trigger connections_subject_delete after delete on connections
  for each row execute function note_changed_row('connection');
create trigger notification_jobs_subject_update after update of recalled_at on notification_jobs
  for each row when (old.recalled_at is null and new.recalled_at is not null)
  execute function note_changed_row('job');

-- The requests of a blocked user are closed to their recipients.
create function note_changed_requests() returns trigger language plpgsql as $$
  begin
    insert into changed_subjects (subject, is_urgent)
    select 'connection:' || id, true from connections where requester_id = old.id and status = 'pending';
    return null;
  end $$;
create trigger users_requests_update after update of is_blocked on users
  for each row when (old.is_blocked <> new.is_blocked) execute function note_changed_requests();
