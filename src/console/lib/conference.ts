import type { AdminConference } from '../../client/operations.d.ts';

/** What a screen knows of its conference. */
export type Conference = Pick<
  AdminConference,
  'id' | 'name' | 'timezone' | 'starts_on' | 'ends_on'
>;
