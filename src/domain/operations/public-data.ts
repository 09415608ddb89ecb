/**
 * The kinds of data in public answers that change independently of each other. Each is one or more
 * tables, or the numbers of seats in a table; see `CACHE_TAGS`. A write of `conferences` or
 * `events` may change their seats too, so an answer with seats declares both.
 */
export const PUBLIC_DATA = [
  'agenda',
  'conference_seats',
  'conferences',
  'event_seats',
  'events',
  'quests',
  'speakers',
] as const;

export type PublicData = (typeof PUBLIC_DATA)[number];

/** The kinds of data that lists are counted from: also of people, and of one user. */
export const LISTED_DATA = [
  ...PUBLIC_DATA,
  'attendees',
  'connections',
  'favorites',
  'notifications',
  'participations',
  'people',
  'points',
] as const;

export type ListedData = (typeof LISTED_DATA)[number];
