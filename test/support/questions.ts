import type { Knex } from 'knex';
import type { Question } from '../../src/domain/programme/questions.ts';

interface Given extends Partial<Omit<Question, 'id' | 'agenda_item_id'>> {
  readonly user_id?: number | null;
  readonly merged_into?: number;
  readonly decided_at?: string;
}

let next = 1;

/** Inserts a question of a session, which is visible unless the test says otherwise. */
export async function aQuestion(
  db: Knex,
  { id: agenda_item_id }: { readonly id: number },
  given: Given = {},
): Promise<number> {
  const [question] = await db('session_questions')
    .insert({
      agenda_item_id,
      text: `What is number ${next++}?`,
      status: 'visible',
      created_at: '2026-05-14T09:00:00.000Z',
      ...given,
    })
    .returning('id');
  return question.id;
}

/** Inserts the votes of these users. */
export const votesOf = (
  db: Knex,
  question_id: number,
  users: readonly { readonly id: number }[],
): Promise<unknown> =>
  db('question_votes').insert(users.map(({ id }) => ({ question_id, user_id: id })));
