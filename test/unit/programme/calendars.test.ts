import {
  type FeedEvent,
  isInWindow,
  recurrenceWindow,
  SURPLUS_EVENTS,
} from '../../../src/domain/programme/calendar-feeds.ts';
import {
  absentFrom,
  type CalendarEvent,
  type CalendarItem,
  entryOfEvent,
  entryOfItem,
  sharedEntry,
} from '../../../src/domain/programme/calendars.ts';

const fields = {
  calendar_uid: 'uid',
  revision: 1,
  title: 'Looms',
  description: 'Cloth',
  url: 'https://looms.example',
  starts_at: '2030-05-01T10:00:00.000Z',
  ends_at: '2030-05-01T11:00:00.000Z',
  all_day: false,
  timezone: 'Europe/Berlin',
  created_at: '2030-01-01T00:00:00.000Z',
  updated_at: '2030-01-01T00:00:00.000Z',
  conference_name: 'Tides',
  conference_website: 'https://tides.example',
};
const CONFERENCE = 'Conference: Tides\nConference website: https://tides.example';
const nowhere = { conference_name: null, conference_website: null };

describe('the entry of an event', () => {
  const event: CalendarEvent = {
    ...fields,
    slug: 'looms',
    status: 'approved',
    tags: ['cloth'],
    venue_name: 'Great Hall',
    venue_address: 'Quay 1',
    venue_latitude: 53.5,
    venue_longitude: 10,
  };

  it('has description and place in one line of text each', () => {
    expect(entryOfEvent(event)).toMatchObject({
      status: 'confirmed',
      description: `Cloth\n\n${CONFERENCE}`,
      location: 'Great Hall, Quay 1',
      latitude: 53.5,
      longitude: 10,
      tags: ['cloth'],
    });
  });

  it.each([
    ['approved', 'registered', 'confirmed'],
    ['approved', 'waitlisted', 'tentative'],
    ['cancelled', 'registered', 'cancelled'],
    ['cancelled', 'waitlisted', 'cancelled'],
  ] as const)('of a %s event for a %s attendee is %s', (status, attendance, shown) => {
    expect(entryOfEvent({ ...event, status }, attendance).status).toBe(shown);
  });

  it.each([
    ['a description alone', nowhere, { description: 'Cloth' }],
    ['a conference alone', { description: null }, { description: CONFERENCE }],
    ['no text at all', { ...nowhere, description: null }, { description: null }],
    [
      'a website alone',
      { description: null, conference_name: null },
      { description: 'Conference website: https://tides.example' },
    ],
    ['an address alone', { venue_name: null }, { location: 'Quay 1' }],
    ['no place', { venue_name: null, venue_address: null }, { location: null }],
  ])('may have %s', (_what, given, expected) => {
    expect(entryOfEvent({ ...event, ...given })).toMatchObject(expected);
  });
});

describe('the entry of an agenda item', () => {
  const item: CalendarItem = {
    ...fields,
    is_cancelled: false,
    track: 'Cloth',
    room: 'Dock 1',
    speakers: ['Ada', 'Mary'],
  };

  it.each<[string, Partial<CalendarItem>, string | null, object]>([
    [
      'speakers, track and both places',
      {},
      'Museum',
      {
        status: 'confirmed',
        description: `Cloth\n\nSpeakers: Ada, Mary\nTrack: Cloth\n${CONFERENCE}`,
        location: 'Dock 1, Museum',
        tags: ['Cloth'],
        latitude: null,
        longitude: null,
      },
    ],
    [
      'no track',
      { track: null },
      null,
      { description: `Cloth\n\nSpeakers: Ada, Mary\n${CONFERENCE}`, location: 'Dock 1', tags: [] },
    ],
    [
      'no speakers and no room',
      { speakers: [], room: null },
      'Museum',
      { description: `Cloth\n\nTrack: Cloth\n${CONFERENCE}`, location: 'Museum' },
    ],
    ['the status of a cancelled one', { is_cancelled: true }, null, { status: 'cancelled' }],
  ])('has %s', (_what, given, venue, expected) => {
    expect(entryOfItem({ ...item, ...given }, venue)).toMatchObject(expected);
  });
});

