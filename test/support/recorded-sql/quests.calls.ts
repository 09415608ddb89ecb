import type { SomeCalls } from './calls.ts';
import { filteredBy } from './filters.ts';
import { afterIn, LATER, NOW, PAGE, type Rows } from './rows.ts';

const TEMPLATE = { name: 'A template', title: null, body: 'A text' };
const DECIDED = { decided_at: LATER, reviewer: 'key 1a2b3c4d', reviewer_id: null };
const CALL = (quest_id: number) => ({
  quest_id,
  webhook_id: 'msg_1',
  body_hash: 'a'.repeat(64),
});

const reviewCalls = {
  adminParticipations: {
    list: [
      ...filteredBy({ status: 'completed', q: 'ada' }, (filter) => [
        1,
        { ...filter, byContacts: true, sort: 'started_at' },
        PAGE,
      ]),
      { note: 'by q, without contacts', args: [1, { q: 'ada', sort: 'started_at' }, PAGE] },
      { note: 'by points', args: [1, { sort: '-points' }, afterIn('-points', 10)] },
      { note: 'after a cursor', args: [1, { sort: 'started_at' }, afterIn('started_at', NOW)] },
    ],
    listExported: [[1, { limit: 20 }]],
  },
  questFunnels: {
    countParticipants: [[1]],
    listTasks: [[1]],
  },
  adminSubmissions: {
    find: [[1]],
    findDecision: [[1]],
    list: [
      ...filteredBy(
        { status: 'approved', conference_id: 1, quest_id: 1, task_id: 1, reviewer: 1 },
        (filter) => [{ ...filter, sort: 'status_since' }, PAGE],
      ),
      {
        note: 'decided ones of a quest',
        args: [{ status: 'approved', quest_id: 1, sort: 'status_since' }, PAGE],
      },
      {
        note: 'after a cursor',
        args: [{ sort: '-status_since' }, afterIn('-status_since', NOW)],
      },
      {
        note: 'of a limited key',
        args: [{ sort: 'status_since', conference_ids: [1] }, afterIn('status_since', NOW)],
      },
    ],
    listPending: [
      ...filteredBy({ task_id: 1, source: 'public' }, (filter) => [
        1,
        { ...filter, sort: 'submitted_at' },
        PAGE,
      ]),
      {
        note: 'after a cursor',
        args: [1, { sort: '-submitted_at' }, afterIn('-submitted_at', NOW)],
      },
    ],
  },
} satisfies SomeCalls['read'];

