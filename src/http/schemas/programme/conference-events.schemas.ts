import { z } from 'zod';
import { EVENT_KINDS } from '../../../domain/programme/events.ts';
import { DayInput } from '../common.ts';
import { Conference } from './conferences.schemas.ts';

export const ConferenceEventsQuery = z.object({
  day: DayInput.optional().describe('What begins on this day, by the clocks of the conference.'),
  kind: z.enum(EVENT_KINDS).optional(),
});

/** A conference with all of its events. */
export const conferenceWith = <T extends z.ZodType>(event: T) =>
  z.object({ conference: Conference, events: z.array(event) });
