import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { withoutPin } from '../../../src/domain/messaging/announcements.ts';
import type { Audience } from '../../../src/domain/messaging/audiences.ts';
import type { Tx } from '../../../src/repositories/store.ts';
import type { SomeCalls } from './calls.ts';
import { AFTER_TIME, afterIn, LATER, NOW, PAGE, type Rows } from './rows.ts';

const HASH = 'a'.repeat(64);
const ORIGIN = { created_by: 'key 1', content_hash: HASH };
const RUN = randomUUID();
const EVERY_FILTER: Audience = {
  conference_ids: [1],
  ticket_types: ['vip'],
  event_ids: [1],
  language_codes: ['en'],
  onboarding_statuses: ['completed'],
  interests: ['design'],
  user_ids: [1],
  answer: { question_id: 1, value: true },
  messenger_ids: [1],
  quest_id: 1,
  quest_status: 'not_completed',
  created_from: NOW,
  created_to: LATER,
};
const TEMPLATE = {
  title: 'Hello {{first_name}}',
  body: '{{event_title|The programme}} at {{conference_name}}: {{quest_progress}}',
};

const UPDATE = { bot_id: 1, update_id: 1 };
const COMMAND = {
  kind: 'command',
  command: 'start',
  argument: null,
  sent_at: NOW,
  language_code: 'en',
} as const;

const stage = (tx: Tx) =>
  tx.broadcastRecipients.insertLines(
    Readable.from([tx.broadcastRecipients.lineOf(1, { username: 'mina', variables: {} })]),
  );

export const messagingCalls = (rows: Rows) =>
  ({
    ...changeNotificationCalls(rows),
    ...notificationCalls(rows),
    ...deliveryCalls(rows),
    ...broadcastCalls(rows),
    ...announcementCalls(rows),
    sessionReminders: {
      existsSoon: [[]],
      lockPlan: [[]],
      listDue: [[25, 2_000]],
      insertAll: [[[reminderOf(rows)]]],
      deleteOld: [[]],
      deleteAllOf: [[rows.user.id]],
    },
    streamTickets: {
      insert: [
        { note: 'of a user', args: [HASH, { user_id: rows.user.id, access_until: LATER }, NOW] },
        {
          note: 'of an administrator',
          args: ['b'.repeat(64), { credential: { via: 'session', hash: HASH } }, NOW],
        },
      ],
      findUnexpired: [[{ token_hash: HASH, of: 'user', now: NOW }]],
      deleteUnexpired: [[{ token_hash: HASH, of: 'user', now: NOW }]],
      deleteExpired: [[NOW]],
      deleteAllOf: [[rows.user.id]],
    },
    botMembers: {
      find: [[1]],
      updateReachable: [[{ person_id: 1, at: NOW, is_reachable: true }]],
      updateNotifications: [[{ person_id: 1, at: NOW, is_enabled: true }]],
      updateLanguage: [[1, 'de']],
    },
    messengerUpdates: {
      insertIfAbsent: [
        { note: 'understood', args: [UPDATE, { person_id: 1, content: COMMAND }] },
        { note: 'not understood', args: [UPDATE, undefined] },
      ],
      lockOpen: [[UPDATE]],
      findOpen: [[UPDATE]],
      hasEarlierCommand: [[UPDATE]],
      updateApplied: [[UPDATE]],
      updateHandled: [[UPDATE]],
      deleteContentsOf: [[1]],
      deleteOld: [[]],
    },
    messengerChats: {
      delete: [[1]],
      upsertTaken: [[1, 25]],
      updateReleased: [[1]],
      upsertPaused: [[1, 1_000]],
      deleteFree: [[]],
    },
    read: readModelCalls(rows),
  }) satisfies SomeCalls;

const WAIT = { wait_ms: 60_000 };
const THING = { title: 'a', starts_at: NOW, ends_at: LATER, timezone: 'UTC', place: null };
const reminderOf = ({ user, event }: Rows) => ({
  user_id: user.id,
  due_at: NOW,
  concerns_at: LATER,
  title: 'a',
  body: 'b',
  data: { sessions: [{ event_id: event.id, agenda_item_id: null }] },
  args: { lines: [] },
  things: [{ thing: `event:${event.id}`, starts_at: LATER }],
});

