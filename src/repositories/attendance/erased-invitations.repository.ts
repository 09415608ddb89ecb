import { OnDatabase } from '../../db/on-database.ts';
import type { User } from '../../domain/people/users.ts';
import { overCapacityAfterFreeing } from './attendances.sql.ts';
import { GUEST_COLUMNS } from './guests.repository.ts';
import { isReopenable } from './invitation-claims.sql.ts';
import { isWithdrawn } from './invitations.sql.ts';

/**
 * The invitations of erased users. An invitation names the users who are barred from it by their
 * ids, and erased ones by the hash of their messenger id in `erased_people`.
 */
export class ErasedInvitationsRepository extends OnDatabase {
  /**
   * The conferences, by id, at which an erasure reopens invitations: those that are not over, where
   * the user claimed an invitation by username or by a code and has not checked in.
   */
  async listReopenable(userId: number, now: string): Promise<number[]> {
    return this.db('registrations as i')
      .join('conferences as c', 'c.id', 'i.conference_id')
      .join('registrations as a', (on) => {
        on.on('a.conference_id', 'i.conference_id').on('a.user_id', 'i.claimant_id');
      })
      .where({ 'i.claimant_id': userId })
      .whereRaw(`${isReopenable('i')} and not (${isWithdrawn('i')})`)
      .where('c.ends_at', '>', now)
      .whereNot('a.status', 'checked_in')
      .distinct()
      .orderBy('i.conference_id')
      .pluck('i.conference_id');
  }

  /**
   * Deletes what identifies a user as a guest: in their own registrations, the others that they have
   * claimed, and the open ones with their messenger id. Requires the locks of the conferences at
   * which one of these holds a seat.
   *
   * @returns the ids of the conferences that have more free seats now
   */
  async deleteAllOf({ id, messenger_id }: Pick<User, 'id' | 'messenger_id'>): Promise<number[]> {
    const { rows } = await this.db.raw<{ rows: { id: number }[] }>(
      `with emptied as (
         update registrations
            set ${GUEST_COLUMNS.map((column) => `${column} = null`).join(', ')}, is_walk_in = false,
                barred_user_ids = '{}', barred_hashes = '{}'
          where user_id = :id and claimant_id = :id
         returning id, conference_id
       ), gone as (
         insert into gone_rows (kind, gone_id, conference_id)
         select 'guest', id, conference_id from emptied
       ), deleted as (
         delete from registrations
          where user_id is null
            and (claimant_id = :id or status <> 'cancelled' and messenger_id = :messenger_id)
         returning conference_id, holds_seat(status) as has_seat
       )
       update conferences c
          set invited_count = c.invited_count - freed.count,
              over_capacity_count = ${overCapacityAfterFreeing('freed.count')}
         from (select conference_id, count(*) from deleted where has_seat
                group by conference_id) freed
        where c.id = freed.conference_id
       returning c.id`,
      { id, messenger_id },
    );
    return rows.map((row) => row.id);
  }

  /** Names an erased user by their hash wherever they are barred. */
  async updateBarsOfErased(userId: number, messengerHash: string): Promise<void> {
    await this.db.raw(
      `update registrations i
          set barred_user_ids = array_remove(i.barred_user_ids, :userId::bigint),
              barred_hashes = array_append(i.barred_hashes, :messengerHash::text)
         from (select id from registrations
                where barred_user_ids <> '{}' and barred_user_ids @> array[:userId::bigint]
                order by id for no key update) barring
        where i.id = barring.id`,
      { userId, messengerHash },
    );
  }

  /** Bars the new account of an erased user, by its hashes under every key, as the old one was. */
  async updateBarsOfReturned(userId: number, messengerHashes: readonly string[]): Promise<void> {
    await this.db.raw(
      `update registrations i
          set barred_user_ids = array_append(i.barred_user_ids, :userId::bigint),
              barred_hashes = array(select hash from unnest(i.barred_hashes) hash
                                     where hash <> all(:messengerHashes::text[]))
         from (select id from registrations
                where barred_hashes <> '{}' and barred_hashes && :messengerHashes::text[]
                order by id for no key update) barring
        where i.id = barring.id`,
      { userId, messengerHashes: [...messengerHashes] },
    );
  }
}
