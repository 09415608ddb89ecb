import { z } from 'zod';
import type { Page } from '../../../db/pages.ts';
import { EVENT_KINDS } from '../../../domain/programme/events.ts';
import { DayInputSchema, IdSchema, InstantSchema } from '../common.ts';
import {
  CursorPaginationSchema,
  CursorQuerySchema,
  listReply,
  pageRequest,
} from '../pages.schemas.ts';
import { ConferenceSchema } from './conferences.schemas.ts';

const { limit, cursor } = CursorQuerySchema.shape;
/** The limits of a page after a cursor without a limit, and of an answer without pages. */
const DEFAULT_LIMIT = 20;
const MAX_EVENTS = 1_000;

export const ConferenceEventsQuerySchema = z.object({
  day: DayInputSchema.optional().describe(
    'Events that start on this day, in the time zone of the conference.',
  ),
  kind: z.enum(EVENT_KINDS).optional(),
  limit: limit
    .unwrap()
    .optional()
    .describe('Events per page; 20 with `cursor` alone. Without both, the answer has no pages.'),
  cursor: cursor.describe('The `next_cursor` of the last page.'),
});
type ConferenceEventsQuery = z.output<typeof ConferenceEventsQuerySchema>;

const PositionSchema = z.tuple([InstantSchema, IdSchema]);

const hasPages = (query: ConferenceEventsQuery): boolean =>
  query.limit !== undefined || query.cursor !== undefined;

/** @throws AppError VALIDATION_ERROR for a cursor of another list */
export function conferenceEventsRequest({ limit, cursor, ...filter }: ConferenceEventsQuery) {
  if (cursor === undefined) return { ...filter, limit: limit ?? MAX_EVENTS };
  return { ...filter, ...pageRequest({ cursor, limit: limit ?? DEFAULT_LIMIT }, PositionSchema) };
}

/** Without `limit` and `cursor`, an answer has no `pagination`. */
export function conferenceEventsReply<Conference, Event, Position>(
  { conference, page }: { conference: Conference; page: Page<Event, Position> },
  query: ConferenceEventsQuery,
) {
  const { data: events, pagination } = listReply(page);
  return { conference, events, ...(hasPages(query) && { pagination }) };
}

/** A conference with its events, or with a page of them. */
export const conferenceWith = <T extends z.ZodType>(event: T, id: string) =>
  z
    .object({
      conference: ConferenceSchema,
      events: z.array(event),
      pagination: CursorPaginationSchema.optional().describe('Only with `limit` or `cursor`.'),
    })
    .meta({ id });