const changeOf = (
  kind: 'event' | 'agenda_item' | 'conference',
  data: Record<string, number | null>,
) => {
  const fields = { status: 'approved', starts_at: NOW, ends_at: LATER };
  return {
    subject: `${kind}:${data[`${kind}_id`]}`,
    type: `${kind}_updated` as const,
    data,
    before: fields,
    after: { ...THING, ...fields },
    concerns_at: NOW,
    is_of_status: false,
  };
};

const changeNotificationCalls = ({ conference, item, event }: Rows) => {
  const { id: conference_id } = conference;
  const { event_id } = item;
  const items = [changeOf('agenda_item', { agenda_item_id: item.id, conference_id, event_id })];
  const events = [changeOf('event', { event_id: event.id })];
  const conferences = [changeOf('conference', { conference_id })];
  const programme = { conference_id, is_import: false };
  return {
    changeNotifications: {
      upsert: [
        { note: 'with attendees', args: [items, { to: 'keepers and attendees', ...WAIT }] },
        { note: 'without attendees', args: [items, { to: 'keepers', programme, ...WAIT }] },
        { note: 'of events', args: [events, { to: 'attendees', ...WAIT }] },
        { note: 'of a conference', args: [conferences, { to: 'all of a conference', ...WAIT }] },
        { note: 'of its end', args: [conferences, { to: 'all who expect a conference', ...WAIT }] },
      ],
    },
  } satisfies Partial<SomeCalls>;
};

const notificationCalls = ({ user, event, connection, notification }: Rows) =>
  ({
    notifications: {
      insertForAll: [
        [[user.id], { type: 'event_approved', args: { title: 'a' }, data: { event_id: event.id } }],
      ],
      insertMessages: [[[{ user_id: user.id, title: 'a', body: 'b', channels: ['in_app'] }]]],
      updateClicked: [[user.id, notification.id, NOW]],
      updateDismissed: [[user.id, notification.id, NOW]],
      updateAllDismissed: [
        { note: 'all', args: [user.id, undefined, NOW] },
        { note: 'by id', args: [user.id, [notification.id], NOW] },
      ],
      deleteConnectionRequest: [[connection]],
      lockAllOf: [[user.id]],
      deleteBetween: [[user.id, 2]],
      deleteAllAbout: [[user.id]],
      deleteContentsOf: [[user.id]],
    },
    openedNotifications: {
      find: [[user.id, notification.id]],
      updateClicked: [[user.id, notification.id, NOW]],
    },
    notificationSettings: {
      find: [[user.id]],
      upsertPreferences: [
        {
          note: 'topics',
          args: [user.id, { muted: ['events'], unmuted: [], quiet_hours: undefined }],
        },
        {
          note: 'topics and quiet hours',
          args: [user.id, { muted: ['events'], unmuted: [], quiet_hours: null }],
        },
      ],
      upsertSeen: [[user.id, notification.id]],
      delete: [[user.id]],
    },
  }) satisfies Partial<SomeCalls>;

const deliveryCalls = ({ notification, user }: Rows) =>
  ({
    deliveries: {
      lockSendRate: [[]],
      updatePause: [[1_000]],
      updateLeases: [[RUN, { limit: 25, rate: 25, canSend: true, holds_broadcasts: false }]],
      updateResults: [
        [
          RUN,
          [
            {
              notification_id: notification.id,
              bot_message_id: 1,
              user_id: user.id,
              chat_id: 1,
              message_id: 1,
              status: 'sent',
              reason: null,
              delay_ms: 0,
              is_counted: true,
              is_unreachable: false,
              pause_ms: 0,
            },
          ],
        ],
      ],
      findNextDueMs: [[{ canSend: true }]],
      countDue: [[]],
    },
    botMessages: {
      updateStale: [[60_000]],
      insertLeased: [
        [
          RUN,
          {
            sends: [
              {
                notification_id: notification.id,
                user_id: user.id,
                chat_id: 1,
                subjects: ['event:1'],
                content_hash: HASH,
              },
            ],
            edits: [{ bot_message_id: 1, chat_id: 2 }],
            unchanged: [2],
            outdated: [],
          },
        ],
      ],
      updateEdited: [
        [
          RUN,
          [
            {
              bot_message_id: 1,
              user_id: user.id,
              chat_id: 1,
              content_hash: HASH,
              state: 'standing',
              is_done: true,
              delay_ms: null,
              is_counted: true,
              is_unreachable: false,
              pause_ms: 0,
              chat_pause_ms: 0,
              is_lost: false,
            },
          ],
        ],
      ],
      deleteOld: [[]],
      deleteAllOf: [[user.id]],
    },
    sendRateLock: {
      updatePaused: [[{ scope: 'broadcasts', until: LATER, reason: 'Wrong room' }]],
      updateResumed: [[]],
      updateSlowed: [[1_000]],
      findSending: [[]],
    },
  }) satisfies Partial<SomeCalls>;

