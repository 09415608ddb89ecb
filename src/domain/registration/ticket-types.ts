import { AppError, notFound } from '../../errors.ts';
import type { KeyedHash } from '../../lib/keyed-hashes.ts';
import {
  openRegistrationState,
  REGISTRATION_STATES,
  type RegistrationMode,
  type RegistrationState,
  spotsLeft,
  type Waitlist,
} from '../attendance/attendables.ts';
import type { Changes } from '../changes.ts';
import type { Translations } from '../messaging/languages.ts';
import type { Versioned } from '../versions.ts';
import type { AttendWish } from './wishes.ts';

/** The name and the description in another language. */
export interface TicketTypeText {
  readonly name: string;
  readonly description: string | null;
}

/** A ticket type of a conference, to which registrations refer by its name. */
export interface TicketType extends Versioned, TicketTypeText {
  readonly id: number;
  readonly conference_id: number;
  /** The order of the organizers. */
  readonly position: number;
  /** The number of its seats; null for no limit but that of the conference. */
  readonly capacity: number | null;
  readonly seat_count: number;
  /** Seats that were given beyond the capacity. */
  readonly over_count: number;
  readonly registration: RegistrationMode;
  readonly opens_at: string | null;
  readonly closes_at: string | null;
  /** Whether an organizer has saved it; until then it is a name that an import brought. */
  readonly is_offered: boolean;
  /** Whether only those see it who have its access code. */
  readonly is_hidden: boolean;
  readonly has_access_code: boolean;
  readonly translations: Translations<TicketTypeText>;
}

/** The fields that organizers set. */
export type TicketTypeFields = Omit<
  TicketType,
  | 'id'
  | 'conference_id'
  | 'position'
  | 'seat_count'
  | 'over_count'
  | 'is_offered'
  | 'has_access_code'
  | 'version'
>;
/** Absent fields keep their value; null takes the access code away. */
export type TicketTypeChanges = Changes<TicketTypeFields & { readonly access_code: string | null }>;
export type NewTicketType = TicketTypeChanges & Pick<TicketTypeFields, 'name'>;

/** A ticket type that people choose. */
export type OfferedType = Pick<
  TicketType,
  | 'id'
  | 'name'
  | 'description'
  | 'translations'
  | 'capacity'
  | 'seat_count'
  | 'registration'
  | 'opens_at'
  | 'closes_at'
  | 'is_hidden'
>;

/** What of a conference bounds its ticket types: its own state, and whether people wait. */
export interface TypeCeiling {
  readonly state: RegistrationState;
  readonly waitlist: Waitlist;
}

/** A ticket type as everyone sees it. */
export interface TicketTypeView
  extends Pick<OfferedType, 'id' | 'name' | 'description' | 'translations' | 'closes_at'> {
  readonly registration_state: RegistrationState;
  readonly spots_left: number | null;
}

/** The number of free seats of a type; null means unlimited. */
const freeSeats = ({ capacity, seat_count }: Pick<TicketType, 'capacity' | 'seat_count'>) =>
  spotsLeft({ capacity, attendee_count: seat_count });

/** The states from the most open one. */
const MOST_OPEN = [
  'open',
  'approval',
  'waitlist',
  'full',
  'invited_only',
  'closed',
] as const satisfies readonly RegistrationState[];

/** Whether a user who comes now gets a seat, a place on the waitlist, or makes a request. */
const TAKES_PEOPLE: readonly RegistrationState[] = ['open', 'approval', 'waitlist'];

/** Of two states the one that holds first: of a conference that is over, nothing else matters. */
const stricter = (one: RegistrationState, other: RegistrationState): RegistrationState =>
  REGISTRATION_STATES.indexOf(one) > REGISTRATION_STATES.indexOf(other) ? one : other;

/** The registration state of a type at `now`: as its own fields say, within the conference. */
export function ticketTypeState(
  type: OfferedType,
  { state, waitlist }: TypeCeiling,
  now: Date,
): RegistrationState {
  if (type.opens_at !== null && Date.parse(type.opens_at) > now.getTime()) {
    return stricter(state, 'closed');
  }
  const own = {
    capacity: type.capacity,
    attendee_count: type.seat_count,
    registration_mode: type.registration,
    registration_closes_at: type.closes_at,
    waitlist,
  };
  return stricter(state, openRegistrationState(own, now));
}

/** The state of a conference with ticket types: that of the most open one that everyone sees. */
export function stateOfTypes(
  types: readonly OfferedType[],
  ceiling: TypeCeiling,
  now: Date,
): RegistrationState {
  const states = listedTypes(types).map((type) => ticketTypeState(type, ceiling, now));
  return (
    MOST_OPEN.find((state) => states.includes(state)) ?? stricter(ceiling.state, 'invited_only')
  );
}

