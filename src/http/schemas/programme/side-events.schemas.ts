import { z } from 'zod';
import { InstantInputSchema, lines, text } from '../common.ts';
import { EVENT_INPUT_EXAMPLE, eventInputs, VenueInputSchema } from './events.schemas.ts';

export const SideEventRequestSchema = z
  .object(eventInputs)
  .pick({
    conference_id: true,
    title: true,
    ends_at: true,
    timezone: true,
    url: true,
    capacity: true,
    image_url: true,
  })
  .partial({ conference_id: true, url: true, capacity: true, image_url: true })
  .extend({
    description: lines(20_000),
    starts_at: InstantInputSchema.describe('A time in the future.'),
    venue: VenueInputSchema.extend({ name: text(500) }),
    contact: text(200)
      .nullish()
      .describe('Your contact for this request; only administrators see it.'),
  })
  .meta({
    id: 'SideEventRequest',
    examples: [
      {
        ...EVENT_INPUT_EXAMPLE,
        conference_id: 1,
        description: 'Bring a loom.',
        timezone: 'Europe/Berlin',
        venue: { name: 'Weavers’ Inn' },
        contact: '@ada',
      },
    ],
  });

export const SideEventChangeSchema = SideEventRequestSchema.partial()
  .extend({ venue: VenueInputSchema.optional() })
  .meta({
    id: 'SideEventChange',
    description: 'Updates the given fields; `null` clears one.',
    examples: [{ capacity: 40, contact: '@ada' }],
  });
