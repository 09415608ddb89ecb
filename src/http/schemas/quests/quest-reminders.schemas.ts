import { z } from 'zod';
import { REMINDER_AUDIENCES } from '../../../domain/quests/quest-reminders.ts';
import {
  IdSchema,
  InstantInputSchema,
  InstantSchema,
  lines,
  PathIdSchema,
  text,
  VersionSchema,
} from '../common.ts';
import { translationsOf } from '../messaging/translations.schemas.ts';

export const ReminderTemplateSchema = z
  .object({
    id: IdSchema,
    quest_id: IdSchema,
    name: z.string(),
    title: z.string().nullable().describe('null for the title of the quest.'),
    body: z.string(),
    translations: z
      .record(z.string(), z.object({ title: z.string().nullable(), body: z.string() }))
      .describe('By language tag.'),
    is_default: z.boolean(),
    version: VersionSchema,
    created_at: InstantSchema,
    updated_at: InstantSchema,
  })
  .meta({ id: 'ReminderTemplate' });

/** All templates of one quest: they are few. */
export const ReminderTemplatesSchema = z
  .object({ templates: z.array(ReminderTemplateSchema) })
  .meta({ id: 'ReminderTemplates' });

const fields = {
  name: text(100).describe('For administrators.'),
  title: text(200).nullable().describe('A template; null for the title of the quest.'),
  body: lines(4_000).describe('A template.'),
};

const translations = translationsOf(
  z.object({ title: fields.title.default(null), body: fields.body }),
);

export const ReminderTemplateInputSchema = z
  .object({ ...fields, title: fields.title.optional(), translations: translations.default({}) })
  .meta({ id: 'ReminderTemplateInput' });

export const ReminderTemplateChangesSchema = z
  .object({ ...fields, translations })
  .partial()
  .meta({
    id: 'ReminderTemplateChanges',
    examples: [{ body: 'Hello {{first_name|there}}, the quest ends tonight.' }],
  });

export const QuestParamsSchema = z.object({ questId: PathIdSchema });
export const TemplateParamsSchema = z.object({ questId: PathIdSchema, templateId: PathIdSchema });

export const ReminderSchema = z
  .object({
    template_id: IdSchema.optional().describe('Without it, the default template is sent.'),
    audience: z
      .enum(REMINDER_AUDIENCES)
      .describe(
        '`not_started`: attendees of the quest’s conference or event who are not in the quest, and admitted users. `in_progress`: who started and has not completed it. `all`: both.',
      ),
    scheduled_at: InstantInputSchema.optional().describe(
      'Without it, the reminder starts at once.',
    ),
  })
  .meta({ id: 'Reminder' });
