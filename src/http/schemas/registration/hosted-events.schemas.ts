import { z } from 'zod';
import { IdSchema, InstantSchema } from '../common.ts';
import { ProfileSchema } from '../people/users.schemas.ts';
import { eventInputs } from '../programme/events.schemas.ts';
import { ReadAnswersSchema } from './forms.schemas.ts';
import { SeatDecisionsSchema } from './seat-requests.schemas.ts';

const ANSWERS = 'To the form of the event, without those to sensitive questions.';

export const HostedAttendeeSchema = ProfileSchema.extend({
  status: z.enum(['registered', 'waitlisted', 'checked_in']),
  checked_in_at: InstantSchema.nullable(),
  answers: ReadAnswersSchema.describe(ANSWERS),
}).meta({ id: 'HostedAttendee' });

export const HostedRequestSchema = z
  .object({
    request_id: IdSchema,
    requested_at: InstantSchema,
    user: ProfileSchema,
    answers: ReadAnswersSchema.describe(ANSWERS),
  })
  .meta({ id: 'HostedRequest' });

export const HostedDecisionsSchema = SeatDecisionsSchema.pick({
  ids: true,
  decision: true,
  reason: true,
}).meta({ id: 'HostedDecisions', examples: [{ ids: [7, 9], decision: 'approve' }] });

export const HostedChangesSchema = z
  .object(eventInputs)
  .pick({
    description: true,
    capacity: true,
    registration_mode: true,
    registration_closes_at: true,
    waitlist: true,
    url: true,
  })
  .partial()
  .meta({ id: 'HostedChanges', examples: [{ capacity: 20, registration_mode: 'approval' }] });

export const HostedScanSchema = z
  .object({ code: z.string().min(1).max(300) })
  .meta({ id: 'HostedScan' });
