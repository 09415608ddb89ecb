import { OnDatabase } from '../../db/on-database.ts';
import type { CodedInvitation } from '../../domain/attendance/guests.ts';
import { claimColumns, isInvitation } from './invitations.sql.ts';

/** The invitations that codes at the door name, of any status. */
export class GuestCodesRepository extends OnDatabase {
  async find(conferenceId: number, id: number): Promise<CodedInvitation | undefined> {
    return this.#invitations(conferenceId).where({ id }).first();
  }

  /** By the hashes of a code of a ticket shop: that of its list, or the one on its ticket. */
  async findByShopCode(
    conferenceId: number,
    hashes: readonly string[],
  ): Promise<CodedInvitation | undefined> {
    const of = { hashes: [...hashes] };
    return this.#invitations(conferenceId)
      .whereRaw(
        '(ticket_code_hash = any(:hashes::text[]) or scan_code_hash = any(:hashes::text[]))',
        of,
      )
      .orderByRaw('ticket_code_hash = any(:hashes::text[]) desc nulls last', of)
      .first();
  }

  #invitations(conference_id: number) {
    return this.db('registrations as i')
      .where({ conference_id })
      .whereRaw(isInvitation('i'))
      .select<CodedInvitation[]>(
        'id',
        'conference_id',
        'queue_number',
        this.db.raw(claimColumns('i')),
      );
  }
}
