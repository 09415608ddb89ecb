import {
  conferenceNotification,
  type NotifiedConference,
} from '../../../src/domain/programme/conference-changes.ts';
import { daysBetween } from '../../../src/domain/programme/conference-copies.ts';
import {
  CONFERENCE_STATUSES,
  type CountedConference,
  cancellationReason,
  conferenceRegistration,
  conferenceSeatsPeople,
  conferenceView,
} from '../../../src/domain/programme/conferences.ts';

const now = new Date('2030-05-01T09:00:00.000Z');
const LATER = '2030-05-01T09:00:00.001Z';
const NOW = '2030-05-01T09:00:00.000Z';

const registration = {
  capacity: 5,
  attendee_count: 3,
  invited_count: 0,
  registration_mode: 'open',
  registration_closes_at: null,
  waitlist: 'auto',
} as const;

it.each([
  ['draft', LATER, 'closed'],
  ['published', LATER, 'open'],
  ['archived', LATER, 'closed'],
  ['cancelled', LATER, 'cancelled'],
  ['draft', NOW, 'ended'],
  ['published', NOW, 'ended'],
  ['archived', NOW, 'ended'],
  ['cancelled', NOW, 'cancelled'],
] as const)('registration of a %s conference that ends at %s is %s', (status, ends_at, state) => {
  expect(conferenceRegistration({ ...registration, status, ends_at }, now)).toBe(state);
});

it('a conference is shown with its free seats and its registration', () => {
  const conference = { ...registration, status: 'published', ends_at: LATER, event_count: 2 };
  const shown = { ...conference, spots_left: 2, registration_state: 'open' };
  expect(conferenceView(conference as CountedConference, now)).toEqual(shown);
});

it('registration of a published conference becomes a waitlist without free seats', () => {
  const full = { ...registration, status: 'published', ends_at: LATER, invited_count: 2 } as const;
  expect(conferenceRegistration(full, now)).toBe('waitlist');
  expect(conferenceRegistration({ ...full, waitlist: 'manual' }, now)).toBe('waitlist');
  expect(conferenceRegistration({ ...full, waitlist: 'off' }, now)).toBe('full');
});

it('registration by approval makes requests, whether seats are left or not', () => {
  const open = { ...registration, status: 'published', ends_at: LATER } as const;
  const asked = { ...open, registration_mode: 'approval' } as const;
  expect(conferenceRegistration(asked, now)).toBe('approval');
  expect(conferenceRegistration({ ...asked, invited_count: 2 }, now)).toBe('approval');
  expect(conferenceRegistration({ ...asked, registration_closes_at: NOW }, now)).toBe('closed');
});

it.each([
  ['published', LATER, [undefined, undefined, 'cancelled', 'archived']],
  ['published', NOW, [undefined, undefined, undefined, undefined]],
  ['draft', LATER, [undefined, undefined, undefined, undefined]],
  ['archived', LATER, [undefined, undefined, undefined, undefined]],
] as const)(
  `a %s conference that ends at %s is lost for its attendees by ${CONFERENCE_STATUSES.join(', ')}: %p`,
  (status, ends_at, reasons) => {
    expect(
      CONFERENCE_STATUSES.map((to) =>
        cancellationReason({ status, ends_at }, { status: to, ends_at }, now),
      ),
    ).toEqual(reasons);
  },
);

it.each([
  ['published', LATER, true],
  ['published', NOW, false],
  ['draft', LATER, false],
] as const)(
  'a %s conference that ends at %s promotes from its waitlist: %p',
  (status, ends_at, seats) => {
    expect(conferenceSeatsPeople({ status, ends_at }, now)).toBe(seats);
  },
);

describe('conferenceNotification', () => {
  const conference: NotifiedConference = {
    id: 4,
    name: 'Tides',
    status: 'published',
    starts_on: '2030-05-02',
    ends_on: '2030-05-03',
    timezone: 'Europe/Berlin',
    ends_at: '2030-05-03T22:00:00.000Z',
    venue: 'Museum Quay',
    city: 'Hamburg',
  };
  const ended = { ends_at: NOW };
  const notice = (was: Partial<NotifiedConference>, is: Partial<NotifiedConference>) =>
    conferenceNotification({ ...conference, ...was }, { ...conference, ...is }, now);

  it('has the states before and after, and the sooner start', () => {
    const { status, starts_on, ends_on, timezone, venue, city } = conference;
    const before = { status, starts_on, ends_on, timezone, venue, city };
    expect(notice({}, { starts_on: '2030-05-01', city: null })).toEqual({
      subject: 'conference:4',
      type: 'conference_updated',
      data: { conference_id: 4 },
      before,
      after: { ...before, name: 'Tides', starts_on: '2030-05-01', city: null },
      concerns_at: '2030-04-30T22:00:00.000Z',
      is_of_status: false,
    });
  });

  it.each<[string, Partial<NotifiedConference>, Partial<NotifiedConference>, object | undefined]>([
    ['no notice for another name', {}, { name: 'Looms' }, undefined],
    ['no notice for a draft', { status: 'draft' }, { status: 'draft', city: 'Kiel' }, undefined],
    ['no notice for a publication', { status: 'draft' }, { city: 'Kiel' }, undefined],
    ['no notice for a cancellation', {}, { status: 'cancelled', city: 'Kiel' }, undefined],
    ['no notice for one that has ended', ended, { ...ended, city: 'Kiel' }, undefined],
    [
      'a notice for one that was to end sooner',
      ended,
      { city: 'Kiel' },
      { before: { city: 'Hamburg' }, after: { city: 'Kiel' } },
    ],
    [
      'a notice for one that has ended by the change',
      {},
      { ...ended, city: 'Kiel' },
      { after: { venue: 'Museum Quay', city: 'Kiel' } },
    ],
    [
      'a notice for another last day',
      {},
      { ends_on: '2030-05-04' },
      { after: { ends_on: '2030-05-04' } },
    ],
    [
      'a notice for another zone',
      {},
      { timezone: 'UTC' },
      { concerns_at: '2030-05-01T22:00:00.000Z' },
    ],
    [
      'a notice for a later start',
      {},
      { starts_on: '2030-05-03' },
      { concerns_at: '2030-05-01T22:00:00.000Z' },
    ],
    [
      'a notice without a place',
      {},
      { venue: null, city: null },
      { after: { venue: null, city: null } },
    ],
    [
      'a notice for another venue',
      {},
      { venue: 'Pier', city: 'Hamburg' },
      { after: { venue: 'Pier', city: 'Hamburg' } },
    ],
  ])('gives %s', (_what, was, is, expected) => {
    if (expected) expect(notice(was, is)).toMatchObject(expected);
    else expect(notice(was, is)).toBeUndefined();
  });
});

it.each([
  ['2030-05-01', '2030-05-03', 2],
  ['2030-05-03', '2030-05-01', -2],
])('from %s to %s are %i days', (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days);
});
