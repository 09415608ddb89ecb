import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { Administrator } from '../../domain/administration/administrators.ts';
import {
  ROSTER_CODE_BYTES,
  type Roster,
  type RosterCursor,
  type RosterGuest,
  type RosterSeat,
  rosterGuestRow,
  rosterRow,
  rosterText,
  WHOLE_ROSTER,
} from '../../domain/attendance/rosters.ts';
import { TICKET_VERSION } from '../../domain/attendance/tickets.ts';
import { notFound } from '../../errors.ts';
import { deriveKey } from '../../lib/derived-keys.ts';
import type { Store } from '../../repositories/store.ts';
import type { CodedSeat, SeatCodesService } from './seat-codes.service.ts';

/** The rosters with which devices at the door decide while they are offline. */
export class RostersService {
  readonly #store: Store;
  readonly #seatCodes: SeatCodesService;
  readonly #key: Buffer;

  /** @param deps.secrets the first one signs tickets, and makes the keys of rosters */
  constructor(deps: {
    store: Store;
    seatCodes: SeatCodesService;
    secrets: readonly string[];
  }) {
    const [secret] = deps.secrets;
    if (secret === undefined) throw new Error('no secret for rosters');
    this.#store = deps.store;
    this.#seatCodes = deps.seatCodes;
    this.#key = deriveKey(secret, 'rosters').bytes;
  }

  /**
   * The roster from its start, or what changed since a cursor. A cursor of another key starts over,
   * since the codes that the device has were made with that key.
   *
   * @throws AppError NOT_FOUND
   */
  async page(
    by: Administrator,
    conferenceId: number,
    { cursor, limit }: { cursor: RosterCursor | undefined; limit: number },
  ): Promise<Roster> {
    const conference = await this.#store.conferences.find(conferenceId);
    if (!conference) throw notFound('conference');
    const key = this.#keyOf(by, conferenceId);
    const position = cursor?.key_id === key.id ? cursor : WHOLE_ROSTER;
    const page = await this.#store.read.rosters.list(conferenceId, position, limit);
    const { seats, gone, guests, goneGuests, next, isLast } = page;
    const hashed = (seat: CodedSeat) =>
      rosterCode(this.#seatCodes.ofConference(conferenceId, seat), key.object);
    const codeOf = (seat: RosterSeat) => hashed({ ...seat, invitation_id: null });
    // A guest who claimed the seat keeps the code on the badge.
    const codeOfGuest = (guest: RosterGuest) => hashed({ ...guest, user_id: null });
    return {
      key: key.text,
      starts_over: position.since === null && position.as_of === null,
      is_cancelled: conference.status === 'cancelled',
      rows: seats.map((seat) => rosterRow(seat, codeOf)),
      gone,
      guests: guests.map((guest) => rosterGuestRow(guest, codeOfGuest)),
      gone_guests: goneGuests,
      has_more: !isLast,
      cursor: { ...next, key_id: key.id },
    };
  }

  /** A key for each credential and conference, so that no two devices can compare their codes. */
  #keyOf({ key, session_id }: Administrator, conferenceId: number) {
    const credential = session_id === null ? `key ${key}` : `session ${session_id}`;
    // With the version of new tickets, since each version has other codes.
    const of = `${credential} conference ${conferenceId} tickets ${TICKET_VERSION}`;
    const bytes = createHmac('sha256', this.#key).update(of).digest();
    return {
      id: hash('sha256', bytes, 'hex').slice(0, 8),
      text: bytes.toString('base64url'),
      object: createSecretKey(bytes),
    };
  }
}

/** The keyed hash by which a device recognizes a code. */
const rosterCode = (code: string, key: KeyObject): string =>
  createHmac('sha256', key)
    .update(rosterText(code))
    .digest()
    .toString('base64url', 0, ROSTER_CODE_BYTES);
