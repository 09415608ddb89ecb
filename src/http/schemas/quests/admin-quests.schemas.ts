import { z } from 'zod';
import { ACCESSES, QUEST_STATES, REGISTRATION_MODES } from '../../../domain/quests/quests.ts';
import { TASK_TYPES } from '../../../domain/quests/task-types/task-type.ts';
import {
  IdSchema,
  InstantInputSchema,
  InstantSchema,
  lines,
  PathIdSchema,
  SlugSchema,
  text,
  VersionSchema,
  WebUrlSchema,
} from '../common.ts';
import { CursorQuerySchema } from '../pages.schemas.ts';
import { WORDS } from '../search.schemas.ts';
import { sortParameter, sortPosition } from '../sorts.schemas.ts';
import { AdminQuestTaskSchema, RecalculationSchema } from './admin-quest-tasks.schemas.ts';
import { QuestSchema } from './quests.schemas.ts';

/** A quest for administrators. */
export const AdminQuestSchema = QuestSchema.extend({
  recalculation: RecalculationSchema.nullable().describe('null if no points were ever edited.'),
  version: VersionSchema,
}).meta({ id: 'AdminQuest' });

/** A quest in lists for administrators, with its counts. */
export const ListedQuestSchema = AdminQuestSchema.extend({
  pending_count: z.int().describe('Submissions that await review.'),
  completed_count: z.int().describe('Participants who have completed the quest.'),
}).meta({ id: 'ListedQuest' });

export const AdminQuestWithTasksSchema = AdminQuestSchema.extend({
  tasks: z.array(AdminQuestTaskSchema),
}).meta({ id: 'AdminQuestWithTasks' });

const SORTS = { id: 'number', title: 'text' } as const;

export const FeaturedQuestsQuerySchema = CursorQuerySchema.extend({
  sort: sortParameter(SORTS, '-id'),
});

export const AdminQuestsQuerySchema = FeaturedQuestsQuerySchema.extend({
  state: z.enum([...QUEST_STATES, 'all']).default('all'),
  conference_id: PathIdSchema.optional(),
  event_id: PathIdSchema.optional(),
  q: text(100).optional().describe(`The title contains every word, or an id. ${WORDS}`),
});

export const adminQuestPosition = ({ sort }: z.output<typeof FeaturedQuestsQuerySchema>) =>
  sortPosition(SORTS, sort);

const inputs = {
  slug: SlugSchema,
  title: text(200),
  description: lines(20_000).nullable(),
  image_url: WebUrlSchema.nullable(),
  conference_id: IdSchema.nullable().describe('The conference of the event by default.'),
  event_id: IdSchema.nullable(),
  is_active: z.boolean().describe('`false` by default: only administrators see the quest.'),
  is_featured: z.boolean(),
  starts_at: InstantInputSchema.nullable(),
  ends_at: InstantInputSchema.nullable(),
  registration_mode: z
    .enum(REGISTRATION_MODES)
    .describe('`approval`: administrators admit each participant.'),
  access: z
    .enum(ACCESSES)
    .describe('The users who may start. Values other than `anyone` require a conference or event.'),
  max_participants: z.int().min(1).max(1_000_000).nullable().describe('null for no limit.'),
  public_api_enabled: z.boolean().describe('Whether partners may complete tasks for users.'),
  completion_points: z.int().min(0).max(100_000),
};

export const NewQuestSchema = z
  .object(inputs)
  .partial()
  .required({ title: true })
  .meta({
    id: 'NewQuest',
    description: 'Without a `slug`, one is generated from the title.',
    examples: [{ title: 'Harbor hunt', conference_id: 1, completion_points: 50 }],
  });

export const QuestChangeSchema = z
  .object(inputs)
  .partial()
  .meta({
    id: 'QuestChange',
    description: 'Updates the given fields; `null` clears one.',
    examples: [{ completion_points: 100 }],
  });

export const QuestDuplicateSchema = z
  .object(inputs)
  .pick({
    title: true,
    slug: true,
    conference_id: true,
    event_id: true,
    starts_at: true,
    ends_at: true,
  })
  .partial()
  .required({ title: true })
  .meta({
    id: 'QuestDuplicate',
    description:
      'What differs from the quest that is copied. With another conference, the event is not copied; with another `starts_at`, the end of the quest and the times of its tasks move as far.',
  });

export const QuestToggleSchema = z
  .object({ is_active: z.boolean().optional() })
  .meta({ id: 'QuestToggle', examples: [{ is_active: true }] });

export const SecretRotationSchema = z
  .strictObject({
    revoke: z
      .boolean()
      .default(false)
      .describe('Ends the previous secret at once, instead of after 24 hours.'),
  })
  .prefault({})
  .meta({ id: 'SecretRotation' });

export const IssuedSecretSchema = z
  .object({
    secret: z.string().describe('Signs calls of the public quest API. Only this answer shows it.'),
    old_secret_valid_until: InstantSchema.nullable().describe(
      'The time until which the previous secret signs, too; null if none does.',
    ),
  })
  .meta({ id: 'IssuedQuestSecret' });

const FunnelTaskSchema = z
  .object({
    task_id: IdSchema,
    title: z.string(),
    type: z.enum(TASK_TYPES),
    position: z.int(),
    is_required: z.boolean(),
    submitted: z
      .int()
      .describe('The participants who sent something: the sum of the three others.'),
    pending: z.int(),
    approved: z.int().describe('The participants who have completed the task.'),
    rejected: z.int(),
  })
  .meta({ id: 'QuestFunnelTask' });

export const QuestFunnelSchema = z
  .object({
    quest_id: IdSchema,
    as_of: InstantSchema,
    participants: z
      .object({ admitted: z.int(), in_progress: z.int(), completed: z.int() })
      .describe('`admitted`: has a place and has not started.'),
    tasks: z.array(FunnelTaskSchema).describe('In the order in which users see them.'),
  })
  .meta({ id: 'QuestFunnel' });
