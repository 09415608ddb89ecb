import type { App } from '../app.ts';
import type { User } from '../domain/people/users.ts';
import type { QuestionStatus } from '../domain/programme/questions.ts';

/** By the indexes of the person who asks and of those who vote. */
const QUESTIONS: readonly {
  readonly text: string;
  readonly person: number;
  readonly status: QuestionStatus;
  readonly voters?: readonly number[];
}[] = [
  {
    text: 'Which storm taught you the most about backups?',
    person: 1,
    status: 'visible',
    voters: [0, 2, 3],
  },
  {
    text: 'How do you test a lock that is taken once a year?',
    person: 2,
    status: 'visible',
    voters: [1],
  },
  { text: 'Will the slides be shared after the summit?', person: 3, status: 'answered' },
  { text: 'Who keeps the harbor lights on at night?', person: 4, status: 'waiting' },
  { text: 'Can we get the slides later, please?', person: 5, status: 'waiting' },
];

/**
 * Inserts questions of a session and votes for them, by its repository: the session is two weeks ahead, and people ask
 * from an hour before it.
 */
export async function loadDemoQuestions(
  { questions }: App['store'],
  {
    id,
    people,
    now,
  }: { readonly id: number; readonly people: readonly User[]; readonly now: Date },
): Promise<void> {
  const created_at = now.toISOString();
  for (const { text, person, status, voters = [] } of QUESTIONS) {
    const user_id = people[person]?.id;
    if (user_id === undefined) continue;
    const asked = { agenda_item_id: id, user_id, text, status, created_at };
    const question = await questions.insert(asked);
    for (const voter of voters) await questions.insertVote(question.id, people[voter]?.id ?? 0);
  }
}