it.each([
  [null, 'https://looms.example', 'Cloth', 'https://looms.example'],
  [
    'https://app.example',
    'https://looms.example',
    'Cloth\n\nhttps://looms.example',
    'https://app.example',
  ],
  ['https://app.example', null, 'Cloth', 'https://app.example'],
])(
  'an entry shared as %p with the address %p has the text %j',
  (share, url, description, shown) => {
    const entry = {
      ...fields,
      url,
      status: 'confirmed',
      location: null,
      latitude: null,
      longitude: null,
      tags: [],
    } as const;
    expect(sharedEntry(entry, share)).toMatchObject({ description, url: shown });
  },
);

const DAY_MS = 24 * 60 * 60 * 1000;
const now = new Date('2030-05-01T00:00:00.000Z');
const day = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);

describe('recurrenceWindow', () => {
  const around = { from: now.getTime() - 30 * DAY_MS, to: now.getTime() + 365 * DAY_MS };

  it.each([
    ['without a conference', undefined, [[-30, 365]]],
    ['of a conference inside it', [10, 12], [[-30, 365]]],
    ['of a conference that meets its end', [395, 396], [[-30, 427 - 1 / DAY_MS]]],
    [
      'of a conference after it',
      [396, 397],
      [
        [-30, 365],
        [366, 428 - 1 / DAY_MS],
      ],
    ],
    [
      'of a conference just before it',
      [-70, -61],
      [
        [-100, -30 - 1 / DAY_MS],
        [-30, 365],
      ],
    ],
    ['of a conference that meets its start', [-70, -60], [[-100, 365]]],
  ])('%s has these days around now', (_what, days, expected) => {
    const conference = days && { starts_on: day(days[0] ?? 0), ends_on: day(days[1] ?? 0) };
    const ranges = expected.map(([from = 0, to = 0]) => ({
      from: Math.round(now.getTime() + from * DAY_MS),
      to: Math.round(now.getTime() + to * DAY_MS),
    }));
    expect(recurrenceWindow(now, conference)).toEqual(ranges);
  });

  it.each([
    [around.from, true],
    [around.from - 1, false],
    [around.to, true],
    [around.to + 1, false],
    [around.to + 5, true],
  ])('contains the instant %i: %p', (instant, isInside) => {
    expect(isInWindow([around, { from: around.to + 5, to: around.to + 9 }], instant)).toBe(
      isInside,
    );
  });
});

describe('absentFrom', () => {
  const feed = { events: [], skipped: [], warnings: [] };
  const named = { uid: 'one' } as FeedEvent;
  const skipped = { uid: 'one', reason: '', code: 'event_deleted', params: {} } as const;
  const brought = {
    id: 7,
    title: 'Looms',
    starts_at: now.toISOString(),
    status: 'approved' as const,
    feed_uid: 'one',
    feed_recurrence_id: '',
  };
  const instance = { ...brought, feed_recurrence_id: now.toISOString() };
  const far = { ...brought, feed_recurrence_id: '2040-05-01T00:00:00.000Z' };

  it.each<[string, Partial<Parameters<typeof absentFrom>[0]>, typeof brought, number[], boolean]>([
    ['absent', {}, brought, [], true],
    ['not absent if the feed has it', {}, brought, [7], false],
    ['not absent if it could not be read', { skipped: [skipped] }, brought, [], false],
    [
      'absent if it became private',
      { skipped: [{ ...skipped, withheld: true }] },
      brought,
      [],
      true,
    ],
    ['not absent if some events were not read', { skipped: [SURPLUS_EVENTS] }, brought, [], false],
    ['absent as an instance in the window of its series', { events: [named] }, instance, [], true],
    [
      'not absent as an instance outside the window of its series',
      { events: [named] },
      far,
      [],
      false,
    ],
    [
      'not absent as a far instance of a series with a warning',
      { warnings: [skipped] },
      far,
      [],
      false,
    ],
    ['absent as a far instance of a series that is gone', {}, far, [], true],
    [
      'absent as a single event whose UID the feed still has',
      { events: [named] },
      brought,
      [],
      true,
    ],
  ])('calls an event %s', (_what, given, event, present, isAbsent) => {
    const window = recurrenceWindow(now, undefined);
    const absent = absentFrom({ ...feed, ...given }, [event], { present, window });
    expect(absent).toEqual(isAbsent ? [event] : []);
  });
});
