import { z } from 'zod';
import { SEATED_STATUSES } from '../../../domain/attendance/attendances.ts';
import type { CheckpointRequest } from '../../../domain/attendance/checkpoints.ts';
import { because } from '../../../domain/reasons.ts';
import { DayInputSchema, IdSchema, text } from '../common.ts';
import { onlyOne } from '../reasons.schemas.ts';
import { DirectionSchema } from './check-ins.schemas.ts';

const attendeeFields = {
  user_id: IdSchema.optional(),
  // A QR code has at most 4,296 characters. A scanner reads every QR code, and shows why it is not
  // a ticket.
  code: z
    .string()
    .max(4_296)
    .optional()
    .describe("The code of the attendee's ticket, as it was read."),
};

/** The code at the door of a conference, and a guest without an account. */
const conferenceFields = {
  ...attendeeFields,
  code: attendeeFields.code.describe(
    'The code as it was read: of a ticket, of the badge of a guest, or of the ticket shop whose list was imported.',
  ),
  invitation_id: IdSchema.optional().describe('A guest of the attendee list.'),
};

interface GivenIdentifiers {
  readonly user_id?: number | undefined;
  readonly code?: string | undefined;
  readonly invitation_id?: number | undefined;
}

/** Requires exactly one of `user_id` and `code`. */
const attendeeOf = ({ user_id, code }: GivenIdentifiers, context: z.RefinementCtx) =>
  onlyOne(context, { user_id, code });

/** Requires exactly one of `user_id`, `code` and `invitation_id`. */
const guestOf = ({ invitation_id, ...attendee }: GivenIdentifiers, context: z.RefinementCtx) =>
  invitation_id === undefined
    ? attendeeOf(attendee, context)
    : onlyOne(
        context,
        { user_id: attendee.user_id, code: attendee.code, invitation_id },
        'invitation_id',
      );

/** A time by the clock of a device, which can show any year: it is corrected, and never refused. */
const DeviceTimeSchema = z.iso
  .datetime({
    offset: true,
    error: 'expected an ISO 8601 time with an offset, as 2026-05-14T11:00:00+02:00',
  })
  .transform((given) => new Date(given).toISOString());

const scanFields = {
  nonce: text(200)
    .optional()
    .describe(
      'A value that your client chooses for each scan. A request with the same nonce gets the first answer again.',
    ),
  scanned_at: DeviceTimeSchema.optional().describe(
    'When an offline device scanned the ticket, by its clock. It becomes `checked_in_at`. Default: now. A time in the future counts as now, and so does one of more than 48 hours ago, unless the door was open then; `clock_skew_seconds` and `is_late` in the answer say so.',
  ),
  device: text(64)
    .optional()
    .describe('The name of the device, which the list of recent check-ins shows.'),
  allow_blocked: z
    .boolean()
    .default(false)
    .describe('`true`: let in an attendee whose account is blocked.'),
};

const checkpointFields = {
  checkpoint_id: IdSchema.optional().describe('A checkpoint of the conference.'),
  direction: DirectionSchema.optional().describe(
    'Only at a checkpoint that counts each scan. Default: `in`, at an exit `out`.',
  ),
};

type ScanFields = z.output<z.ZodObject<typeof scanFields>> & CheckpointRequest;

/** The scan of the attendee that `identifierOf` finds in the request. */
const scanOf =
  <Identifier>(identifierOf: (given: GivenIdentifiers, context: z.RefinementCtx) => Identifier) =>
  (
    { user_id, code, invitation_id, nonce, ...scan }: GivenIdentifiers & ScanFields,
    context: z.RefinementCtx,
  ) => ({
    ...scan,
    nonce: nonce ?? null,
    attendee: identifierOf({ user_id, code, invitation_id }, context),
  });

const scan = z.object({ ...attendeeFields, ...scanFields });
const conferenceScan = z.object({ ...conferenceFields, ...scanFields, ...checkpointFields });

export const CheckInRequestSchema = scan.transform(scanOf(attendeeOf)).meta({
  id: 'CheckInRequest',
  description: 'Requires either `user_id` or `code`.',
  examples: [{ user_id: 1, nonce: 'door-2-000017' }, { code: 'EB-42-1007-0F3A9C41D27B58' }],
});

