import type { SomeCalls } from './calls.ts';
import { afterIn, LATER, NOW, PAGE, type Rows } from './rows.ts';

/** The calls of what administrators change, and of the recalculations that follow. */
export const questEditsCalls = ({ user, other, quest }: Rows) => {
  const batch = { quest_id: quest.id, user_ids: [user.id, other.id] };
  const recalculation = {
    quest_id: quest.id,
    status: 'running',
    people: 2,
    actor: 'key 1',
    requested_at: NOW,
    finished_at: null,
  } as const;
  return {
    recalculatedPoints: {
      insertReversals: [[batch, { reason: 'a reason', actor: 'key 1' }]],
      updateFulfilled: [[batch, LATER]],
      insertCorrections: [[batch, 'key 1']],
    },
    recalculations: {
      lock: [[quest.id]],
      listRunning: [[LATER]],
      upsert: [[recalculation]],
      lockPeople: [[{ quest_id: quest.id, after_user_id: 0, limit: 1_000 }]],
      updateProgress: [[quest.id, user.id]],
      updateDone: [[quest.id, LATER]],
    },
    read: {
      adminQuests: {
        find: [[quest.id]],
        list: [
          [{ sort: '-id' }, NOW, PAGE],
          {
            note: 'by cursor, filtered',
            args: [
              { sort: 'title', state: 'running', conference_id: 1, q: 'harbor' },
              NOW,
              afterIn('title', 'hunt'),
            ],
          },
        ],
      },
    },
  } satisfies SomeCalls;
};
