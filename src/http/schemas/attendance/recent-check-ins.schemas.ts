import { z } from 'zod';
import { IdSchema, InstantSchema } from '../common.ts';
import { included } from '../included.schemas.ts';
import { CursorQuerySchema } from '../pages.schemas.ts';
import { sortParameter, sortPosition } from '../sorts.schemas.ts';
import { CheckedInUserSchema, DoorGuestSchema } from './check-ins.schemas.ts';

const SORTS = { checked_in_at: 'instant' } as const;

export const RecentCheckInsQuerySchema = CursorQuerySchema.extend({
  sort: sortParameter(
    SORTS,
    '-checked_in_at',
    'The scan of a device that was offline has the time of the scan.',
  ),
});

export const ConferenceRecentCheckInsQuerySchema = RecentCheckInsQuerySchema.extend({
  include: included(['guests'], '`guests` adds guests without an account.'),
});

export const recentCheckInPosition = ({
  sort,
}: Pick<z.output<typeof RecentCheckInsQuerySchema>, 'sort'>) => sortPosition(SORTS, sort);

const EXAMPLE = {
  user: {
    id: 1_007,
    first_name: 'Ada',
    last_name: 'Lovelace',
    photo_url: null,
    company: 'Analytical Engines',
    job_title: 'Programmer',
  },
  checked_in_at: '2026-05-14T08:31:07.000Z',
  device: 'Main entrance 2',
  key: 'kg3aaaaa',
  administrator: { id: 2, name: 'Jonas Weber' },
};

export const EventRecentCheckInSchema = z
  .object({
    user: CheckedInUserSchema,
    checked_in_at: InstantSchema,
    device: z.string().nullable().describe('The `device` of the check-in, if it had one.'),
    key: z
      .string()
      .nullable()
      .describe('The id of the API key, as in the audit log; null if an earlier version ran.'),
    administrator: z
      .object({ id: IdSchema, name: z.string() })
      .nullable()
      .describe('The person whose key it is; null for a key of a machine or of the settings.'),
  })
  .meta({ id: 'EventRecentCheckIn', examples: [EXAMPLE] });

export const ConferenceRecentCheckInSchema = EventRecentCheckInSchema.extend({
  user: CheckedInUserSchema.nullable().describe('null for a guest.'),
  invitation: DoorGuestSchema.optional().describe('Only of a guest, with `include=guests`.'),
  ticket_type: z.string().nullable(),
}).meta({
  id: 'ConferenceRecentCheckIn',
  examples: [{ ...EXAMPLE, ticket_type: 'speaker' }],
});
