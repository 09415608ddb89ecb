import type { SomeCalls } from './calls.ts';
import { NOW, PAGE, type Rows } from './rows.ts';

export const networkingCalls = ({ user, other, connection }: Rows) => {
  const request = { requester_id: other.id, recipient_id: user.id, message: null, created_at: NOW };
  return {
    connections: {
      lockRecipient: [[user.id, other.id]],
      lockParties: [[connection.id]],
      insertIfAbsent: [[request]],
      lockPair: [[user.id, other.id]],
      lockForUser: [[user.id, connection.id]],
      updateAnswered: [[connection.id, 'accepted', NOW]],
      updateReopened: [[connection.id, request]],
      delete: [[connection.id]],
      findRequestTime: [[user.id, 49]],
      insertRequestTime: [[user.id, NOW]],
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
