import { z } from 'zod';
import { IdSchema } from '../common.ts';

export const AttendRequestSchema = z.object({ event_id: IdSchema }).meta({ id: 'AttendRequest' });

export const RegistrationWishSchema = z.object({}).meta({ id: 'RegistrationWish' });

/** A request that waits for the organizers. */
export const RequestedSchema = z
  .object({ status: z.literal('requested'), request_id: IdSchema })
  .meta({ id: 'Requested' });
