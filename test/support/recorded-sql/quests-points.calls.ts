import type { Leaderboard } from '../../../src/domain/quests/leaderboards.ts';
import type { SomeCalls } from './calls.ts';
import { NOW, PAGE, type Rows } from './rows.ts';

const NOTE = { reason: 'a reason', actor: 'key 1' };

export const questsPointsCalls = ({ user, other, quest }: Rows) => {
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
    points: {
      findAnyOf: [[quest.id]],
      updateLedger: [
        { note: 'of one user', args: [quest.id, [user.id], NOTE] },
        { note: 'of several users', args: [quest.id, [user.id, other.id], NOTE] },
      ],
      findLeastTotal: [[of]],
      insertAdjustment: [[{ ...adjustment, actor: 'key 1', timezone: 'Europe/Berlin' }]],
      deleteTotalsOf: [[[user.id]]],
      insertTotalsOf: [[[user.id]]],
      updateUsers: [[[user.id]]],
    },
    read: {
      points: {
        listOf: [
          [user.id, PAGE],
          { note: 'A page by cursor', args: [user.id, { limit: 20, after: 10 }] },
        ],
        findBatchEnd: [[0, 10_000]],
        countLedger: [[batch]],
        listAwardDifferences: [[batch, 100]],
        listTotalDifferences: [[batch, 100]],
        listUserDifferences: [[batch, 100]],
        listCountDifferences: [[100]],
        listRecalculatedIds: [[]],
        listWrongUserIds: [[batch]],
      },
      leaderboards: {
        list: [[board, PAGE], { note: 'A page by cursor', args: [board, { limit: 20, after }] }],
        listAll: [[board, PAGE], { note: 'A page by cursor', args: [board, { limit: 20, after }] }],
        findOwn: [[board, user.id]],
        listCounts: [[board]],
      },
    },
  } satisfies SomeCalls;
};
