import { differences } from '../../../src/domain/changes.ts';
import {
  eventNotification,
  eventWarnings,
  type NotifiedEvent,
} from '../../../src/domain/programme/event-changes.ts';

const at = (time: string) => `2030-05-${time}:00.000Z`;
const now = new Date(at('01T09:00'));

describe('eventNotification', () => {
  const event: NotifiedEvent = {
    id: 7,
    title: 'Looms',
    status: 'approved',
    starts_at: at('01T10:00'),
    ends_at: at('01T11:00'),
    all_day: false,
    timezone: 'Europe/Berlin',
    venue_name: 'Great Hall',
    venue_address: 'Quay 1',
    venue_latitude: 53.5,
    venue_longitude: 10,
  };
  const venue = { name: 'Great Hall', address: 'Quay 1', latitude: 53.5, longitude: 10 };
  const notice = (was: Partial<NotifiedEvent>, is: Partial<NotifiedEvent>) =>
    eventNotification({ ...event, ...was }, { ...event, ...is }, now);
  /** The fields that differ, as the notice has them. */
  function changesOf({ before, after }: NonNullable<ReturnType<typeof notice>>) {
    const values = Object.keys(before).map((field) => [field, after[field as keyof typeof after]]);
    const differing = differences(before, Object.fromEntries(values));
    return Object.fromEntries(
      Object.keys(differing.after).map((field) => [
        field,
        { from: differing.before[field], to: differing.after[field] },
      ]),
    );
  }

  it('has the event after the change, and each field of it', () => {
    const is = { starts_at: at('01T09:30'), ends_at: at('01T10:30'), venue_name: null };
    const { status, starts_at, ends_at } = event;
    expect(notice({}, is)).toEqual({
      subject: 'event:7',
      type: 'event_updated',
      data: { event_id: 7 },
      before: { status, starts_at, ends_at, venue },
      after: {
        title: 'Looms',
        starts_at: is.starts_at,
        ends_at: is.ends_at,
        timezone: 'Europe/Berlin',
        all_day: false,
        place: 'Quay 1',
        status: 'approved',
        venue: { ...venue, name: null },
      },
      concerns_at: is.starts_at,
      is_of_status: false,
    });
  });

  it.each<[string, Partial<NotifiedEvent>, Partial<NotifiedEvent>, object | undefined]>([
    ['a change without a notice', {}, { title: 'Engines' }, undefined],
    [
      'a cancellation',
      {},
      { status: 'cancelled' },
      { type: 'event_cancelled', changes: { status: { from: 'approved', to: 'cancelled' } } },
    ],
    [
      'a deleted request',
      { status: 'pending' },
      { status: 'cancelled' },
      { type: 'event_cancelled', changes: { status: { from: 'pending', to: 'cancelled' } } },
    ],
    [
      'a revival',
      { status: 'cancelled' },
      {},
      { type: 'event_updated', changes: { status: { from: 'cancelled', to: 'approved' } } },
    ],
    [
      'a cancellation after a rejection',
      { status: 'rejected' },
      { status: 'cancelled' },
      undefined,
    ],
    [
      'another longitude',
      {},
      { venue_longitude: 11 },
      { changes: { venue: { from: venue, to: { ...venue, longitude: 11 } } } },
    ],
  ])('of %s is %#', (_what, was, is, expected) => {
    const change = notice(was, is);
    expect(change && changesOf(change)).toEqual(
      expected && 'changes' in expected ? expected.changes : undefined,
    );
    if (expected && 'type' in expected)
      expect(change).toMatchObject({ type: expected.type, is_of_status: true });
  });

  it('concerns the time before if the event moves later', () => {
    expect(notice({}, { starts_at: at('01T10:30') })).toMatchObject({
      after: { place: 'Great Hall' },
      concerns_at: event.starts_at,
    });
  });
});