const broadcastCalls = ({ job, user }: Rows) =>
  ({
    broadcastDeliveries: {
      insertRecipients: [
        {
          note: 'every filter and variable, a translation, both channels',
          args: [
            { ...job, ...TEMPLATE, translations: { de: TEMPLATE }, audience: EVERY_FILTER },
            { limit: 10_000, now: NOW },
          ],
        },
        {
          note: 'a spreadsheet, in-app only',
          args: [
            { ...job, ...TEMPLATE, audience: { spreadsheet: true }, channels: ['in_app'] },
            { limit: 10_000, now: NOW },
          ],
        },
        {
          note: 'no filter, messenger only',
          args: [
            { ...job, channels: ['messenger'] },
            { limit: 10_000, now: NOW },
          ],
        },
      ],
      updateQueuedToSkipped: [[job.id]],
      updateFailedToQueued: [[job.id]],
      updateHidden: [[job.id, 0]],
    },
    broadcastRecipients: {
      insertLines: [[Readable.from([])]],
      updateIdentified: [{ before: stage, args: [] }],
      deleteRefused: [{ before: stage, args: [] }],
      insertStaged: [
        {
          before: async (tx) => {
            await stage(tx);
            await tx.broadcastRecipients.updateIdentified();
          },
          args: [job.id],
        },
      ],
      deleteAllFor: [[job.id]],
      deleteAllOf: [[user.id]],
    },
    broadcasts: {
      find: [[job.id]],
      listOverdue: [[NOW]],
      lock: [[job.id]],
      lockContent: [[ORIGIN]],
      findDuplicate: [[ORIGIN, { minutes: 10, except: job.id }]],
      insert: [
        [
          {
            type: 'message',
            quest_id: null,
            ...TEMPLATE,
            action_url: null,
            start: null,
            audience: { all: true },
            channels: ['in_app'],
            scheduled_at: NOW,
            anchor: null,
            pin: null,
            ignore_gap: false,
            status: 'draft',
          },
          { ...ORIGIN, administrator_id: null },
        ],
      ],
      updateContent: [[job.id, { ...job, content_hash: HASH }]],
      updateRetried: [{ before: (tx) => tx.broadcasts.updateStarted(job.id), args: [job.id] }],
      delete: [[job.id]],
      updateScheduledAt: [[job.id, { scheduled_at: LATER, anchor: null }]],
      updateStarted: [[job.id]],
      updateCancelled: [[job.id]],
      updateRecalled: [{ before: (tx) => tx.broadcasts.updateStarted(job.id), args: [job.id] }],
      updateFailed: [[job.id, 'late']],
      updateProgress: [
        { note: 'the last batch', args: [job.id, { people: 1, last: 1, messages: 1 }, true] },
        { note: 'another batch', args: [job.id, { people: 1, last: 1, messages: 1 }, false] },
        { note: 'no recipients', args: [job.id, { people: 0, last: null, messages: 0 }, true] },
      ],
      updateRemindersCancelled: [[1]],
      updateCompleted: [[]],
      deleteMessengerId: [[1]],
    },
  }) satisfies Partial<SomeCalls>;

