-- Feedback to the organizers, of users and of anonymous senders, whose address is not stored. `conference_id` is
-- that of the event or the agenda item, too, so that a list needs one index; triggers keep it when these move.

create table feedback (
  id             bigint generated always as identity primary key,
  user_id        bigint references users on delete set null,
  message        text not null check (length(message) between 1 and 4000),
  rating         smallint check (rating between 1 and 5),
  category       text check (length(category) between 1 and 50),
  contact        text check (length(contact) between 1 and 200),
  context        jsonb check (jsonb_typeof(context) = 'object'),
  status         text not null default 'new' check (status in ('new', 'read', 'done')),
  note           text check (length(note) between 1 and 2000),
  repeat_hash    text check (length(repeat_hash) = 64),
  created_at     timestamptz(3) not null default now(),
  search_text    text not null generated always as (folded_for_search(message)) stored,
  conference_id  bigint references conferences on delete set null,
  event_id       bigint references events on delete set null,
  agenda_item_id bigint references agenda_items on delete set null,

  constraint feedback_one_link check (event_id is null or agenda_item_id is null)
);
comment on column feedback.user_id is 'Null for an anonymous sender, and after an erasure.';
comment on column feedback.context is 'Texts of the client, such as its page and version.';
comment on column feedback.note is 'Of the organizers.';
comment on column feedback.repeat_hash is
  'A keyed hash of the sender and the message, which finds a repetition; null after 10 minutes.';
comment on column feedback.conference_id is
  'Also that of the event or the agenda item; it stays when one of these is deleted.';

-- GET /admin/feedback, newest first, also by time.
create index feedback_created_idx on feedback (created_at desc, id desc);
-- The same by rating, category, sender and open status. Nearly all feedback is done in the end.
create index feedback_rating_idx on feedback (rating, created_at desc, id desc) where rating is not null;
create index feedback_category_idx on feedback (category, created_at desc, id desc) where category is not null;
create index feedback_user_idx on feedback (user_id, created_at desc, id desc) where user_id is not null;
create index feedback_open_idx on feedback (status, created_at desc, id desc) where status <> 'done';
-- GET /admin/feedback?q=
create index feedback_search_idx on feedback using gin (search_text gin_trgm_ops);
-- Concurrent repetitions insert one row. The sweep of old hashes reads it whole.
create unique index feedback_repeat_idx on feedback (repeat_hash) where repeat_hash is not null;
-- GET /admin/feedback?sort=rating
create index feedback_rating_sort_idx on feedback (coalesce(rating, 0), id);
create index feedback_words_idx on feedback using gin (search_words(search_text));
create index feedback_conference_idx
  on feedback (conference_id, created_at desc, id desc) where conference_id is not null;
create index feedback_event_idx on feedback (event_id, created_at desc, id desc) where event_id is not null;
create index feedback_agenda_item_idx
  on feedback (agenda_item_id, created_at desc, id desc) where agenda_item_id is not null;
