import { conflict } from '../../errors.ts';

/** Whether an attendable accepts attendees now: with a seat, on the waitlist, or not at all. */
export const REGISTRATION_STATES = [
  'open',
  'waitlist',
  'full',
  'approval',
  'invited_only',
  'closed',
  'ended',
  'cancelled',
] as const;
export type RegistrationState = (typeof REGISTRATION_STATES)[number];

/**
 * Who may register: everyone, everyone by a request that organizers decide, only people whom organizers
 * add or invite, or nobody.
 */
export const REGISTRATION_MODES = ['open', 'approval', 'invited', 'closed'] as const;
export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

/** Who gets a freed seat: the first in the queue, whom organizers choose, or who comes; nobody waits. */
export const WAITLISTS = ['auto', 'manual', 'off'] as const;
export type Waitlist = (typeof WAITLISTS)[number];

/** An event or a conference, as something to attend. */
export interface Attendable {
  readonly id: number;
  /** The number of seats; null means unlimited. */
  readonly capacity: number | null;
  readonly attendee_count: number;
  /** The seats that open invitations hold; events have no invitations. */
  readonly invited_count?: number | undefined;
  readonly ends_at: string;
  readonly waitlist: Waitlist;
  /** Whether people choose a ticket type, of which they need a seat, too; events have none. */
  readonly has_ticket_types?: boolean | undefined;
}

/** The fields that decide whether seats are free. */
export type Seats = Pick<Attendable, 'capacity' | 'attendee_count' | 'invited_count'>;

/** The number of held seats: of attendees and of open invitations. */
export const seatsTaken = ({
  attendee_count,
  invited_count = 0,
}: Omit<Seats, 'capacity'>): number => attendee_count + invited_count;

/** The number of free seats; null means unlimited. Never below 0, even over the capacity. */
export const spotsLeft = (seats: Seats): number | null =>
  seats.capacity === null ? null : Math.max(0, seats.capacity - seatsTaken(seats));

/**
 * The attendable after a statement changed its `attendee_count`; its lock excludes other changes.
 */
export const withSeatsTaken = <A extends Attendable>(attendable: A, seats: number): A => ({
  ...attendable,
  attendee_count: attendable.attendee_count + seats,
});

/**
 * Checks a new capacity. Seats that are over the capacity on purpose may stay over it.
 *
 * @throws AppError CONFLICT if more seats are held
 */
export function checkCapacity(
  attendable: Omit<Seats, 'capacity'> & { readonly over_capacity_count: number },
  capacity: number | null | undefined,
): void {
  if (typeof capacity !== 'number') return;
  const { attendee_count, invited_count = 0, over_capacity_count } = attendable;
  if (capacity + over_capacity_count >= attendee_count + invited_count) return;
  const invited = invited_count > 0 ? ` and ${invited_count} invited people have a seat` : '';
  throw conflict(
    'capacity',
    `${attendee_count} attendees are already registered${invited}`,
    'has_attendees',
    { count: attendee_count },
  );
}

/** The fields that decide whether an attendable that takes place accepts attendees. */
export interface Registration extends Seats {
  readonly registration_mode: RegistrationMode;
  readonly registration_closes_at: string | null;
  readonly waitlist: Waitlist;
}

/** What an attendable asks of those who register. */
export interface RegistrationSetup {
  /** Whether it has questions. */
  readonly has_form: boolean;
  /** Where attendees give their registration away, givers cannot register; null: never. */
  readonly transfers_until?: string | null | undefined;
}

/** Whether registering takes no more than a free seat. */
export const isPlain = (setup: RegistrationSetup & Pick<Attendable, 'has_ticket_types'>): boolean =>
  !setup.has_form && !setup.has_ticket_types && (setup.transfers_until ?? null) === null;

/** The registration state at `now` of an attendable that is public and takes place. */
export function openRegistrationState(registration: Registration, now: Date): RegistrationState {
  const { registration_mode: mode, registration_closes_at: closesAt } = registration;
  if (mode === 'closed') return 'closed';
  if (closesAt !== null && Date.parse(closesAt) <= now.getTime()) return 'closed';
  if (mode === 'invited') return 'invited_only';
  if (mode === 'approval') return 'approval';
  if (spotsLeft(registration) !== 0) return 'open';
  return registration.waitlist === 'off' ? 'full' : 'waitlist';
}

export const hasEnded = ({ ends_at }: Pick<Attendable, 'ends_at'>, now: Date): boolean =>
  Date.parse(ends_at) <= now.getTime();

/** An event or a conference, by its id. */
type AttendableKey = `${'conference' | 'event'}:${number}`;

type Ids = readonly (number | null | undefined)[];

export interface AttendableIds {
  readonly conferences: readonly number[];
  readonly events: readonly number[];
}

/** The keys of these attendables in the lock order, each once. Empty ids are left out. */
export const attendableKeys = (of: { conferences?: Ids; events?: Ids }): AttendableKey[] => [
  ...inOrder(of.conferences).map((id) => `conference:${id}` as const),
  ...inOrder(of.events).map((id) => `event:${id}` as const),
];

const inOrder = (ids: Ids = []): number[] =>
  [...new Set(ids)].filter((id) => typeof id === 'number').sort((a, b) => a - b);
