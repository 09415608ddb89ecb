import type { SomeCalls } from './calls.ts';
import { filteredBy } from './filters.ts';
import { afterIn, LATER, NOW, PAGE, type Rows } from './rows.ts';

const HASH = 'f'.repeat(64);

export const feedbackCalls = ({ user, feedback }: Rows) =>
  ({
    feedback: {
      insertOnce: [
        [
          {
            user_id: user.id,
            message: 'More chairs',
            rating: 4,
            category: 'venue',
            contact: 'mina@example.org',
            context: { page: '/events' },
            repeat_hash: HASH,
            created_at: NOW,
          },
        ],
      ],
      lock: [[feedback.id]],
      update: [[feedback.id, { status: 'done', note: 'Ordered' }]],
      deleteRepeatHash: [[HASH, NOW]],
      deleteOldRepeatHashes: [[]],
      updateErasedOf: [[user.id]],
    },
    read: {
      adminFeedback: {
        find: [[feedback.id]],
        list: [
          ...filteredBy(
            {
              status: 'new',
              rating: 4,
              category: 'venue',
              user_id: user.id,
              from: NOW,
              to: LATER,
              q: 'chairs',
            },
            (filter) => [{ ...filter, sort: '-created_at' }, PAGE],
          ),
          { note: 'by two letters', args: [{ sort: '-created_at', q: 'ch' }, PAGE] },
          { note: 'after a cursor', args: [{ sort: 'rating' }, afterIn('rating', 4)] },
        ],
      },
    },
  }) satisfies SomeCalls;
