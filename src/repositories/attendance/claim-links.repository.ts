import { OnDatabase } from '../../db/on-database.ts';
import { isOpen } from './invitations.sql.ts';

/** An open invitation, for its claim link. */
export interface UnclaimedGuest {
  readonly id: number;
  readonly claim_epoch: number;
  readonly messenger_id: number | null;
  readonly username: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly company: string | null;
  readonly ticket_type: string | null;
  readonly ticket_code_hash: string | null;
  readonly ticket_code_end: string | null;
  readonly email_hash: string | null;
}

const COLUMNS = [
  'id',
  'claim_epoch',
  'messenger_id',
  'username',
  'first_name',
  'last_name',
  'company',
  'ticket_type',
  'ticket_code_hash',
  'ticket_code_end',
  'email_hash',
] as const satisfies readonly (keyof UnclaimedGuest)[];

/** The keys of rows of a guest list. Hashes are under every key; usernames in lower case. */
export interface GuestKeys {
  readonly tickets: readonly string[];
  readonly emails: readonly string[];
  readonly messengerIds: readonly number[];
  readonly usernames: readonly string[];
}

/** The open invitations whose claim links organizers send. */
export class ClaimLinksRepository extends OnDatabase {
  /** The next open invitations after an id. @param of.ids only these; null means all */
  async listAfter(
    conference_id: number,
    { ids, after, limit }: { ids: readonly number[] | null; after: number; limit: number },
  ): Promise<UnclaimedGuest[]> {
    return this.db('registrations as i')
      .where({ conference_id })
      .where('id', '>', after)
      .whereRaw(isOpen('i'))
      .modify((query) => ids && query.whereRaw('id = any(?::bigint[])', [[...ids]]))
      .orderBy('id')
      .limit(limit)
      .select(...COLUMNS);
  }

  /** The open invitations with one of these keys. One by an address has no ticket code. */
  async listByKeys(
    conference_id: number,
    { tickets, emails, messengerIds, usernames }: GuestKeys,
  ): Promise<UnclaimedGuest[]> {
    const { rows } = await this.db.raw<{ rows: UnclaimedGuest[] }>(
      `select ${COLUMNS.join(', ')} from registrations i
        where conference_id = :conference_id and ${isOpen('i')}
          and (ticket_code_hash = any(:tickets::text[])
            or messenger_id = any(:messengerIds::bigint[])
            or email_hash = any(:emails::text[]) and ticket_code_hash is null
            or lower(username) = any(:usernames::text[]) and messenger_id is null)`,
      {
        conference_id,
        tickets: [...tickets],
        emails: [...emails],
        messengerIds: [...messengerIds],
        usernames: [...usernames],
      },
    );
    return rows;
  }

  /**
   * Revokes the claim links of open invitations. Requires the lock of the conference.
   *
   * @param ids only these; null means all
   * @returns their number
   */
  async updateRevoked(conference_id: number, ids: readonly number[] | null): Promise<number> {
    return this.db('registrations as i')
      .where({ conference_id })
      .whereRaw(isOpen('i'))
      .modify((query) => ids && query.whereRaw('id = any(?::bigint[])', [[...ids]]))
      .increment('claim_epoch', 1);
  }
}
