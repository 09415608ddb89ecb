import { TERM_KINDS } from '../../../src/domain/networking/match-terms.ts';
import type { SomeCalls } from './calls.ts';
import { filteredBy } from './filters.ts';
import { NOW, PAGE, type Rows } from './rows.ts';

const HASH = '0'.repeat(64);
const USER_HASHES = { newest: HASH, key_id: '3f1a9c07', all: [HASH, HASH] };
const HASHES = { requester: USER_HASHES, recipient: USER_HASHES };

const RUN = '00000000-0000-4000-8000-000000000002';
const CONTENT = { headline: 'Analyst', summary: null, tags: ['music'], interests: ['music'] };
const LOCAL = { name: 'local', isOutside: false } as const;
const RESULT = {
  status: 'ready',
  error: null,
  delay_ms: 0,
  is_counted: true,
  is_invalid: false,
  pause_ms: 0,
} as const;

export const networkingCalls = ({ user, other, connection, conference, enrichmentJob }: Rows) => {
  const request = { requester_id: other.id, recipient_id: user.id, message: null, created_at: NOW };
  const meeting = {
    requester_id: other.id,
    recipient_id: user.id,
    met_at: NOW,
    conference_id: conference.id,
  };
  const generated = { ...CONTENT, user_id: user.id, provider: 'local', input_hash: HASH } as const;
  return {
    blocks: {
      insert: [[{ blocker_id: user.id, blocked_id: other.id, created_at: NOW }]],
      exists: [[user.id, other.id]],
      isBlockedBy: [[user.id, other.id]],
      delete: [[user.id, other.id]],
      deleteAllOf: [[user.id]],
    },
    connectionNotes: {
      find: [[connection.id, user.id]],
      upsert: [
        [{ connection_id: connection.id, writer_id: user.id, note: 'looms', updated_at: NOW }],
      ],
      delete: [[connection.id, user.id]],
    },
    connections: {
      lockRequester: [[other.id, user.id]],
      lockParties: [[connection.id]],
      insertIfAbsent: [[request, HASHES]],
      lockPair: [[user.id, other.id]],
      lockForUser: [[user.id, connection.id]],
      findRecipient: [[connection.id]],
      updateAnswered: [[connection.id, 'accepted', NOW]],
      updateReopened: [[connection.id, request]],
      updateWithdrawn: [[connection.id, NOW]],
      deleteOfPair: [[user.id, other.id]],
      delete: [[connection.id]],
      recordRequest: [[HASHES, NOW]],
      upsertRejectionTime: [[HASHES, NOW]],
      deleteOldRequestTimes: [[]],
      deleteAllOf: [[user.id]],
    },
    enrichmentCalls: {
      lockSendRate: [[]],
      updatePause: [[1_000]],
      count: [[]],
      insert: [[]],
      updateEnded: [[1]],
      deleteOld: [[]],
    },
    enrichmentJobs: {
      insert: [[false]],
      insertUsers: [
        {
          note: 'some ids',
          args: [
            { id: enrichmentJob.id, is_forced: false },
            { audience: { user_ids: [user.id] }, now: NOW },
            LOCAL,
          ],
        },
        {
          note: 'all users',
          args: [
            { id: enrichmentJob.id, is_forced: true },
            { audience: { all: true }, now: NOW },
            LOCAL,
          ],
        },
      ],
      updateCounts: [[enrichmentJob.id, { queued: 1, skipped: 0 }]],
      updateExpiredLeases: [[]],
      updateLeases: [[RUN, { limit: 8, isOutside: true }]],
      findNextDueMs: [[]],
      updateResult: [[RUN, { job_id: enrichmentJob.id, user_id: user.id }, RESULT]],
      updateSkipped: [[{ job_id: enrichmentJob.id, user_id: user.id }]],
      deleteAllOf: [[user.id]],
      deleteOld: [[]],
    },
    enrichments: {
      find: [[user.id]],
      lock: [[user.id]],
      lockSubject: [[user.id, { isOutside: true }]],
      upsertGenerated: [[generated]],
      updateGenerated: [[generated, { isOutside: true }]],
      updateFailed: [[user.id, { provider: 'chat', error: 'unavailable' }]],
      updateSkipped: [[[user.id]]],
      updateSynced: [[user.id, HASH]],
      delete: [[user.id]],
    },
    matchTerms: {
      update: [[[user.id], TERM_KINDS, [{ user_id: user.id, kind: 'i', term: 'design' }]]],
      deleteFromBacklog: [[500]],
      deleteAllOf: [[user.id]],
      updateCounts: [[]],
    },
    meets: {
      lockParties: [[[user.id, other.id]]],
      insertIfAbsent: [[meeting]],
      updateMet: [[connection.id, meeting]],
    },
    cachedRankings: {
      find: [[{ userId: user.id, conferenceId: 1 }]],
      upsert: [
        [
          { userId: user.id, conferenceId: 1 },
          { profile: 'a'.repeat(40), people: 1, made_at: NOW, ranking: '{}' },
        ],
      ],
      updateDue: [[{ userId: user.id, conferenceId: 1 }]],
      updateDueTaken: [[20]],
      deleteAllOf: [[user.id]],
      deleteMadeBefore: [[NOW]],
    },
    recommendations: {
      insertDismissal: [[user.id, other.id, NOW]],
      deleteDismissal: [[user.id, other.id]],
      deleteAllOf: [[user.id]],
    },
    userReports: {
      findOpen: [[user.id, other.id]],
      insert: [
        [
          {
            reporter_id: user.id,
            reported_id: other.id,
            reason: 'spam',
            text: null,
            connection_id: connection.id,
            message: null,
            is_own_message: null,
            created_at: NOW,
          },
        ],
      ],
      findReported: [[1]],
      lock: [[1]],
      updateResolved: [[1, { outcome: 'warned', note: null, resolved_at: NOW }]],
      deleteAllAbout: [[user.id]],
      updateErasedOf: [[user.id]],
      deleteResolvedBefore: [[NOW]],
    },
    read: {
      blocks: {
        listHidden: [[user.id]],
        list: [[user.id, PAGE]],
        listPersonal: [[user.id]],
      },
      connections: {
        list: [
          ...filteredBy({ direction: 'sent', status: 'accepted' }, (filter) => [
            user.id,
            filter,
            PAGE,
          ]),
          { note: 'received', args: [user.id, { direction: 'received' }, PAGE] },
        ],
        listContacts: [[user.id, { limit: 250, after: 7 }]],
        findPair: [[user.id, other.id]],
        listPersonal: [[user.id]],
      },
      enrichmentJobs: {
        find: [[enrichmentJob.id]],
        list: [
          ...filteredBy({ status: 'running', user_id: user.id }, (filter) => [
            { ...filter, sort: '-id' },
            PAGE,
          ]),
          { note: 'completed', args: [{ status: 'completed', sort: 'id' }, PAGE] },
          { note: 'after a cursor', args: [{ sort: '-id' }, { limit: 20, after: ['-id', 7, 7] }] },
        ],
      },
      userReports: {
        find: [[1]],
        list: [
          ...filteredBy({ status: 'open', user_id: user.id }, (filter) => [
            { ...filter, sort: '-created_at' },
            PAGE,
          ]),
          { note: 'resolved', args: [{ status: 'resolved', sort: 'created_at' }, PAGE] },
          {
            note: 'after a cursor',
            args: [{ sort: '-created_at' }, { limit: 20, after: ['-created_at', NOW, 7] }],
          },
        ],
        listPersonal: [[user.id]],
      },
      recommendations: {
        rank: [[{ userId: user.id, conferenceId: conference.id, now: NOW }]],
        listProfiles: [[{ userId: user.id, conferenceId: conference.id }, [other.id]]],
      },
    },
  } satisfies SomeCalls;
};
