import { UNMARKED } from './invitations.sql.ts';

/** The fields of an import row that an invitation stores as they are. */
export const INVITED_FIELDS = [
  'username',
  'first_name',
  'last_name',
  'company',
  'job_title',
  'ticket_type',
] as const;

/** SQL for whether a row `s` names its user by messenger id: what it says fills the profile. */
const BY_MESSENGER = `s.messenger_id is not null and coalesce(s.found_by not in ('ticket_code', 'email'), true)`;

/** SQL for what a row `s` brings to its user, who may have the attendance `a`: columns of a row `p`. */
export const AS_PERSON = `s.ticket_type,
  case when ${BY_MESSENGER} then null
       when s.found_by in ('ticket_code', 'email') then a.claimed_by
       else 'username' end as claimed_by,
  ${['first_name', 'last_name', 'company', 'job_title']
    .map((name) => `case when ${BY_MESSENGER} then s.${name} end as ${name}`)
    .join(', ')}`;

/** SQL for the names, company and job title of a user `u` after the import of a row `p`. */
export const PROFILE = [
  'imported_until_sign_in(u.last_seen_at, u.messenger_first_name, p.first_name)',
  'imported_until_sign_in(u.last_seen_at, u.messenger_last_name, p.last_name)',
  `imported_if_empty('company', u.edited_fields, u.company, p.company)`,
  `imported_if_empty('job_title', u.edited_fields, u.job_title, p.job_title)`,
] as const;

/** SQL for whether a row `p` changes the attendance `a` of its user. */
export const IS_TICKETED = `(p.ticket_type is not null and a.ticket_type is distinct from p.ticket_type
  or ${UNMARKED})`;

/** The columns of an open invitation `i` that an import row `s` replaces, and SQL for their values. */
export const REPLACED = ['messenger_id', ...INVITED_FIELDS];
export const INVITATION = REPLACED.map((name) => `coalesce(s.${name}, i.${name})`).join(', ');

/** SQL for whether a hash of an invitation is another one than that of its row, under every key. */
const isOther = (hash: string, hashes: string) =>
  `${hashes} is not null and coalesce(${hash} <> all(${hashes}), true)`;
const IS_OTHER_CODE = isOther('i.ticket_code_hash', 's.ticket_hashes');
const IS_OTHER_SCAN = isOther('i.scan_code_hash', 's.scan_hashes');
const IS_OTHER_EMAIL = isOther('i.email_hash', 's.email_hashes');

/**
 * SQL that sets the hashes of an invitation `i` to those of its row `s`, under the newest key
 * `:keyId`. The kept address of another e-mail is deleted.
 */
export const SET_KEYS = `
  ticket_code_hash = coalesce(s.ticket_hashes[1], i.ticket_code_hash),
  ticket_code_end = case when s.ticket_hashes is null then i.ticket_code_end
                         else s.ticket_code_end end,
  scan_code_hash = coalesce(s.scan_hashes[1], i.scan_code_hash),
  email_hash = coalesce(s.email_hashes[1], i.email_hash),
  email_encrypted = case when ${IS_OTHER_EMAIL} then null else i.email_encrypted end,
  guest_key_id = case
    when (i.ticket_code_hash is null or s.ticket_hashes is not null)
     and (i.scan_code_hash is null or s.scan_hashes is not null)
     and (i.email_hash is null or s.email_hashes is not null) then :keyId
    else coalesce(i.guest_key_id, :keyId) end`;

/** SQL for whether a row `s` has a key that is stored as a hash. */
export const HAS_HASHES = `(s.ticket_hashes is not null or s.scan_hashes is not null
  or s.email_hashes is not null)`;

/** SQL for whether a row `s` brings other keys to its invitation `i`. */
export const HAS_OTHER_KEYS = `(${IS_OTHER_CODE} or ${IS_OTHER_SCAN} or ${IS_OTHER_EMAIL})`;

/** SQL for whether a row `s` changes its open invitation `i`. */
export const IS_CHANGED = `((${REPLACED.map((name) => `i.${name}`).join(', ')}) is distinct from (${INVITATION})
  or ${HAS_OTHER_KEYS})`;