const announcementCalls = ({ job, conference, event, user }: Rows) => {
  const pin = { conference_id: conference.id, until: LATER, visibility: 'everyone' } as const;
  const welcome = {
    ...TEMPLATE,
    body: 'Welcome',
    translations: { de: TEMPLATE },
    action_url: null,
    start: null,
    is_on: true,
  };
  return {
    announcements: {
      list: [
        { note: 'of a user', args: [conference.id, { user_id: user.id, now: NOW }, PAGE] },
        { note: 'anonymous', args: [conference.id, { user_id: null, now: NOW }, PAGE] },
      ],
      countPinned: [[pin, { at: NOW, except: job.id, scheduled: true }]],
      updatePin: [[job.id, pin]],
      updateUnpinned: [[job.id, withoutPin()]],
    },
    anchoredBroadcasts: {
      findTime: [
        {
          note: 'of a conference',
          args: [{ before_start: 'PT24H', conference_id: conference.id }],
        },
        { note: 'of an event', args: [{ after_end: 'PT1H', event_id: event.id }] },
      ],
      lockTime: [[{ after_start: 'PT1H', event_id: event.id }]],
      updateTimes: [[]],
      listDue: [[NOW]],
      updateMissed: [[job.id]],
    },
    welcomes: {
      find: [[conference.id]],
      lockOn: [[conference.id]],
      upsert: [[conference.id, welcome]],
      listDue: [[NOW]],
      insertDue: [
        [
          { ...welcome, conference_id: conference.id, since: NOW, version: 1 },
          { limit: 2_000, now: NOW },
        ],
      ],
      delete: [[conference.id]],
    },
  } satisfies Partial<SomeCalls>;
};

const readModelCalls = ({ user, conference, job, notification }: Rows) =>
  ({
    filterValues: {
      find: [
        { note: 'of all users', args: [null] },
        { note: 'of a limited key', args: [[conference.id]] },
      ],
    },
    inbox: {
      list: [
        { note: 'unread', args: [user.id, { unreadOnly: true }, PAGE] },
        { note: 'all, after a cursor', args: [user.id, { unreadOnly: false }, AFTER_TIME] },
      ],
      count: [[user.id]],
    },
    notifiedUsers: { findNewestId: [[]], count: [[notification.id]] },
    subjects: {
      listNow: [[['event:1', 'agenda_item:1', 'conference:1', 'connection:1', 'quest:1']]],
    },
    broadcastPreviews: {
      countAudience: [
        { note: 'every filter', args: [{ audience: EVERY_FILTER, now: NOW }] },
        {
          note: 'those with a seat who did not come',
          args: [{ audience: { conference_ids: [1], attendance: ['no_show'] }, now: NOW }],
        },
        {
          note: 'some ways to attend an event',
          args: [{ audience: { event_ids: [1], attendance: ['checked_in', 'no_show'] }, now: NOW }],
        },
        {
          note: 'a waitlist',
          args: [{ audience: { event_ids: [1], attendance: ['waitlisted'] }, now: NOW }],
        },
        {
          note: 'a spreadsheet',
          args: [{ audience: { spreadsheet: true }, id: job.id, now: NOW }],
        },
      ],
      countLanguages: [[{ audience: { all: true }, now: NOW }, ['de', 'es']]],
      listSamples: [
        { note: 'one language', args: [{ ...TEMPLATE, audience: { all: true }, now: NOW }] },
        {
          note: 'translated, for some users',
          args: [
            { ...TEMPLATE, translations: { de: TEMPLATE }, audience: { all: true }, now: NOW },
            [user.id],
          ],
        },
      ],
    },
    broadcasts: {
      list: [
        { note: 'no filter', args: [{ sort: '-id' }, PAGE] },
        { note: 'by time', args: [{ sort: 'scheduled_at' }, PAGE] },
        { note: 'every filter', args: [{ sort: 'scheduled_at', status: 'running' }, PAGE] },
        { note: 'words', args: [{ sort: '-id', q: 'dors op' }, PAGE] },
        {
          note: 'of a limited key',
          args: [{ sort: '-id', conference_ids: [conference.id] }, PAGE],
        },
      ],
      findProgress: [[job.id]],
      listUnsent: [[[job.id]]],
      listRecallGroups: [[job.id, NOW]],
      listSeries: [[job.id, NOW]],
      listDeliveries: [
        { note: 'no filter', args: [job, { sort: 'user_id' }, PAGE] },
        { note: 'every filter', args: [job, { sort: 'user_id', status: 'sent' }, PAGE] },
        {
          note: 'what cannot be recalled',
          args: [{ ...job, recalled_at: NOW }, { sort: 'user_id', recall: 'failed' }, PAGE],
        },
        { note: 'after a cursor', args: [job, { sort: '-user_id' }, afterIn('-user_id', 7)] },
        { note: 'a search', args: [job, { sort: 'user_id', q: 'ada' }, PAGE] },
      ],
    },
    notificationStreams: { listSince: [[[{ user_id: user.id, since: NOW, signed_out_at: null }]]] },
  }) satisfies SomeCalls['read'];
