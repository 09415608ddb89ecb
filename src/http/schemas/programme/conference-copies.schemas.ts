import { z } from 'zod';
import { CONFERENCE_PARTS } from '../../../domain/programme/conference-copies.ts';
import { because } from '../../../domain/reasons.ts';
import { DayInputSchema, SlugSchema, text } from '../common.ts';
import { AdminConferenceSchema } from './conferences.schemas.ts';

export const ConferenceCopyInputSchema = z
  .object({
    name: text(200),
    slug: SlugSchema.optional().describe('By default generated from the name.'),
    starts_on: DayInputSchema.describe('The first day. All times move by as many days.'),
    parts: z
      .array(z.enum(CONFERENCE_PARTS))
      .max(CONFERENCE_PARTS.length)
      .default([])
      .describe(
        '`rooms` and `tracks`: with capacities, colors and order. `agenda`: scheduled items, without speakers and events; rooms and tracks that were not copied are made by their names. `pages`: information pages and the map; a mark of a room that the copy does not have gets its name as a label. `ticket_types`: those that people choose, without access codes. `form_questions`: what registering asks, without answers. `checkpoints`: without scans. `quests`: with their tasks, inactive. `templates`: the reminder templates of the quests.',
      ),
  })
  .refine(({ parts }) => parts.includes('quests') || !parts.includes('templates'), {
    path: ['parts'],
    ...because('expected quests beside templates', 'needs', { field: 'quests' }),
  })
  .meta({
    id: 'ConferenceCopyInput',
    examples: [{ name: 'Computing by the Sea 2027', starts_on: '2027-05-13', parts: ['rooms'] }],
  });

export const ConferenceCopySchema = AdminConferenceSchema.extend({
  copied: z.object({
    rooms: z.int(),
    tracks: z.int(),
    agenda_items: z.int(),
    pages: z.int(),
    form_questions: z.int(),
    ticket_types: z.int(),
    checkpoints: z.int(),
    quests: z.int(),
    quest_tasks: z.int(),
    reminder_templates: z.int(),
  }),
  left_out: z
    .object({ quest_tasks: z.int() })
    .describe('Tasks to attend an event: events are not copied.'),
}).meta({ id: 'ConferenceCopy' });
