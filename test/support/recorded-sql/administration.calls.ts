import type { SomeCalls } from './calls.ts';
import type { Rows } from './rows.ts';

/** Calls of the repositories of administrators and their keys. */
export const administrationCalls = (rows: Rows) =>
  ({
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
