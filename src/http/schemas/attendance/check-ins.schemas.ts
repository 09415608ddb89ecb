import { z } from 'zod';
import { ATTENDANCE_STATUSES } from '../../../domain/attendance/attendances.ts';
import { DIRECTIONS } from '../../../domain/attendance/checkpoints.ts';
import { ERROR_STATUS, type ErrorCode } from '../../../errors.ts';
import { DaySchema, IdSchema, InstantSchema, NullableTextSchema } from '../common.ts';
import { CursorQuerySchema, included } from '../pages.schemas.ts';
import { sortParameter, sortPosition } from '../sorts.schemas.ts';
import { AdminAttendanceSchema, AdminRegistrationSchema } from './attendances.schemas.ts';

/** The user's fields that a check-in device shows. */
const CheckedInUserSchema = z.object({
  id: IdSchema,
  first_name: z.string(),
  last_name: NullableTextSchema,
  photo_url: NullableTextSchema,
  company: NullableTextSchema,
  job_title: NullableTextSchema,
});

/** A guest, as a check-in device shows them. */
export const DoorGuestSchema = z.object({
  id: IdSchema.describe('The id of the invitation.'),
  first_name: NullableTextSchema,
  last_name: NullableTextSchema,
  company: NullableTextSchema,
  ticket_type: NullableTextSchema,
  is_walk_in: z.boolean().describe('True for a guest who was added at the door.'),
  checked_in_at: z.iso.datetime().nullable(),
});

const invitation = DoorGuestSchema.optional().describe(
  'Only of a guest, who has no account: `user` and `attendance` are null then.',
);

const marks = {
  clock_skew_seconds: z
    .int()
    .optional()
    .describe(
      'Only of a scan whose time was corrected: by how much the clock of the device is ahead; negative for a slow one.',
    ),
  is_late: z
    .literal(true)
    .optional()
    .describe('Only of a scan that was older than 48 hours when it arrived.'),
};
const checkInFields = {
  already_checked_in: z
    .boolean()
    .describe(
      'True if the attendee had already checked in; `checked_in_at` is the first check-in.',
    ),
  is_recorded: z
    .literal(true)
    .optional()
    .describe(
      'Only of a scan from before the seat was given up: the person was let in, and has no seat now.',
    ),
  ...marks,
};

export const DirectionSchema = z.enum(DIRECTIONS).meta({ id: 'ScanDirection' });

/** The latest scan of a person at a checkpoint. */
export const scanMarkFields = { day: DaySchema, direction: DirectionSchema };

const checkpoint = z
  .object({ id: IdSchema, ...scanMarkFields })
  .optional()
  .describe(
    'Only of a scan at a checkpoint; `day` is that of the scan in the time zone of the conference.',
  );

const GroupMemberSchema = z
  .object({
    name: z.string(),
    status: z.enum(ATTENDANCE_STATUSES),
    registration_id: IdSchema.describe('Of a guest, the `invitation_id` of a check-in.'),
    user_id: IdSchema.nullable().describe('null for a guest, who has no account.'),
  })
  .meta({ id: 'GroupMember' });

export const EventCheckInUndoneSchema = z
  .object({ user: CheckedInUserSchema, attendance: AdminAttendanceSchema })
  .meta({ id: 'EventCheckInUndone' });

export const EventCheckInSchema = EventCheckInUndoneSchema.extend(checkInFields).meta({
  id: 'EventCheckIn',
});

export const ConferenceCheckInUndoneSchema = z
  .object({
    user: CheckedInUserSchema.nullable(),
    attendance: AdminRegistrationSchema.nullable(),
    invitation,
  })
  .meta({ id: 'ConferenceCheckInUndone' });

export const ConferenceCheckInSchema = ConferenceCheckInUndoneSchema.extend({
  ...checkInFields,
  checkpoint,
  group: z
    .array(GroupMemberSchema)
    .optional()
    .describe(
      'Only of one of a group: the others whom the same user brings along, that user, and those of the same order of a ticket shop.',
    ),
}).meta({ id: 'ConferenceCheckIn' });

const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

const scanResultFields = {
  nonce: NullableTextSchema,
  status: z
    .enum(['checked_in', 'already_checked_in', 'recorded', 'refused'])
    .describe(
      '`recorded`: the scan is from before the seat was given up. The person was let in, and has no seat now.',
    ),
  code: z
    .enum(ERROR_CODES)
    .nullable()
    .describe('For a refused scan: the error code of a single check-in, such as `WAITLISTED`.'),
  error: NullableTextSchema,
  user: CheckedInUserSchema.nullable(),
  ...marks,
};

const batchOf = <Fields extends z.ZodRawShape>(id: string, fields: Fields) =>
  z
    .object({ results: z.array(z.object({ ...scanResultFields, ...fields })) })
    .meta({ id, description: 'One result for each scan, in the same order.' });

export const EventCheckInBatchSchema = batchOf('EventCheckInBatch', {
  attendance: AdminAttendanceSchema.nullable(),
});

export const ConferenceCheckInBatchSchema = batchOf('ConferenceCheckInBatch', {
  attendance: AdminRegistrationSchema.nullable(),
  invitation,
  checkpoint,
});

export const CheckInStatsSchema = z
  .object({
    expected: z
      .int()
      .describe('All held seats: of attendees, checked in or not, and of open invitations.'),
    checked_in: z.int(),
  })
  .meta({ id: 'CheckInStats' });

export const ConferenceCheckInStatsSchema = CheckInStatsSchema.extend({
  checkpoints: z
    .array(
      z.object({
        id: IdSchema,
        name: z.string(),
        days: z.array(z.object({ day: DaySchema, people: z.int(), scans: z.int() })),
        inside: z
          .int()
          .nullable()
          .describe(
            'Those whose latest direction there is `in`; null unless the checkpoint counts each scan.',
          ),
      }),
    )
    .describe('In the order of the organizers.'),
}).meta({ id: 'ConferenceCheckInStats' });

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

export const EventRecentCheckInSchema = z
  .object({
    user: CheckedInUserSchema,
    checked_in_at: InstantSchema,
    device: NullableTextSchema.describe('The `device` of the check-in, if it had one.'),
    key: NullableTextSchema.describe(
      'The id of the API key, as in the audit log; null if an earlier version ran.',
    ),
    administrator: z
      .object({ id: IdSchema, name: z.string() })
      .nullable()
      .describe('The person whose key it is; null for a key of a machine or of the settings.'),
  })
  .meta({ id: 'EventRecentCheckIn' });

export const ConferenceRecentCheckInSchema = EventRecentCheckInSchema.extend({
  user: CheckedInUserSchema.nullable().describe('null for a guest.'),
  invitation: DoorGuestSchema.optional().describe('Only of a guest, with `include=guests`.'),
  ticket_type: NullableTextSchema,
  checkpoint: z
    .object({ id: IdSchema, name: z.string() })
    .nullable()
    .describe('Where the person arrived; null for a check-in at none.'),
}).meta({ id: 'ConferenceRecentCheckIn' });
