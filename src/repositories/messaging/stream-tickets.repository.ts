import { NOTIFY_CHANNEL } from '../../db/notify-channel.ts';
import { OnDatabase } from '../../db/on-database.ts';
import type { StreamAccess } from '../../domain/messaging/notification-streams.ts';

/** Only the hash of the ticket is stored. A sign-out deletes the user's tickets. */
interface StreamTicket extends Omit<StreamAccess, 'signed_out_at'> {
  readonly token_hash: string;
  readonly expires_at: string;
}

interface OwnedAccess extends StreamAccess {
  readonly is_blocked: boolean;
}

/** Single-use tickets that open a live stream. */
export class StreamTicketsRepository extends OnDatabase {
  /** Returns false for an erased user. */
  async insert(ticket: StreamTicket): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: unknown[] }>(
      `insert into stream_tickets (token_hash, user_id, expires_at, access_until)
       select :token_hash, u.id, :expires_at, :access_until
         from users u where u.id = :user_id and u.erased_at is null for key share
       returning user_id`,
      { ...ticket },
    );
    return rows.length === 1;
  }

  /** The access of a ticket, which stays; undefined for an unknown or expired ticket. */
  async findUnexpired(token_hash: string, now: string): Promise<OwnedAccess | undefined> {
    const { rows } = await this.db.raw<{ rows: OwnedAccess[] }>(
      `select t.user_id, t.access_until, u.signed_out_at, u.is_blocked
         from stream_tickets t join users u on u.id = t.user_id
        where t.token_hash = :token_hash and t.expires_at > :now`,
      { token_hash, now },
    );
    return rows[0];
  }

  /** Deletes a ticket and returns its access; undefined for an unknown or expired ticket. */
  async deleteUnexpired(token_hash: string, now: string): Promise<OwnedAccess | undefined> {
    const { rows } = await this.db.raw<{ rows: OwnedAccess[] }>(
      `delete from stream_tickets t using users u
        where t.token_hash = :token_hash and t.expires_at > :now and u.id = t.user_id
       returning t.user_id, t.access_until, u.signed_out_at, u.is_blocked`,
      { token_hash, now },
    );
    return rows[0];
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
