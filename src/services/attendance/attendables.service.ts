import type { Attendable, RegistrationState } from '../../domain/attendance/attendables.ts';
import type { Attendance } from '../../domain/attendance/attendances.ts';
import {
  type Conference,
  conferenceRegistration,
  conferenceSeatsPeople,
} from '../../domain/programme/conferences.ts';
import { type Event, registrationState, seatsPeople } from '../../domain/programme/events.ts';
import { AppError } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** Notifies users who were promoted from a waitlist. */
export interface PromotionNotifier {
  eventPromoted(tx: Tx, event: Event, userIds: readonly number[]): Promise<void>;
  conferencePromoted(tx: Tx, conference: Conference, userIds: readonly number[]): Promise<void>;
}

/** What decides a request to attend, as it was at one moment. */
export interface Standing {
  readonly registration: RegistrationState;
  /** The columns of the attendable that decided. */
  readonly seen: Attendable & Readonly<Record<string, string | number | null>>;
  readonly attendance: Attendance;
}

/** What differs between events and conferences as attendables. */
export interface Attendables<A extends Attendable> {
  readonly noun: 'event' | 'conference';
  readonly endedCode: 'EVENT_ENDED' | 'CONFERENCE_ENDED';
  readonly cancelledCode: 'EVENT_CANCELLED' | 'CONFERENCE_CANCELLED';
  attendancesIn(
    repositories: Pick<Tx, 'eventAttendances' | 'conferenceAttendances'>,
  ): Tx['eventAttendances'];
  /** The attendee list for administrators. */
  attendeesIn(store: Store): Store['read']['adminEventAttendees'];
  /** Finds an attendable of any status. */
  find(store: Store, id: number): Promise<A | undefined>;
  /** Locks an attendable of any status (FOR UPDATE). */
  lock(tx: Tx, id: number): Promise<A | undefined>;
  /** Locks a public attendable (FOR UPDATE): no draft, no pending or rejected event. */
  lockPublic(tx: Tx, id: number): Promise<A | undefined>;
  /** Locks, by ascending id, the attendables that the user attends and that have not ended. */
  lockAttendedBy(tx: Tx, userId: number, now: string): Promise<A[]>;
  /** The user's attendance of a public attendable; undefined if there is no such attendable. */
  findAttendance(store: Store, userId: number, id: number): Promise<Attendance | undefined>;
  /** Without a lock; undefined if there is no such public attendable. */
  findStanding(
    store: Store,
    of: { userId: number; id: number; now: Date },
  ): Promise<Standing | undefined>;
  registrationState(attendable: A, now: Date): RegistrationState;
  /** Whether free seats are given to the waitlist: not if it is cancelled, archived or over. */
  canPromote(attendable: A, now: Date): boolean;
  notifyPromoted(tx: Tx, attendable: A, userIds: readonly number[]): Promise<void>;
  /** @throws AppError CONFERENCE_CANCELLED for an event of a cancelled conference */
  checkAccess(tx: Tx, attendable: A): Promise<void>;
}

export const eventAttendables = (notifications: PromotionNotifier): Attendables<Event> => ({
  noun: 'event',
  endedCode: 'EVENT_ENDED',
  cancelledCode: 'EVENT_CANCELLED',
  attendancesIn: (repositories) => repositories.eventAttendances,
  attendeesIn: (store) => store.read.adminEventAttendees,
  find: (store, id) => store.events.find(id),
  lock: (tx, id) => tx.events.lock(id),
  lockPublic: (tx, id) => tx.events.lockPublic(id),
  lockAttendedBy: (tx, userId, now) => tx.events.lockAttendedBy(userId, now),
  findAttendance: async (store, userId, id) =>
    (await store.read.events.findWithAttendance(userId, id))?.attendance,
  async findStanding(store, { userId, id, now }) {
    const found = await store.read.events.findStanding(userId, id);
    if (!found) return undefined;
    const { attendance, ...seen } = found;
    return { registration: registrationState(seen, now), seen, attendance };
  },
  registrationState: registrationState,
  canPromote: seatsPeople,
  notifyPromoted: (tx, event, userIds) => notifications.eventPromoted(tx, event, userIds),
  async checkAccess(tx, { conference_id }) {
    const conference =
      conference_id === null ? undefined : await tx.conferences.find(conference_id);
    if (conference?.status !== 'cancelled') return;
    throw new AppError('CONFERENCE_CANCELLED', 'The conference of this event is cancelled');
  },
});

export const conferenceAttendables = (
  notifications: PromotionNotifier,
): Attendables<Conference> => ({
  noun: 'conference',
  endedCode: 'CONFERENCE_ENDED',
  cancelledCode: 'CONFERENCE_CANCELLED',
  attendancesIn: (repositories) => repositories.conferenceAttendances,
  attendeesIn: (store) => store.read.adminConferenceAttendees,
  find: (store, id) => store.conferences.find(id),
  lock: (tx, id) => tx.conferences.lock(id),
  lockPublic: (tx, id) => tx.conferences.lockPublic(id),
  lockAttendedBy: (tx, userId, now) => tx.conferences.lockAttendedBy(userId, now),
  findAttendance: async (store, userId, id) =>
    (await store.read.conferences.findStanding(userId, id))?.attendance,
  async findStanding(store, { userId, id, now }) {
    const found = await store.read.conferences.findStanding(userId, id);
    if (!found) return undefined;
    const { attendance, ...seen } = found;
    return { registration: conferenceRegistration(seen, now), seen, attendance };
  },
  registrationState: conferenceRegistration,
  canPromote: conferenceSeatsPeople,
  notifyPromoted: (tx, conference, userIds) =>
    notifications.conferencePromoted(tx, conference, userIds),
  checkAccess: async () => {},
});
