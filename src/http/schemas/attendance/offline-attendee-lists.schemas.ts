import { z } from 'zod';
import { ATTENDANCE_STATUSES } from '../../../domain/attendance/attendances.ts';
import { CLAIM_MARKS } from '../../../domain/attendance/claim-marks.ts';
import { INVITATION_STATUSES } from '../../../domain/attendance/invitations.ts';
import {
  MAX_CHECK_IN_MATCHES,
  OFFLINE_STATUSES,
  type OfflineCursor,
  type Roster,
} from '../../../domain/attendance/offline-attendee-lists.ts';
import { invalid } from '../../../errors.ts';
import { fromCursor, toCursor } from '../../../lib/cursors.ts';
import { IdSchema, InstantSchema, NullableTextSchema, text, wholeIn } from '../common.ts';
import { FORGIVEN } from '../search.schemas.ts';
import { DoorGuestSchema, scanMarkFields } from './check-ins.schemas.ts';

const MAX_ROWS = 2_000;

export const OfflineListQuerySchema = z.object({
  limit: wholeIn(1, MAX_ROWS)
    .default(MAX_ROWS)
    .describe('The most rows of a page, attendees and guests.'),
  cursor: z
    .string()
    .max(2_000)
    .optional()
    .describe('The `cursor` of the last answer. Without it, the roster starts over.'),
});

export const ConferenceOfflineListQuerySchema = OfflineListQuerySchema.extend({
  checkpoint_id: z.coerce
    .number()
    .pipe(IdSchema)
    .optional()
    .describe('Adds `scan` to each row. A cursor of another checkpoint starts over.'),
});

const scan = z
  .object(scanMarkFields)
  .nullable()
  .optional()
  .describe('Only with `checkpoint_id`: the latest scan there.');

const InstantInCursor = z.iso.datetime({ precision: 3 }).nullable();
/** The content of a cursor. One of a version without guests lacks the last part. */
const PositionSchema = z.tuple([
  z.string(),
  InstantInCursor,
  InstantInCursor,
  z.int().nonnegative(),
  z.int().nonnegative().nullable().optional(),
]);

/**
 * Undefined also for a cursor of a version without guests, so that the device starts over with them.
 * @throws AppError VALIDATION_ERROR for text that is not a cursor of a roster
 */
export function offlineCursor(cursor: string | undefined): OfflineCursor | undefined {
  if (cursor === undefined) return undefined;
  const position = PositionSchema.safeParse(fromCursor(cursor));
  if (!position.success)
    throw invalid('cursor', 'expected a cursor of this roster', 'format', { format: 'cursor' });
  const [key_id, since, as_of, after, after_guest] = position.data;
  return after_guest === undefined ? undefined : { key_id, since, as_of, after, after_guest };
}

export function offlineListReply({ cursor, rows, gone, guests, gone_guests, ...roster }: Roster) {
  const { key_id, since, as_of, after, after_guest } = cursor;
  return {
    ...roster,
    rows: [...rows],
    gone: [...gone],
    guests: [...guests],
    gone_guests: [...gone_guests],
    cursor: toCursor([key_id, since, as_of, after, after_guest]),
  };
}

export const OfflineAttendeeListSchema = z
  .object({
    key: z
      .string()
      .describe(
        'The key of `code`, 32 bytes in base64url. Each API key and each session has its own for each conference, event and checkpoint.',
      ),
    starts_over: z
      .boolean()
      .describe(
        '`true`: delete all rows from the device before you add these. Also for a cursor of another session, and after a rotation of secrets.',
      ),
    is_cancelled: z
      .boolean()
      .describe('`true`: the event or the conference is cancelled, so treat each row as `ask`.'),
    rows: z
      .array(
        z.object({
          id: IdSchema.describe('The id of the user, for the `user_id` of a check-in.'),
          name: z.string(),
          ticket_type: NullableTextSchema,
          status: z
            .enum(OFFLINE_STATUSES)
            .describe(
              '`expected`: let them in. `in`: has checked in before. `waitlisted`: has no seat. `ask`: do not decide offline, because the account is blocked, or an import named the attendee by username only, so compare the name with an identity card.',
            ),
          code: NullableTextSchema.describe(
            'The first 5 bytes of HMAC-SHA-256 under `key`, in base64url without padding, of the ticket code in upper case without whitespace. null without a ticket.',
          ),
          scan,
        }),
      )
      .describe('New and changed attendees, by id.'),
    gone: z
      .array(IdSchema)
      .describe('Ids of attendees to delete from the device. Ignore those that it does not have.'),
    guests: z
      .array(
        z.object({
          invitation_id: IdSchema.describe('For the `invitation_id` of a check-in.'),
          user_id: IdSchema.nullable().describe(
            'The attendee who claimed the seat of this guest: decide by their row in `rows`.',
          ),
          name: NullableTextSchema,
          ticket_type: NullableTextSchema,
          status: z
            .enum(OFFLINE_STATUSES)
            .exclude(['ask'])
            .nullable()
            .describe('As of an attendee; null with a `user_id`.'),
          code: NullableTextSchema.describe(
            'As of an attendee, of the code on the badge of the guest.',
          ),
          scan,
        }),
      )
      .describe('New and changed guests without an account, by id, after all attendees.'),
    gone_guests: z
      .array(IdSchema)
      .describe('`invitation_id`s of guests to delete from the device, like `gone`.'),
    has_more: z
      .boolean()
      .describe('`true`: request the next page at once; the device does not have all rows yet.'),
    cursor: z.string().describe('For the next request, now or hours later.'),
  })
  .meta({ id: 'Roster' });

export const DoorSearchQuerySchema = z.object({
  q: text(100)
    .optional()
    .describe(`Words in name or company, or an id. Nobody matches without it. ${FORGIVEN}`),
});

export const DoorPersonSchema = z
  .object({
    user: z
      .object({
        id: IdSchema.describe('For the `user_id` of a check-in.'),
        first_name: z.string(),
        last_name: NullableTextSchema,
        company: NullableTextSchema,
        job_title: NullableTextSchema,
        is_blocked: z.boolean(),
      })
      .nullable()
      .describe('null for a guest, who has no account.'),
    invitation: DoorGuestSchema.nullable().describe(
      'Only of a guest: its `id` is the `invitation_id` of a check-in.',
    ),
    status: z
      .enum([...ATTENDANCE_STATUSES, ...INVITATION_STATUSES])
      .describe('`invited`: a guest, with a seat unless `waitlist_position` is a number.'),
    waitlist_position: z.int().nullable(),
    ticket_type: NullableTextSchema,
    checked_in_at: InstantSchema.nullable(),
    claimed_by: z
      .enum(CLAIM_MARKS)
      .nullable()
      .describe('`username`: compare the name with an identity card.'),
    checkpoint: z
      .object({ id: IdSchema, name: z.string(), ...scanMarkFields })
      .nullable()
      .describe('The latest scan at a checkpoint.'),
  })
  .meta({ id: 'DoorPerson' });

export const CheckInSearchSchema = z
  .object({
    data: z
      .array(DoorPersonSchema)
      .describe(`At most ${MAX_CHECK_IN_MATCHES}, the best matches first.`),
  })
  .meta({ id: 'DoorPeople' });