export const questsCalls = ({ user, quest, task, submission, reminder }: Rows) => {
  const of = { quest_id: quest.id, user_id: user.id };
  const done = { task_id: task.id, user_id: user.id };
  const started = { ...of, status: 'in_progress', source: 'self', started_at: NOW } as const;
  return {
    quests: {
      find: [[quest.id]],
      lock: [[quest.id]],
      findFreeSlug: [['Harbor hunt']],
      insert: [[{ title: 'Harbor hunt', slug: 'another-hunt' }]],
      update: [[quest.id, { title: 'Another hunt' }]],
      listIdsOf: [[quest.conference_id ?? 0]],
      updateDeleted: [[quest.id, { deleted_at: LATER, points_taken_back: true }]],
      updateWithParticipant: [[quest.id]],
      updateParticipantCount: [[quest.id, 1]],
      findSecrets: [[quest.id, NOW]],
      updateSecrets: [
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
    questTasks: {
      find: [[task.id]],
      lock: [[task.id]],
      findNextPosition: [[quest.id]],
      insertAll: [
        [[{ quest_id: quest.id, title: 'A link', type: 'link', config: { url: 'https://a.b' } }]],
      ],
      listAnswersOf: [[quest.id]],
      updatePositions: [[[task.id]]],
      updateDeleted: [[task.id, { deleted_at: LATER, points_taken_back: true }]],
      listOf: [[quest.id]],
      listCodesOf: [[quest.id]],
      findAnswer: [[task.id, NOW]],
      insert: [
        [{ quest_id: quest.id, title: 'A link', type: 'link', config: { url: 'https://a.b' } }],
      ],
      update: [[task.id, { title: 'Another title' }]],
      updateNewAnswer: [
        {
          args: [task.id, Buffer.from('encrypted')],
          before: (tx) => tx.questTasks.update(task.id, { type: 'code', config: {} }),
        },
      ],
    },
    participations: {
      find: [[of]],
      listUserIds: [[quest.id, [user.id]]],
      lockEntry: [[of]],
      insert: [[started]],
      insertAdmitted: [[quest.id, [user.id], NOW]],
      updateStarted: [
        {
          args: [of, { started_at: LATER, source: 'self' }],
          before: (tx) => tx.participations.insertAdmitted(quest.id, [user.id], NOW),
        },
      ],
      updateOpened: [[of]],
      updateFulfilled: [[quest.id, [user.id], LATER]],
    },
    submissions: {
      find: [[done]],
      lockSender: [[done]],
      upsertTry: [[task.id, 'a'.repeat(64)]],
      deleteTriesOf: [[task.id]],
      findAnyOf: [[task.id]],
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
          before: (tx) => tx.participations.insert(started),
        },
      ],
      findById: [[submission.id]],
      updateApproved: [[submission.id, DECIDED]],
      updateRejected: [[submission.id, { ...DECIDED, reason: 'a reason' }]],
      updateReopened: [[submission.id]],
      countAwaitingReview: [[1]],
      updateWithoutMedia: [[1]],
    },
    polls: {
      countVotes: [[task.id]],
      findVote: [[task.id, user.id]],
      findAnyVote: [[task.id, ['a']]],
      insertVote: [
        {
          args: [done, 'a'],
          before: (tx) => tx.participations.insert(started),
        },
      ],
    },
    pendingAwards: {
      exists: [[]],
      list: [[100]],
      delete: [[[1, 2]]],
      insertFulfilledOf: [[of, NOW]],
      insertFulfilled: [[[user.id], NOW]],
      deleteEnded: [[[user.id], NOW]],
    },
    personalQuestData: {
      updateSubmissionsOf: [[user.id, NOW]],
      updateRequestsOf: [[user.id, NOW]],
      updateReasonsOf: [[user.id]],
    },
    questReminders: {
      find: [[reminder]],
      findDefault: [[quest.id]],
      listOf: [[quest.id]],
      insert: [[quest.id, TEMPLATE]],
      update: [[reminder.id, { body: 'Another text' }]],
      updateDefault: [[reminder]],
      delete: [[reminder.id]],
    },
    signedCalls: {
      insertIfAbsent: [[CALL(quest.id), NOW]],
      find: [[CALL(quest.id)]],
      updateAnswer: [[CALL(quest.id), { status: 202, answer: { quest_id: quest.id } }]],
      deleteExpired: [[]],
    },
    unsignedCalls: {
      insert: [
        [{ quest_id: quest.id, task_id: task.id, user_id: user.id, text: 'seen', sent_at: NOW }],
      ],
      find: [[1]],
      delete: [[1]],
      deleteAllOf: [[user.id]],
      deleteOld: [[]],
    },
    registrationRequests: {
      find: [[of]],
      listByIds: [[[1]]],
      lockByIds: [[[1]]],
      upsert: [[{ ...of, source: 'self', message: 'A message', requested_at: NOW }]],
      updateSource: [[1, 'self']],
      updateDecided: [[[1], { status: 'rejected', reason: 'a reason', decided_at: LATER }]],
      insertIfAbsent: [[of, NOW]],
      updateAdmitted: [[of, LATER]],
    },
    read: {
      ...reviewCalls,
      submissions: {
        findAttempt: [
          [
            {
              ...done,
              now: NOW,
              person_hashes: ['a'.repeat(64)],
              code_keys_of_task: ['quest-code:1:a'],
              code_keys: ['quest-codes:a'],
            },
          ],
        ],
      },
      personalQuestData: {
        listQuests: [[user.id]],
        listSubmissions: [[user.id]],
        listVotes: [[user.id]],
        listRequests: [[user.id]],
        listPoints: [[user.id]],
      },
      participations: {
        findOwn: [[user.id, NOW]],
        findPresence: [[quest.id, user.id]],
        find: [[{ ...of, person_hashes: ['a'.repeat(64)] }]],
        listOf: [[{ user_id: user.id, quest_ids: [quest.id], person_hashes: ['a'.repeat(64)] }]],
      },
    },
  } satisfies SomeCalls;
};
