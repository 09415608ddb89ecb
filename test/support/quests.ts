import type { Knex } from 'knex';
import type pg from 'pg';
import type { User } from '../../src/domain/people/users.ts';
import type { Conference } from '../../src/domain/programme/conferences.ts';
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
  await db('registration_requests').insert({
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

/**
 * Inserts 200 quests of a conference, all of whose participants and waiting submissions belong to the first
 * one, and these to one of its ten tasks. PostgreSQL then takes every quest to have as many. Returns their ids.
 */
export async function oneCrowdedQuest(
  client: pg.Client,
  conference: Pick<Conference, 'id'>,
): Promise<readonly number[]> {
  await client.query('set session_replication_role = replica');
  const { rows } = await client.query<{ id: number }>(
    `insert into quests (slug, title, conference_id, is_active)
     select 'crowded-' || n, 'Quest ' || n, $1, true from generate_series(1, 200) n returning id`,
    [conference.id],
  );
  const crowded = [rows[0]?.id];
  await client.query(
    `insert into quest_tasks (quest_id, title, type, points, position, config)
     select $1, 'Text', 'text', 10, n, '{"min_length":1,"max_length":100}' from generate_series(1, 9) n`,
    crowded,
  );
  await client.query(
    `with task as (insert into quest_tasks (quest_id, title, type, points, position, config)
                   values ($1, 'Text', 'text', 10, 0, '{"min_length":1,"max_length":100}') returning id)
     insert into user_quest_tasks (task_id, user_id, quest_id, status, source, submissions, submitted_at)
     select task.id, u.id, $1, 'pending', 'self', 1, now() from task, users u`,
    crowded,
  );
  await client.query(
    `insert into user_quests (quest_id, user_id, status, source, started_at, completed_at, active_at)
     select $1, id, 'completed', 'self', now(), now(), now() from users`,
    crowded,
  );
  await client.query('reset session_replication_role');
  return rows.map(({ id }) => id);
}
