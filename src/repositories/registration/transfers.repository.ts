import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { OpenTransfer, TransferFacts } from '../../domain/registration/transfers.ts';

type Of = { readonly conferenceId: number; readonly userId: number };

const FACTS = `
  select coalesce(holds_seat(own.status), false) as has_seat,
         coalesce(own.status = 'checked_in', false) as is_checked_in,
         own.source_id is not null or own.ticket_code_hash is not null as is_of_shop,
         (select count(*) from registrations g
           where g.conference_id = :conferenceId and g.invited_by = :userId
             and g.user_id is null and g.status <> 'cancelled') as unclaimed_guests,
         (select count(*) from registrations g
           where g.conference_id = :conferenceId and g.transferred_by = :userId
             and g.user_id is not null) as given_before
    from (select) as one
    left join registrations own on own.conference_id = :conferenceId and own.user_id = :userId`;

/** SQL that moves a seat between the counts of users and of guests. */
const counted = (users: '+ 1' | '- 1', guests: '+ 1' | '- 1', moved: string) => `
  update conferences set attendee_count = attendee_count ${users}, invited_count = invited_count ${guests}
   where id = :conferenceId and exists (select from ${moved})`;

/** Registrations that users give to another person. Every change requires the lock of the conference. */
export class TransfersRepository extends OnDatabase {
  async findFacts(of: Of): Promise<TransferFacts> {
    const { rows } = await this.db.raw<{ rows: TransferFacts[] }>(FACTS, { ...of });
    return onlyRow(rows);
  }

  /** The registration of the user that waits for another person. */
  async findOpen({ conferenceId, userId }: Of): Promise<OpenTransfer | undefined> {
    return this.db('registrations')
      .where({ conference_id: conferenceId, transferred_by: userId, user_id: null })
      .whereNot('status', 'cancelled')
      .first('id as registration_id', 'claim_epoch');
  }

  /** Of these users, those who have given their registration away, and wait for its person. */
  async listGivers(conference_id: number, userIds: readonly number[]): Promise<number[]> {
    return this.db('registrations')
      .where({ conference_id, user_id: null })
      .whereNot('status', 'cancelled')
      .whereRaw('transferred_by = any(?::bigint[])', [[...userIds]])
      .pluck('transferred_by');
  }

  /** Keeps seat and ticket type; codes signed before end with the queue number and the epoch. */
  async updateGiven(of: Of): Promise<OpenTransfer> {
    const { rows } = await this.db.raw<{ rows: OpenTransfer[] }>(
      `with given as (
         update registrations
            set user_id = null, transferred_by = :userId, registered_at = null, claimed_by = null,
                claimant_id = null, claimed_at = null, claimed_with = null, desk_note = null,
                first_name = null, last_name = null, company = null, job_title = null,
                messenger_id = null, username = null, email_hash = null, email_encrypted = null,
                claim_epoch = claim_epoch + 1, queue_number = nextval('attendance_queue'),
                version = version + 1
          where conference_id = :conferenceId and user_id = :userId
         returning id as registration_id, claim_epoch
       ), counted as (${counted('- 1', '+ 1', 'given')})
       select * from given`,
      { ...of },
    );
    return onlyRow(rows);
  }

  /** Gives the registration back; a cancelled one of the giver's own makes room. */
  async updateTakenBack(of: Of & { readonly now: string }): Promise<void> {
    await this.db('registrations')
      .where({ conference_id: of.conferenceId, user_id: of.userId, status: 'cancelled' })
      .delete();
    await this.db.raw(
      `with back as (
         update registrations
            set user_id = :userId, transferred_by = null, registered_at = :now,
                claim_epoch = claim_epoch + 1, version = version + 1
          where conference_id = :conferenceId and transferred_by = :userId and user_id is null
            and status <> 'cancelled'
         returning id
       ) ${counted('+ 1', '- 1', 'back')}`,
      { ...of },
    );
  }

  /** Transfers that nobody has claimed at the start of their conference. */
  async listUnclaimedAtStart(now: string, limit: number): Promise<Of[]> {
    const { rows } = await this.db.raw<{ rows: Of[] }>(
      `select r.conference_id as "conferenceId", r.transferred_by as "userId"
         from registrations r join conferences c on c.id = r.conference_id
        where r.transferred_by is not null and r.user_id is null and r.status <> 'cancelled'
          and c.starts_on::timestamp at time zone c.timezone <= :now and c.ends_at > :now
        order by r.id limit :limit`,
      { now, limit },
    );
    return rows;
  }
}
