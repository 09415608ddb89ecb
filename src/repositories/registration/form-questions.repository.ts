import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { PlannedQuestion } from '../../domain/registration/form-changes.ts';
import type { FormOwner, StoredQuestion } from '../../domain/registration/forms.ts';

const COLUMNS = [
  'id',
  'kind',
  'label',
  'help',
  'options',
  'is_required',
  'is_sensitive',
  'translations',
  'replaces',
] as const satisfies readonly (keyof StoredQuestion)[];

/** What an edit writes. */
const CHANGED = [
  'kind',
  'label',
  'help',
  'options',
  'is_required',
  'is_sensitive',
  'position',
  'translations',
] as const;

const INSERT_COPIES = `
  with copied as (
    insert into form_questions (conference_id, ${CHANGED.join(', ')})
    select :to, ${CHANGED.join(', ')}
      from form_questions
     where conference_id = :from and retired_at is null
     order by position, id
    returning id
  ), owner as (
    update conferences set has_form = true where id = :to and exists (select from copied)
  )
  select count(*) from copied`;

/** What conferences and events ask. Lock the owner first: answers are checked under that lock, too. */
export class FormQuestionsRepository extends OnDatabase {
  /** The live questions in their order. */
  async list(owner: FormOwner): Promise<StoredQuestion[]> {
    return this.#live(owner)
      .orderBy(['position', 'id'])
      .select(
        ...COLUMNS,
        this.db.raw(
          `(select count(*) from form_answers f where f.question_id = form_questions.id)
             as answer_count`,
        ),
      );
  }

  /** Changes the questions with an id, inserts the others, and gives all of them their place. */
  async upsertAll(
    { noun, id: ownerId }: FormOwner,
    questions: readonly PlannedQuestion[],
  ): Promise<void> {
    const rows = questions.map(({ id, replaces, fields }, position) => ({
      ...fields,
      ...{ id, replaces, position },
    }));
    await this.db.raw(
      `merge into form_questions q
       using (select * from jsonb_to_recordset(:rows::jsonb) as given (
                id bigint, kind text, label text, help text, options jsonb, is_required boolean,
                is_sensitive boolean, position smallint, translations jsonb, replaces bigint)
               order by position) as given
          on q.id = given.id
        when matched then update set ${CHANGED.map((name) => `${name} = given.${name}`).join(', ')}
        when not matched then
             insert (${noun}_id, replaces, ${CHANGED.join(', ')})
             values (:ownerId, given.replaces, ${CHANGED.map((name) => `given.${name}`).join(', ')})`,
      { rows: JSON.stringify(rows), ownerId },
    );
  }

  /** Retires those of the questions that have answers. */
  async updateRetired(ids: readonly number[]): Promise<void> {
    await this.#table()
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .whereRaw('exists (select from form_answers f where f.question_id = form_questions.id)')
      .update({ retired_at: this.db.fn.now(3) });
  }

  /** Deletes those of the questions that are not retired. */
  async deleteLive(ids: readonly number[]): Promise<void> {
    await this.#table()
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .whereNull('retired_at')
      .delete();
  }

  /** Notes at the conference or event whether it asks anything, by which registering is decided. */
  async updateOwner({ noun, id }: FormOwner): Promise<void> {
    await this.db.raw(
      `update ${noun}s set has_form = not has_form
        where id = :id and has_form <> exists (
          select from form_questions where ${noun}_id = :id and retired_at is null)`,
      { id },
    );
  }

  /** Copies the live questions of a conference to another one. Returns their number. */
  async insertCopies(both: { readonly from: number; readonly to: number }): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { count: number }[] }>(INSERT_COPIES, both);
    return onlyRow(rows).count;
  }

  #live({ noun, id }: FormOwner) {
    return this.#table()
      .where({ [`${noun}_id`]: id })
      .whereNull('retired_at');
  }

  #table() {
    return this.db('form_questions');
  }
}
