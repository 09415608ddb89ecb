import { z } from 'zod';
import { ACCESSES, QUEST_STATES, REGISTRATION_MODES } from '../../../domain/quests/quests.ts';
import {
  CursorQuerySchema,
  IdSchema,
  InstantInputSchema,
  InstantSchema,
  lines,
  PathIdSchema,
  SlugSchema,
  text,
  WebUrlSchema,
} from '../common.ts';
import { WORDS } from '../search.schemas.ts';
import { sortParameter, sortPosition } from '../sorts.schemas.ts';
import { AdminQuestTaskSchema, RecalculationSchema } from './admin-quest-tasks.schemas.ts';

const EXAMPLE = {
  id: 3,
  slug: 'harbour-hunt',
  title: 'Harbour hunt',
  description: null,
  image_url: null,
  conference_id: 7,
  event_id: null,
  is_active: true,
  is_featured: false,
  state: 'running' as const,
  starts_at: null,
  ends_at: null,
  timezone: 'Europe/Berlin',
  registration_mode: 'open' as const,
  access: 'registered' as const,
  max_participants: null,
  public_api_enabled: false,
  completion_points: 50,
  share_url: 'https://messenger.example/hallway?startapp=q_3',
  task_count: 8,
  total_points: 130,
  participant_count: 214,
  recalculation: null,
  created_at: '2026-05-01T09:00:00.000Z',
  updated_at: '2026-05-01T09:00:00.000Z',
};

/** A quest in lists for administrators. */
export const AdminQuestSchema = z
  .object({
    id: IdSchema,
    slug: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    image_url: z.string().nullable(),
    conference_id: IdSchema.nullable(),
    event_id: IdSchema.nullable(),
    is_active: z.boolean(),
    is_featured: z.boolean(),
    state: z.enum(QUEST_STATES).describe('`hidden`: inactive, or of a conference that is a draft.'),
    starts_at: InstantSchema.nullable(),
    ends_at: InstantSchema.nullable(),
    timezone: z.string().describe('Of its conference, else UTC: the zone of its days and weeks.'),
    registration_mode: z.enum(REGISTRATION_MODES),
    access: z.enum(ACCESSES),
    max_participants: z.int().nullable().describe('null for no limit.'),
    public_api_enabled: z.boolean(),
    completion_points: z.int(),
    share_url: z
      .string()
      .nullable()
      .describe('Opens the quest in the mini app; null without `MESSENGER_APP_URL`.'),
    task_count: z.int(),
    total_points: z.int().describe('Of all tasks and of the completion.'),
    participant_count: z.int(),
    recalculation: RecalculationSchema.nullable().describe('null if no points were ever edited.'),
    created_at: InstantSchema,
    updated_at: InstantSchema,
  })
  .meta({ id: 'AdminQuest', examples: [EXAMPLE] });

export const AdminQuestWithTasksSchema = AdminQuestSchema.extend({
  tasks: z.array(AdminQuestTaskSchema),
}).meta({ id: 'AdminQuestWithTasks', examples: [{ ...EXAMPLE, task_count: 0, tasks: [] }] });

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
  conference_id: IdSchema.nullable().describe('That of the event by default.'),
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
    .describe('Who may start: with another value than `anyone`, a conference or event is needed.'),
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
    examples: [{ title: 'Harbour hunt', conference_id: 1, completion_points: 50 }],
  });

export const QuestChangeSchema = z
  .object(inputs)
  .partial()
  .meta({
    id: 'QuestChange',
    description: 'Updates the given fields; `null` clears one.',
    examples: [{ completion_points: 100 }],
  });

export const QuestToggleSchema = z
  .object({ is_active: z.boolean().optional() })
  .meta({ id: 'QuestToggle', examples: [{ is_active: true }] });
