import { OnDatabase } from '../../db/on-database.ts';
import type { Changes } from '../../domain/changes.ts';
import { CLAIM_HOURS, type OwnGuest } from '../../domain/registration/own-guests.ts';
import type { GuestInput } from '../../domain/registration/wishes.ts';

const COLUMNS = `id as registration_id, first_name, last_name, company, status, claim_epoch,
  claimed_at is not null as is_claimed`;

/** What a user wants for the guests whom they bring along. */
interface NewGuests {
  readonly conferenceId: number;
  readonly invited_by: number;
  readonly guests: readonly GuestInput[];
  /** The first of them have a seat, the others wait. */
  readonly seats: number;
}

/** A guest who lost their seat since they did not claim it in time. */
export interface LapsedGuest {
  readonly id: number;
  readonly invited_by: number;
  readonly name: string;
}

/** The guests whom users bring along: registrations without a user and without a key. */
export class OwnGuestsRepository extends OnDatabase {
  /** Guests of a user that are not withdrawn, the first one first. */
  async list(conference_id: number, invited_by: number): Promise<OwnGuest[]> {
    return this.#of(conference_id, invited_by).orderBy('id').select(this.db.raw(COLUMNS));
  }

  /** As `list`, one. */
  async find(conference_id: number, invited_by: number, id: number): Promise<OwnGuest | undefined> {
    return this.#of(conference_id, invited_by).where({ id }).first(this.db.raw(COLUMNS));
  }

  /** Inserts guests in their order, and counts the seats. Requires the lock of the conference. */
  async insertMany({ conferenceId, invited_by, guests, seats }: NewGuests): Promise<void> {
    await this.db.raw(
      `with given as (
         select * from rows from (jsonb_to_recordset(:guests::jsonb)
           as (first_name text, last_name text, company text))
           with ordinality as g (first_name, last_name, company, n)
       ), inserted as (
         insert into registrations
           (conference_id, invited_by, first_name, last_name, company, ticket_type, status)
         select :conferenceId, :invited_by, g.first_name, g.last_name, g.company, own.ticket_type,
                case when g.n <= :seats then 'registered' else 'waitlisted' end
           from given g
           left join registrations own on own.conference_id = :conferenceId and own.user_id = :invited_by
          order by g.n
         returning status
       )
       update conferences
          set invited_count = invited_count + (select count(*) from inserted where holds_seat(status))
        where id = :conferenceId`,
      { conferenceId, invited_by, seats, guests: JSON.stringify(guests) },
    );
  }

  /** The ids of the guests of users who have not claimed their registration. */
  async listUnclaimedIds(conference_id: number, userIds: readonly number[]): Promise<number[]> {
    return this.db('registrations')
      .where({ conference_id, user_id: null })
      .whereNot('status', 'cancelled')
      .whereRaw('invited_by = any(?::bigint[])', [[...userIds]])
      .orderBy('id')
      .pluck('id');
  }

  async update(conference_id: number, id: number, changes: Changes<GuestInput>): Promise<void> {
    await this.db('registrations').where({ conference_id, id }).update(changes);
  }

  /** For an erasure: forgets who brought guests along, and who gave a registration away that is claimed. */
  async updateInviterErased(user_id: number): Promise<void> {
    await this.db('registrations').where({ invited_by: user_id }).update({ invited_by: null });
    await this.db('registrations')
      .where({ transferred_by: user_id })
      .whereNotNull('user_id')
      .update({ transferred_by: null });
  }

  /** Conferences to come at which guests have to claim their registration by now, or lose it. */
  async listDueConferences(now: string): Promise<number[]> {
    const { rows } = await this.db.raw<{ rows: { id: number }[] }>(
      `select c.id from conferences c
        where c.guests_per_person > 0 and c.status = 'published' and c.ends_at > :now
          and ${CLAIM_BY} <= :now
          and exists (select from registrations r where r.conference_id = c.id and ${UNCLAIMED})
        order by c.id`,
      { now },
    );
    return rows.map(({ id }) => id);
  }

  /** The guests of a conference who have not claimed their registration. Requires its lock. */
  async listLapsed(conference_id: number): Promise<LapsedGuest[]> {
    return this.db('registrations as r')
      .where({ conference_id })
      .whereRaw(UNCLAIMED)
      .orderBy('id')
      .select('id', 'invited_by', this.db.raw(`concat_ws(' ', first_name, last_name) as name`));
  }

  #of(conference_id: number, invited_by: number) {
    return this.db('registrations')
      .where({ conference_id, invited_by })
      .whereRaw(`(user_id is not null or status <> 'cancelled')`);
  }
}

/** SQL for when guests of a conference `c` lose what they have not claimed. */
const CLAIM_BY = `coalesce(c.guest_claim_by,
  c.starts_on::timestamp at time zone c.timezone - interval '${CLAIM_HOURS} hours')`;
const UNCLAIMED = `r.invited_by is not null and r.user_id is null
  and r.status in ('registered', 'waitlisted')`;
