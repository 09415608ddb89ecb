/** What somebody who wants to come meets. */
export const REGISTRATION_STATES = ['open', 'waitlist', 'closed', 'ended', 'cancelled'] as const;
export type RegistrationState = (typeof REGISTRATION_STATES)[number];

/** What people attend, as far as seats are concerned: an event or a conference. */
export interface Attendable {
  readonly id: number;
  /** Null for no limit. */
  readonly capacity: number | null;
  readonly attendee_count: number;
  readonly ends_at: string;
}

/** How many more people can come; null for no limit. */
export const spotsLeft = ({
  capacity,
  attendee_count,
}: Pick<Attendable, 'capacity' | 'attendee_count'>): number | null =>
  capacity === null ? null : Math.max(0, capacity - attendee_count);

export const hasEnded = ({ ends_at }: Pick<Attendable, 'ends_at'>, now: Date): boolean =>
  Date.parse(ends_at) <= now.getTime();
