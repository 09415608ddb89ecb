import type { Knex } from 'knex';

/**
 * The invitations that imports made, as the service sees them: registrations of guests, and of users who
 * claimed them. `has_seat` and the check-in are those of a guest.
 */
const INVITATIONS = `
  select id, conference_id, messenger_id, username, first_name, last_name, company, job_title,
         ticket_type, claimant_id as claimed_by, claimed_at, claimed_with, claim_epoch, queue_number,
         user_id is null and holds_seat(status) as has_seat,
         case when user_id is null then cancelled_at end as withdrawn_at,
         case when user_id is null then checked_in_at end as checked_in_at,
         case when user_id is null then check_in_nonce end as check_in_nonce, check_in_device,
         barred_user_ids, barred_hashes, reopened_at, ticket_code_hash, ticket_code_end, scan_code_hash,
         email_hash, email_encrypted, guest_key_id, erased_key_hashes, is_walk_in, import_id,
         is_changed_since_import, search_text, created_at, changed_at, badge_changed_at
    from registrations where user_id is null or claimant_id is not null`;

export const invitationsIn = (db: Knex) => db.from(db.raw(`(${INVITATIONS}) as invitations`));
