import type { Knex } from 'knex';
import type { User } from '../../src/domain/people/users.ts';
import type { Participation } from '../../src/domain/quests/participations.ts';
import type { QuestTask } from '../../src/domain/quests/quest-tasks.ts';
import type { Quest } from '../../src/domain/quests/quests.ts';
import type { RegistrationRequest } from '../../src/domain/quests/registration-requests.ts';
import type { Submission } from '../../src/domain/quests/submissions.ts';

const AT = '2026-05-14T08:30:00.000Z';

/** Inserts a participant of a quest, in progress unless `given` says otherwise, and counts them. */
export async function aParticipation(
  db: Knex,
  [user, quest]: readonly [Pick<User, 'id'>, Pick<Quest, 'id'>],
  given: Partial<Record<keyof Participation | 'active_at', unknown>> = {},
): Promise<void> {
  const { status = 'in_progress' } = given;
  await db('user_quests').insert({
    quest_id: quest.id,
    user_id: user.id,
    status,
    source: 'self',
    started_at: status === 'admitted' ? null : AT,
    completed_at: status === 'completed' ? AT : null,
    active_at: AT,
    ...given,
  });
  await db('quests').where({ id: quest.id }).increment('participant_count');
}

/** Inserts a request to be admitted to a quest. */
export async function aQuestRequest(
  db: Knex,
  [user, quest]: readonly [Pick<User, 'id'>, Pick<Quest, 'id'>],
  given: Partial<Record<keyof RegistrationRequest, unknown>> = {},
): Promise<void> {
  const { status = 'pending' } = given;
  await db('quest_registration_requests').insert({
    quest_id: quest.id,
    user_id: user.id,
    status,
    source: 'self',
    requested_at: AT,
    decided_at: status === 'pending' ? null : AT,
    ...given,
  });
}

/** Inserts a submission of a participant, approved unless `given` says otherwise. */
export async function aSubmission(
  db: Knex,
  [user, task]: readonly [Pick<User, 'id'>, Pick<QuestTask, 'id' | 'quest_id'>],
  given: Partial<Record<keyof Submission, unknown>> = {},
): Promise<void> {
  const { status = 'approved' } = given;
  await db('user_quest_tasks').insert({
    task_id: task.id,
    user_id: user.id,
    quest_id: task.quest_id,
    status,
    source: 'self',
    submissions: 1,
    submitted_at: AT,
    decided_at: status === 'pending' ? null : AT,
    ...given,
  });
}
