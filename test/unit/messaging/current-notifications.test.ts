import {
  currentNotification,
  type FrozenNotification,
} from '../../../src/domain/messaging/current-notifications.ts';
import type { ArgChanges } from '../../../src/domain/messaging/notification-args.ts';
import type { SubjectNow } from '../../../src/domain/messaging/subjects.ts';

const at = (time: string) => `2030-05-01T${time}:00.000Z`;
const snapshot = {
  ...{ title: 'Looms', starts_at: at('10:00'), ends_at: at('11:00'), timezone: 'UTC' },
  ...{ place: 'Dock 1', status: 'approved' },
};
const now = (fields: object = {}): SubjectNow => ({ kind: 'thing', ...snapshot, ...fields });
const current = (
  notice: unknown,
  things: readonly (readonly [string, SubjectNow])[] = [],
  subjects: readonly string[] = things.map(([subject]) => subject),
) => currentNotification(notice as FrozenNotification, subjects, new Map(things));

describe('the notice of a thing', () => {
  const moved: ArgChanges = { starts_at: { from: at('09:00'), to: at('10:00') } };

  it.each<[string, ArgChanges, object | undefined, string, object]>([
    ['as it was', moved, {}, 'updated', { starts_at: { from: at('09:00'), to: at('10:00') } }],
    [
      'that moved again',
      moved,
      { starts_at: at('12:00') },
      'updated',
      { starts_at: { from: at('09:00'), to: at('12:00') } },
    ],
    [
      'that moved back',
      moved,
      { starts_at: at('09:00') },
      'updated',
      { starts_at: { from: at('09:00'), to: at('09:00') } },
    ],
    [
      'that ends later, too',
      moved,
      { ends_at: at('12:00') },
      'updated',
      {
        starts_at: { from: at('09:00'), to: at('10:00') },
        ends_at: { from: at('11:00'), to: at('12:00') },
      },
    ],
    [
      'that was cancelled since',
      {},
      { status: 'cancelled' },
      'cancelled',
      { status: { from: 'approved', to: 'cancelled' } },
    ],
    ['that is gone', {}, undefined, 'cancelled', { status: { from: 'approved', to: 'cancelled' } }],
    [
      'that takes place after all',
      { status: { from: 'approved', to: 'cancelled' } },
      {},
      'updated',
      { status: { from: 'approved', to: 'approved' } },
    ],
    [
      'with a venue that changed, by its name',
      { venue: { from: { name: 'Hall', address: 'Quay 1' }, to: {} } },
      { place: 'Pier' },
      'updated',
      { venue: { from: 'Hall', to: 'Pier' } },
    ],
    [
      'with a venue that changed, by its address',
      { venue: { from: { name: null, address: 'Quay 1' }, to: {} } },
      {},
      'updated',
      { venue: { from: 'Quay 1', to: 'Dock 1' } },
    ],
    [
      'with a venue that was unknown',
      { venue: { from: { name: null, address: null }, to: {} } },
      {},
      'updated',
      { venue: { from: null, to: 'Dock 1' } },
    ],
    [
      'with a place that was null',
      { venue: { from: null, to: {} } },
      {},
      'updated',
      { venue: { from: null, to: 'Dock 1' } },
    ],
    [
      'with a room that changed',
      { room: { from: 'Attic', to: 'Dock 1' } },
      { place: 'Pier' },
      'updated',
      { room: { from: 'Attic', to: 'Pier' } },
    ],
    [
      'with a room and an end that changed since',
      { room: { from: 'Attic', to: 'Dock 1' } },
      { ends_at: at('12:00') },
      'updated',
      { ends_at: { from: at('11:00'), to: at('12:00') }, room: { from: 'Attic', to: 'Dock 1' } },
    ],
    [
      'with a venue and an end that changed since',
      { venue: { from: 'Attic', to: {} } },
      { ends_at: at('12:00') },
      'updated',
      { ends_at: { from: at('11:00'), to: at('12:00') }, venue: { from: 'Attic', to: 'Dock 1' } },
    ],
    [
      'with a place that changed since',
      {},
      { place: 'Pier' },
      'updated',
      { venue: { from: 'Dock 1', to: 'Pier' }, room: { from: 'Dock 1', to: 'Pier' } },
    ],
  ])('%s', (_what, changes, fields, kind, expected) => {
    const things = fields && ([['x:1', now(fields)]] as const);
    for (const noun of ['event', 'agenda_item']) {
      for (const written of ['updated', 'cancelled']) {
        const notice = { type: `${noun}_${written}`, args: { thing: snapshot, changes } };
        const thing = { ...snapshot, ...(fields ?? { status: 'cancelled' }) };
        expect(current(notice, things, ['x:1'])).toEqual({
          type: `${noun}_${kind}`,
          args: { thing, changes: expected },
        });
      }
    }
  });
});

