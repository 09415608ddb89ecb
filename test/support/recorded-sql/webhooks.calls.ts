import { Encryption } from '../../../src/lib/encryption.ts';
import { SigningSecrets } from '../../../src/lib/signing-secrets.ts';
import type { SomeCalls } from './calls.ts';
import { filteredBy } from './filters.ts';
import { NOW, PAGE, type Rows } from './rows.ts';

const RUN = '3f0e8c1a-52d7-4b7e-9a55-0c6f2f1f7a10';
const MESSAGE = `msg_${'0'.repeat(27)}`;
const SEEN = { now: NOW, since: MESSAGE } as const;
const secrets = new SigningSecrets(new Encryption(['of the recorded calls']), {
  table: 'webhook_endpoints',
  purpose: 'webhook secrets',
}).rotated(7, undefined, null).columns;
const HEALTH = { status: 'failing', off_reason: null, failing_since: NOW, failures: 10 } as const;

/** Calls of the repositories of webhooks. */
export const webhooksCalls = ({ conference, user, speaker, feedback, job, webhook }: Rows) =>
  ({
    webhookChanges: {
      insertChanged: [
        { note: 'a broadcast', args: ['broadcast.changed', [job.id]] },
        { note: 'feedback', args: ['feedback.changed', [feedback.id]] },
        { note: 'a registration request', args: ['registration_request.changed', [1]] },
      ],
      insertDeleted: [['speaker.changed', [speaker.id]]],
      insertItems: [
        [
          'source.run',
          [{ source_id: 1, run_id: 7, status: 'completed' }],
          { conference_id: conference.id, scope: 'content:read' },
        ],
      ],
      insertErased: [[user.id]],
      list: [[5_000]],
      deleteMany: [[[1]]],
    },
    webhookDeliveries: {
      insertMessages: [
        [
          [
            {
              id: MESSAGE,
              kind: 'attendance.changed',
              conference_id: conference.id,
              scope: null,
              body: '{}',
              created_at: NOW,
              endpoint_ids: [webhook],
            },
          ],
        ],
      ],
      findIsDue: [[]],
      updateLeased: [[{ run_id: RUN, limit: 32, now: NOW }]],
      updateResult: [
        [
          {
            message_id: MESSAGE,
            endpoint_id: webhook,
            run_id: RUN,
            attempts: 1,
            body: '{}',
            url: 'https://badges.example.org',
            secret_encrypted: null,
            old_secret_encrypted: null,
          },
          { status: 'queued', delayMs: 5_000 },
          { at: NOW, ms: 87, status: 500 },
        ],
      ],
      updateSpread: [[webhook]],
      updateSkipped: [[]],
      updateReplayed: [
        { note: 'by messages', args: [webhook, { message_ids: [MESSAGE] }, 500] },
        {
          note: 'by time',
          args: [webhook, { first_id: MESSAGE, before_id: MESSAGE, status: 'failed' }, 10_000],
        },
      ],
      listKnownIds: [[webhook, [MESSAGE]]],
      deleteBefore: [[MESSAGE, 5_000]],
    },
    webhookEndpoints: {
      lockAll: [[]],
      count: [[conference.id]],
      findNextId: [[]],
      insert: [
        [
          {
            id: 77,
            url: 'https://badges.example.org',
            kinds: ['attendance.changed'],
            description: null,
            conference_id: conference.id,
            administrator_id: null,
            api_key_id: null,
            ...secrets,
          },
        ],
      ],
      find: [[webhook]],
      lock: [[webhook]],
      update: [[webhook, { kinds: ['event.changed'], description: 'Printer' }]],
      findSecrets: [[webhook, NOW]],
      updateSecrets: [[webhook, secrets]],
      updateHealth: [[webhook, HEALTH]],
      updateOff: [[[webhook], 'owner_gone']],
      delete: [[webhook]],
      listOpen: [[]],
      listOf: [[{ administrator_id: null, api_key_id: null }]],
    },
    read: {
      webhooks: {
        find: [[webhook, SEEN]],
        list: [
          { note: 'of all conferences', args: [null, SEEN, PAGE] },
          { note: 'of a conference', args: [[conference.id], SEEN, PAGE] },
        ],
        listDeliveries: [
          ...filteredBy(
            { status: 'failed', kind: 'event.changed', first_id: MESSAGE, before_id: MESSAGE },
            (filter) => [webhook, filter, PAGE],
          ),
          { note: 'by cursor', args: [webhook, {}, { limit: 20, after: MESSAGE }] },
        ],
        findDelivery: [[webhook, MESSAGE]],
      },
    },
  }) satisfies SomeCalls;
