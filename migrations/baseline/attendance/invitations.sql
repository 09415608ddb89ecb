-- Invitations, and guests who attend by them. An open invitation holds a seat, or waits in one queue with the
-- waitlisted attendees. It becomes an attendance when its user signs in, and stays to tell that it did, so that the
-- same list imported again invites no one twice.

create table conference_invitations (
  id                        bigint generated always as identity primary key,
  conference_id             bigint not null references conferences on delete cascade,
  messenger_id              bigint,
  username                  text check (length(username) <= 64),
  first_name                text check (length(first_name) <= 256),
  last_name                 text check (length(last_name) <= 256),
  company                   text check (length(company) <= 200),
  job_title                 text check (length(job_title) <= 200),
  ticket_type               text check (length(ticket_type) <= 100),
  created_at                timestamptz(3) not null default now(),
  claimed_by                bigint references users on delete set null,
  claimed_at                timestamptz(3),
  has_seat                  boolean not null default false,
  withdrawn_at              timestamptz(3),
  queue_number              bigint not null default nextval('attendance_queue'),
  barred_user_ids           bigint[] not null default '{}',
  search_text               text not null generated always as (
    folded_for_search(
      name_for_search(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))
      || ' ' || coalesce(company, '') || ' @' || coalesce(username, ''))
  ) stored,
  reopened_at               timestamptz(3),
  barred_hashes             text[] not null default '{}',
  ticket_code_hash          text,
  ticket_code_end           text check (length(ticket_code_end) = 4),
  email_hash                text,
  email_encrypted           bytea,
  claim_epoch               integer not null default 0,
  is_walk_in                boolean not null default false,
  erased_key_hashes         text[] not null default '{}',
  checked_in_at             timestamptz(3),
  check_in_nonce            text check (length(check_in_nonce) <= 200),
  check_in_device           text check (length(check_in_device) <= 64),
  check_in_key              text check (length(check_in_key) <= 64),
  check_in_administrator_id bigint,
  guest_key_id              text,
  claimed_with              text check (claimed_with in ('link', 'ticket_code')),
  changed_at                timestamptz(3) not null default now(),
  badge_changed_at          timestamptz(3) not null default now(),

  constraint conference_invitations_checked_in_has_seat check (checked_in_at is null or has_seat),
  constraint conference_invitations_claimant_has_time check (claimed_by is null or claimed_at is not null),
  constraint conference_invitations_has_key check (
    messenger_id is not null or username is not null or ticket_code_hash is not null or email_hash is not null
    or is_walk_in or erased_key_hashes <> '{}'
  ),
  constraint conference_invitations_kept_email_has_hash check (email_encrypted is null or email_hash is not null),
  constraint conference_invitations_seat_check check (not has_seat or claimed_at is null and withdrawn_at is null)
);
comment on column conference_invitations.has_seat is
  'Only of open invitations; conferences.invited_count counts them.';
comment on column conference_invitations.queue_number is
  'The place in the queue of the waitlist. The attendance that claims the invitation keeps it.';
comment on column conference_invitations.barred_user_ids is
  'Users from whom a claim by username was taken back: they never claim this invitation again.';
comment on column conference_invitations.reopened_at is
  'When a claim by username was taken back, by an administrator or by an erasure.';
comment on column conference_invitations.barred_hashes is
  'As barred_user_ids, of erased users: their messenger_hash in erased_people.';
comment on column conference_invitations.ticket_code_hash is 'Keyed hash of the ticket code of the ticket shop.';
comment on column conference_invitations.ticket_code_end is 'The last 4 characters of a ticket code of at least 12.';
comment on column conference_invitations.email_hash is 'Keyed hash of the e-mail address of the order.';
comment on column conference_invitations.email_encrypted is 'The address itself, if the import was told to keep it.';
comment on column conference_invitations.claim_epoch is 'Claim links of another epoch are revoked.';
comment on column conference_invitations.erased_key_hashes is
  'Keyed hashes of all keys of an erased invitation: imports leave it out.';
comment on column conference_invitations.checked_in_at is
  'Of a guest with a seat. A claim moves the check-in to the attendance.';
comment on column conference_invitations.guest_key_id is
  'The id of the oldest key that the hashes of the ticket code, e-mail and erased keys need.';
comment on column conference_invitations.claimed_with is
  'The code of the claim; null for a claim by messenger id or username.';
comment on column conference_invitations.badge_changed_at is
  'When the guest last got a seat, a name, a company or a ticket type.';

create unique index conference_invitations_messenger_key on conference_invitations (conference_id, messenger_id);
create unique index conference_invitations_username_key
  on conference_invitations (conference_id, lower(username)) where messenger_id is null;
-- What waits for a user who signs in.
create index conference_invitations_open_messenger_idx
  on conference_invitations (messenger_id) where claimed_at is null;
create index conference_invitations_open_username_idx
  on conference_invitations (lower(username)) where claimed_at is null and messenger_id is null;
-- Erasure.
create index conference_invitations_claimed_idx on conference_invitations (claimed_by);
-- The waiting invitations of a conference, which wait in one queue with the waitlist.
create index conference_invitations_waiting_idx
  on conference_invitations (conference_id, queue_number)
  where claimed_at is null and withdrawn_at is null and not has_seat;
-- GET /admin/conferences/:conference_id/attendees?status=invited, in the order of the queue.
create index conference_invitations_list_idx
  on conference_invitations (conference_id, queue_number) where claimed_at is null and withdrawn_at is null;
-- GET /admin/conferences/:conference_id/attendees?status=withdrawn
create index conference_invitations_withdrawn_idx
  on conference_invitations (conference_id, queue_number) where withdrawn_at is not null;
-- An erasure: the invitations from which the user is barred.
create index conference_invitations_barred_users_idx
  on conference_invitations using gin (barred_user_ids) where barred_user_ids <> '{}';
-- The first sign-in after an erasure: those from which the erased account was barred.
create index conference_invitations_barred_hashes_idx
  on conference_invitations using gin (barred_hashes) where barred_hashes <> '{}';
create unique index conference_invitations_ticket_code_key
  on conference_invitations (conference_id, ticket_code_hash) where ticket_code_hash is not null;
create index conference_invitations_email_idx
  on conference_invitations (conference_id, email_hash) where email_hash is not null;
-- The names and addresses that are deleted some time after the conference.
create index conference_invitations_named_idx
  on conference_invitations (conference_id)
  where claimed_at is null and (first_name is not null or last_name is not null or company is not null
    or job_title is not null);
create index conference_invitations_kept_email_idx
  on conference_invitations (conference_id) where email_encrypted is not null;
-- Each import leaves out the rows of erased guests.
create index conference_invitations_erased_idx
  on conference_invitations (conference_id) where erased_key_hashes <> '{}';
-- The guests who have arrived.
create index conference_invitations_arrived_idx
  on conference_invitations (conference_id, checked_in_at) where checked_in_at is not null;
create index conference_invitations_changed_idx on conference_invitations (conference_id, changed_at);

create function empty_guest_check_in() returns trigger language plpgsql as $$
    begin
      if not new.has_seat then
        new.checked_in_at := null;
        new.check_in_nonce := null;
        new.check_in_device := null;
        new.check_in_key := null;
        new.check_in_administrator_id := null;
      end if;
      return new;
    end $$;
create trigger conference_invitations_empty_check_in
  before update on conference_invitations for each row
  when (old.checked_in_at is not null)
  execute function empty_guest_check_in();
