import { z } from 'zod';
import { ATTENDANCE_STATUSES } from '../../../domain/attendance/attendances.ts';
import { CLAIM_MARKS } from '../../../domain/attendance/claim-marks.ts';
import { MAX_DOOR_PEOPLE } from '../../../domain/attendance/door-people.ts';
import { INVITATION_STATUSES } from '../../../domain/attendance/invitations.ts';
import { IdSchema, InstantSchema, text } from '../common.ts';
import { FORGIVEN } from '../search.schemas.ts';
import { DoorGuestSchema } from './check-ins.schemas.ts';

export const DoorSearchQuerySchema = z.object({
  q: text(100)
    .optional()
    .describe(`Words in name or company, or an id. Nobody matches without it. ${FORGIVEN}`),
});

const nullableText = z.string().nullable();

export const DoorPersonSchema = z
  .object({
    user: z
      .object({
        id: IdSchema.describe('For the `user_id` of a check-in.'),
        first_name: z.string(),
        last_name: nullableText,
        company: nullableText,
        job_title: nullableText,
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
    ticket_type: nullableText,
    checked_in_at: InstantSchema.nullable(),
    claimed_by: z
      .enum(CLAIM_MARKS)
      .nullable()
      .describe('`username`: compare the name with an identity card.'),
  })
  .meta({
    id: 'DoorPerson',
    examples: [
      {
        user: {
          id: 1_007,
          first_name: 'Ada',
          last_name: 'Lovelace',
          company: 'Analytical Engines',
          job_title: 'Programmer',
          is_blocked: false,
        },
        invitation: null,
        status: 'registered',
        waitlist_position: null,
        ticket_type: 'speaker',
        checked_in_at: null,
        claimed_by: null,
      },
    ],
  });

export const DoorPeopleSchema = z
  .object({
    data: z.array(DoorPersonSchema).describe(`At most ${MAX_DOOR_PEOPLE}, the best matches first.`),
  })
  .meta({ id: 'DoorPeople' });
