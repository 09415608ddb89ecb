import type { Event } from '../../../src/domain/programme/events.ts';
import {
  eventChanges,
  updateOf,
  wholeChange,
} from '../../../src/domain/programme/import-changes.ts';
import { favoriteWarning } from '../../../src/domain/programme/my-agenda.ts';

const item = {
  id: 7,
  key: 'talk-7',
  title: 'Looms',
  starts_at: '2030-05-01T10:00:00.000Z',
  ends_at: '2030-05-01T11:00:00.000Z',
  room: 'Dock 1',
  track: null,
  kind: 'talk',
  status: 'scheduled',
  speaker_ids: [1],
  language: null,
  url: null,
  links: [],
  description: null,
};
const { id: agenda_item_id, key, title, starts_at } = item;

it.each(['created', 'cancelled'] as const)('a %s item has no changes', (result) => {
  expect(wholeChange(item, result)).toEqual({
    agenda_item_id,
    key,
    title,
    starts_at,
    result,
    changes: [],
  });
});

it.each<[string, object, object]>([
  [
    'with its new title',
    { title: 'Engines' },
    { title: 'Engines', changes: [{ field: 'title', from: 'Looms', to: 'Engines' }] },
  ],
  [
    'in the order of the fields',
    { description: 'Cloth', room: null },
    {
      changes: [
        { field: 'room', from: 'Dock 1', to: null },
        { field: 'description', from: null, to: 'Cloth' },
      ],
    },
  ],
  ['without what the API does not show', { import_key: 'k' }, { changes: [] }],
])('an updated item is listed %s', (_what, after, expected) => {
  const change = { agenda_item_id, key, title, starts_at, result: 'updated', ...expected };
  expect(updateOf(item, after)).toEqual(change);
});

it('an updated event has its venue as one field', () => {
  const event = {
    title: 'Looms',
    venue_name: 'Hall',
    venue_address: null,
    tags: ['a'],
    version: 1,
  } as unknown as Event;
  const after = { ...event, venue_address: 'Quay 1', tags: ['a'], version: 2, title: 'Engines' };
  const venue = { name: 'Hall', address: null, latitude: undefined, longitude: undefined };
  expect(eventChanges(event, after)).toEqual([
    { field: 'title', from: 'Looms', to: 'Engines' },
    { field: 'venue', from: venue, to: { ...venue, address: 'Quay 1' } },
  ]);
});

it.each([
  ['an item', { agenda_item_id: 8, event_id: null }, { kind: 'agenda_item', agenda_item_id: 8 }],
  [
    'the item of an event',
    { agenda_item_id: 8, event_id: 9 },
    { kind: 'agenda_item', agenda_item_id: 8 },
  ],
  ['an event', { agenda_item_id: null, event_id: 9 }, { kind: 'event', event_id: 9 }],
  ['what nobody may open', { agenda_item_id: null, event_id: null }, { kind: 'event' }],
])('a favorite at the time of %s has a warning of its kind', (_what, ids, expected) => {
  const message = expect.stringContaining('“Engines”');
  expect(favoriteWarning({ of_id: 7, title: 'Engines', ...ids })).toEqual({ ...expected, message });
});
