import { NOTIFY_CHANNEL } from '../../db/notify-channel.ts';
import { OnDatabase } from '../../db/on-database.ts';
import type { AdminCredential } from '../../domain/administration/admin-sessions.ts';
import type { StreamAccess } from '../../domain/messaging/notification-streams.ts';

/** Who may open a stream with a ticket: a user, or an administrator by a credential. */
export type TicketHolder =
  | (Pick<StreamAccess, 'user_id' | 'access_until'> & { readonly credential?: never })
  | { readonly credential: AdminCredential };

/** What a ticket of each kind says of its holder. */
export interface FoundTickets {
  readonly user: StreamAccess & { readonly is_blocked: boolean };
  readonly admin: { readonly credential: AdminCredential };
}

interface Wanted<Of extends keyof FoundTickets> {
  readonly token_hash: string;
  readonly of: Of;
  readonly now: string;
}

const WHERE = `where token_hash = :token_hash and expires_at > :now
    and (case when user_id is null then 'admin' else 'user' end) = :of`;

const withHolder = (tickets: string): string =>
  `with found as (${tickets})
   select f.user_id, f.access_until, f.credential, u.signed_out_at, u.is_blocked
     from found f left join users u on u.id = f.user_id`;

/**
 * Single-use tickets that open a live stream. Only their hashes are stored. A sign-out deletes the
 * user's tickets.
 */
export class StreamTicketsRepository extends OnDatabase {
  /** Returns false for an erased user. */
  async insert(token_hash: string, holder: TicketHolder, expires_at: string): Promise<boolean> {
    const { user_id, access_until, credential } = { user_id: null, access_until: null, ...holder };
    const { rowCount } = await this.db.raw<{ rowCount: number }>(
      `insert into stream_tickets (token_hash, user_id, access_until, credential, expires_at)
       select :token_hash, :user_id::bigint, :access_until::timestamptz, :credential::jsonb, :expires_at
        where :user_id::bigint is null
           or exists (select from users where id = :user_id and erased_at is null for key share)`,
      {
        token_hash,
        user_id,
        access_until,
        credential: credential ? JSON.stringify(credential) : null,
        expires_at,
      },
    );
    return rowCount === 1;
  }

  /** The ticket, which stays; undefined for an unknown or expired one. */
  async findUnexpired<Of extends keyof FoundTickets>(
    wanted: Wanted<Of>,
  ): Promise<FoundTickets[Of] | undefined> {
    const sql = withHolder(`select * from stream_tickets ${WHERE}`);
    return (await this.db.raw<{ rows: FoundTickets[Of][] }>(sql, { ...wanted })).rows[0];
  }

  /** Deletes a ticket and returns it; undefined for an unknown or expired one. */
  async deleteUnexpired<Of extends keyof FoundTickets>(
    wanted: Wanted<Of>,
  ): Promise<FoundTickets[Of] | undefined> {
    const sql = withHolder(`delete from stream_tickets ${WHERE} returning *`);
    return (await this.db.raw<{ rows: FoundTickets[Of][] }>(sql, { ...wanted })).rows[0];
  }

  async deleteExpired(now: string): Promise<void> {
    await this.db('stream_tickets').where('expires_at', '<=', now).delete();
  }

  /**
   * Deletes a user's tickets. A NOTIFY makes their live streams check whether they must end: in the
   * transaction, so that no killed process leaves the stream of a blocked user open.
   */
  async deleteAllOf(user_id: number): Promise<void> {
    await this.db.raw(
      `with gone as (
         delete from stream_tickets where user_id = :user_id
       )
       select pg_notify('${NOTIFY_CHANNEL}', :user_id::bigint::text)`,
      { user_id },
    );
  }
}
