import type { SomeCalls } from './calls.ts';
import type { Rows } from './rows.ts';
import { LATER, NOW } from './rows.ts';

/** Calls of the repositories of administrators and their keys. */
export const administrationCalls = (rows: Rows) =>
  ({
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
    apiKeys: { findRights: [['kg3aaaaa']] },
    read: {
      conferenceRows: {
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
              ],
            ],
          },
        ],
      },
    },
  }) satisfies SomeCalls;
