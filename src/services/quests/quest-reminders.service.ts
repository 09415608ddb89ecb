import type { Administrator } from '../../domain/administration/administrators.ts';
import { type Changes, differences } from '../../domain/changes.ts';
import type { Broadcast } from '../../domain/messaging/broadcasts.ts';
import type { TranslatedText } from '../../domain/messaging/languages.ts';
import { checkTemplates } from '../../domain/messaging/templates.ts';
import type { ReminderAudience, ReminderTemplate } from '../../domain/quests/quest-reminders.ts';
import type { Quest } from '../../domain/quests/quests.ts';
import { isExpected, type Target } from '../../domain/versions.ts';
import { AppError, conflict, notFound, preconditionFailed } from '../../errors.ts';
import type { TemplateFields } from '../../repositories/quests/quest-reminders.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { BroadcastsService } from '../messaging/broadcasts.service.ts';

/** A template as an administrator gives it; without a title it has the title of the quest. */
export type TemplateInput = Pick<TemplateFields, 'name' | 'body' | 'translations'> & {
  readonly title?: string | null | undefined;
};

export interface ReminderRequest {
  /** The default template without it. */
  readonly template_id?: number | undefined;
  readonly audience: ReminderAudience;
  /** At once without it. */
  readonly scheduled_at?: string | undefined;
}

/** A template of a quest to change. */
interface TemplateTarget extends Target {
  readonly questId: number;
}

/** `all` reaches the users who have not completed the quest. */
const STATUS_OF = {
  not_started: 'not_started',
  in_progress: 'in_progress',
  all: 'not_completed',
} as const;

interface Deps {
  readonly store: Store;
  readonly broadcasts: BroadcastsService;
  readonly urlOf: (quest: Pick<Quest, 'id'>) => string | null;
}

