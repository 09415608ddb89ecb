-- Connections of two users, what a user writes down about one, and meetings in person. The times of requests are
-- counted apart, as far back as the daily limit looks: a request that is withdrawn was made all the same. Limits and
-- rejections are counted by keyed hashes of messenger ids: an erasure and a new account do not reset them.

create function is_contact_visible(
  user_id bigint, viewer_id bigint, contact_visibility text, connection_status text)
returns boolean language sql immutable parallel safe
return user_id = viewer_id or contact_visibility = 'everyone'
  or connection_status is not distinct from 'accepted';
comment on function is_contact_visible is
  'Whether a viewer may see how to contact a user. Null connection_status: the two have no connection.';

create function connection_status_for(viewer_id bigint, requester_id bigint, status text)
returns text language sql immutable parallel safe
return case
  when status is null then 'none'
  when status <> 'pending' then status
  when requester_id = viewer_id then 'pending_sent'
  else 'pending_received'
end;
comment on function connection_status_for is
  'The status of a connection as one of the two users sees it. Null status: they have none.';

-- One row per pair of people, whichever of them asked.
create table connections (
  id                bigint generated always as identity primary key,
  requester_id      bigint not null references users on delete cascade,
  recipient_id      bigint not null references users on delete cascade,
  status            text not null default 'pending'
    check (status in ('pending', 'accepted', 'rejected', 'withdrawn')),
  message           text check (length(message) <= 500),
  created_at        timestamptz(3) not null default now(),
  responded_at      timestamptz(3),
  met_at            timestamptz(3),
  met_conference_id bigint,
  lower_rejections  smallint not null default 0,
  higher_rejections smallint not null default 0,

  constraint connections_met_at_conference check (met_conference_id is null or met_at is not null),
  constraint connections_met_once_accepted check (met_at is null or status = 'accepted'),
  constraint connections_pending_until_response check ((status = 'pending') = (responded_at is null)),
  constraint connections_two_users check (requester_id <> recipient_id)
);
comment on column connections.status is 'A withdrawn request is shown to nobody.';
comment on column connections.responded_at is 'When it was answered or withdrawn.';
comment on column connections.met_at is 'When one of the two first scanned the meet code of the other.';
comment on column connections.lower_rejections is
  'How often the user with the lower id rejected a request of the other.';
comment on column connections.higher_rejections is
  'How often the user with the higher id rejected a request of the other.';

create unique index connections_pair_key
  on connections (least(requester_id, recipient_id), greatest(requester_id, recipient_id));
-- Counts and lists read one side, newest first.
create index connections_recipient_idx on connections (recipient_id, status, id desc);
create index connections_requester_idx on connections (requester_id, status, id desc);
create index connections_accepted_idx
  on connections (responded_at) include (requester_id, recipient_id) where status = 'accepted';

create table connection_requests (
  requester_hash text not null check (length(requester_hash) = 64),
  recipient_hash text not null check (length(recipient_hash) = 64),
  requested_at   timestamptz(3) not null,
  rejected_at    timestamptz(3),
  key_id         text check (length(key_id) = 8)
);
comment on table connection_requests is 'Keyed hashes of messenger ids: erasures keep the rows.';
comment on column connection_requests.key_id is 'The key that made the hashes; null for an older row.';

create index connection_requests_requester_idx on connection_requests (requester_hash, requested_at);
-- The sweep of those that count no more.
create index connection_requests_age_idx on connection_requests (greatest(requested_at, rejected_at));

create table connection_notes (
  connection_id bigint not null references connections on delete cascade,
  writer_id     bigint not null references users on delete cascade,
  note          text not null,
  updated_at    timestamptz(3) not null,

  primary key (connection_id, writer_id),
  constraint connection_notes_note_length check (char_length(note) between 1 and 1000)
);
comment on table connection_notes is
  'What one of the two users of a connection wrote down; only the writer reads it.';

create index connection_notes_writer_idx on connection_notes (writer_id);
