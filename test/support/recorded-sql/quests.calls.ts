import type { SomeCalls } from './calls.ts';
import { AFTER_ID, AFTER_TIME, LATER, NOW, PAGE, type Rows } from './rows.ts';

const NOTE = { reason: 'a reason', actor: 'key 1' };

const reviewCalls = {
  questParticipants: {
    list: [
      { note: 'every filter', args: [1, { status: 'completed', q: 'ada' }, PAGE] },
      { note: 'after a cursor', args: [1, {}, AFTER_TIME] },
    ],
    listExported: [[1, { limit: 20 }]],
  },
  registrationRequests: {
    find: [[1]],
    list: [
      { note: 'of a quest', args: [{ quest_id: 1, status: 'pending' }, PAGE] },
      { note: 'after a cursor', args: [{ status: 'rejected' }, AFTER_ID] },
    ],
  },
  questReviews: {
    find: [[1]],
    listPending: [
      { note: 'every filter', args: [1, { task_id: 1, source: 'public' }, PAGE] },
      { note: 'after a cursor', args: [1, {}, AFTER_TIME] },
    ],
  },
} satisfies SomeCalls['read'];

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
      listUserIds: [[quest.id, [user.id]]],
      insertAdmitted: [[quest.id, [user.id], NOW]],
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
      updateIfUnfulfilled: [[{ ...of, task_id: task.id }]],
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
      findById: [[1]],
      updateDecided: [[1, { status: 'rejected', decided_at: LATER, reason: 'a reason' }]],
      updateReopened: [[1]],
      countAwaitingReview: [[1]],
      updateWithoutMedia: [[1]],
      insertVote: [[done, 'a']],
    },
    taskTries: {
      count: [[task.id, ['a'.repeat(64)]]],
      upsert: [[task.id, 'a'.repeat(64)]],
      deleteOf: [[task.id]],
    },
    points: {
      insertTaskAward: [[done, NOW]],
      insertCompletionAward: [[of, NOW]],
      insertTaskReversal: [[done, NOTE]],
      insertCompletionReversal: [[of, NOTE]],
    },
    registrationRequests: {
      find: [[of]],
      listByIds: [[[1]]],
      lockByIds: [[[1]]],
      upsert: [[{ ...of, source: 'self', message: 'A message', requested_at: NOW }]],
      updateSource: [[1, 'self']],
      updateDecided: [[[1], { status: 'rejected', reason: 'a reason', decided_at: LATER }]],
    },
    read: {
      ...reviewCalls,
      automaticTasks: { listFulfilledOf: [[of, NOW]] },
      questAccess: { find: [[quest.id, user.id]] },
      questProgress: { find: [[{ ...of, person_hashes: ['a'.repeat(64)] }]] },
    },
  } satisfies SomeCalls;
};