/** The free seats of a conference by the types that everyone sees; null means unlimited. */
export function spotsOfTypes(types: readonly OfferedType[], spots: number | null): number | null {
  const free = listedTypes(types).map(freeSeats);
  const sum = free.includes(null) ? null : free.reduce<number>((all, one) => all + (one ?? 0), 0);
  if (spots === null || sum === null) return spots ?? sum;
  return Math.min(spots, sum);
}

/** The types that everyone sees, as they are at `now`. */
export const ticketTypeViews = (
  types: readonly OfferedType[],
  ceiling: TypeCeiling & { readonly spots_left: number | null },
  now: Date,
): TicketTypeView[] =>
  listedTypes(types).map((type) => {
    const { id, name, description, translations, closes_at } = type;
    return {
      ...{ id, name, description, translations, closes_at },
      registration_state: ticketTypeState(type, ceiling, now),
      spots_left: spotsOfTypes([type], ceiling.spots_left),
    };
  });

const listedTypes = (types: readonly OfferedType[]) => types.filter(({ is_hidden }) => !is_hidden);

/**
 * The type that a user means: the one they name, else the only one that takes people now.
 *
 * @param given.openedIds the types that their access code opens
 * @throws AppError NOT_FOUND for a type of another conference, a hidden one, and an access code that opens none;
 *   TICKET_TYPE_REQUIRED where they have to choose; REGISTRATION_CLOSED where no type takes people
 */
export function chosenType<T extends OfferedType>(
  types: readonly T[],
  { ticket_type_id, access_code }: AttendWish,
  given: {
    readonly openedIds: ReadonlySet<number>;
    readonly stateOf: (type: T) => RegistrationState;
  },
): T {
  const opened = types.filter(({ id }) => given.openedIds.has(id));
  if (access_code !== undefined && opened.length === 0) {
    throw notFound('ticket type', 'access_code');
  }
  const seen = types.filter(({ id, is_hidden }) => !is_hidden || given.openedIds.has(id));
  if (ticket_type_id !== undefined) {
    const named = seen.find(({ id }) => id === ticket_type_id);
    if (!named) throw notFound('ticket type', 'ticket_type_id');
    return named;
  }
  const choice = opened.length > 0 ? opened : seen;
  const takeable = choice.filter((type) => TAKES_PEOPLE.includes(given.stateOf(type)));
  const [only, ...others] = takeable.length > 0 ? takeable : choice;
  if (only && others.length === 0) return only;
  if (takeable.length === 0) {
    throw new AppError('REGISTRATION_CLOSED', 'No ticket type of this conference takes people now');
  }
  throw new AppError(
    'TICKET_TYPE_REQUIRED',
    'ticket_type_id: expected one of the ticket types of this conference',
  );
}

/** Hashes access codes with the keys of guests. */
export const accessCodeHash =
  (hashOf: KeyedHash): KeyedHash =>
  (code) =>
    hashOf(`access_code:${code}`);

/** The free seats of the ticket types of a conference that have a limit, while seats are given. */
export class Quotas {
  readonly #free: Map<string, number>;

  constructor(types: readonly Pick<TicketType, 'name' | 'capacity' | 'seat_count'>[]) {
    this.#free = new Map(
      types.flatMap((type) => {
        const free = freeSeats(type);
        return free === null ? [] : [[folded(type.name), free] as const];
      }),
    );
  }

  /** The number of free seats of a ticket type, by its name; null without a type or a limit. */
  spotsOf(name: string | null | undefined): number | null {
    return this.#free.get(folded(name ?? '')) ?? null;
  }

  isFull(name: string | null | undefined): boolean {
    return this.spotsOf(name) === 0;
  }

  /** Whether a ticket type has a limit, by its name. */
  has(name: string | null | undefined): boolean {
    return this.spotsOf(name) !== null;
  }

  /** Counts a seat as given. */
  take(name: string | null | undefined): void {
    const key = folded(name ?? '');
    const free = this.#free.get(key);
    if (free !== undefined) this.#free.set(key, Math.max(0, free - 1));
  }
}

/** As the database compares names. */
const folded = (name: string): string => name.replace(/\s+/g, ' ').trim().toLowerCase();

/** For a seat of a ticket type that is not free, which an administrator did not ask for beyond the capacity. */
export const typeFullError = (): AppError =>
  new AppError(
    'TICKET_TYPE_FULL',
    'This ticket type has no free seat; over_capacity: true gives a seat anyway',
  );
