import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { Changes } from '../../domain/changes.ts';
import type { ReminderTemplate } from '../../domain/quests/quest-reminders.ts';

const COLUMNS = [
  'id',
  'quest_id',
  'name',
  'title',
  'body',
  'translations',
  'is_default',
  'version',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof ReminderTemplate)[];

export type TemplateFields = Pick<ReminderTemplate, 'name' | 'title' | 'body'> &
  Partial<Pick<ReminderTemplate, 'translations'>>;
type Key = Pick<ReminderTemplate, 'id' | 'quest_id'>;

/** The columns of these fields: an object becomes JSON. */
const written = ({ translations, ...fields }: Changes<TemplateFields>) => ({
  ...fields,
  ...(translations && { translations: JSON.stringify(translations) }),
});

/** Reminder templates. Each write requires the lock of the quest. */
export class QuestRemindersRepository extends OnDatabase {
  async find({ id, quest_id }: Key): Promise<ReminderTemplate | undefined> {
    return this.#table()
      .where({ id, quest_id })
      .first(...COLUMNS);
  }

  async findDefault(quest_id: number): Promise<ReminderTemplate | undefined> {
    return this.#table()
      .where({ quest_id, is_default: true })
      .first(...COLUMNS);
  }

  /** Oldest first. */
  async listOf(quest_id: number): Promise<ReminderTemplate[]> {
    return this.#table()
      .where({ quest_id })
      .orderBy('id')
      .select(...COLUMNS);
  }

  /** The first template of a quest becomes its default. */
  async insert(quest_id: number, fields: TemplateFields): Promise<ReminderTemplate> {
    const isFirst = this.db.raw('not exists (select from reminder_templates where quest_id = ?)', [
      quest_id,
    ]);
    const rows = await this.#table()
      .insert({ quest_id, ...written(fields), is_default: isFirst })
      .returning<ReminderTemplate[]>(COLUMNS);
    return onlyRow(rows);
  }

  /** Raises the version. */
  async update(id: number, changes: Changes<TemplateFields>): Promise<ReminderTemplate> {
    const rows = await this.#table()
      .where({ id })
      .update({
        ...written(changes),
        version: this.db.raw('version + 1'),
        updated_at: this.db.fn.now(3),
      })
      .returning<ReminderTemplate[]>(COLUMNS);
    return onlyRow(rows);
  }

  /** Makes this template the default instead of the other one, and raises its version. */
  async updateDefault({ id, quest_id }: Key): Promise<void> {
    // Two statements: a unique index is checked row by row.
    await this.#table().where({ quest_id, is_default: true }).update({ is_default: false });
    await this.#table()
      .where({ id, quest_id })
      .update({ is_default: true, version: this.db.raw('version + 1') });
  }

  async delete(id: number): Promise<void> {
    await this.#table().where({ id }).delete();
  }

  #table() {
    return this.db('reminder_templates');
  }
}