/** Templates of reminders, and their sending. */
export class QuestRemindersService {
  readonly #deps: Deps;
  /** @param deps.urlOf the link that opens a quest in the mini app */
  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Oldest first.
   * @throws AppError NOT_FOUND
   */
  async list(questId: number): Promise<ReminderTemplate[]> {
    if (!(await this.#deps.store.quests.find(questId))) throw notFound('quest');
    return this.#deps.store.questReminders.listOf(questId);
  }

  /** @throws AppError NOT_FOUND */
  async get(questId: number, id: number): Promise<ReminderTemplate> {
    if (!(await this.#deps.store.quests.find(questId))) throw notFound('quest');
    return templateIn(this.#deps.store, questId, id);
  }

  /**
   * The first template of a quest becomes its default.
   * @throws AppError NOT_FOUND; VALIDATION_ERROR for an unknown variable
   */
  async create(
    by: Administrator,
    questId: number,
    { title = null, ...fields }: TemplateInput,
  ): Promise<ReminderTemplate> {
    checkText({ title, ...fields });
    return this.#changing(questId, async (tx) => {
      const template = await tx.questReminders.insert(questId, { ...fields, title });
      await tx.audit.record(by, 'reminder_template.create', template.id, { after: template });
      return template;
    });
  }

  /**
   * Changes the given fields; a null title stands for the title of the quest.
   * @throws AppError NOT_FOUND; PRECONDITION_FAILED; VALIDATION_ERROR for an unknown variable
   */
  async update(
    by: Administrator,
    { questId, ...target }: TemplateTarget,
    given: Changes<TemplateFields>,
  ): Promise<ReminderTemplate> {
    return this.#changing(questId, async (tx) => {
      const current = await expectedIn(tx, questId, target);
      const { before, after } = differences<TemplateFields>(current, given);
      if (Object.keys(after).length === 0) return current;
      const changed = await tx.questReminders.update(target.id, after);
      checkText(changed);
      await tx.audit.record(by, 'reminder_template.update', target.id, { before, after });
      return changed;
    });
  }

  /** @throws AppError NOT_FOUND; PRECONDITION_FAILED; CONFLICT for the default, unless it is the last */
  async delete(by: Administrator, { questId, ...target }: TemplateTarget): Promise<void> {
    await this.#changing(questId, async (tx) => {
      const template = await expectedIn(tx, questId, target);
      const templates = await tx.questReminders.listOf(questId);
      if (template.is_default && templates.length > 1)
        throw conflict(null, 'Make another template the default first', 'is_default');
      await tx.questReminders.delete(target.id);
      await tx.audit.record(by, 'reminder_template.delete', target.id, { before: template });
    });
  }

  /** Safe to repeat. @throws AppError NOT_FOUND */
  async setDefault(by: Administrator, questId: number, id: number): Promise<ReminderTemplate> {
    return this.#changing(questId, async (tx) => {
      const template = await templateIn(tx, questId, id);
      if (template.is_default) return template;
      await tx.questReminders.updateDefault(template);
      await tx.audit.record(by, 'reminder_template.set_default', id, {
        after: { is_default: true },
      });
      return templateIn(tx, questId, id);
    });
  }

  /**
   * Creates the notification job of a reminder. It fails as `quest_over` if the quest is hidden or
   * over when it starts.
   *
   * @throws AppError NOT_FOUND for an unknown quest or template; NO_TEMPLATE; VALIDATION_ERROR for a
   *   time in the past or too far ahead, and for an audience of attendees of a quest that has neither
   *   a conference nor an event
   */
  async send(
    by: Administrator,
    questId: number,
    { template_id, audience, scheduled_at }: ReminderRequest,
  ): Promise<Broadcast> {
    const quest = await this.#deps.store.quests.find(questId);
    if (!quest) throw notFound('quest');
    const template = await this.#templateOf(questId, template_id);
    const draft = await this.#deps.broadcasts.draftOf({
      type: 'quest_reminder',
      quest_id: questId,
      ...textsOf(template),
      action_url: this.#deps.urlOf(quest),
      audience: { quest_id: questId, quest_status: STATUS_OF[audience] },
      channels: ['in_app', 'messenger'],
      scheduled_at,
    });
    return this.#deps.store.transaction((tx) => this.#deps.broadcasts.schedule(tx, by, draft));
  }

  async #templateOf(questId: number, id: number | undefined): Promise<ReminderTemplate> {
    if (id !== undefined) return templateIn(this.#deps.store, questId, id);
    const template = await this.#deps.store.questReminders.findDefault(questId);
    if (!template) throw new AppError('NO_TEMPLATE', 'This quest has no reminder template');
    return template;
  }

  /** Runs under the lock of the quest, so that there is one default. */
  async #changing<T>(questId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#deps.store.transaction(async (tx) => {
      if (!(await tx.quests.lock(questId))) throw notFound('quest');
      return work(tx);
    });
  }
}

async function templateIn(db: Store | Tx, quest_id: number, id: number): Promise<ReminderTemplate> {
  const template = await db.questReminders.find({ quest_id, id });
  if (!template) throw notFound('template');
  return template;
}

/** Refuses another version than `ifMatch`. Ask under the lock of the quest. */
async function expectedIn(
  tx: Tx,
  questId: number,
  { id, ifMatch }: Target,
): Promise<ReminderTemplate> {
  const template = await templateIn(tx, questId, id);
  if (!isExpected(template, ifMatch)) throw preconditionFailed(template);
  return template;
}

/** Uses a variable: the title itself may contain braces, and may change until the job starts. */
const QUEST_TITLE = '{{quest_title}}';

type Texts = Pick<TemplateFields, 'title' | 'body' | 'translations'>;

/** The texts of a template, which has a title everywhere. */
const textsOf = ({ title, body, translations = {} }: Texts): TranslatedText => {
  const titled = (text: Pick<Texts, 'title' | 'body'>) => ({
    title: text.title ?? QUEST_TITLE,
    body: text.body,
  });
  const entries = Object.entries(translations).map(([tag, text]) => [tag, titled(text)] as const);
  return { ...titled({ title, body }), translations: Object.fromEntries(entries) };
};

const checkText = (texts: Texts): void => checkTemplates(textsOf(texts), { namesQuest: true });
