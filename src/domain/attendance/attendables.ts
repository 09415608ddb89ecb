/** Whether an attendable accepts attendees now: with a seat, on the waitlist, or not at all. */
export const REGISTRATION_STATES = ['open', 'waitlist', 'closed', 'ended', 'cancelled'] as const;
export type RegistrationState = (typeof REGISTRATION_STATES)[number];

/** An event or a conference, as something to attend. */
export interface Attendable {
  readonly id: number;
  /** The number of seats; null means unlimited. */
  readonly capacity: number | null;
  readonly attendee_count: number;
  readonly ends_at: string;
}

/** The number of free seats; null means unlimited. */
export const spotsLeft = ({
  capacity,
  attendee_count,
}: Pick<Attendable, 'capacity' | 'attendee_count'>): number | null =>
  capacity === null ? null : Math.max(0, capacity - attendee_count);

export const hasEnded = ({ ends_at }: Pick<Attendable, 'ends_at'>, now: Date): boolean =>
  Date.parse(ends_at) <= now.getTime();
