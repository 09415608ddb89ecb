import type { SomeCalls } from './calls.ts';
import { AFTER_ID, PAGE, type Rows } from './rows.ts';

const HASH = Buffer.alloc(32);
const FIELDS = {
  kind: 'ical',
  name: 'Harbor',
  url: 'https://calendar.example/a.ics',
  settings: {},
  interval_minutes: 15,
  publish: 'review',
  absent: 'keep',
} as const;
const FAILURE = { failures: 1, refusals: 0, failing_since: null, delay_minutes: 15 };
const REPORT = {
  ...{ rows: [], refused: [], warnings: [], brakes: [], edited: [], would_notify: 0 },
  more: { rows: 0, refused: 0, warnings: 0, edited: 0 },
};

export const sourcesCalls = ({ conference, source, run, ...rows }: Rows) => {
  const of = { id: source, conference_id: conference.id };
  const administrator = rows.administrator.id;
  const lease = { ...of, run_id: run };
  return {
    sources: {
      count: [[conference.id]],
      insert: [
        [
          {
            ...FIELDS,
            conference_id: conference.id,
            administrator_id: administrator,
            api_key_id: null,
            off_reason: null,
          },
        ],
      ],
      lock: [[of]],
      lockLeased: [[lease]],
      findIsDue: [[]],
      lockDue: [[]],
      update: [[of, { name: 'Quay', settings: { uids: ['a'] } }]],
      updateCredential: [[source, Buffer.from('a')]],
      findCredential: [[source]],
      updateForgotten: [[of, true]],
      updateQueued: [[lease]],
      updateLeased: [[lease]],
      updateRenewed: [[lease]],
      updateEnded: [[lease, { content_hash: HASH, cursor: null }]],
      updateFailed: [[lease, { ...FAILURE, off_reason: null }]],
      updateReleased: [[lease]],
      updateCalm: [[of]],
      delete: [[of]],
      findCalendarUrl: [
        { note: 'of all', args: [undefined, null] },
        { note: 'of a conference, with a limited key', args: [conference.id, [conference.id]] },
      ],
      countStates: [[]],
      listTroubled: [
        {
          note: 'of an administrator',
          args: [{ administrator_id: administrator, api_key_id: null }],
        },
        { note: 'of ADMIN_API_KEY', args: [{ administrator_id: null, api_key_id: null }] },
      ],
    },
    sourceRuns: {
      insert: [
        {
          before: (tx) => tx.sourceRuns.updateInterrupted(source),
          args: [{ source_id: source, kind: 'scheduled' }],
        },
      ],
      find: [[{ id: run, source_id: source }]],
      findContent: [[{ id: run, source_id: source }]],
      findIsRunning: [[source]],
      findIsTooSoon: [[source]],
      findLastTotal: [[source]],
      countApplied: [[source]],
      updateEnded: [
        [run, { status: 'applied', content_hash: HASH, counts: { total: 1 }, report: REPORT }],
      ],
      updateInterrupted: [[source]],
      updateDiscarded: [[source]],
      deleteUnchanged: [[{ id: run, source_id: source }]],
      delete: [[run]],
      deleteExcess: [[source]],
      deleteOld: [[]],
    },
    read: {
      sources: {
        list: [[{ conference_id: conference.id, kinds: ['ical'] }, PAGE]],
        find: [[of]],
        listRuns: [
          { note: 'by number', args: [source, PAGE] },
          { note: 'by cursor', args: [source, AFTER_ID] },
        ],
        findRun: [[source, run]],
        listSameSlots: [[conference.id, 'sea.example #1', 20]],
      },
    },
  } satisfies SomeCalls;
};
