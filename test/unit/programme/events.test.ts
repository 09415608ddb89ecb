import { hasEnded, spotsLeft } from '../../../src/domain/attendance/attendables.ts';
import { changeOf } from '../../../src/domain/programme/event-changes.ts';
import {
  adminEventView,
  checkTimes,
  EVENT_STATUSES,
  eventColumns,
  eventView,
  fieldsOf,
  mayBecome,
  type ReadEvent,
  registrationState,
  seatsPeople,
} from '../../../src/domain/programme/events.ts';

const now = new Date('2026-05-14T09:00:00Z');
const earlier = '2026-05-14T08:59:59.999Z';
const atThisMoment = '2026-05-14T09:00:00.000Z';
const later = '2026-05-14T09:00:00.001Z';

const event: ReadEvent = {
  id: 42,
  slug: 'engines',
  conference_id: null,
  conference_status: null,
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
  over_capacity_count: 0,
  registration_mode: 'open',
  registration_closes_at: null,
  waitlist: 'auto',
  has_form: false,
  source: 'admin',
  submitted_by: null,
  rejection_reason: null,
  version: 3,
  created_at: earlier,
  updated_at: earlier,
};

describe('registrationState', () => {
  it.each([
    ['open', 'with a free seat', {}],
    ['open', 'without a limit', { capacity: null, attendee_count: 1_000 }],
    ['open', 'until registration closes', { registration_closes_at: later }],
    ['waitlist', 'without a free seat', { attendee_count: 5 }],
    ['invited_only', 'when only organizers add people', { registration_mode: 'invited' }],
    ['invited_only', 'full or not', { registration_mode: 'invited', attendee_count: 5 }],
    ['closed', 'when nobody registers', { registration_mode: 'closed', attendee_count: 5 }],
    ['closed', 'from the moment registration closes', { registration_closes_at: atThisMoment }],
    [
      'closed',
      'when registration closed, full or not',
      { registration_closes_at: earlier, attendee_count: 5 },
    ],
    ['closed', 'while it is pending', { status: 'pending' }],
    ['closed', 'when it was rejected', { status: 'rejected' }],
    ['open', 'while its conference is published', { conference_status: 'published' }],
    ['closed', 'while its conference is archived', { conference_status: 'archived' }],
    ['closed', 'while its conference is a draft', { conference_status: 'draft' }],
    ['cancelled', 'while its conference is cancelled', { conference_status: 'cancelled' }],
    [
      'ended',
      'when it has ended, archived or not',
      { ends_at: earlier, conference_status: 'archived' },
    ],
    ['ended', 'from its last moment', { ends_at: atThisMoment }],
    [
      'ended',
      'when it has ended, closed or not',
      { ends_at: earlier, registration_closes_at: earlier },
    ],
    ['cancelled', 'when it was cancelled', { status: 'cancelled' }],
    ['cancelled', 'when it was cancelled and has ended', { status: 'cancelled', ends_at: earlier }],
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
  ])('of %p with %p attendees is %p', (capacity, attendee_count, left) => {
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

describe('mayBecome', () => {
  const TO = ['pending', 'approved', 'rejected', 'cancelled'] as const;

  it.each([
    ['pending', [false, true, true, false]],
    ['approved', [false, false, false, true]],
    ['rejected', [false, true, false, false]],
    ['cancelled', [false, false, false, false]],
  ] as const)(`from %s to ${TO.join(', ')} is %p`, (from, steps) => {
    expect(TO.map((to) => mayBecome(from, to))).toEqual(steps);
  });

  it('covers every status', () => {
    expect(EVENT_STATUSES).toEqual(TO);
  });
});

describe('changeOf', () => {
  const coming = { starts_at: later, ends_at: '2026-05-14T10:00:00.000Z' };
  const ended = { starts_at: '2026-05-14T08:00:00.000Z', ends_at: atThisMoment };
  const cancelled = { status: 'cancelled' } as const;

  it.each([
    ['no change', {}, {}, undefined],
    ['other fields', {}, { title: 'Looms', description: 'New', capacity: 9 }, undefined],
    ['another start', {}, { starts_at: ended.starts_at }, 'time'],
    ['another end', {}, { ends_at: coming.ends_at }, 'time'],
    ['another room', {}, { venue_name: 'Tent' }, 'place'],
    ['an address', {}, { venue_address: 'Quay 1' }, 'place'],
    ['another latitude', {}, { venue_latitude: 54 }, 'place'],
    ['another longitude', {}, { venue_longitude: 10 }, 'place'],
    ['another time and place', {}, { ...coming, venue_name: 'Tent' }, 'time_and_place'],
    ['a cancellation with another place', {}, { ...cancelled, venue_name: null }, 'cancelled'],
    ['a revival with another place', cancelled, { venue_name: 'Tent' }, 'revived'],
    ['a cancelled event', cancelled, { ...cancelled, ...coming }, undefined],
    ['a pending event', { status: 'pending' }, { status: 'pending', ...coming }, undefined],
    ['the place of an ended event', ended, { ...ended, venue_name: 'Tent' }, undefined],
    ['the cancellation of an ended event', ended, { ...ended, ...cancelled }, undefined],
    ['an ended event that moves to the future', ended, coming, 'time'],
    ['a coming event that moves to the past', coming, ended, 'time'],
  ] as const)('of %s, from %p to %p, is %p', (_what, was, is, change) => {
    expect(changeOf({ ...event, ...was }, { ...event, ...is }, now)).toBe(change);
  });
});

describe('checkTimes', () => {
  it.each([
    [earlier, later, true],
    [later, later, false],
    [later, earlier, false],
  ])('accepts %s to %s: %p', (starts_at, ends_at, isValid) => {
    const check = () => checkTimes({ starts_at, ends_at });
    if (isValid) expect(check).not.toThrow();
    else {
      const errors = [{ field: 'ends_at', code: 'after', params: { field: 'starts_at' } }];
      expect(check).toThrow('ends_at: expected a time after starts_at');
      expect(check).toThrow(expect.objectContaining({ errors }));
    }
  });
});

it('eventView has the venue as one object and the registration state', () => {
  const shown = eventView(event, now);

  expect(shown).toMatchObject({
    id: 42,
    venue: { name: 'Great Hall', address: null, latitude: 53.5, longitude: null },
    spots_left: 2,
    registration_state: 'open',
  });
  expect(Object.keys(shown).filter((key) => key.startsWith('venue_'))).toEqual([]);
});

it('only adminEventView has requester, contact, rejection reason and version', () => {
  const submitter = { id: 7, first_name: 'Ada', last_name: null, username: 'ada' };
  const hidden = {
    submitted_by: 7,
    submitter,
    contact: '@ada',
    rejection_reason: 'No room',
    version: 3,
  };
  const row = { ...event, ...hidden };

  expect(adminEventView(row, now)).toMatchObject({ id: 42, spots_left: 2, ...hidden });
  const { contact: _, submitter: __, ...stored } = row;
  for (const key of Object.keys(hidden)) expect(eventView(stored, now)).not.toHaveProperty(key);
});

describe('eventColumns', () => {
  const noVenue = {
    venue_name: null,
    venue_address: null,
    venue_latitude: null,
    venue_longitude: null,
  };

  it.each([
    ['keeps an absent venue', { title: 'Looms' }, { title: 'Looms' }],
    ['clears a null venue', { venue: null }, noVenue],
    [
      'keeps the parts of a venue that are not given',
      { venue: { address: 'Quay 1', latitude: null } },
      { venue_address: 'Quay 1', venue_latitude: null },
    ],
    [
      'maps every part of a venue',
      { venue: { name: 'Hall', address: 'Quay 1', latitude: 53.5, longitude: 10 } },
      { venue_name: 'Hall', venue_address: 'Quay 1', venue_latitude: 53.5, venue_longitude: 10 },
    ],
  ])('%s', (_what, given, columns) => {
    expect(eventColumns(given)).toEqual(columns);
  });
});

it('fieldsOf names the venue once for several of its columns', () => {
  expect(fieldsOf({ title: 'Looms', venue_name: null, venue_address: 'Quay 1' })).toEqual([
    'title',
    'venue',
  ]);
});
