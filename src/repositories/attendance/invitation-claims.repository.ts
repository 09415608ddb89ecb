import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { preparedQuery } from '../../db/statement.ts';
import type { ClaimProof } from '../../domain/attendance/claim-marks.ts';
import type { ClaimedSeat, ConferenceClaims } from '../../domain/attendance/claims.ts';
import type { InvitationKey } from '../../domain/attendance/invitations.ts';
import type { User } from '../../domain/people/users.ts';
import { CLAIM, CLAIM_BY_CODE, isReopenable, REOPENING } from './invitation-claims.sql.ts';
import { isOpenTo, isWithdrawn } from './invitations.sql.ts';

interface Admission {
  /** The number of free seats; null means unlimited. */
  readonly spots: number | null;
  readonly now: string;
}

type Claimant = Pick<User, 'id' | 'messenger_id' | 'username'>;

const LIST_OPEN = preparedQuery<Claimant, InvitationKey>((db, { id, messenger_id, username }) =>
  db.raw(
    `select i.id, i.conference_id
       from registrations i
       join conferences c on c.id = i.conference_id and c.status <> 'cancelled'
      where ${isOpenTo('i', ':id')} and i.messenger_id = :messenger_id
     union all
     select i.id, i.conference_id
       from registrations i
       join conferences c on c.id = i.conference_id and c.status <> 'cancelled'
      where ${isOpenTo('i', ':id')} and i.messenger_id is null and lower(i.username) = lower(:username)
     order by conference_id, id`,
    { id, messenger_id, username },
  ),
);

/**
 * Who claims the invitations of guests, whose claim is taken back, and who is barred from one: users by
 * their ids, and erased ones by the hash of their messenger id in `erased_people`.
 */
export class InvitationClaimsRepository extends OnDatabase {
  /** The open invitations of a user to conferences that are not cancelled, ordered by conference. */
  async listOpenFor({ id, messenger_id, username }: Claimant): Promise<InvitationKey[]> {
    return LIST_OPEN.rows(this.db, { id, messenger_id, username });
  }

  /** The open invitations of a conference whose people are users now, oldest first. */
  async listClaimable(conferenceId: number): Promise<InvitationKey[]> {
    const { rows } = await this.db.raw<{ rows: InvitationKey[] }>(
      `select i.id, i.conference_id
         from registrations i
         join users u on u.messenger_id = i.messenger_id
        where i.conference_id = :conferenceId and ${isOpenTo('i', 'u.id')}
       union
       select i.id, i.conference_id
         from registrations i
         join users u on lower(u.username) = lower(i.username)
        where i.conference_id = :conferenceId and ${isOpenTo('i', 'u.id')} and i.messenger_id is null
       order by id`,
      { conferenceId },
    );
    return rows;
  }

  /**
   * Claims those of the invitations that are still open and whose people are users: registers the
   * users, with the seat of the invitation if it holds one. An invitation by messenger id also
   * fills empty profile fields. An invitation by username fills none and marks the attendance,
   * since anyone can take a username that is free. Requires the lock of the conference.
   *
   * @returns the places that users got, and the number of seats that became free, because their
   *   user has one or has cancelled
   */
  async updateClaimed(
    conferenceId: number,
    ids: readonly number[],
    { spots, now }: Admission,
  ): Promise<Omit<ConferenceClaims, 'conference'>> {
    const { rows } = await this.db.raw<{ rows: Omit<ConferenceClaims, 'conference'>[] }>(CLAIM, {
      conferenceId,
      ids: [...ids],
      spots,
      now,
    });
    return onlyRow(rows);
  }

  /**
   * Claims an open invitation. Requires the locks of the conference and of the invitation.
   *
   * @param of.mark of the attendance; null keeps it without one
   */
  async updateClaimedByCode(of: {
    readonly conferenceId: number;
    readonly id: number;
    readonly userId: number;
    readonly proof: ClaimProof | null;
    readonly now: string;
    readonly seat: ClaimedSeat;
  }): Promise<void> {
    const { seat, ...ids } = of;
    await this.db.raw(CLAIM_BY_CODE, { ...ids, ...seat, mark: of.proof });
  }

  /** Whether the user has claimed another invitation of the conference. */
  async findOther(conference_id: number, claimant_id: number, id: number): Promise<boolean> {
    const found = await this.db('registrations as i')
      .where({ conference_id, claimant_id })
      .whereRaw(`not (${isWithdrawn('i')})`)
      .whereNot({ id })
      .first('id');
    return found !== undefined;
  }

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
      .whereRaw(isReopenable('i'))
      .where('c.ends_at', '>', now)
      .whereNot('a.status', 'checked_in')
      .distinct()
      .orderBy('i.conference_id')
      .pluck('i.conference_id');
  }

  /** Whether a claim of a user can be taken back. Requires the lock of the conference. */
  async findReopenable(conference_id: number, claimant_id: number): Promise<boolean> {
    const found = await this.db('registrations as i')
      .where({ conference_id, claimant_id })
      .whereRaw(isReopenable('i'))
      .first('id');
    return found !== undefined;
  }

  /**
   * Reopens the invitations that a user claimed by username or by a code: the first of a conference gets the
   * seat or the place of their registration, which ends. The user can never claim them again. Requires
   * the locks of the conferences.
   */
  async updateReopened(
    userId: number,
    conferenceIds: readonly number[],
    reopened_at: string,
  ): Promise<void> {
    await this.db.raw(REOPENING, { userId, conferenceIds: [...conferenceIds], reopened_at });
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
