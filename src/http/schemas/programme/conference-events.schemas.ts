import { z } from 'zod';
import { EVENT_KINDS } from '../../../domain/programme/events.ts';
import { DayInputSchema } from '../common.ts';
import { ConferenceSchema } from './conferences.schemas.ts';

export const ConferenceEventsQuerySchema = z.object({
  day: DayInputSchema.optional().describe(
    'Events that start on this day, in the time zone of the conference.',
  ),
  kind: z.enum(EVENT_KINDS).optional(),
});

/** A conference with all of its events. */
export const conferenceWith = <T extends z.ZodType>(event: T, id: string) =>
  z.object({ conference: ConferenceSchema, events: z.array(event) }).meta({ id });
