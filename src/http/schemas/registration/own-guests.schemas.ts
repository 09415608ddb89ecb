import { z } from 'zod';
import { ATTENDANCE_STATUSES } from '../../../domain/attendance/attendances.ts';
import { because } from '../../../domain/reasons.ts';
import { IdSchema, InstantSchema, NullableTextSchema, text } from '../common.ts';

const MAX_GUESTS = 10;

export const GuestInputSchema = z
  .object({
    first_name: text(100),
    last_name: text(100).nullish(),
    company: text(200).nullish(),
  })
  .meta({ id: 'GuestInput', examples: [{ first_name: 'Grace', last_name: 'Hopper' }] });

/** Guests beside a registration. */
export const guestFields = {
  guests: z
    .array(GuestInputSchema)
    .max(
      MAX_GUESTS,
      because(`expected at most ${MAX_GUESTS} guests`, 'too_many', { max: MAX_GUESTS }),
    )
    .describe('People whom you bring along; each gets a seat or waits, and claims it by a link.'),
  together: z.boolean().describe('`true`: all of the guests get a seat, or none.'),
};

export const NewGuestsSchema = z
  .object(guestFields)
  .partial({ together: true })
  .meta({ id: 'NewGuests' });

export const GuestChangesSchema = GuestInputSchema.partial().meta({
  id: 'GuestChanges',
  description: 'Updates the given fields; `null` clears one.',
  examples: [{ last_name: 'Hopper' }],
});

export const OwnGuestSchema = z
  .object({
    registration_id: IdSchema,
    first_name: NullableTextSchema,
    last_name: NullableTextSchema,
    company: NullableTextSchema,
    status: z.enum(ATTENDANCE_STATUSES),
    is_claimed: z.boolean().describe('Whether the guest has opened their link.'),
    claim_link: z.string().nullable().describe('For the guest; null once it is claimed.'),
  })
  .meta({ id: 'OwnGuest' });

export const OwnGuestsSchema = z
  .object({ guests: z.array(OwnGuestSchema) })
  .meta({ id: 'OwnGuests' });

export const TransferCancelledSchema = z
  .object({ deleted: z.literal(true) })
  .meta({ id: 'TransferCancelled' });

export const TransferSchema = z
  .object({
    claim_link: z.string().nullable().describe('Who opens it first has the registration.'),
    expires_at: InstantSchema.describe('Then the registration is yours again.'),
  })
  .meta({ id: 'Transfer' });
