import type { SomeCalls } from './calls.ts';
import { NOW, PAGE, type Rows } from './rows.ts';

const HASH = '0'.repeat(64);
const USER_HASHES = { newest: HASH, key_id: '3f1a9c07', all: [HASH, HASH] };
const HASHES = { requester: USER_HASHES, recipient: USER_HASHES };

export const networkingCalls = ({ user, other, connection }: Rows) => {
  const request = { requester_id: other.id, recipient_id: user.id, message: null, created_at: NOW };
  return {
    connections: {
      lockRequester: [[other.id, user.id]],
      lockParties: [[connection.id]],
      insertIfAbsent: [[request, HASHES]],
      lockPair: [[user.id, other.id]],
      lockForUser: [[user.id, connection.id]],
      updateAnswered: [[connection.id, 'accepted', NOW]],
      updateReopened: [[connection.id, request]],
      updateWithdrawn: [[connection.id, NOW]],
      delete: [[connection.id]],
      recordRequest: [[HASHES, NOW]],
      upsertRejectionTime: [[HASHES, NOW]],
      deleteOldRequestTimes: [[]],
      deleteAllOf: [[user.id]],
    },
    read: {
      connections: {
        list: [
          { note: 'no filter', args: [user.id, {}, PAGE] },
          {
            note: 'every filter',
            args: [user.id, { direction: 'sent', status: 'accepted' }, PAGE],
          },
        ],
        findPair: [[user.id, other.id]],
      },
    },
  } satisfies SomeCalls;
};
