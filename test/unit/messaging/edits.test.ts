import { inLanguage } from '../../../src/domain/messaging/current-notifications.ts';
import type { ChangeOutcome } from '../../../src/domain/messaging/deliveries.ts';
import { resultOfEdit } from '../../../src/domain/messaging/edits.ts';
import { render, variantOf } from '../../../src/domain/messaging/notification-texts.ts';
import { reminderArgsOf, reminderDataOf } from '../../../src/domain/messaging/session-reminders.ts';

const done = {
  ...{ state: 'standing', is_done: true, delay_ms: null, is_counted: true },
  ...{ is_unreachable: false, pause_ms: 0, chat_pause_ms: 0, is_lost: false },
};
const undone = { ...done, is_done: false };
const gone = { ...undone, state: 'gone' };
const later = { ...undone, delay_ms: 0, is_counted: false };

it.each<[ChangeOutcome, 'edit' | 'delete', number, object]>([
  [{ kind: 'done' }, 'edit', 1, done],
  [{ kind: 'done' }, 'delete', 1, { ...done, state: 'gone' }],
  [{ kind: 'gone' }, 'edit', 1, { ...gone, is_lost: true }],
  [{ kind: 'gone' }, 'delete', 1, gone],
  [{ kind: 'refused', reason: 'blocked' }, 'edit', 1, { ...gone, is_unreachable: true }],
  [{ kind: 'refused', reason: 'chat_not_found' }, 'edit', 1, { ...gone, is_unreachable: true }],
  [{ kind: 'refused', reason: 'rejected', description: '' }, 'edit', 1, gone],
  [{ kind: 'failed', reason: 'timeout' }, 'edit', 1, { ...undone, delay_ms: 2_000 }],
  [{ kind: 'failed', reason: 'timeout' }, 'edit', 3, { ...undone, delay_ms: 8_000 }],
  [{ kind: 'failed', reason: 'timeout' }, 'edit', 2_000, { ...undone, delay_ms: 600_000 }],
  [{ kind: 'slow_down', retryAfterSeconds: 7 }, 'edit', 1, { ...later, chat_pause_ms: 7_000 }],
  [{ kind: 'misconfigured' }, 'edit', 1, { ...later, pause_ms: 60_000 }],
])(
  'after the outcome %j of an %s, attempt %i, the message is %j',
  (outcome, call, attempts, result) => {
    expect(resultOfEdit(outcome, call, attempts, 2_000)).toEqual(result);
  },
);

const thing = {
  ...{ title: 'Looms', starts_at: '2030-05-01T10:00:00.000Z', ends_at: '2030-05-01T11:00:00.000Z' },
  ...{ timezone: 'UTC', place: 'Dock 1', status: 'approved' },
};

it.each([
  ['in English, as it is stored', 'en', {}],
  ['without arguments, as it is stored', 'de', { args: null }],
] as const)('a notification is read %s', (_what, language, fields) => {
  const stored = {
    type: 'event_approved',
    title: 'T',
    body: 'B',
    args: { title: 'Looms' },
    before: null,
    ...fields,
  } as unknown as Parameters<typeof inLanguage>[0];
  expect(inLanguage(stored, language)).toBe(stored);
});

it('a notification is read in the language of its reader', () => {
  const stored = {
    id: 7,
    type: 'event_approved',
    title: 'T',
    body: 'B',
    args: { title: 'Looms' },
    before: null,
  } as unknown as Parameters<typeof inLanguage>[0];
  const { title, body } = render('event_approved', { title: 'Looms' }, 'de');
  expect(inLanguage(stored, 'de')).toEqual({ ...stored, title, body });
});

it.each([
  [true, 12, 7, ['event:12', 'agenda_item:7']],
  [false, 12, 7, ['agenda_item:7', 'event:12']],
  [true, 12, null, ['event:12']],
  [false, null, 7, ['agenda_item:7']],
])('a reminder of a seat: %p, with the event %p and the item %p, is about %j', (...given) => {
  const [is_seat, event_id, agenda_item_id, subjects] = given;
  const { title, starts_at, timezone, place } = thing;
  const shown = { title, starts_at, timezone, place };
  const session = { thing: 'event:12', event_id, agenda_item_id, is_seat, ...shown };
  expect(reminderArgsOf([session])).toEqual({ lines: [{ ...shown, subjects }] });
  expect(reminderDataOf([session])).toEqual({ sessions: [{ event_id, agenda_item_id }] });
});

it.each([
  ['revived', { status: { from: 'cancelled', to: 'approved' } }],
  ['back', { status: { from: 'cancelled', to: 'cancelled' } }],
  ['changed', { status: { from: 'approved', to: 'cancelled' } }],
  ['back', {}],
  ['back', { venue: { from: { name: 'Hall' }, to: { name: 'Hall' } } }],
  ['changed', { room: { from: 'Attic', to: 'Attic' }, starts_at: { from: 1, to: 2 } }],
])('a notice is %s by the changes %j', (variant, changes) => {
  expect(variantOf(changes)).toBe(variant);
});
