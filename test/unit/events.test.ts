import {
  EVENT_STATUSES,
  type Event,
  eventColumns,
  eventView,
  fieldsOf,
  mayBecome,
  registrationState,
  seatsPeople,
} from '../../src/domain/events.ts';
import { hasEnded, spotsLeft } from '../../src/domain/gatherings.ts';

const now = new Date('2026-05-14T09:00:00Z');
const earlier = '2026-05-14T08:59:59.999Z';
const atThisMoment = '2026-05-14T09:00:00.000Z';
const later = '2026-05-14T09:00:00.001Z';

const event: Event = {
  id: 42,
  slug: 'engines',
  conference_id: null,
  title: 'Engines',
  description: null,
  kind: 'main',
  status: 'approved',
  starts_at: earlier,
  ends_at: later,
  all_day: false,
  timezone: 'UTC',
  venue_name: 'Great Hall',
  venue_address: null,
  venue_latitude: 53.5,
  venue_longitude: null,
  image_url: null,
  url: null,
  organizer: null,
  tags: [],
  capacity: 5,
  attendee_count: 3,
  registration_closes_at: null,
  source: 'admin',
  submitted_by: null,
  rejection_reason: null,
  created_at: earlier,
  updated_at: earlier,
};

describe('registrationState', () => {
  it.each([
    ['open', 'with a free seat', {}],
    ['open', 'without a limit', { capacity: null, attendee_count: 1_000 }],
    ['open', 'until registration closes', { registration_closes_at: later }],
    ['waitlist', 'without a free seat', { attendee_count: 5 }],
    ['closed', 'from the moment registration closes', { registration_closes_at: atThisMoment }],
    [
      'closed',
      'when registration closed, full or not',
      { registration_closes_at: earlier, attendee_count: 5 },
    ],
    ['closed', 'while it waits for approval', { status: 'pending' }],
    ['closed', 'when it was rejected', { status: 'rejected' }],
    ['ended', 'from its last moment', { ends_at: atThisMoment }],
    [
      'ended',
      'when it is over, closed or not',
      { ends_at: earlier, registration_closes_at: earlier },
    ],
    ['cancelled', 'when it was cancelled', { status: 'cancelled' }],
    ['cancelled', 'when it was cancelled and is over', { status: 'cancelled', ends_at: earlier }],
  ] as const)('is %s %s', (state, _when, given) => {
    expect(registrationState({ ...event, ...given }, now)).toBe(state);
  });
});

describe('spotsLeft', () => {
  it.each([
    [5, 0, 5],
    [5, 4, 1],
    [5, 5, 0],
    [null, 5, null],
  ])('of %p with %p people is %p', (capacity, attendee_count, left) => {
    expect(spotsLeft({ capacity, attendee_count })).toBe(left);
  });
});

it.each([
  [earlier, true],
  [atThisMoment, true],
  [later, false],
])('an event that ends at %s has ended: %p', (ends_at, ended) => {
  expect(hasEnded({ ends_at }, now)).toBe(ended);
});

describe('seatsPeople', () => {
  it.each([
    ['approved', later, true],
    ['approved', atThisMoment, false],
    ['cancelled', later, false],
    ['pending', later, false],
  ] as const)('of a %s event that ends at %s is %p', (status, ends_at, seats) => {
    expect(seatsPeople({ status, ends_at }, now)).toBe(seats);
  });
});

it('lets an event take only the steps of its life', () => {
  const steps = EVENT_STATUSES.flatMap((from) =>
    EVENT_STATUSES.filter((to) => mayBecome(from, to)).map((to) => `${from} → ${to}`),
  );

  expect(steps).toEqual([
    'pending → approved',
    'pending → rejected',
    'approved → cancelled',
    'rejected → approved',
  ]);
});

it('shows an event with its venue in one, and how registration stands', () => {
  const shown = eventView(event, now);

  expect(shown).toMatchObject({
    id: 42,
    venue: { name: 'Great Hall', address: null, latitude: 53.5, longitude: null },
    spots_left: 2,
    registration_state: 'open',
  });
  expect(Object.keys(shown).filter((key) => key.startsWith('venue_'))).toEqual([]);
});

describe('eventColumns', () => {
  const nowhere = {
    venue_name: null,
    venue_address: null,
    venue_latitude: null,
    venue_longitude: null,
  };

  it.each([
    ['leaves a venue that is not given', { title: 'Looms' }, { title: 'Looms' }],
    ['empties it', { venue: null }, nowhere],
    [
      'replaces it as a whole',
      { venue: { address: 'Quay 1' } },
      { ...nowhere, venue_address: 'Quay 1' },
    ],
    [
      'takes every part of it',
      { venue: { name: 'Hall', address: 'Quay 1', latitude: 53.5, longitude: 10 } },
      { venue_name: 'Hall', venue_address: 'Quay 1', venue_latitude: 53.5, venue_longitude: 10 },
    ],
  ])('%s', (_what, given, columns) => {
    expect(eventColumns(given)).toEqual(columns);
  });
});

it('names the venue once, however many of its columns changed', () => {
  expect(fieldsOf({ title: 'Looms', venue_name: null, venue_address: 'Quay 1' })).toEqual([
    'title',
    'venue',
  ]);
});
