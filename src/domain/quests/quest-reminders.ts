import type { Translations } from '../messaging/languages.ts';

/** The text of a reminder of a quest. */
export interface ReminderTemplate {
  readonly id: number;
  readonly quest_id: number;
  readonly name: string;
  /** Null for the title of the quest. */
  readonly title: string | null;
  readonly body: string;
  readonly translations: Translations<Pick<ReminderTemplate, 'title' | 'body'>>;
  /** Exactly one template of a quest is the default, as soon as there is any. */
  readonly is_default: boolean;
  /** Raised by each edit. */
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The recipients of a reminder. */
export const REMINDER_AUDIENCES = ['not_started', 'in_progress', 'all'] as const;
export type ReminderAudience = (typeof REMINDER_AUDIENCES)[number];
