import type { Leaderboard } from '../../../src/domain/quests/leaderboards.ts';
import type { SomeCalls } from './calls.ts';
import { NOW, type Rows } from './rows.ts';

export const questsPointsCalls = ({ user, quest }: Rows) => {
  const board: Leaderboard = {
    scope: 'quest',
    scope_id: quest.id,
    period: 'day',
    period_start: '2026-05-14',
  };
  const after = [10, NOW, user.id, 2, 3] as const;
  const of = { user_id: user.id, quest_id: quest.id, conference_id: quest.conference_id };
  const adjustment = { ...of, delta: -5, reason: 'a reason', earned_at: NOW };
  const batch = { after: 0, upto: user.id };
  return {
    pointAdjustments: {
      findLeastTotal: [[of]],
      insert: [[{ ...adjustment, actor: 'key 1', timezone: 'Europe/Berlin' }]],
    },
    pointTotals: {
      lockUsers: [[[user.id]]],
      deleteOf: [[[user.id]]],
      insertFromLedger: [[[user.id]]],
      updateUsers: [[[user.id]]],
    },
    read: {
      pointsCheck: {
        findBatchEnd: [[0, 10_000]],
        countLedger: [[batch]],
        listTotalDifferences: [[batch, 100]],
        listUserDifferences: [[batch, 100]],
        listTaskAwardDifferences: [[batch, 100]],
        listCompletionAwardDifferences: [[batch, 100]],
        listCountDifferences: [[100]],
        listRecalculatedIds: [[]],
        listWrongUserIds: [[batch]],
      },
      pointEntries: {
        listOf: [
          [user.id, { page: 1, limit: 20 }],
          { note: 'A page by cursor', args: [user.id, { limit: 20, after: 10 }] },
        ],
      },
      leaderboards: {
        list: [
          [board, { page: 1, limit: 20 }],
          { note: 'A page by cursor', args: [board, { limit: 20, after }] },
        ],
        listAll: [
          [board, { page: 1, limit: 20 }],
          { note: 'A page by cursor', args: [board, { limit: 20, after }] },
        ],
        findOwn: [[board, user.id]],
        listCounts: [[board]],
      },
    },
  } satisfies SomeCalls;
};
