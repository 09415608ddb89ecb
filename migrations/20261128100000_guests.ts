import type { Knex } from 'knex';

const CHECKS = {
  conference_invitations_ticket_code_end_check: 'length(ticket_code_end) = 4',
  conference_invitations_has_key: `messenger_id is not null or username is not null
    or ticket_code_hash is not null or email_hash is not null
    or is_walk_in or erased_key_hashes <> '{}'`,
  conference_invitations_kept_email_has_hash: 'email_encrypted is null or email_hash is not null',
  // A guest holds a seat when they are checked in, and loses the check-in with it.
  conference_invitations_checked_in_has_seat: 'checked_in_at is null or has_seat',
  conference_invitations_check_in_nonce_check: 'length(check_in_nonce) <= 200',
  conference_invitations_check_in_device_check: 'length(check_in_device) <= 64',
  conference_invitations_check_in_key_check: 'length(check_in_key) <= 64',
} as const;

/** Guests without a messenger account: their keys, their claim links, and their check-ins. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table conference_invitations
      add column ticket_code_hash text,
      add column ticket_code_end text,
      add column email_hash text,
      add column email_encrypted bytea,
      add column claim_epoch integer not null default 0,
      add column is_walk_in boolean not null default false,
      add column erased_key_hashes text[] not null default '{}',
      add column checked_in_at timestamptz(3),
      add column check_in_nonce text,
      add column check_in_device text,
      add column check_in_key text,
      add column check_in_administrator_id bigint,
      -- contract: unused since 0.1.0, because the check of keys allows all that it allows
      drop constraint conference_invitations_id_or_username,
      ${Object.entries(CHECKS)
        .map(([name, check]) => `add constraint ${name} check (${check}) not valid`)
        .join(',\n      ')};
    comment on column conference_invitations.ticket_code_hash is 'Keyed hash of the ticket code of the ticket shop.';
    comment on column conference_invitations.ticket_code_end is 'The last 4 characters of a ticket code of at least 12.';
    comment on column conference_invitations.email_hash is 'Keyed hash of the e-mail address of the order.';
    comment on column conference_invitations.email_encrypted is 'The address itself, if the import was told to keep it.';
    comment on column conference_invitations.claim_epoch is 'Claim links of another epoch are revoked.';
    comment on column conference_invitations.erased_key_hashes is 'Keyed hashes of all keys of an erased invitation: imports leave it out.';
    comment on column conference_invitations.checked_in_at is 'Of a guest with a seat. A claim moves the check-in to the attendance.';

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

    alter table conference_attendances
      -- contract: unused since 0.1.0, because the check below allows all that it allows
      drop constraint conference_attendances_claimed_by_check,
      add constraint conference_attendances_claimed_by_check
        check (claimed_by in ('username', 'ticket_code', 'link')) not valid;`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update conference_attendances set claimed_by = 'username' where claimed_by in ('ticket_code', 'link');
    alter table conference_attendances
      drop constraint conference_attendances_claimed_by_check,
      add constraint conference_attendances_claimed_by_check check (claimed_by = 'username');

    -- The previous version knows no guest without a messenger id or a username.
    update conferences c set invited_count = invited_count - g.seats
      from (select conference_id, count(*) as seats from conference_invitations
             where messenger_id is null and username is null and has_seat group by 1) g
     where c.id = g.conference_id;
    delete from conference_invitations where messenger_id is null and username is null;
    drop trigger conference_invitations_empty_check_in on conference_invitations;
    drop function empty_guest_check_in();
    alter table conference_invitations
      drop column ticket_code_hash, drop column ticket_code_end, drop column email_hash,
      drop column email_encrypted, drop column claim_epoch, drop column is_walk_in,
      drop column erased_key_hashes, drop column checked_in_at, drop column check_in_nonce,
      drop column check_in_device, drop column check_in_key, drop column check_in_administrator_id,
      add constraint conference_invitations_id_or_username
        check (messenger_id is not null or username is not null);`);
}
