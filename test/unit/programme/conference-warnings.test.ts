import { conferenceWarnings } from '../../../src/domain/programme/conferences.ts';

it.each([
  [1, 0, '1 agenda item is'],
  [0, 2, '2 events are'],
  [1, 1, '1 agenda item and 1 event are'],
])('counts %i agenda items and %i events outside the days', (agenda_items, events, words) => {
  const message = `${words} outside the days of the conference`;
  expect(conferenceWarnings({ agenda_items, events })).toEqual([
    { kind: 'days', agenda_items, events, message },
  ]);
});

it('has no warning where nothing is outside', () => {
  expect(conferenceWarnings({ agenda_items: 0, events: 0 })).toEqual([]);
});
