import { z } from 'zod';
import { REQUEST_STATUSES } from '../../../domain/quests/registration-requests.ts';
import { IdSchema, InstantSchema, lines, PathIdSchema } from '../common.ts';
import { CursorQuerySchema } from '../pages.schemas.ts';
import { sortParameter, sortPosition } from '../sorts.schemas.ts';
import { bulkDecision } from './admin-submissions.schemas.ts';
import { QuestPersonSchema } from './participations.schemas.ts';

const decision = {
  status: z.enum(REQUEST_STATUSES),
  message: z.string().nullable(),
  reason: z.string().nullable().describe('The reason of the rejection.'),
  requested_at: InstantSchema,
  decided_at: InstantSchema.nullable(),
};

export const RegistrationRequestInputSchema = z
  .object({ message: lines(500).nullish().describe('A message for the organizers.') })
  .meta({
    id: 'RegistrationRequestInput',
    examples: [{ message: 'I know the harbor well.' }],
  });

/** A user's request to take part in a quest. */
export const RegistrationRequestSchema = z
  .object({ id: IdSchema, quest_id: IdSchema, ...decision })
  .meta({ id: 'RegistrationRequest' });

const SORTS = { id: 'number' } as const;

export const RegistrationRequestsQuerySchema = CursorQuerySchema.extend({
  sort: sortParameter(SORTS, 'id'),
  quest_id: PathIdSchema.optional(),
  status: z.enum(REQUEST_STATUSES).default('pending'),
});

export const registrationRequestPosition = ({
  sort,
}: z.output<typeof RegistrationRequestsQuerySchema>) => sortPosition(SORTS, sort);

/** A request as administrators decide on it. */
export const AdminRegistrationRequestSchema = z
  .object({
    id: IdSchema,
    quest: z.object({ id: IdSchema, title: z.string() }),
    user: QuestPersonSchema,
    source: z
      .enum(['self', 'public', 'signed'])
      .describe('`public`: by an unsigned call, which proves nothing about the user.'),
    ...decision,
  })
  .meta({ id: 'AdminRegistrationRequest' });

export const BulkRegistrationDecisionSchema = bulkDecision(1_000).meta({
  id: 'BulkRegistrationDecision',
});
