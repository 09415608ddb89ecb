import type { SomeCalls } from './calls.ts';
import { filteredBy } from './filters.ts';
import { LATER, NOW, PAGE, type Rows } from './rows.ts';

const HASH = Buffer.alloc(32, 1);
const TERMS = {
  name: 'Main entrance',
  scopes: ['door:read'],
  conference_ids: [1],
  allowed_networks: ['192.0.2.0/24'],
  expires_at: LATER,
} as const;

/** Calls of the repositories of administrators and their keys. */
export const administrationCalls = ({ administrator, apiKeyId, ...rows }: Rows) =>
  ({
    adminSignInCodes: {
      insert: [[Buffer.alloc(32), { key_id: apiKeyId, expires_at: LATER }]],
      deleteUnexpired: [[Buffer.alloc(32), NOW]],
      deleteExpired: [[]],
    },
    adminSessions: {
      insert: [
        [
          {
            secret_hash: 'a'.repeat(64),
            key_id: null,
            key_hex: '3f1a9c07',
            created_at: NOW,
            ends_at: LATER,
            user_agent: null,
            ip: null,
          },
        ],
      ],
      findBySecret: [['a'.repeat(64)]],
      find: [[7]],
      updateSeen: [
        [
          { id: 7, last_seen_at: NOW },
          { at: NOW, ends_at: LATER },
        ],
      ],
      updateEnded: [[7, NOW]],
      updateEndedOf: [
        { note: 'of a stored key', args: [{ key_id: 7, key_hex: null }, NOW] },
        { note: 'of a key of the settings', args: [{ key_id: null, key_hex: '3f1a9c07' }, NOW] },
      ],
      deleteOver: [[]],
    },
    administrators: {
      find: [[administrator.id]],
      list: filteredBy({ is_disabled: false }, (filter) => [filter, PAGE]),
      insert: [
        [{ name: 'Jonas', email: 'jonas@example.org', messenger_id: 4_242, created_by: null }],
      ],
      update: [[administrator.id, { name: 'Wei', disabled_at: NOW }]],
    },
    apiKeys: {
      lockAll: [[]],
      findRights: [['kg3aaaaa']],
      listOwned: [
        {
          note: 'of an administrator',
          args: [{ administrator_id: administrator.id, api_key_id: null }],
        },
        { note: 'of a machine', args: [{ administrator_id: null, api_key_id: apiKeyId }] },
      ],
      listRightsOf: [[administrator.id]],
      listOwners: [[NOW]],
      listPublicIdsOf: [[4_242, NOW]],
      insert: [[{ ...TERMS, public_id: 'kg3aaaab', administrator_id: null, created_by: null }]],
      update: [[apiKeyId, TERMS]],
      updateRevoked: [[apiKeyId, NOW]],
      updateLastUse: [[apiKeyId, { at: NOW, address: '192.0.2.7' }]],
      insertSecret: [[apiKeyId, HASH]],
      deleteOldSecret: [[apiKeyId]],
      updateSecretEnd: [[apiKeyId, LATER]],
    },
    read: {
      apiKeys: {
        find: [[apiKeyId, NOW]],
        list: filteredBy({ administrator_id: administrator.id, status: 'valid' }, (filter) => [
          filter,
          NOW,
          PAGE,
        ]),
      },
      conferenceRows: {
        listIdsInside: [['submission', [rows.submission.id], [rows.conference.id]]],
        list: [
          { note: 'an event', args: [[['event', [rows.event.id]]]] },
          {
            note: 'every kind',
            args: [
              [
                ['event', [rows.event.id]],
                ['agenda_item', [rows.item.id]],
                ['speaker', [rows.speaker.id]],
                ['changed_speaker', [rows.speaker.id]],
                ['quest', [rows.quest.id]],
                ['quest_task', [rows.task.id]],
                ['submission', [rows.submission.id]],
                ['registration_request', [1]],
                ['media', [1]],
                ['broadcast', [rows.job.id]],
                ['user', [1]],
              ],
            ],
          },
        ],
      },
    },
  }) satisfies SomeCalls;
