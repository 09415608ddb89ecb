import { z } from 'zod';
import { REGISTRATION_MODES, REGISTRATION_STATES } from '../../../domain/attendance/attendables.ts';
import {
  IdSchema,
  InstantInputSchema,
  InstantSchema,
  lines,
  once,
  PathIdSchema,
  text,
  VersionSchema,
} from '../common.ts';
import { translationsOf } from '../messaging/translations.schemas.ts';

/** The most ticket types in one order. */
const MAX_ORDERED = 1_000;

const CAPACITY = 'The number of seats; null for no limit but that of the conference.';
const REGISTRATION =
  'Who may take it: the conference allows at most what its own `registration_mode` says. `approval`: organizers decide on each request.';
const HIDDEN = '`true`: in no public list; people who have its access code can take it.';
const TRANSLATIONS = 'The name and the description by BCP 47 language tag.';
const STORED_TRANSLATIONS = z
  .record(z.string(), z.object({ name: z.string(), description: z.string().nullable() }))
  .describe(TRANSLATIONS);

const shared = {
  id: IdSchema,
  name: z.string(),
  description: z.string().nullable(),
  translations: STORED_TRANSLATIONS,
  closes_at: InstantSchema.nullable(),
};

/** A ticket type as everyone sees it. */
export const TicketTypeSchema = z
  .object({
    ...shared,
    registration_state: z
      .enum(REGISTRATION_STATES)
      .describe('Of this type, within the conference.'),
    spots_left: z.int().nullable().describe('null for no limit.'),
  })
  .meta({ id: 'TicketType' });

export const AdminTicketTypeSchema = z
  .object({
    ...shared,
    position: z.int().describe('The order of the organizers.'),
    capacity: z.int().nullable().describe(CAPACITY),
    seat_count: z.int().describe('The seats that attendees and invited people hold.'),
    over_count: z
      .int()
      .describe('Seats given beyond the capacity. The next freed seats reduce it.'),
    registration: z.enum(REGISTRATION_MODES).describe(REGISTRATION),
    opens_at: InstantSchema.nullable(),
    is_offered: z
      .boolean()
      .describe('`false`: a name that an import brought. An update offers it to people.'),
    is_hidden: z.boolean().describe(HIDDEN),
    has_access_code: z.boolean(),
    version: VersionSchema,
  })
  .meta({ id: 'AdminTicketType' });

export const TicketTypeParamsSchema = z.object({
  conference_id: PathIdSchema,
  type_id: PathIdSchema,
});

const name = text(100).describe(
  'Unique within the conference; case and repeated spaces do not count.',
);
const description = lines(500).nullable();

const inputs = {
  name,
  description,
  capacity: z.int().min(1).max(1_000_000).nullable().describe(CAPACITY),
  registration: z.enum(REGISTRATION_MODES).describe(REGISTRATION),
  opens_at: InstantInputSchema.nullable(),
  closes_at: InstantInputSchema.nullable().describe('After `opens_at`.'),
  is_hidden: z.boolean().describe(HIDDEN),
  access_code: z
    .string()
    .min(8)
    .max(40)
    .nullable()
    .describe('Opens a hidden type. Only its hash is stored; `null` takes it away.'),
  translations: translationsOf(z.object({ name: text(100), description })).describe(TRANSLATIONS),
};

export const NewTicketTypeSchema = z
  .object(inputs)
  .partial()
  .required({ name: true })
  .extend({ registration: inputs.registration.default('invited') })
  .meta({
    id: 'NewTicketType',
    examples: [{ name: 'Workshop day', capacity: 40, registration: 'open' }],
  });

export const TicketTypeChangeSchema = z
  .object(inputs)
  .partial()
  .meta({
    id: 'TicketTypeChange',
    description: 'Updates the given fields; `null` clears one.',
    examples: [{ capacity: 60 }],
  });

export const TicketTypeOrderSchema = z
  .object({
    ids: z
      .array(IdSchema)
      .max(MAX_ORDERED, `expected at most ${MAX_ORDERED}`)
      .refine(...once('id'))
      .describe('All of the conference, in their new order.'),
  })
  .meta({ id: 'TicketTypeOrder' });
