import { z } from 'zod';
import { PARTICIPANT_STATUSES } from '../../../domain/quests/participations.ts';
import { POINT_KINDS } from '../../../domain/quests/points.ts';
import { REQUEST_STATUSES } from '../../../domain/quests/registration-requests.ts';
import { SUBMISSION_STATUSES } from '../../../domain/quests/submissions.ts';
import { IdSchema, InstantSchema } from '../common.ts';

const TitledSchema = z.object({ id: IdSchema, title: z.string() });

const PersonalQuestSchema = z.object({
  quest: TitledSchema,
  status: z.enum(PARTICIPANT_STATUSES),
  source: z
    .enum(['self', 'public', 'signed', 'admin'])
    .describe('The source of your participation.'),
  started_at: InstantSchema.nullable(),
  completed_at: InstantSchema.nullable(),
});

const PersonalSubmissionSchema = z.object({
  id: IdSchema,
  task: TitledSchema,
  status: z.enum(SUBMISSION_STATUSES),
  source: z.enum(['self', 'public', 'signed', 'admin', 'worker']),
  text: z.string().nullable(),
  media_id: IdSchema.nullable(),
  option_ids: z.array(z.string()).nullable(),
  submitted_at: InstantSchema,
  decided_at: InstantSchema.nullable(),
  reason: z.string().nullable(),
});

const PersonalVoteSchema = z.object({ task: TitledSchema, option_id: z.string() });

const PersonalQuestRequestSchema = z.object({
  id: IdSchema,
  quest: TitledSchema,
  status: z.enum(REQUEST_STATUSES),
  source: z.enum(['self', 'public', 'signed']),
  message: z.string().nullable(),
  reason: z.string().nullable(),
  requested_at: InstantSchema,
  decided_at: InstantSchema.nullable(),
});

const PersonalPointsSchema = z.object({
  id: IdSchema,
  delta: z.int(),
  kind: z.enum(POINT_KINDS),
  quest: TitledSchema.nullable(),
  task: TitledSchema.nullable(),
  reason: z.string().nullable(),
  earned_at: InstantSchema,
  created_at: InstantSchema,
});

/** The activity of the caller in quests. */
export const PersonalQuestDataSchema = z.object({
  participations: z.array(PersonalQuestSchema),
  submissions: z.array(PersonalSubmissionSchema).describe('Your submissions for tasks.'),
  votes: z.array(PersonalVoteSchema),
  registration_requests: z.array(PersonalQuestRequestSchema),
  points: z.array(PersonalPointsSchema).describe('Every row of your points.'),
});
