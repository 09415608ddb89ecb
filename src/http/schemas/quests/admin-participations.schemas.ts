import { z } from 'zod';
import { PARTICIPANT_STATUSES } from '../../../domain/quests/participations.ts';
import { IdSchema, InstantSchema, text } from '../common.ts';
import { CursorQuerySchema } from '../pages.schemas.ts';
import { ADMIN_SEARCH, searchPosition } from '../search.schemas.ts';
import { sortParameter, sortPosition } from '../sorts.schemas.ts';
import { QuestPersonSchema } from './participations.schemas.ts';

const SORTS = { started_at: 'instant', points: 'number' } as const;

export const ParticipantsQuerySchema = CursorQuerySchema.extend({
  sort: sortParameter(
    SORTS,
    'started_at',
    'A participant who has not started counts as the latest.',
  ),
  status: z.enum(PARTICIPANT_STATUSES).optional(),
  q: text(100).optional().describe(ADMIN_SEARCH),
});

export const participantPosition = ({ sort }: z.output<typeof ParticipantsQuerySchema>) =>
  searchPosition(sortPosition(SORTS, sort));

const achievement = {
  status: z.enum(PARTICIPANT_STATUSES),
  source: z
    .enum(['self', 'public', 'signed', 'admin'])
    .describe('`public`: by an unsigned call; the user has not opened the quest.'),
  points: z.int().describe('The points in this quest, including those of the completion.'),
  started_at: InstantSchema.nullable().describe('null for `admitted`.'),
  completed_at: InstantSchema.nullable(),
  completed_tasks: z.int(),
};

export const ParticipantSchema = z
  .object({ user: QuestPersonSchema, ...achievement })
  .meta({ id: 'QuestParticipant' });

export const QuestExportQuerySchema = z.object({
  format: z.enum(['csv', 'xlsx', 'json']).default('csv'),
});

/** A row of the export; each task adds its columns. */
export const ExportedParticipantSchema = z
  .object({
    user_id: IdSchema,
    messenger_id: IdSchema.nullable(),
    first_name: z.string(),
    last_name: z.string().nullable(),
    username: z.string().nullable(),
    company: z.string().nullable(),
    ...achievement,
  })
  // Not only text: in TypeScript, the type of all other fields has to fit those above, too.
  .catchall(z.unknown())
  .meta({
    id: 'ExportedQuestParticipant',
    description:
      'Each task adds `task <id>: <title>` with its status, and each text `text <id>: <title>` with its answer.',
  });
