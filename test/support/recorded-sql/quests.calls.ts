import type { SomeCalls } from './calls.ts';
import { LATER, NOW, type Rows } from './rows.ts';

const CALL = (quest_id: number) => ({
  quest_id,
  webhook_id: 'msg_1',
  body_hash: 'a'.repeat(64),
});
const NOTE = { reason: 'a reason', actor: 'key 1' };

export const questsCalls = ({ user, quest, task }: Rows) => {
  const of = { quest_id: quest.id, user_id: user.id };
  const done = { task_id: task.id, user_id: user.id };
  const started = { ...of, status: 'in_progress', source: 'self', started_at: NOW } as const;
  return {
    quests: {
      find: [[quest.id]],
      lock: [[quest.id]],
      findFreeSlug: [['Harbour hunt']],
      insert: [[{ title: 'Harbour hunt', slug: 'another-hunt' }]],
      update: [[quest.id, { title: 'Another hunt' }]],
      updateParticipantCount: [[quest.id]],
    },
    questTasks: {
      find: [[task.id]],
      listOf: [[quest.id]],
      findAnswer: [[task.id, NOW]],
      insert: [
        [{ quest_id: quest.id, title: 'A link', type: 'link', config: { url: 'https://a.b' } }],
      ],
      update: [[task.id, { title: 'Another title' }]],
    },
    participations: {
      find: [[of]],
      insertIfAbsent: [[{ ...started, active_at: NOW }]],
      updateStarted: [
        {
          args: [of, { started_at: LATER, source: 'self' }],
          before: (tx) =>
            tx.participations.insertIfAbsent({
              ...of,
              status: 'admitted',
              source: 'admin',
              started_at: null,
              active_at: NOW,
            }),
        },
      ],
      updateOpened: [[of]],
      updateActive: [[of, LATER]],
      updateIfFulfilled: [[of, LATER]],
      updateIfUnfulfilled: [[of]],
    },
    submissions: {
      find: [[done]],
      upsert: [
        {
          args: [
            {
              ...of,
              ...done,
              status: 'pending',
              source: 'self',
              text: 'A text',
              media_id: null,
              option_ids: null,
              submissions: 1,
              submitted_at: NOW,
              decided_at: null,
            },
          ],
          before: (tx) => tx.participations.insertIfAbsent({ ...started, active_at: NOW }),
        },
      ],
      insertVote: [[done, 'a']],
    },
    taskTries: {
      count: [[task.id, ['a'.repeat(64)]]],
      upsert: [[task.id, 'a'.repeat(64)]],
      deleteOf: [[task.id]],
    },
    questSecrets: {
      find: [[quest.id, NOW]],
      update: [
        [
          quest.id,
          {
            secret_encrypted: Buffer.alloc(1),
            old_secret_encrypted: Buffer.alloc(1),
            old_secret_until: LATER,
          },
        ],
      ],
    },
    taskCodes: {
      listOf: [[quest.id]],
      update: [
        [
          // None: the task is a link, which has no answer.
          0,
          {
            answer_encrypted: Buffer.alloc(1),
            old_answer_encrypted: Buffer.alloc(1),
            old_answer_until: LATER,
          },
        ],
      ],
    },
    publicRequests: {
      insertIfAbsent: [[of, NOW]],
      updateAdmitted: [[of, LATER]],
    },
    signedCalls: {
      insertIfAbsent: [[CALL(quest.id), NOW]],
      find: [[CALL(quest.id)]],
      updateAnswer: [[CALL(quest.id), { status: 202, answer: { quest_id: quest.id } }]],
      deleteExpired: [[]],
    },
    points: {
      insertTaskAward: [[done, NOW]],
      insertCompletionAward: [[of, NOW]],
      insertTaskReversal: [[done, NOTE]],
      insertCompletionReversal: [[of, NOTE]],
    },
    read: {
      automaticTasks: { listFulfilledOf: [[of, NOW]] },
      questAccess: { find: [[quest.id, user.id]] },
      questProgress: { find: [[{ ...of, person_hashes: ['a'.repeat(64)] }]] },
    },
  } satisfies SomeCalls;
};