export const ConferenceCheckInRequestSchema = conferenceScan
  .refine(
    ({ checkpoint_id, direction }) => checkpoint_id !== undefined || direction === undefined,
    {
      path: ['direction'],
      ...because('expected a checkpoint_id beside it', 'needs', { field: 'checkpoint_id' }),
    },
  )
  .transform(scanOf(guestOf))
  .meta({
    id: 'ConferenceCheckInRequest',
    description: 'Requires one of `user_id`, `code` and `invitation_id`.',
    examples: [
      { user_id: 1, nonce: 'door-2-000017' },
      { code: 'GB-42-1007-0F3A9C41D27B58' },
      { invitation_id: 1_007 },
      { user_id: 1, checkpoint_id: 3, direction: 'out' },
    ],
  });

/** The nonce of a scan with other fields that are invalid, if the nonce is valid. */
export const ScanNonceSchema = z.object({ nonce: scanFields.nonce });

/**
 * The body of a batch. Each scan is checked separately: one with invalid fields does not stop the others.
 */
const batchOf = <S extends z.ZodType>(scan: S, requires: string) =>
  z.object({
    sent_at: DeviceTimeSchema.optional().describe(
      'The time of the request, by the clock of the device. A clock that is more than 60 seconds off corrects each `scanned_at`.',
    ),
    check_ins: z
      .array(scan.catch(({ value }) => value as never))
      .min(1, 'expected 1 to 500 scans')
      .max(500, 'expected 1 to 500 scans')
      .describe(`In the order of the scans. Each requires ${requires}.`),
  });

export const CheckInBatchSchema = batchOf(scan, 'either `user_id` or `code`').meta({
  id: 'CheckInBatch',
  examples: [
    { check_ins: [{ user_id: 1, nonce: 'door-2-000017' }], sent_at: '2026-05-15T09:10:00Z' },
  ],
});

export const ConferenceScansSchema = batchOf(
  conferenceScan,
  'one of `user_id`, `code` and `invitation_id`',
).meta({
  id: 'ConferenceScans',
  examples: [{ check_ins: [{ invitation_id: 1_007, nonce: 'door-2-000017' }] }],
});

export const ConferenceCheckInUndoingSchema = z
  .object({
    ...conferenceFields,
    checkpoint_id: checkpointFields.checkpoint_id,
    day: DayInputSchema.optional().describe(
      'With `checkpoint_id`: the latest scan of that day, in the time zone of the conference.',
    ),
  })
  .refine(({ checkpoint_id, day }) => checkpoint_id !== undefined || day === undefined, {
    path: ['day'],
    ...because('expected a checkpoint_id beside it', 'needs', { field: 'checkpoint_id' }),
  })
  .transform(({ checkpoint_id, day, ...attendee }, context) => ({
    ...{ checkpoint_id, day },
    attendee: guestOf(attendee, context),
  }))
  .meta({
    id: 'ConferenceCheckInUndoing',
    description: 'Requires one of `user_id`, `code` and `invitation_id`.',
    examples: [{ user_id: 1 }, { invitation_id: 1_007 }, { user_id: 1, checkpoint_id: 3 }],
  });

export const CheckInUndoingSchema = z
  .object(attendeeFields)
  .transform(attendeeOf)
  .meta({
    id: 'CheckInUndoing',
    description: 'Requires either `user_id` or `code`.',
    examples: [{ user_id: 1 }],
  });

const ticketFields = {
  code: z.string().describe('The signed ticket code, to scan or to type. Case does not matter.'),
  qr_svg: z.string().describe('The code as a QR code in SVG.'),
  status: z.enum(SEATED_STATUSES),
};

export const EventTicketSchema = z
  .object({ event_id: IdSchema, ...ticketFields })
  .meta({ id: 'EventTicket' });

export const ConferenceTicketSchema = z
  .object({ conference_id: IdSchema, ...ticketFields })
  .meta({ id: 'ConferenceTicket' });
