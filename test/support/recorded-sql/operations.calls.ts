import type { SomeCalls } from './calls.ts';
import { AFTER_ID, LATER, NOW, PAGE, type Rows } from './rows.ts';

const BY = { name: 'key 1', request_id: 'a request' };

export const operationsCalls = ({ user, event }: Rows) =>
  ({
    audit: {
      record: [[BY, 'event.update', event.id, { before: { title: 'a' }, after: { title: 'b' } }]],
      deleteValuesAbout: [['user', user.id]],
      deleteUserOfSpeakers: [[user.id]],
    },
    rateLimitCounters: {
      upsert: [['a key', 60_000]],
      deleteExpired: [[]],
    },
    read: {
      auditLog: {
        list: [
          {
            note: 'every filter',
            args: [
              {
                subject_type: 'event',
                subject_id: event.id,
                action: 'event.update',
                actor: BY.name,
                request_id: BY.request_id,
                from: NOW,
                to: LATER,
              },
              PAGE,
            ],
          },
          { note: 'after a cursor', args: [{}, AFTER_ID] },
        ],
      },
    },
  }) satisfies SomeCalls;
