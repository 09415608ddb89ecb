import {
  NOTIFICATION_TYPES,
  subjectsOf,
  TOPIC_OF,
  targetOf,
} from '../../../src/domain/messaging/notification-types.ts';
import { type NotificationContent, TOPICS } from '../../../src/domain/messaging/notifications.ts';

const actor = { id: 7, first_name: 'Ada', photo_url: null };
type Case = Pick<NotificationContent, 'type' | 'data'>;

it.each<[Case, string | null, readonly string[]]>([
  [{ type: 'connection_request', data: { connection_id: 5, actor } }, 'user 7', ['connection:5']],
  [{ type: 'event_approved', data: { event_id: 12 } }, 'event 12', ['event:12']],
  [{ type: 'event_promoted', data: { event_id: 12 } }, 'event 12', ['event_seat:12']],
  [{ type: 'event_updated', data: { event_id: 12, changes: {} } }, 'event 12', ['event:12']],
  [
    { type: 'programme_changed', data: { conference_id: 3, event_ids: [1], agenda_item_ids: [4] } },
    'conference 3',
    ['event:1', 'agenda_item:4'],
  ],
  [
    { type: 'programme_changed', data: { conference_id: null, event_ids: [2, 1] } },
    'event 2',
    ['event:2', 'event:1'],
  ],
  [
    {
      type: 'programme_changed',
      data: {
        conference_id: 3,
        event_ids: [1],
        changes: [
          { agenda_item_id: 4, event_id: 1, text: '', changes: {} },
          { agenda_item_id: 6, event_id: null, text: '', changes: {} },
        ],
      },
    },
    'conference 3',
    ['agenda_item:4', 'agenda_item:6'],
  ],
  [
    {
      type: 'agenda_item_updated',
      data: { agenda_item_id: 4, conference_id: 3, event_id: 1, changes: {} },
    },
    'agenda_item 4',
    ['agenda_item:4'],
  ],
  [
    { type: 'conference_cancelled', data: { conference_id: 3, reason: 'archived' } },
    'conference 3',
    ['conference:3'],
  ],
  [
    { type: 'conference_promoted', data: { conference_id: 3 } },
    'conference 3',
    ['conference_seat:3'],
  ],
  [{ type: 'welcome', data: { conference_id: 3 } }, 'conference 3', ['welcome:3']],
  [{ type: 'seat_check', data: { conference_id: 3 } }, 'conference 3', ['conference_seat:3']],
  [{ type: 'guest_lapsed', data: { conference_id: 3, names: [] } }, 'conference 3', ['guests:3']],
  [
    { type: 'transfer_returned', data: { conference_id: 3 } },
    'conference 3',
    ['conference_seat:3'],
  ],
  [
    { type: 'registration_rejected', data: { event_id: 12, reason: null } },
    'event 12',
    ['event_seat:12'],
  ],
  [
    { type: 'seat_given', data: { event_id: 12, status: 'registered' } },
    'event 12',
    ['event_seat:12'],
  ],
  [
    {
      type: 'seat_given',
      data: { conference_id: 3, conference_ids: [3, 4], status: 'waitlisted' },
    },
    'conference 3',
    ['conference_seat:3', 'conference_seat:4'],
  ],
  [{ type: 'warning', data: {} }, null, []],
  [{ type: 'partner_minted', data: { mint_id: 1, token_id: null, explorer_url: null } }, null, []],
  [
    { type: 'quest_task_approved', data: { quest_id: 3, task_id: 4, points: 5 } },
    'task 4',
    ['quest_task:4'],
  ],
  [
    { type: 'quest_registration_rejected', data: { quest_id: 3, reason: null } },
    'quest 3',
    ['quest:3'],
  ],
  [{ type: 'quest_completed', data: { quest_id: 3, points: 0 } }, 'quest 3', []],
  [
    { type: 'points_adjusted', data: { delta: 1, reason: '', quest_id: null, conference_id: 3 } },
    'conference 3',
    [],
  ],
  [
    {
      type: 'session_reminder',
      data: {
        sessions: [
          { event_id: 12, agenda_item_id: 4 },
          { event_id: null, agenda_item_id: 5 },
        ],
      },
    },
    'agenda_item 4',
    ['event:12', 'agenda_item:4', 'agenda_item:5'],
  ],
  [
    { type: 'session_reminder', data: { sessions: [{ event_id: 12, agenda_item_id: null }] } },
    'event 12',
    ['event:12'],
  ],
  [
    { type: 'rating_request', data: { conference_id: 3, day: '2026-05-14' } },
    'conference 3',
    ['rating_day:3-20260514'],
  ],
  [{ type: 'message', data: {} }, null, []],
])('knows what a notice opens and speaks of: %j', (notice, target, subjects) => {
  const opened = targetOf({ ...notice, start: null });
  expect(opened && `${opened.kind} ${opened.id}`).toBe(target);
  expect(subjectsOf({ ...notice, job_id: null })).toEqual(subjects);
});

it('opens what its author has chosen, and a broadcast also speaks of its job', () => {
  const start = { kind: 'event', id: 9 } as const;
  const notice = { type: 'quest_reminder', data: { quest_id: 3 } } as const;
  expect(targetOf({ ...notice, start })).toEqual(start);
  expect(targetOf({ ...notice, start: null })).toEqual({ kind: 'quest', id: 3 });
  expect(subjectsOf({ ...notice, job_id: 9 })).toEqual(['quest_reminder:3', 'job:9']);
});

it('has a topic for each type', () => {
  expect(Object.keys(TOPIC_OF)).toEqual(Object.keys(NOTIFICATION_TYPES));
  for (const topic of Object.values(TOPIC_OF)) expect(TOPICS).toContain(topic);
});
