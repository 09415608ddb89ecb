import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { Administrator } from '../../domain/administration/administrators.ts';
import type { Attendable } from '../../domain/attendance/attendables.ts';
import {
  bestFirst,
  type DoorPerson,
  doorPerson,
  MAX_CHECK_IN_MATCHES,
  OFFLINE_CODE_BYTES,
  type OfflineCursor,
  type OfflineGuest,
  type OfflineSeat,
  offlineGuestRow,
  offlineListText,
  offlineRow,
  type Roster,
  WHOLE_OFFLINE_LIST,
} from '../../domain/attendance/offline-attendee-lists.ts';
import { TICKET_VERSION } from '../../domain/attendance/tickets.ts';
import { notFound } from '../../errors.ts';
import { deriveKey } from '../../lib/derived-keys.ts';
import type { ReadModels, Store } from '../../repositories/store.ts';
import { type Attendables, findExisting } from './attendables.service.ts';
import type { CodedSeat } from './seat-codes.service.ts';

interface Deps {
  readonly store: Store;
  readonly attendables: Attendables<Attendable & AttendableStatus>;
  readonly offlineListsOf: (read: ReadModels) => Pick<ReadModels['eventOfflineLists'], 'list'>;
  /** The code of a seat at the attendable with this id. */
  readonly codeOf: (id: number, seat: CodedSeat) => string;
  /** The first one signs tickets, and makes the keys of rosters. */
  readonly secrets: readonly string[];
}

/** What says that an event or a conference is cancelled. */
interface AttendableStatus {
  readonly status: string;
  /** Of an event only. */
  readonly conference_id?: number | null;
}

/** The rosters with which devices at the door of events, or of conferences, decide while they are offline. */
export class OfflineAttendeeListsService {
  readonly #deps: Deps;
  readonly #key: Buffer;

  constructor(deps: Deps) {
    this.#deps = deps;
    const [secret] = deps.secrets;
    if (secret === undefined) throw new Error('no secret for rosters');
    this.#key = deriveKey(secret, 'rosters').bytes;
  }

  /**
   * The roster from its start, or what changed since a cursor. A cursor of another key starts over,
   * since the codes that the device has were made with that key.
   *
   * The same holds for one of another checkpoint, which has other keys.
   *
   * @throws AppError NOT_FOUND also for a checkpoint that is retired or of another conference
   */
  async page(
    by: Administrator,
    id: number,
    {
      cursor,
      limit,
      checkpoint_id,
    }: { cursor: OfflineCursor | undefined; limit: number; checkpoint_id?: number | undefined },
  ): Promise<Roster> {
    const attendable = await findExisting(this.#deps.attendables, this.#deps.store, id);
    if (checkpoint_id !== undefined) {
      const of = { id: checkpoint_id, conference_id: id };
      if (!(await this.#deps.store.checkpoints.find(of)))
        throw notFound('checkpoint', 'checkpoint_id');
    }
    const key = this.#keyOf(by, id, checkpoint_id);
    const position = cursor?.key_id === key.id ? cursor : WHOLE_OFFLINE_LIST;
    const lists = this.#deps.offlineListsOf(this.#deps.store.read);
    const page = await lists.list(id, position, { limit, checkpointId: checkpoint_id ?? null });
    const { seats, gone, guests, goneGuests, next, isLast } = page;
    const hashed = (seat: CodedSeat) => offlineCode(this.#deps.codeOf(id, seat), key.object);
    const codeOf = (seat: OfflineSeat) => hashed({ ...seat, invitation_id: null });
    // A guest who claimed the seat keeps the code on the badge.
    const codeOfGuest = (guest: OfflineGuest) => hashed({ ...guest, user_id: null });
    return {
      key: key.text,
      starts_over: position.since === null && position.as_of === null,
      is_cancelled: await this.#isCancelled(attendable),
      rows: seats.map((seat) => offlineRow(seat, codeOf)),
      gone,
      guests: guests.map((guest) => offlineGuestRow(guest, codeOfGuest)),
      gone_guests: goneGuests,
      has_more: !isLast,
      cursor: { ...next, key_id: key.id },
    };
  }

  async #isCancelled({ status, conference_id = null }: AttendableStatus): Promise<boolean> {
    if (status === 'cancelled' || conference_id === null) return status === 'cancelled';
    return (await this.#deps.store.conferences.find(conference_id))?.status === 'cancelled';
  }

  /** A key for each credential, attendable and checkpoint, so that no two devices can compare their codes. */
  #keyOf({ key, session_id }: Administrator, id: number, checkpointId: number | undefined) {
    const credential = session_id === null ? `key ${key}` : `session ${session_id}`;
    // With the version of new tickets, since each version has other codes.
    const at = checkpointId === undefined ? '' : ` checkpoint ${checkpointId}`;
    const of = `${credential} ${this.#deps.attendables.noun} ${id} tickets ${TICKET_VERSION}${at}`;
    const bytes = createHmac('sha256', this.#key).update(of).digest();
    return {
      id: hash('sha256', bytes, 'hex').slice(0, 8),
      text: bytes.toString('base64url'),
      object: createSecretKey(bytes),
    };
  }
}

/** The keyed hash by which a device recognizes a code. */
const offlineCode = (code: string, key: KeyObject): string =>
  createHmac('sha256', key)
    .update(offlineListText(code))
    .digest()
    .toString('base64url', 0, OFFLINE_CODE_BYTES);

/** The matches that are ranked, the earliest registrations. */
const RANKED = 100;

/** Finds people at the door of a conference who have no code at hand. */
export class CheckInSearchService {
  readonly #store: Store;

  constructor({ store }: { store: Store }) {
    this.#store = store;
  }

  /**
   * Attendees, guests and walk-ins whose name or company has the words of `q`, the best matches first;
   * if nobody has, those with similar words. Nobody without `q`. At most `MAX_CHECK_IN_MATCHES`.
   *
   * @throws AppError NOT_FOUND
   */
  async search(conferenceId: number, q: string | undefined): Promise<readonly DoorPerson[]> {
    if (!(await this.#store.conferences.find(conferenceId))) throw notFound('conference');
    if (q === undefined) return [];
    const filter = { status: 'all', q, sort: 'registered_at' } as const;
    const first = { page: 1, limit: RANKED, isUncounted: true } as const;
    const { rows } = await this.#store.search(q, (read) =>
      read.adminConferenceAttendees.list(conferenceId, filter, first),
    );
    const found = bestFirst(
      rows.map((row) => doorPerson(row)),
      q,
    ).slice(0, MAX_CHECK_IN_MATCHES);
    const scans = await this.#store.read.checkpointScans.listLatest(conferenceId, {
      userIds: found.flatMap(({ user }) => user?.id ?? []),
      guestIds: found.flatMap(({ invitation }) => invitation?.id ?? []),
    });
    return found.map((person) => ({
      ...person,
      checkpoint:
        scans.find(({ user_id, registration_id }) =>
          person.user ? user_id === person.user.id : registration_id === person.invitation?.id,
        )?.checkpoint ?? null,
    }));
  }
}
