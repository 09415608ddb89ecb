import type {
  Connection,
  Direction,
  StoredConnection,
} from '../../domain/networking/connections.ts';

/**
 * SQL for whether neither of two users blocks the other, by SQL for their ids: for a read of one user.
 * A list gets the ids from `BlocksReadModel.listHidden`.
 */
export const isNotHidden = (one: string, other: string): string => `
  not exists (select from blocks where blocker_id = ${one} and blocked_id = ${other})
  and not exists (select from blocks where blocker_id = ${other} and blocked_id = ${one})`;

/** The columns of a connection that both of its users see, in lists and in the export. */
const SEEN_COLUMNS = [
  'id',
  'status',
  'message',
  'created_at',
  'responded_at',
  'met_at',
  'met_conference_id',
] as const satisfies readonly (keyof Connection)[];

/** The columns of a `Connection`. */
export const CONNECTION_COLUMNS = [...SEEN_COLUMNS, 'requester_id', 'recipient_id'] as const;

/** What `seenColumns` selects. The compiler finds what it lacks of a `SeenConnection`. */
export type SeenRow<C extends StoredConnection = Connection> = Pick<
  C,
  (typeof SEEN_COLUMNS)[number]
> & { readonly direction: Direction; readonly note: string | null };

/** SQL of the columns of the connection `c` as the user `:viewerId` sees it. */
export const seenColumns = (prefix = ''): string =>
  [
    ...SEEN_COLUMNS.map((column) => `c.${column} as ${prefix}${column}`),
    `case when c.requester_id = :viewerId then 'sent' else 'received' end as ${prefix}direction`,
    seenNote(prefix),
  ].join(', ');

/** SQL of the column `note` of the connection `c` as the user `:viewerId` sees it. */
export const seenNote = (prefix = ''): string =>
  `(select n.note from connection_notes n
     where n.connection_id = c.id and n.writer_id = :viewerId) as ${prefix}note`;

/** SQL that locks the requester FOR NO KEY UPDATE, then the recipient FOR KEY SHARE. */
export const LOCK_REQUESTER_AND_RECIPIENT = `
  with requester as (
    select id, messenger_id, first_name, last_name, photo_url
      from users where id = :requester_id for no key update
  ), recipient as (
    select u.messenger_id
      from requester, users u
     where u.id = :recipient_id and not u.is_blocked and u.erased_at is null
       and ${isNotHidden(':requester_id', ':recipient_id')}
       and (u.is_listed or exists (
         select from connections
          where least(requester_id, recipient_id) = least(:requester_id::bigint, :recipient_id)
            and greatest(requester_id, recipient_id) = greatest(:requester_id::bigint, :recipient_id)
            and status <> 'withdrawn'))
       for key share of u
  )
  select *, (select messenger_id from recipient) as recipient_messenger_id from requester`;

const OF_REQUESTER = 'requester_hash = any(:requester_hashes::text[])';
const OF_PAIR = `${OF_REQUESTER} and recipient_hash = any(:recipient_hashes::text[])`;

const nthLatest = (condition: string, n: string) =>
  `(select requested_at from connection_requests where ${condition}
     order by requested_at desc offset ${n} - 1 limit 1)`;

/** SQL for the columns of `PastRequests`, without the rows that the statement itself writes. */
export const PAST_REQUESTS = `
  (select max(rejected_at) from connection_requests where ${OF_PAIR}) as rejected_at,
  ${nthLatest(OF_REQUESTER, ':max_daily::int')} as earliest_daily,
  ${nthLatest(OF_PAIR, ':max_to_one::int')} as earliest_to_one`;

/**
 * SQL of the common table expressions that count a request toward the limits and delete the
 * requester's own rejection of the recipient, if `request` has a row.
 */
export const recordRequest = (request: string): string => `
  recorded as (
    insert into connection_requests (requester_hash, recipient_hash, key_id, requested_at)
    select :requester_hash, :recipient_hash, :key_id, :requested_at from ${request}
  ), forgotten as (
    update connection_requests set rejected_at = null
     where requester_hash = any(:recipient_hashes::text[])
       and recipient_hash = any(:requester_hashes::text[])
       and rejected_at is not null and exists (select from ${request})
  )`;
