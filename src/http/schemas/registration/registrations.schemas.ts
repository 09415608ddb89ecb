import { z } from 'zod';
import {
  AttendanceAnswerSchema,
  AttendanceSchema,
  RegistrationAnswerSchema,
  RegistrationSchema,
} from '../attendance/attendances.schemas.ts';
import { IdSchema } from '../common.ts';
import { AnswersSchema, OwnAnswersSchema } from './forms.schemas.ts';
import { guestFields, TransferSchema } from './own-guests.schemas.ts';

export const AttendRequestSchema = z
  .object({ event_id: IdSchema, answers: AnswersSchema.optional() })
  .meta({ id: 'AttendRequest' });

export const RegistrationWishSchema = z
  .object({
    ticket_type_id: IdSchema.describe(
      'One of `ticket_types` of the conference; needed where several take people.',
    ),
    access_code: z.string().min(1).max(40).describe('Opens a hidden ticket type.'),
    answers: AnswersSchema,
    ...guestFields,
  })
  .partial()
  .meta({ id: 'RegistrationWish' });

/** A user's attendance of an event, with their answers where it asks something. */
export const OwnAttendanceSchema = AttendanceSchema.extend(OwnAnswersSchema.partial().shape).meta({
  id: 'OwnAttendance',
});

/** A user's registration, or the transfer of the one that they gave away. */
export const OwnRegistrationSchema = RegistrationSchema.extend({
  ...OwnAnswersSchema.partial().shape,
  transfer: TransferSchema.optional().describe('Of a registration that waits for another person.'),
}).meta({ id: 'OwnRegistration' });

/** A request that waits for the organizers. */
export const RequestedSchema = z
  .object({ status: z.literal('requested'), request_id: IdSchema })
  .meta({ id: 'Requested' });

/** A repeated request to attend. */
export const AttendOutcomeSchema = z
  .union([AttendanceAnswerSchema, RequestedSchema])
  .meta({ id: 'AttendOutcome' });

/** A repeated request to register. */
export const RegistrationOutcomeSchema = z
  .union([RegistrationAnswerSchema, RequestedSchema])
  .meta({ id: 'RegistrationOutcome' });
