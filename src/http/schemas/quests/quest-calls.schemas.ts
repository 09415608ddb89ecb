import { z } from 'zod';
import type { NamedPerson } from '../../../domain/quests/quest-calls.ts';
import { IdSchema, lines, text } from '../common.ts';
import { refuseUnlessOne } from '../reasons.schemas.ts';

const personFields = {
  messenger_id: IdSchema.optional().describe('The id of the person in the messenger.'),
  ticket: text(100)
    .optional()
    .describe("The code of the person's ticket for an event or a conference, as on their badge."),
};

/** Requires exactly one of `messenger_id` and `ticket`. */
function personOf(
  { messenger_id, ticket }: { messenger_id?: number | undefined; ticket?: string | undefined },
  context: z.RefinementCtx,
): NamedPerson {
  if (messenger_id !== undefined && ticket === undefined) return { messenger_id };
  if (ticket !== undefined && messenger_id === undefined) return { ticket };
  return refuseUnlessOne(context, ['messenger_id', 'ticket']);
}

const description = 'Requires either `messenger_id` or `ticket`.';

export const JoinCallSchema = z
  .strictObject({ quest_id: IdSchema, ...personFields })
  .transform(({ quest_id, ...named }, context) => ({ quest_id, person: personOf(named, context) }))
  .meta({
    id: 'QuestJoinCall',
    description,
    examples: [
      { quest_id: 1, messenger_id: 900_000_002 },
      { quest_id: 1, ticket: 'EB-42-1007-0F3A9C41D27B58' },
    ],
  });

export const CompletionCallSchema = z
  .strictObject({
    task_id: IdSchema,
    ...personFields,
    proof: lines(4_000)
      .optional()
      .describe('The code of a `code` task, or a text for the administrators who decide.'),
  })
  .transform(({ task_id, proof, ...named }, context) => ({
    task_id,
    proof,
    person: personOf(named, context),
  }))
  .meta({
    id: 'TaskCompletionCall',
    description,
    examples: [
      { task_id: 4, messenger_id: 900_000_002, proof: 'HARBOR-7' },
      { task_id: 4, ticket: 'EB-42-1007-0F3A9C41D27B58', proof: 'HARBOR-7' },
      { task_id: 11, messenger_id: 900_000_002 },
    ],
  });

/** The headers of a signed call, by the Standard Webhooks specification. */
export const SignatureHeadersSchema = z.object({
  'webhook-id': z
    .string()
    .optional()
    .describe('For a signed call: an id unique to it, at most 200 characters. A retry repeats it.'),
  'webhook-timestamp': z
    .string()
    .optional()
    .describe('For a signed call: the time when it is sent, in seconds since 1970.'),
  'webhook-signature': z
    .string()
    .optional()
    .describe(
      'For a signed call: `v1,` and the HMAC-SHA-256 of `id.timestamp.body` in base64. Several are separated by spaces; one must be right.',
    ),
});

export const JoinedSchema = z
  .object({ quest_id: IdSchema, status: z.literal('accepted') })
  .meta({ id: 'QuestJoined' });

export const CompletedSchema = z
  .object({
    task_id: IdSchema,
    status: z.enum(['approved', 'pending']).describe('`pending` until an administrator decides.'),
  })
  .meta({ id: 'TaskCompleted' });
