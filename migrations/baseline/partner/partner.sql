-- Accounts of users with the partner, what they minted there, and the accounts of erased users.

create table partner_accounts (
  user_id               bigint primary key references users on delete cascade,
  status                text not null check (status in ('none', 'otp_sent', 'verified')),
  partner_user_id       text unique check (length(partner_user_id) <= 100),
  destination_encrypted bytea,
  otp_reference         uuid,
  otp_expires_at        timestamptz(3),
  tries                 integer not null default 0 check (tries between 0 and 5),
  try_returned          boolean not null default false,
  access_encrypted      bytea,
  refresh_encrypted     bytea,
  expires_at            timestamptz(3),
  refresh_claim         uuid,
  refresh_claimed_until timestamptz(3),
  verified_at           timestamptz(3),

  constraint partner_accounts_otp_sent_has_reference check (
    status <> 'otp_sent' or otp_reference is not null and otp_expires_at is not null
  ),
  constraint partner_accounts_verified_has_tokens check (
    status <> 'verified' or partner_user_id is not null and refresh_encrypted is not null
    and access_encrypted is not null and expires_at is not null
  )
);
comment on column partner_accounts.destination_encrypted is
  'The e-mail address or phone number, until the code is verified.';
comment on column partner_accounts.try_returned is 'Whether a try of this code was given back, which happens once.';
comment on column partner_accounts.refresh_claim is
  'The process that refreshes the tokens, until refresh_claimed_until.';

create index partner_accounts_status_idx on partner_accounts (status, user_id);

create table partner_mints (
  id               bigint generated always as identity primary key,
  user_id          bigint not null unique references users on delete cascade,
  try              integer not null default 1 check (try >= 1),
  status           text not null default 'pending' check (status in ('pending', 'unknown', 'minted', 'failed')),
  partner_mint_id  text check (length(partner_mint_id) <= 100),
  token_id         text check (length(token_id) <= 100),
  transaction_hash text check (length(transaction_hash) <= 100),
  explorer_url     text check (length(explorer_url) <= 2000),
  failure_code     text check (failure_code in ('sold_out', 'not_eligible', 'rejected')),
  polls            integer not null default 0,
  next_poll_at     timestamptz(3) not null default now(),
  created_at       timestamptz(3) not null default now(),
  requested_at     timestamptz(3) not null default now(),
  finished_at      timestamptz(3)
);
comment on column partner_mints.status is
  'pending: not sent yet, or the partner is at work; unknown: perhaps sent, so ask first.';
comment on column partner_mints.requested_at is 'The start of the current try.';

-- The worker looks for mints that are due.
create index partner_mints_due_idx on partner_mints (next_poll_at) where status in ('pending', 'unknown');
create index partner_mints_shown_idx
  on partner_mints ((case status when 'unknown' then 'pending' else status end), id);
create index partner_mints_failure_idx on partner_mints (failure_code, id) where failure_code is not null;

create table partner_erased (
  account_hash text primary key check (length(account_hash) = 64),
  key_id       text not null check (length(key_id) = 8),
  erased_at    timestamptz(3) not null
);
comment on table partner_erased is 'Keyed hashes of the partner accounts with which erased users had minted.';
