import { z } from 'zod';
import { AttendanceSchema, RegistrationSchema } from '../attendance/attendances.schemas.ts';
import { IdSchema, PathIdSchema } from '../common.ts';
import { ownQuestionFields } from '../programme/questions.schemas.ts';
import { QuestProgressSchema } from '../quests/participations.schemas.ts';

export const UserStateQuerySchema = z.object({
  conference_id: PathIdSchema.optional().describe(
    'Limits the answer to this conference, its events, its quests and its agenda.',
  ),
  agenda_item_id: PathIdSchema.optional().describe(
    'Adds what you asked, voted for and rated in this session.',
  ),
});

/** The caller's attendances, quests and unread count, which a client merges into public lists. */
export const UserStateSchema = z
  .object({
    events: z.record(z.string(), AttendanceSchema).describe('Attendances by event id.'),
    conferences: z
      .record(z.string(), RegistrationSchema)
      .describe('Registrations by conference id.'),
    quests: z
      .record(
        z.string(),
        QuestProgressSchema.pick({ status: true, completed_tasks: true, total_tasks: true }).meta({
          id: 'QuestState',
        }),
      )
      .describe('Your quests by quest id: those you take part in, and those you requested.'),
    favorites: z.array(IdSchema).describe('Ids of the agenda items that you keep.'),
    ...ownQuestionFields,
    ratings: z
      .record(z.string(), z.int().nullable())
      .optional()
      .describe('Your stars by agenda item, null for a comment alone; only with `agenda_item_id`.'),
    unread_notifications: z.int().describe('Counts all types and all conferences, up to 100.'),
  })
  .meta({
    id: 'UserState',
    description:
      'Your attendances that are registered, waitlisted or checked in. Absent: those you cancelled or never had, and hidden quests.',
  });
