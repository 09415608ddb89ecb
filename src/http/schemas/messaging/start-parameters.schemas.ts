import { z } from 'zod';
import { TARGET_KINDS } from '../../../domain/messaging/start-parameters.ts';
import { because } from '../../../domain/reasons.ts';
import { PATTERNS } from '../../../lib/patterns.ts';
import { IdSchema } from '../common.ts';

/** What a notification opens. */
export const TargetSchema = z
  .object({
    kind: z.enum(TARGET_KINDS),
    id: IdSchema,
    conference_id: IdSchema.optional().describe('Of a page.'),
  })
  .meta({ id: 'Target' });

export const OpenedStartSchema = z
  .object({
    kind: z
      .enum([...TARGET_KINDS, 'notification', 'claim', 'meet'])
      .describe(
        'A notification opens its own page: `notification` has none but itself, or is not yours.',
      ),
    id: IdSchema,
    code: z
      .string()
      .optional()
      .describe('What to send for a task, a claim or a meet code, as the link has it: unchecked.'),
    conference_id: IdSchema.optional().describe(
      'Of a page; a page that was deleted opens its conference.',
    ),
    notification_id: IdSchema.optional().describe(
      'Your notification that was pressed, or the newer one that replaced it.',
    ),
    available: z
      .boolean()
      .describe(
        'Whether its page answers you. Missing, hidden and forbidden are one answer. Never depends on a code.',
      ),
  })
  .meta({ id: 'OpenedStart' });

export const StartParamsSchema = z.object({
  parameter: z
    .string()
    .regex(PATTERNS.name, 'expected 1 to 64 letters, digits, underscores or hyphens'),
});

export const StartSchema = z
  .object({ start: OpenedStartSchema.nullable().describe('Null for a foreign parameter.') })
  .meta({ id: 'Start' });

/** What an organizer's notification opens. There are no meetings yet. */
const TargetInputSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.enum(TARGET_KINDS).exclude(['meeting', 'page']), id: IdSchema }),
    z.object({ kind: z.literal('page'), id: IdSchema, conference_id: IdSchema }),
  ])
  .meta({ id: 'TargetInput', examples: [{ kind: 'event', id: 12 }] });

/** The `start` of a body with an `action_url`. */
export const StartInputSchema = TargetInputSchema.nullish()
  .transform((start) => start ?? null)
  .describe('The page of the mini app that a click opens, in place of an `action_url`.');

interface Opening {
  readonly action_url?: string | null | undefined;
  readonly start: unknown;
}

/** Refuses a body with an `action_url` and a `start`. */
export const ONE_OPENING: [
  hasOne: (given: Opening) => boolean,
  problem: { path: string[]; error: string; params: object },
] = [
  ({ action_url, start }) => (action_url ?? null) === null || start === null,
  {
    path: ['start'],
    ...because('expected no start beside an action_url', 'not_beside', { field: 'action_url' }),
  },
];
