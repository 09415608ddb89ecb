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
  'pages',
  'questions',
  'quests',
  'speakers',
] as const;

export type PublicData = (typeof PUBLIC_DATA)[number];
