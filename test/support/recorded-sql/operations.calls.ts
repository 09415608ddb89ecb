import { randomUUID } from 'node:crypto';
import { ENCRYPTED_COLUMNS } from '../../../src/domain/operations/encrypted-columns.ts';
import type { SomeCalls } from './calls.ts';
import { filteredBy } from './filters.ts';
import { afterIn, LATER, NOW, PAGE, type Rows } from './rows.ts';

const RUN = {
  scope: 'a'.repeat(64),
  run_id: randomUUID(),
  request_hash: 'b'.repeat(64),
  user_id: null,
};
const BY = { name: 'key 1', key: '1', via: 'api_key', request_id: 'a request' } as const;

const BATCH = { after: 0, upto: 1_000 };
const COLUMN = ENCRYPTED_COLUMNS[0];
const VALUE = Buffer.from('encrypted');

export const operationsCalls = ({ user, event, conference }: Rows) =>
  ({
    audit: {
      record: [[BY, 'event.update', event.id, { before: { title: 'a' }, after: { title: 'b' } }]],
      recordMany: [[BY, 'event.update_attendee', event.id, [{ before: { user_id: 1 } }]]],
      upsertReads: [[[{ by: BY, at: NOW, endpoint: 'listAdminUsers', reads: 1 }]]],
      deleteValuesAbout: [['user', [user.id]]],
      deleteUserOfSpeakers: [[user.id]],
    },
    statistics: { updateGrown: [[]] },
    encryptedColumns: {
      listOlder: [[COLUMN, { keyId: '3f1a9c07', after: 0, limit: 500 }]],
      update: [[COLUMN, { row_id: user.id, value: VALUE }, VALUE]],
      countHashesByKey: [[]],
    },
    queuedJobs: {
      lock: [[randomUUID()]],
      updateCancelled: [[randomUUID()]],
      delete: [[randomUUID()]],
    },
    idempotencyKeys: {
      insert: [[RUN, 60_000]],
      find: [[RUN.scope]],
      updateLease: [[RUN, 60_000]],
      updateAnswer: [[RUN, { status: 201, body: '{}', mentions: [user.id] }]],
      delete: [[RUN]],
      deleteAllOf: [[user.id]],
      updateBodiesToErased: [[[user.id]]],
      deleteExpired: [[]],
      deleteExcess: [[100]],
    },
    rateLimitCounters: {
      upsert: [['a key', 60_000]],
      upsertBoth: [
        [
          { key: 'one', max: 10, windowMs: 60_000 },
          { key: 'other', max: 60, windowMs: 60_000 },
        ],
      ],
      upsertOneOf: [[['a key', 'an older key'], 60_000]],
      updateGivenBack: [[['a key', 'an older key']]],
      deleteExpired: [[]],
    },
    restores: {
      findIsFuture: [[NOW]],
      find: [[NOW]],
      insert: [[{ taken_at: NOW, is_resent: false }]],
      updateJobsSkipped: [[]],
      updateJobsDue: [[]],
      updateMessagesSkipped: [[]],
      countDueMessages: [[]],
      updateMessagesStale: [[]],
      updateWebhooksSkipped: [[]],
      countWaitingWebhooks: [[]],
      updateMintsUnknown: [[]],
      updateSourceRunsDropped: [[]],
      updateSources: [[]],
      updateNextIds: [[10]],
      countQueuedJobs: [[]],
    },
    read: {
      sharedState: { find: [[]] },
      queuedJobs: {
        list: [
          { note: 'failed', args: ['failed', PAGE] },
          { note: 'active', args: ['active', PAGE] },
          {
            note: 'late, after a cursor',
            args: ['late', { limit: 20, after: [NOW, randomUUID()] }],
          },
        ],
      },
      denormalizedCounters: {
        listBatches: [
          { note: 'conferences', args: ['conferences'] },
          { note: 'events', args: ['events'] },
          { note: 'quests', args: ['quests'] },
        ],
        listCountDifferences: [
          { note: 'conferences', args: ['conferences', BATCH] },
          { note: 'events', args: ['events', BATCH] },
          { note: 'quests', args: ['quests', BATCH] },
        ],
        listPeopleDifferences: [[{ conference_id: conference.id, ...BATCH }]],
        listTerms: [[0, 1_000]],
        listTermCountDifferences: [[]],
      },
      auditLog: {
        list: [
          ...filteredBy(
            {
              subject_type: 'event',
              subject_id: event.id,
              actions: ['event.update'],
              conference_id: conference.id,
              actor: BY.name,
              administrator_id: 7,
              key: '1',
              request_id: BY.request_id,
              from: NOW,
              to: LATER,
            },
            (filter) => [{ ...filter, sort: '-id' }, PAGE],
          ),
          {
            note: 'by several actions',
            args: [{ sort: '-id', actions: ['event.update', 'event.delete'] }, PAGE],
          },
          { note: 'naming users', args: [{ sort: '-id', namesUsers: true }, PAGE] },
          { note: 'after a cursor', args: [{ sort: '-id' }, afterIn('-id', 7)] },
        ],
      },
    },
  }) satisfies SomeCalls;
