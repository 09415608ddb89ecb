import { conferenceWarnings } from '../../../src/domain/programme/conferences.ts';

it.each([
  [1, 0, '1 agenda item is'],
  [0, 2, '2 events are'],
  [1, 1, '1 agenda item and 1 event are'],
  [2, 1, '2 agenda items and 1 event are'],
])('counts %i agenda items and %i events outside the days', (agenda_items, events, words) => {
  const message = `${words} outside the days of the conference`;
  const params = { agenda_items, events };
  expect(conferenceWarnings(params)).toEqual([
    { kind: 'days', ...params, message, code: 'contents_outside_days', params },
  ]);
});

it('has no warning where nothing is outside', () => {
  expect(conferenceWarnings({ agenda_items: 0, events: 0 })).toEqual([]);
});
