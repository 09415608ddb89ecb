import type {
  Attendable,
  RegistrationSetup,
  RegistrationState,
} from '../../domain/attendance/attendables.ts';
import {
  type Attendance,
  holdsSeat,
  type OwnAttendance,
} from '../../domain/attendance/attendances.ts';
import {
  type Conference,
  conferenceRegistration,
  conferenceSeatsPeople,
} from '../../domain/programme/conferences.ts';
import { type Event, registrationState, seatsPeople } from '../../domain/programme/events.ts';
import type { RequestOwner } from '../../domain/registration/seat-requests.ts';
import { AppError, conflict, notFound } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** Notifies users whose seats were changed by others. */
export interface SeatNotifier {
  eventPromoted(tx: Tx, event: Event, userIds: readonly number[]): Promise<void>;
  conferencePromoted(tx: Tx, conference: Conference, userIds: readonly number[]): Promise<void>;
  seatsChanged(
    tx: Tx,
    of: { event: Event } | { conference: Conference },
    change: SeatChange,
  ): Promise<void>;
  registrationsRejected(
    tx: Tx,
    of: { event: Event } | { conference: Conference },
    rejection: Rejection,
  ): Promise<void>;
}

/** The users whose requests the organizers rejected, and their words. */
export interface Rejection {
  readonly userIds: readonly number[];
  readonly reason: string | null;
}

/** Seats, or places on the waitlist, that an administrator gave or took. */
export interface SeatChange {
  readonly userIds: readonly number[];
  readonly type: 'seat_given' | 'seat_taken';
  readonly status: Attendance['status'];
}

/** The attendances of the events of a conference. */
interface EventSeats {
  cancelAllOf(tx: Tx, userIds: readonly number[], conferenceId: number): Promise<void>;
  lockAttendedBy(tx: Tx, userIds: readonly number[], conferenceId: number): Promise<unknown>;
}

/** The state that decides a request to attend, as read at one moment. */
export interface RegistrationContext {
  readonly registration: RegistrationState;
  /** The columns of the attendable that decided. */
  readonly seen: Attendable &
    RegistrationSetup &
    Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly attendance: OwnAttendance;
}

/** The differences between events and conferences as attendables. */
export interface Attendables<A extends Attendable> {
  readonly noun: 'event' | 'conference';
  readonly endedCode: 'EVENT_ENDED' | 'CONFERENCE_ENDED';
  readonly fullCode: 'EVENT_FULL' | 'CONFERENCE_FULL';
  readonly cancelledCode: 'EVENT_CANCELLED' | 'CONFERENCE_CANCELLED';
  attendancesIn(
    repositories: Pick<Tx, 'eventAttendances' | 'conferenceAttendances'>,
  ): Tx['eventAttendances'];
  checkInsIn(repositories: Pick<Tx, 'eventCheckIns' | 'conferenceCheckIns'>): Tx['eventCheckIns'];
  /** Reads single rows of the administrators' attendee list. */
  attendeesIn(tx: Tx): Pick<Tx['read']['adminEventAttendees'], 'findAttendee'>;
  /** Finds an attendable of any status. */
  find(repositories: Pick<Tx, 'events' | 'conferences'>, id: number): Promise<A | undefined>;
  /** The column by which requests for a seat name the attendable. */
  requestOwner(id: number): RequestOwner;
  /** Locks an attendable of any status. */
  lock(tx: Tx, id: number): Promise<A | undefined>;
  /** Locks a public attendable: no draft, no pending or rejected event. */
  lockPublic(tx: Tx, id: number): Promise<A | undefined>;
  /**
   * Locks, by ascending id, the attendables that one of the users attends and that have not ended;
   * only events of one conference if it is given.
   */
  lockAttendedBy(
    tx: Tx,
    userIds: readonly number[],
    now: string,
    conferenceId?: number,
  ): Promise<A[]>;
  /** The user's attendance of a public attendable; undefined if there is no such attendable. */
  findAttendance(store: Store, userId: number, id: number): Promise<OwnAttendance | undefined>;
  /** Without a lock; undefined if there is no such public attendable. */
  findRegistrationContext(
    store: Store,
    of: { userId: number; id: number; now: Date },
  ): Promise<RegistrationContext | undefined>;
  registrationState(attendable: A, now: Date): RegistrationState;
  /** Whether free seats are given to the waitlist: not if it is cancelled, archived or over. */
  canPromote(attendable: A, now: Date): boolean;
  notifyPromoted(tx: Tx, attendable: A, userIds: readonly number[]): Promise<void>;
  notifySeats(tx: Tx, attendable: A, change: SeatChange): Promise<void>;
  /** Notifies users whose request for a seat the organizers have rejected. */
  notifyRejected(tx: Tx, attendable: A, rejection: Rejection): Promise<void>;
  /**
   * Keeps the user's right to attend until the end of the transaction.
   *
   * @throws AppError CONFERENCE_CANCELLED for an event of a cancelled conference;
   *   REGISTRATION_CLOSED for one of an archived conference; REGISTRATION_REQUIRED for one of a
   *   conference that admits registered attendees only
   */
  checkAccess(tx: Tx, attendable: A, userId: number): Promise<void>;
  /**
   * Cancels what depended on the attendances of the users, and withdraws the guests whom they brought along.
   * Returns the attendable after it.
   */
  giveUpWith(tx: Tx, attendable: A, userIds: readonly number[]): Promise<A>;
  /** Locks what `giveUpWith` changes, before the attendances of the users: the lock order. */
  lockGivenUpWith(tx: Tx, attendable: A, userIds: readonly number[]): Promise<void>;
  /**
   * @throws AppError EVENT_CANCELLED; CONFERENCE_CANCELLED also for an event of a cancelled conference;
   *   CONFLICT for an event that is not approved
   */
  checkTakesPlace(tx: Tx, attendable: A): Promise<void>;
}