describe('eventWarnings', () => {
  const event = {
    starts_at: at('01T10:00'),
    ends_at: at('01T11:00'),
    all_day: false,
    venue_name: 'Great Hall',
    capacity: null,
    attendee_count: 0,
  };
  const conference = {
    starts_on: '2030-05-01',
    ends_on: '2030-05-02',
    ends_at: at('02T22:00'),
    timezone: 'Europe/Berlin',
  };
  const room = { clashes: [], capacity: null };
  const outside = {
    kind: 'days',
    code: 'outside_days',
    params: { starts_on: '2030-05-01', ends_on: '2030-05-02' },
  };
  const long = (hours: number) => ({ kind: 'length', code: 'many_hours', params: { hours } });
  const small = (capacity: number, seats: number, name = 'Great Hall') => ({
    kind: 'capacity',
    code: 'small_room',
    params: { name, capacity, seats },
  });

  it.each<[string, Partial<Parameters<typeof eventWarnings>[0]>, object, object[]]>([
    ['within the conference', {}, {}, []],
    ['of 24 hours', { ends_at: at('02T10:00') }, {}, []],
    ['of 24 hours and a minute', { ends_at: at('02T10:01') }, {}, [long(24)]],
    ['of a whole day that clocks make longer', { all_day: true, ends_at: at('02T11:00') }, {}, []],
    ['of more than a whole day', { all_day: true, ends_at: at('02T12:00') }, {}, [long(26)]],
    ['from the first local midnight', { starts_at: '2030-04-30T22:00:00.000Z' }, {}, []],
    ['before the first local midnight', { starts_at: '2030-04-30T21:59:00.000Z' }, {}, [outside]],
    [
      'until the end of the conference',
      { starts_at: at('02T20:00'), ends_at: at('02T22:00') },
      {},
      [],
    ],
    [
      'beyond the end of the conference',
      { starts_at: at('02T20:00'), ends_at: at('02T22:01') },
      {},
      [outside],
    ],
    ['in a room of unknown size', { capacity: 80 }, {}, []],
    ['in a room of its size', { capacity: 80, attendee_count: 3 }, { capacity: 80 }, []],
    [
      'of more seats than its room',
      { capacity: 80, attendee_count: 3 },
      { capacity: 79 },
      [small(79, 80)],
    ],
    ['of more attendees than its room', { attendee_count: 81 }, { capacity: 80 }, [small(80, 81)]],
    [
      'in a room without a name',
      { attendee_count: 81, venue_name: null },
      { capacity: 80 },
      [small(80, 81, '')],
    ],
    [
      'at the time of others in its room',
      {},
      {
        clashes: [
          { event_id: 8, agenda_item_id: null, title: 'Engines' },
          { event_id: null, agenda_item_id: 9, title: 'Lunch' },
        ],
      },
      [
        {
          kind: 'room',
          event_id: 8,
          code: 'booked',
          params: { name: 'Great Hall', title: 'Engines' },
        },
        {
          kind: 'room',
          agenda_item_id: 9,
          code: 'booked',
          params: { name: 'Great Hall', title: 'Lunch' },
        },
      ],
    ],
    [
      'without a venue, at the time of another',
      { venue_name: null },
      { clashes: [{ event_id: 8, agenda_item_id: null, title: 'Engines' }] },
      [{ kind: 'room', event_id: 8, code: 'booked', params: { name: '', title: 'Engines' } }],
    ],
  ])('of an event %s are %#', (_what, fields, given, expected) => {
    const warnings = eventWarnings({ ...event, ...fields }, conference, {
      ...room,
      ...given,
    });
    expect(warnings.map(({ message: _, ...warning }) => warning)).toEqual(expected);
  });

  it('of an event without a conference do not ask for its days', () => {
    const early = {
      ...event,
      starts_at: '2030-04-01T10:00:00.000Z',
      ends_at: '2030-04-01T11:00:00.000Z',
    };
    expect(eventWarnings(early, undefined, room)).toEqual([]);
  });
});
