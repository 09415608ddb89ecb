import { z } from 'zod';
import { MAX_AGENDA_ROWS_AT_ONCE } from '../../../domain/programme/agenda-groups.ts';
import { PATTERNS } from '../../../lib/patterns.ts';
import { IdSchema, once, PathIdSchema, text, wholeIn } from '../common.ts';
import { PageQuerySchema } from '../pages.schemas.ts';

/** The query of a list that is shown as a whole. */
export const AgendaPageQuerySchema = PageQuerySchema.extend({
  limit: wholeIn(1, MAX_AGENDA_ROWS_AT_ONCE).default(20),
});

export const AgendaGroupParamsSchema = z.object({
  conference_id: PathIdSchema,
  id: PathIdSchema,
});

const COLOR = 'As `#3366cc`.';
const POSITION = 'The order of the organizers.';

const shared = {
  id: IdSchema,
  name: z.string(),
  position: z.int().describe(POSITION),
  color: z.string().nullable().describe(COLOR),
};
const CAPACITY = 'The number of people in the room; null if unknown.';

export const TrackSchema = z.object(shared).meta({ id: 'Track' });
export const RoomSchema = z
  .object({ ...shared, capacity: z.int().nullable().describe(CAPACITY) })
  .meta({ id: 'Room' });

/** A name without repeated spaces. */
const name = (max: number) =>
  text(max)
    .transform((given) => given.replace(/\s+/g, ' '))
    .describe('Unique within the conference; case and repeated spaces do not count.');
const color = z
  .string()
  .regex(PATTERNS.color, 'expected a color as #3366cc')
  .transform((given) => given.toLowerCase())
  .nullable()
  .describe(COLOR);
const capacity = z.int().min(1).max(1_000_000).nullable().describe(CAPACITY);

const roomInputs = { name: name(500), capacity, color };
const trackInputs = { name: name(100), color };

export const NewRoomSchema = z
  .object(roomInputs)
  .partial()
  .required({ name: true })
  .meta({ id: 'NewRoom', examples: [{ name: 'Dock 1', capacity: 80 }] });
export const NewTrackSchema = z
  .object(trackInputs)
  .partial()
  .required({ name: true })
  .meta({ id: 'NewTrack', examples: [{ name: 'History', color: '#3366cc' }] });

const CHANGE = 'Updates the given fields; `null` clears one.';

export const RoomChangeSchema = z
  .object({
    ...roomInputs,
    notify: z
      .boolean()
      .describe('Whether people are notified of a new name of their room. True by default.'),
  })
  .partial()
  .meta({ id: 'RoomChange', description: CHANGE, examples: [{ capacity: 350 }] });
export const TrackChangeSchema = z
  .object(trackInputs)
  .partial()
  .meta({ id: 'TrackChange', description: CHANGE, examples: [{ color: '#cc3366' }] });

export const AgendaGroupOrderSchema = z
  .object({
    ids: z
      .array(IdSchema)
      .max(MAX_AGENDA_ROWS_AT_ONCE, `expected at most ${MAX_AGENDA_ROWS_AT_ONCE}`)
      .refine(...once('id'))
      .describe('All of the conference, in their new order.'),
  })
  .meta({ id: 'AgendaGroupOrder' });

export const OrderedSchema = z.object({ ids: z.array(IdSchema) }).meta({ id: 'Ordered' });
