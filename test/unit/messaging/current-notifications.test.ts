import {
  currentNotification,
  inLanguage,
  lookAgain,
  type SentValues,
  type StoredNotification,
} from '../../../src/domain/messaging/current-notifications.ts';
import type { SubjectNow } from '../../../src/domain/messaging/subjects.ts';

const at = (time: string) => `2030-05-01T${time}:00.000Z`;
const snapshot = {
  ...{ title: 'Looms', starts_at: at('10:00'), ends_at: at('11:00'), timezone: 'UTC' },
  ...{ place: 'Dock 1', status: 'approved' },
};
const now = (fields: object = {}): SubjectNow => ({ kind: 'thing', ...snapshot, ...fields });
const current = (notice: object, things: readonly (readonly [string, SubjectNow])[] = []) =>
  currentNotification({ data: {}, before: null, ...notice } as SentValues, new Map(things));

describe('the notice of a change', () => {
  const { status, starts_at, ends_at } = snapshot;

  it.each<[string, object, object | undefined, string, object]>([
    ['as it was', {}, {}, 'updated', { starts_at: { from: at('09:00'), to: at('10:00') } }],
    [
      'of what moved again',
      {},
      { starts_at: at('12:00') },
      'updated',
      { starts_at: { from: at('09:00'), to: at('12:00') } },
    ],
    ['of what moved back', {}, { starts_at: at('09:00') }, 'updated', {}],
    [
      'of what ends later, too',
      {},
      { ends_at: at('12:00') },
      'updated',
      {
        starts_at: { from: at('09:00'), to: at('10:00') },
        ends_at: { from: at('11:00'), to: at('12:00') },
      },
    ],
    [
      'of what was cancelled since',
      { starts_at },
      { status: 'cancelled' },
      'cancelled',
      { status: { from: 'approved', to: 'cancelled' } },
    ],
    [
      'of what is gone',
      { starts_at },
      undefined,
      'cancelled',
      { status: { from: 'approved', to: 'cancelled' } },
    ],
    [
      'of what takes place after all',
      { starts_at, status: 'cancelled' },
      {},
      'updated',
      { status: { from: 'cancelled', to: 'approved' } },
    ],
  ])('%s', (_what, was, fields, kind, changes) => {
    for (const noun of ['event', 'agenda_item']) {
      const subject = `${noun}:1`;
      const before = { status, starts_at: at('09:00'), ends_at, ...was };
      const notice = {
        type: `${noun}_updated`,
        args: { [subject]: snapshot },
        before: { [subject]: before },
      };
      const things = fields && ([[subject, now(fields)]] as const);
      const shown = current(notice, things);
      const thing = { ...snapshot, ...(fields ?? { status: 'cancelled' }) };
      expect(shown).toMatchObject({ type: `${noun}_${kind}`, args: { thing } });
      expect(shown?.args).toHaveProperty('changes', changes);
    }
  });
});

it('a notice that cannot be shown tells its reader to look again', () => {
  const stored = {
    type: 'event_updated',
    data: { event_id: 1 },
    args: { 'event:1': { ...snapshot, timezone: 'Nowhere/Land' } },
    before: { 'event:1': { starts_at: at('09:00') } },
  } as unknown as StoredNotification;
  const shown = { ...lookAgain('en'), data: { event_id: 1, changes: {} } };
  expect(inLanguage(stored, 'en')).toMatchObject(shown);
});

it('the notice of many has each line as it is now', () => {
  const [looms, engines] = [snapshot, { ...snapshot, title: 'Engines', starts_at: at('12:00') }];
  const { status, starts_at, ends_at } = snapshot;
  const notice = {
    type: 'programme_changed',
    data: { conference_id: 4, conference: 'Tides' },
    args: { 'event:1': looms, 'event:2': engines },
    before: {
      'event:1': { status, starts_at, ends_at },
      'event:2': { status, starts_at, ends_at },
    },
  };
  expect(current(notice, [['event:1', now({ place: 'Pier' })]])).toMatchObject({
    type: 'programme_changed',
    args: {
      conference: 'Tides',
      lines: [
        { ...looms, place: 'Pier' },
        { ...engines, status: 'cancelled' },
      ],
      more: 0,
    },
  });
});

describe('the notice of a conference', () => {
  const days = { starts_on: '2030-05-01', ends_on: '2030-05-02' };
  const place = { venue: 'Museum', city: 'Kiel' };
  const state = { name: 'Old', status: 'published', ...days, ...place };
  const conference = (fields: object = {}): SubjectNow => ({
    ...({ kind: 'conference', name: 'Tides', ends_at: at('22:00'), timezone: 'UTC' } as const),
    ...{ ...days, ...place, status: 'published', ...fields },
  });
  const before = {
    starts_on: '2030-04-01',
    ends_on: days.ends_on,
    venue: 'Museum',
    city: 'Hamburg',
  };
  const start = { starts_on: { from: '2030-04-01', to: '2030-05-01' } };
  const lost = (name: string, reason: string) => ({
    type: 'conference_cancelled',
    args: { name, reason },
  });

  it.each<[string, SubjectNow | undefined, object]>([
    [
      'has the values of now',
      conference({ city: 'Bremen' }),
      {
        type: 'conference_updated',
        args: {
          ...{ name: 'Tides', ...days, place: 'Museum, Bremen' },
          changes: { ...start, city: { from: 'Hamburg', to: 'Bremen' } },
        },
      },
    ],
    [
      'has a venue alone',
      conference({ city: null }),
      { args: { place: 'Museum', changes: { ...start, city: { from: 'Hamburg', to: null } } } },
    ],
    ['has no place', conference({ city: null, venue: null }), { args: { place: null } }],
    ['is cancelled since', conference({ status: 'cancelled' }), lost('Tides', 'cancelled')],
    ['is archived since', conference({ status: 'archived' }), lost('Tides', 'archived')],
    ['is gone', undefined, lost('Old', 'deleted')],
  ])('%s', (_what, given, expected) => {
    const notice = {
      type: 'conference_updated',
      data: { conference_id: 4 },
      args: { 'conference:4': state },
      before: { 'conference:4': before },
    };
    expect(current(notice, given && [['conference:4', given]])).toMatchObject(expected);
  });
});

it.each<[string, object, unknown]>([
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