/** @throws AppError NOT_FOUND */
export async function findExisting<A extends Attendable>(
  { noun, find }: Attendables<A>,
  repositories: Pick<Tx, 'events' | 'conferences'>,
  id: number,
): Promise<A> {
  const attendable = await find(repositories, id);
  if (!attendable) throw notFound(noun);
  return attendable;
}

/** As `findExisting`, and locks the row. @throws AppError NOT_FOUND */
export async function lockExisting<A extends Attendable>(
  { noun, lock }: Attendables<A>,
  tx: Tx,
  id: number,
): Promise<A> {
  const attendable = await lock(tx, id);
  if (!attendable) throw notFound(noun);
  return attendable;
}

/** For a seat that is not free, which an administrator did not ask for beyond the capacity. */
export const fullError = ({
  noun,
  fullCode,
}: Pick<Attendables<Attendable>, 'noun' | 'fullCode'>): AppError =>
  new AppError(fullCode, `This ${noun} is full; over_capacity: true gives a seat anyway`);

const ofCancelledConference = () =>
  new AppError('CONFERENCE_CANCELLED', 'The conference of this event is cancelled');

export const eventAttendables = (notifications: SeatNotifier): Attendables<Event> => ({
  noun: 'event',
  endedCode: 'EVENT_ENDED',
  fullCode: 'EVENT_FULL',
  cancelledCode: 'EVENT_CANCELLED',
  attendancesIn: (repositories) => repositories.eventAttendances,
  checkInsIn: (repositories) => repositories.eventCheckIns,
  attendeesIn: (tx) => tx.read.adminEventAttendees,
  find: (repositories, id) => repositories.events.find(id),
  requestOwner: (event_id) => ({ event_id }),
  lock: (tx, id) => tx.events.lockWithConferenceStatus(id),
  lockPublic: (tx, id) => tx.events.lockPublic(id),
  lockAttendedBy: (tx, userIds, now, conferenceId) =>
    tx.events.lockAttendedBy(userIds, now, conferenceId),
  findAttendance: async (store, userId, id) =>
    (await store.read.events.findWithAttendance(userId, id))?.attendance,
  async findRegistrationContext(store, { userId, id, now }) {
    const found = await store.read.events.findRegistrationContext(userId, id);
    if (!found) return undefined;
    const { attendance, ...seen } = found;
    return { registration: registrationState(seen, now), seen, attendance };
  },
  registrationState: registrationState,
  canPromote: seatsPeople,
  notifyPromoted: (tx, event, userIds) => notifications.eventPromoted(tx, event, userIds),
  notifySeats: (tx, event, change) => notifications.seatsChanged(tx, { event }, change),
  notifyRejected: (tx, event, rejection) =>
    notifications.registrationsRejected(tx, { event }, rejection),
  async checkAccess(tx, { conference_id }, userId) {
    if (conference_id === null) return;
    const conference = await tx.conferences.find(conference_id);
    if (conference?.status === 'cancelled') throw ofCancelledConference();
    if (conference?.status === 'archived')
      throw new AppError('REGISTRATION_CLOSED', 'The conference of this event is archived');
    if (conference?.event_access !== 'registered') return;
    const status = await tx.conferenceAttendances.lockStatus(conference_id, userId);
    if (status !== undefined && holdsSeat(status)) return;
    throw new AppError(
      'REGISTRATION_REQUIRED',
      'Only attendees with a seat at the conference can attend its events',
    );
  },
  giveUpWith: async (_, event) => event,
  lockGivenUpWith: async () => {},
  async checkTakesPlace(tx, { status, conference_id }) {
    if (status === 'cancelled') throw new AppError('EVENT_CANCELLED', 'This event is cancelled');
    if (status !== 'approved')
      throw conflict(null, `This event is ${status}`, 'status', { status });
    const conference = conference_id !== null && (await tx.conferences.find(conference_id));
    if (conference && conference.status === 'cancelled') throw ofCancelledConference();
  },
});

