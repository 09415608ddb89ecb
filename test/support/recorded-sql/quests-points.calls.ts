import type { Board } from '../../../src/domain/quests/boards.ts';
import type { SomeCalls } from './calls.ts';
import { NOW, type Rows } from './rows.ts';

export const questsPointsCalls = ({ user, quest }: Rows) => {
  const board: Board = {
    scope: 'quest',
    scope_id: quest.id,
    period: 'day',
    period_start: '2026-05-14',
  };
  const after = [10, NOW, user.id, 2, 3] as const;
  return {
    read: {
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
