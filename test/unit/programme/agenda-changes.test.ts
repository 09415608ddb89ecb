import { differences } from '../../../src/domain/changes.ts';
import {
  agendaItemChange,
  type NotifiedItem,
  notifiedChanges,
} from '../../../src/domain/programme/agenda-changes.ts';
import {
  booked,
  smallRoom,
  spelled,
  usesText,
} from '../../../src/domain/programme/agenda-groups.ts';

const at = (time: string) => `2030-05-01T${time}:00.000Z`;
const now = new Date(at('09:00'));
const item: NotifiedItem = {
  id: 7,
  conference_id: 1,
  event_id: null,
  title: 'Looms',
  room: 'Dock 1',
  starts_at: at('10:00'),
  ends_at: at('11:00'),
  status: 'scheduled',
  timezone: 'Europe/Berlin',
};
const ended = { starts_at: at('07:00'), ends_at: at('08:00') };
const cancelled = { status: 'cancelled' } as const;

/** The change, with the fields that differ as its notice has them. */
function shown(before: NotifiedItem, after: NotifiedItem) {
  const change = agendaItemChange(before, after, now);
  if (!change) return undefined;
  const values = Object.keys(change.before).map((field) => [
    field,
    change.after[field as keyof typeof change.after],
  ]);
  const differing = differences(change.before, Object.fromEntries(values));
  const changes = Object.keys(differing.after).map((field) => [
    field,
    { from: differing.before[field], to: differing.after[field] },
  ]);
  return { ...change, changes: Object.fromEntries(changes) };
}

describe('agendaItemChange', () => {
  it.each<[string, Partial<NotifiedItem>, Partial<NotifiedItem>, object | undefined]>([
    ['no notice for another title', {}, { title: 'Engines' }, undefined],
    [
      'an update for another room',
      {},
      { room: null },
      { type: 'agenda_item_updated', changes: { room: { from: 'Dock 1', to: null } } },
    ],
    [
      'an update for an earlier start',
      {},
      { starts_at: at('09:30') },
      { changes: { starts_at: { from: at('10:00'), to: at('09:30') } }, concerns_at: at('09:30') },
    ],
    [
      'an update for a later start',
      {},
      { starts_at: at('10:30'), ends_at: at('11:30') },
      {
        changes: {
          starts_at: { from: at('10:00'), to: at('10:30') },
          ends_at: { from: at('11:00'), to: at('11:30') },
        },
        concerns_at: at('10:00'),
      },
    ],
    [
      'a cancellation',
      {},
      { ...cancelled, room: 'Pier' },
      {
        type: 'agenda_item_cancelled',
        changes: {
          status: { from: 'scheduled', to: 'cancelled' },
          room: { from: 'Dock 1', to: 'Pier' },
        },
      },
    ],
    ['an update for a revival', cancelled, {}, { type: 'agenda_item_updated' }],
    [
      'no notice for a change of a cancelled item',
      cancelled,
      { ...cancelled, room: 'Pier' },
      undefined,
    ],
    ['no notice for an item that has ended', ended, { ...ended, room: 'Pier' }, undefined],
    ['an update for an item that moves to the past', {}, ended, { type: 'agenda_item_updated' }],
    [
      'an update for an ended item that moves to the future',
      ended,
      {},
      { type: 'agenda_item_updated' },
    ],
  ])('gives %s', (_what, was, is, expected) => {
    const after = { ...item, ...is };
    const change = shown({ ...item, ...was }, after);
    const { id, title, room, ...times } = after;
    if (expected)
      expect(change).toMatchObject({
        ...expected,
        subject: `agenda_item:${id}`,
        after: { title, place: room, timezone: times.timezone, status: times.status },
        is_of_status: { ...item, ...was }.status !== after.status,
      });
    else expect(change).toBeUndefined();
  });

  it('names no field that did not change', () => {
    const change = shown(item, { ...item, room: 'Pier' });
    expect(change?.changes).toEqual({ room: { from: 'Dock 1', to: 'Pier' } });
  });
});

it('notifiedChanges are those of items in both lists', () => {
  const added = { ...item, id: 8 };
  const moved = { ...item, id: 9, room: 'Pier' };
  expect(
    notifiedChanges([item, { ...moved, room: null }], [item, added, moved], now),
  ).toMatchObject([{ subject: 'agenda_item:9', after: { room: 'Pier' } }]);
});

describe('spelled', () => {
  const names = { room: new Map([['dock 1', 'Dock 1']]), track: new Map([['ai', 'AI']]) };

  it.each<[string, Parameters<typeof spelled>[0] & object, object]>([
    ['a known room and track', { room: 'dock 1', track: 'ai' }, { room: 'Dock 1', track: 'AI' }],
    ['an unknown room and track', { room: 'ai', track: 'dock 1' }, { room: 'ai', track: 'dock 1' }],
    ['no room and no track', {}, {}],
    ['a removed room and track', { room: null, track: null }, { room: null, track: null }],
  ])('gives %s', (_what, given, expected) => {
    expect(spelled(given, names)).toStrictEqual(expected);
  });
});

it.each([
  [0, 0, undefined],
  [1, 0, '1 agenda item'],
  [2, 0, '2 agenda items'],
  [0, 1, '1 event'],
  [3, 2, '3 agenda items and 2 events'],
])('a room of %i items and %i events has the uses %p', (items, events, text) => {
  expect(usesText({ items, events })).toBe(text);
});

it.each([
  [1, '1 person,'],
  [40, '40 people,'],
])('a warning of a small room of %i counts %s', (capacity, words) => {
  const room = { name: 'Dock 1', capacity, seats: 80 };
  const { message, ...why } = smallRoom(room);
  expect(why).toEqual({ code: 'small_room', params: room });
  expect(message).toContain(words);
});

it('a warning of a booked room names room and title', () => {
  const params = { name: 'Dock 1', title: 'Looms' };
  expect(booked('Dock 1', 'Looms')).toMatchObject({ code: 'booked', params });
});