export const conferenceAttendables = (
  notifications: SeatNotifier,
  { events, now }: { readonly events: EventSeats; readonly now: () => Date },
): Attendables<Conference> => ({
  noun: 'conference',
  endedCode: 'CONFERENCE_ENDED',
  fullCode: 'CONFERENCE_FULL',
  cancelledCode: 'CONFERENCE_CANCELLED',
  attendancesIn: (repositories) => repositories.conferenceAttendances,
  checkInsIn: (repositories) => repositories.conferenceCheckIns,
  attendeesIn: (tx) => tx.read.adminConferenceAttendees,
  find: (repositories, id) => repositories.conferences.find(id),
  requestOwner: (conference_id) => ({ conference_id }),
  lock: (tx, id) => tx.conferences.lock(id),
  lockPublic: (tx, id) => tx.conferences.lockPublic(id),
  lockAttendedBy: (tx, userIds, now) => tx.conferences.lockAttendedBy(userIds, now),
  findAttendance: async (store, userId, id) =>
    (await store.read.conferences.findRegistrationContext(userId, id))?.attendance,
  async findRegistrationContext(store, { userId, id, now }) {
    const found = await store.read.conferences.findRegistrationContext(userId, id);
    if (!found) return undefined;
    const { attendance, ...seen } = found;
    return { registration: conferenceRegistration(seen, now), seen, attendance };
  },
  registrationState: conferenceRegistration,
  canPromote: conferenceSeatsPeople,
  notifyPromoted: (tx, conference, userIds) =>
    notifications.conferencePromoted(tx, conference, userIds),
  notifySeats: (tx, conference, change) => notifications.seatsChanged(tx, { conference }, change),
  notifyRejected: (tx, conference, rejection) =>
    notifications.registrationsRejected(tx, { conference }, rejection),
  checkAccess: async () => {},
  async giveUpWith(tx, conference, userIds) {
    const { id, event_access, guests_per_person } = conference;
    if (event_access === 'registered') await events.cancelAllOf(tx, userIds, id);
    if (guests_per_person === 0) return conference;
    const guests = await tx.ownGuests.listUnclaimedIds(id, userIds);
    if (guests.length === 0) return conference;
    await tx.invitations.updateWithdrawn(id, guests, now().toISOString());
    return (await tx.conferences.lock(id)) ?? conference;
  },
  async lockGivenUpWith(tx, { id, event_access }, userIds) {
    if (event_access === 'registered') await events.lockAttendedBy(tx, userIds, id);
  },
  async checkTakesPlace(_tx, { status }) {
    if (status === 'cancelled')
      throw new AppError('CONFERENCE_CANCELLED', 'This conference is cancelled');
  },
});
