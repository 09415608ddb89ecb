import { z } from 'zod';
import { MAX_MOVED, MOVE_EXCEPTIONS } from '../../../domain/programme/agenda-moves.ts';
import { because } from '../../../domain/reasons.ts';
import { IdSchema, InstantInputSchema, once, text } from '../common.ts';
import { WouldNotifySchema } from '../dry-runs.schemas.ts';
import { reasonFields } from '../reasons.schemas.ts';
import { QuestionModeSchema } from './agenda.schemas.ts';

const FilterSchema = z
  .object({
    conference_id: IdSchema,
    from: InstantInputSchema.optional().describe(
      'Items that start at this time or later, and those that run now and end after it.',
    ),
    to: InstantInputSchema.optional().describe('Items that start before this time.'),
    room: text(500).optional(),
    track: text(100).optional(),
  })
  .meta({ id: 'AgendaSelection', examples: [{ conference_id: 7, room: 'Great Hall' }] });

/** A number of minutes or days, in either direction. */
const shift = (most: number) =>
  z
    .int()
    .min(-most, `expected at least -${most}`)
    .max(most, `expected at most ${most}`)
    .refine((by) => by !== 0, because('expected a number other than 0', 'not_zero'));

/** Two weeks, and two years. */
const [MAX_MINUTES, MAX_DAYS] = [20_160, 731];

const MOVES = ['shift_minutes', 'shift_days', 'room', 'status', 'questions'] as const;

export const AgendaMoveRequestSchema = z
  .object({
    ids: z
      .array(IdSchema)
      .min(1, 'expected at least one id')
      .max(MAX_MOVED, `expected at most ${MAX_MOVED}`)
      .refine(...once('id'))
      .optional()
      .describe('Items of one conference.'),
    filter: FilterSchema.optional().describe('The items that match all of it.'),
    shift_minutes: shift(MAX_MINUTES).optional().describe('Later, or earlier if negative.'),
    shift_days: shift(MAX_DAYS)
      .optional()
      .describe('Keeps the local times. Registration that closes at a time moves with the event.'),
    room: text(500)
      .transform((given) => given.replace(/\s+/g, ' '))
      .optional(),
    status: z.literal('cancelled').optional(),
    questions: QuestionModeSchema.optional(),
    dry_run: z.boolean().default(false).describe('Answers the same, and changes nothing.'),
    notify: z.boolean().default(true).describe('Whether people are notified.'),
    force: z.boolean().default(false).describe('Moves although the same move was just made.'),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    path: ['ids'],
    ...because('expected either ids or a filter', 'one_required', { fields: ['ids', 'filter'] }),
  })
  .refine((given) => MOVES.filter((name) => given[name] !== undefined).length === 1, {
    path: ['shift_minutes'],
    ...because(
      'expected one of shift_minutes, shift_days, room, status and questions',
      'one_required',
      { fields: MOVES },
    ),
  })
  .meta({
    id: 'AgendaMoveRequest',
    description: 'One of `ids` and `filter`, and one of the five changes.',
    examples: [{ ids: [1], shift_minutes: 15 }],
  });

const AgendaMoveWarningSchema = z
  .object({
    kind: z
      .enum(['room', 'speaker', 'capacity', 'quest', ...MOVE_EXCEPTIONS])
      .describe(
        '`room`, `speaker`: booked twice. `capacity`: the room is smaller than the seats of the event. `quest`: its times stay. `ended`, `ends_too_early`: the item stays as it is. `running`: only its end moves.',
      ),
    agenda_item_id: IdSchema.optional().describe('The moved item; absent of a quest.'),
    quest_id: IdSchema.optional(),
    message: z.string(),
    ...reasonFields,
  })
  .meta({ id: 'AgendaMoveWarning' });

export const MovedAgendaSchema = z
  .object({
    moved: z.int().describe('The number of items that changed.'),
    events_moved: z.int().describe('The number of their events that changed with them.'),
    left_out: z.int().describe('The number of selected items that stay as they are.'),
    warnings: z.array(AgendaMoveWarningSchema).describe('At most 100 of a cause.'),
    would_notify: WouldNotifySchema,
  })
  .meta({ id: 'MovedAgenda' });
