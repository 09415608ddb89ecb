import type { Page, PageRequest } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import type { Attendable } from '../../domain/attendance/attendables.ts';
import type {
  AttendeeIdentifier,
  ConferenceAttendeeIdentifier,
  Scan,
} from '../../domain/attendance/check-ins.ts';
import {
  type DoorGuest,
  type GuestAnswer,
  type GuestCheckIn,
  type GuestResult,
  guestScanResult,
} from '../../domain/attendance/guest-check-ins.ts';
import type {
  RecentCheckIn,
  RecentGuestCheckIn,
} from '../../domain/attendance/recent-check-ins.ts';
import {
  type CheckInAnswer,
  type CheckInResult,
  type ScanResult,
  scanResult,
} from '../../domain/attendance/scan-results.ts';
import type { SortPosition } from '../../domain/sorts.ts';
import { notFound } from '../../errors.ts';
import type { RecentCheckInsFilter } from '../../repositories/attendance/recent-check-ins.read-model.ts';
import type { ReadModels, Store } from '../../repositories/store.ts';
import type { Attendables } from './attendables.service.ts';
import {
  type CheckInStats,
  type CheckInsService,
  orRefusal,
  type UnreadableScan,
} from './check-ins.service.ts';
import type { GuestCheckInsService, NamedGuest } from './guest-check-ins.service.ts';
import { invalidTicket, type ScansService } from './scans.service.ts';

type DoorScan = Scan<ConferenceAttendeeIdentifier>;

interface Deps {
  readonly store: Store;
  readonly people: CheckInsService;
  readonly guests: GuestCheckInsService;
  readonly scans: ScansService;
}

/** The door of conferences: attendees, and guests who have an invitation and no account. */
export class ConferenceCheckInsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Checks in an attendee or a guest with a seat, as `CheckInsService.checkIn`. The code of a guest
   * who has claimed their invitation checks in their attendance.
   *
   * @throws AppError as `CheckInsService.checkIn`
   */
  async checkIn(
    by: Administrator,
    conferenceId: number,
    scan: DoorScan,
  ): Promise<CheckInAnswer | GuestAnswer> {
    const { attendee, ...of } = scan;
    return this.#with(by, conferenceId, attendee, {
      person: (person) =>
        this.#deps.people.checkIn(by, conferenceId, { ...scan, attendee: person }),
      guest: async (named) =>
        this.#deps.guests.checkIn(by, named, await this.#deps.scans.timed(by, of, conferenceId)),
    });
  }

  /** As `CheckInsService.checkInAll`. @throws AppError NOT_FOUND for the conference */
  async checkInAll(
    by: Administrator,
    conferenceId: number,
    sent: {
      readonly scans: readonly (DoorScan | UnreadableScan)[];
      readonly at: string | undefined;
    },
  ): Promise<(ScanResult & { readonly invitation?: DoorGuest })[]> {
    const scans = this.#deps.scans.ofClock(sent.scans, sent.at);
    await this.#find(conferenceId);
    const results: ScanResult[] = [];
    for (const scan of scans) {
      const answer = await orRefusal(scan, (valid) => this.checkIn(by, conferenceId, valid));
      results.push(
        'invitation' in answer
          ? guestScanResult(scan.nonce, answer)
          : scanResult(scan.nonce, answer),
      );
    }
    return results;
  }

  /** @throws AppError NOT_FOUND */
  async stats(conferenceId: number): Promise<CheckInStats> {
    const { expected, checked_in } = await this.#deps.people.stats(conferenceId);
    return {
      expected,
      checked_in: checked_in + (await this.#deps.store.guestCheckIns.count(conferenceId)),
    };
  }

  /** @throws AppError as `CheckInsService.undo` */
  async undo(
    by: Administrator,
    conferenceId: number,
    attendee: ConferenceAttendeeIdentifier,
  ): Promise<CheckInResult | GuestResult> {
    return this.#with(by, conferenceId, attendee, {
      person: (person) => this.#deps.people.undo(by, conferenceId, person),
      guest: (named) => this.#deps.guests.undo(by, named),
    });
  }

  /** A claim between the look-up and the change makes the guest an attendee: looks up again. */
  async #with<P, G>(
    by: Administrator,
    conferenceId: number,
    attendee: ConferenceAttendeeIdentifier,
    of: {
      readonly person: (person: AttendeeIdentifier) => Promise<P>;
      readonly guest: (named: NamedGuest) => Promise<G | undefined>;
    },
  ): Promise<P | G> {
    if ('user_id' in attendee) return of.person(attendee);
    if ('invitation_id' in attendee) await this.#find(conferenceId);
    const named = await this.#deps.guests.find(by, conferenceId, attendee);
    const answer = named && (await of.guest(named));
    if (answer) return answer;
    const found = named && (await this.#deps.guests.find(by, conferenceId, attendee));
    if (found) return of.person(claimantOf(found));
    return of.person('code' in attendee ? attendee : { code: '' });
  }

  async #find(conferenceId: number): Promise<void> {
    if (!(await this.#deps.store.conferences.find(conferenceId))) throw notFound('conference');
  }
}

/** @throws AppError TICKET_INVALID if the person has erased their account */
function claimantOf({ guest, isByCode }: NamedGuest): AttendeeIdentifier {
  const { claimed_by, claimed_at }: GuestCheckIn = guest;
  if (claimed_by === null || claimed_at === null) throw invalidTicket();
  return { user_id: claimed_by, ...(isByCode && { claimed_at }) };
}

type CheckInsOf<Row> = (read: ReadModels) => {
  list(
    attendableId: number,
    filter: RecentCheckInsFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<Row, SortPosition>>;
};

interface RecentCheckInsDeps<Row extends RecentCheckIn | RecentGuestCheckIn> {
  readonly store: Store;
  readonly attendables: Attendables<Attendable>;
  readonly checkInsOf: CheckInsOf<Row>;
}

/** Who arrived at events, or at conferences, and who checked them in. */
export class RecentCheckInsService<Row extends RecentCheckIn | RecentGuestCheckIn> {
  readonly #deps: RecentCheckInsDeps<Row>;

  constructor(deps: RecentCheckInsDeps<Row>) {
    this.#deps = deps;
  }

  /** @throws AppError NOT_FOUND */
  async list(
    attendableId: number,
    filter: RecentCheckInsFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<Row, SortPosition>> {
    const { noun, find } = this.#deps.attendables;
    if (!(await find(this.#deps.store, attendableId))) throw notFound(noun);
    return this.#deps.checkInsOf(this.#deps.store.read).list(attendableId, filter, request);
  }
}