it('the notice of many has each line as it is now', () => {
  const lines = [snapshot, { ...snapshot, title: 'Engines' }, { ...snapshot, title: 'Lunch' }];
  const notice = { type: 'programme_changed', args: { conference: 'Tides', lines, more: 2 } };
  const things = [['event:1', now({ place: 'Pier' })]] as const;
  expect(current(notice, things, ['event:1', 'event:2'])).toEqual({
    type: 'programme_changed',
    args: {
      conference: 'Tides',
      lines: [{ ...snapshot, place: 'Pier' }, { ...lines[1], status: 'cancelled' }, lines[2]],
      more: 2,
    },
  });
});

describe('the notice of a conference', () => {
  const days = { starts_on: '2030-05-01', ends_on: '2030-05-02' };
  const conference = (fields: object = {}): SubjectNow => ({
    ...({
      kind: 'conference',
      name: 'Tides',
      ...days,
      ends_at: at('22:00'),
      timezone: 'UTC',
    } as const),
    ...{ venue: 'Museum', city: 'Kiel', status: 'published', ...fields },
  });
  const changes = {
    city: { from: 'Hamburg', to: 'Kiel' },
    starts_on: { from: '2030-04-01', to: '2030-05-01' },
  };
  const updated = {
    type: 'conference_updated',
    args: { name: 'Old', ...days, place: null, changes },
  };
  const cancelled = { type: 'conference_cancelled', args: { name: 'Old', reason: 'archived' } };
  const args = (fields: object) => ({
    type: 'conference_updated',
    args: { name: 'Tides', ...days, place: 'Museum, Kiel', ...fields },
  });
  const lost = (name: string, reason: string) => ({
    type: 'conference_cancelled',
    args: { name, reason },
  });

  it.each<[string, unknown, SubjectNow | undefined, unknown]>([
    [
      'has the values of now',
      updated,
      conference({ city: 'Bremen' }),
      args({
        place: 'Museum, Bremen',
        changes: {
          city: { from: 'Hamburg', to: 'Bremen' },
          starts_on: { from: '2030-04-01', to: '2030-05-01' },
        },
      }),
    ],
    [
      'has a venue alone',
      updated,
      conference({ city: null }),
      args({ place: 'Museum', changes: { ...changes, city: { from: 'Hamburg', to: null } } }),
    ],
    [
      'has no place',
      updated,
      conference({ city: null, venue: null }),
      args({ place: null, changes: { ...changes, city: { from: 'Hamburg', to: null } } }),
    ],
    [
      'is revived',
      cancelled,
      conference(),
      args({ changes: { status: { from: 'cancelled', to: 'published' } } }),
    ],
    [
      'is cancelled since',
      updated,
      conference({ status: 'cancelled' }),
      lost('Tides', 'cancelled'),
    ],
    ['is archived since', updated, conference({ status: 'archived' }), lost('Tides', 'archived')],
    ['is gone', updated, undefined, lost('Old', 'deleted')],
    ['is no conference', updated, now(), lost('Old', 'deleted')],
  ])('%s', (_what, notice, given, expected) => {
    expect(current(notice, given && [['conference:4', given]], ['conference:4'])).toEqual(expected);
  });
});

it.each<[string, unknown, unknown]>([
  ['without arguments has none', { type: 'message', args: null }, undefined],
  [
    'of another type stays',
    { type: 'event_approved', args: { title: 'Looms' } },
    { type: 'event_approved', args: { title: 'Looms' } },
  ],
  [
    'of sessions is a reminder',
    { type: 'session_reminder', args: { lines: [] } },
    { type: 'session_reminder', args: { lines: [] } },
  ],
])('a notice %s', (_what, notice, expected) => {
  expect(current(notice)).toEqual(expected);
});

it('a reminder of many sessions names the first five', () => {
  const line = (n: number) => ({
    title: `Talk ${n}`,
    starts_at: at('10:00'),
    timezone: 'UTC',
    place: null,
    subjects: [`agenda_item:${n}`],
  });
  const args = { lines: [1, 2, 3, 4, 5, 6, 7].map(line) };
  expect(current({ type: 'session_reminder', args })).toMatchObject({
    type: 'programme_changed',
    args: {
      lines: { length: 5, 0: { title: 'Talk 1', ends_at: at('10:00'), status: 'cancelled' } },
      more: 2,
    },
  });
});

it.each([
  [
    'event:12',
    { status: 'cancelled' },
    'event_cancelled',
    { status: { from: 'scheduled', to: 'cancelled' } },
  ],
  [
    'event:12',
    { starts_at: at('12:00') },
    'event_updated',
    { starts_at: { from: at('10:00'), to: at('12:00') } },
  ],
  [
    'agenda_item:7',
    { status: 'cancelled' },
    'agenda_item_cancelled',
    { status: { from: 'scheduled', to: 'cancelled' } },
  ],
])('a reminder of %s alone becomes its notice: %j', (subject, fields, type, changes) => {
  const args = {
    lines: [
      { title: 'Old', starts_at: at('10:00'), timezone: 'UTC', place: null, subjects: [subject] },
    ],
  };
  const thing = { ...snapshot, ...fields };
  expect(current({ type: 'session_reminder', args }, [[subject, now(fields)]])).toEqual({
    type,
    args: { thing, changes },
  });
});
