import { z } from 'zod';
import { IdSchema } from '../common.ts';

export const AttendRequestSchema = z.object({ event_id: IdSchema }).meta({ id: 'AttendRequest' });

export const RegistrationWishSchema = z
  .object({
    ticket_type_id: IdSchema.describe(
      'One of `ticket_types` of the conference; needed where several take people.',
    ),
    access_code: z.string().min(1).max(40).describe('Opens a hidden ticket type.'),
  })
  .partial()
  .meta({ id: 'RegistrationWish', examples: [{ ticket_type_id: 1 }] });

/** A request that waits for the organizers. */
export const RequestedSchema = z
  .object({ status: z.literal('requested'), request_id: IdSchema })
  .meta({ id: 'Requested' });
