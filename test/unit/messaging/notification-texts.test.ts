import type {
  NotificationArgs,
  NotificationEventType,
} from '../../../src/domain/messaging/notification-args.ts';
import { line, render } from '../../../src/domain/messaging/notification-texts.ts';

const TALK = {
  title: 'Engines that weave',
  starts_at: '2026-05-14T07:00:00.000Z',
  ends_at: '2026-05-14T08:00:00.000Z',
  timezone: 'Europe/Berlin',
  place: 'Attic',
  status: 'scheduled',
};
const PARTY = {
  title: 'Loom party',
  starts_at: '2026-05-14T18:00:00.000Z',
  ends_at: '2026-05-14T21:00:00.000Z',
  timezone: 'Europe/Berlin',
  all_day: false,
  place: 'Great Hall',
  status: 'approved',
};
const LATER = {
  starts_at: { from: '2026-05-14T17:00:00.000Z', to: '2026-05-14T18:00:00.000Z' },
};
const REVIVED = { status: { from: 'cancelled', to: 'approved' } };
const UNDONE = { room: { from: 'Attic', to: 'Attic' } };
const DAYS = { starts_on: '2026-05-14', ends_on: '2026-05-16' };

type Case = {
  [T in NotificationEventType]: readonly [
    type: T,
    args: NotificationArgs<T>,
    title: string,
    body: string,
  ];
}[NotificationEventType];

/** The texts of the version before catalogs, and of the types that are newer. */
const ENGLISH: readonly Case[] = [
  [
    'connection_request',
    { name: 'Ada Lovelace', message: null },
    '“Ada Lovelace” wants to connect',
    'You can say yes or no.',
  ],
  [
    'connection_request',
    { name: 'Ada', message: 'Loved <b>your</b> talk, it’s {great} #1!' },
    '“Ada” wants to connect',
    'Loved <b>your</b> talk, it’s {great} #1!',
  ],
  ['connection_accepted', { name: 'Ada' }, '“Ada” said yes', 'You are connected now.'],
  ['connection_accepted', { name: 'Ada', is_met: true }, 'You met “Ada”', 'You are connected now.'],
  [
    'event_approved',
    { title: 'Loom party' },
    'Your event is approved',
    'It is in the programme now: Loom party',
  ],
  [
    'event_rejected',
    { title: 'Loom party', reason: null },
    'Your event is not approved',
    'Loom party',
  ],
  [
    'event_rejected',
    { title: 'Loom party', reason: 'the evening is full' },
    'Your event is not approved',
    'Loom party: the evening is full',
  ],
  [
    'registration_rejected',
    { title: 'Loom party', reason: 'the evening is full' },
    'Your request is declined',
    'Loom party: the evening is full',
  ],
  [
    'guest_lapsed',
    { name: 'Loom days', guests: 'Ida, Max' },
    'Your guests lost their seats',
    'Ida, Max did not open the link for Loom days in time.',
  ],
  [
    'transfer_returned',
    { name: 'Loom days' },
    'Your registration is yours again',
    'Nobody has taken over your registration for Loom days.',
  ],
  [
    'event_promoted',
    { name: 'Loom party' },
    'You have a seat',
    'A seat became free, and you are registered now: Loom party',
  ],
  [
    'event_updated',
    { thing: PARTY, changes: LATER },
    'An event has changed',
    'Loom party: Thu, 14 May 2026, 20:00–23:00 (Europe/Berlin), Great Hall',
  ],
  [
    'event_updated',
    { thing: { ...PARTY, place: null }, changes: { ...REVIVED, ...LATER } },
    'An event takes place after all',
    'Loom party: Thu, 14 May 2026, 20:00–23:00 (Europe/Berlin)',
  ],
  [
    'event_updated',
    {
      thing: {
        ...PARTY,
        all_day: true,
        starts_at: '2026-05-13T22:00:00.000Z',
        ends_at: '2026-05-15T22:00:00.000Z',
      },
      changes: LATER,
    },
    'An event has changed',
    'Loom party: Thu, 14 May 2026 – Fri, 15 May 2026, Great Hall',
  ],
  [
    'event_updated',
    { thing: PARTY, changes: UNDONE },
    'An event is as before',
    'Back to Thu, 14 May 2026, 20:00–23:00 (Europe/Berlin), Great Hall: Loom party',
  ],
  [
    'event_cancelled',
    { thing: PARTY, changes: {} },
    'An event is cancelled',
    'This event does not take place: Loom party',
  ],
  [
    'programme_changed',
    {
      conference: null,
      lines: [
        { ...PARTY, ends_at: '2026-05-14T22:30:00.000Z' },
        { ...TALK, place: null },
        { ...TALK, status: 'cancelled' },
      ],
      more: 0,
    },
    'The programme has changed',
    [
      'Loom party: Thu, 14 May 2026, 20:00 – Fri, 15 May 2026, 00:30 (Europe/Berlin), Great Hall',
      'Engines that weave: Thu, 14 May 2026, 09:00–10:00 (Europe/Berlin)',
      'Cancelled: Engines that weave',
    ].join('\n'),
  ],
  [
    'programme_changed',
    { conference: 'Engines 2026', lines: [], more: 0 },
    'The programme has changed',
    'Look at your agenda again: Engines 2026',
  ],
  [
    'programme_changed',
    { conference: 'Engines 2026', lines: [{ ...TALK, status: 'cancelled' }], more: 1200 },
    'The programme has changed',
    'Cancelled: Engines that weave\nand 1200 more\nLook at your agenda again: Engines 2026',
  ],
  [
    'conference_updated',
    { name: 'Engines 2026', ...DAYS, place: 'Berlin', changes: { city: { from: 'A', to: 'B' } } },
    'A conference has changed',
    'Engines 2026: 14 – 16 May 2026, Berlin',
  ],
  [
    'conference_updated',
    { name: 'Engines 2026', ...DAYS, place: null, changes: UNDONE },
    'A conference is as before',
    'Back to 14 – 16 May 2026: Engines 2026',
  ],
  [
    'conference_cancelled',
    { name: 'Engines 2026', reason: 'cancelled' },
    'A conference is cancelled',
    'This conference does not take place: Engines 2026',
  ],
  [
    'conference_cancelled',
    { name: 'Engines 2026', reason: 'archived' },
    'A conference is archived',
    'This conference accepts no more registrations and has left the lists: Engines 2026',
  ],
  [
    'conference_cancelled',
    { name: 'Engines 2026', reason: 'deleted' },
    'A conference is deleted',
    'The organizers have deleted this conference and its events: Engines 2026',
  ],
  [
    'conference_promoted',
    { name: 'Engines 2026' },
    'You have a seat',
    'A seat became free, and you are registered now: Engines 2026',
  ],
  [
    'agenda_item_updated',
    { thing: TALK, changes: { room: { from: 'Great Hall', to: 'Attic' } } },
    'A session has changed',
    'Engines that weave: Thu, 14 May 2026, 09:00–10:00 (Europe/Berlin), Attic',
  ],
  [
    'agenda_item_updated',
    { thing: TALK, changes: { status: { from: 'cancelled', to: 'scheduled' } } },
    'A session takes place after all',
    'Engines that weave: Thu, 14 May 2026, 09:00–10:00 (Europe/Berlin), Attic',
  ],
  [
    'agenda_item_updated',
    { thing: TALK, changes: UNDONE },
    'A session is as before',
    'Back to Thu, 14 May 2026, 09:00–10:00 (Europe/Berlin), Attic: Engines that weave',
  ],
  [
    'agenda_item_cancelled',
    { thing: TALK, changes: {} },
    'A session is cancelled',
    'This session does not take place: Engines that weave',
  ],
  [
    'seat_given',
    { names: ['Loom party'], more: 0, status: 'registered' },
    'You have a seat',
    'The organizers registered you: Loom party',
  ],
  [
    'seat_given',
    { names: ['A', 'B', 'C'], more: 2, status: 'checked_in' },
    'You have a seat',
    'The organizers registered you: A, B, C and 2 more',
  ],
  [
    'seat_given',
    { names: ['A', 'B'], more: 0, status: 'waitlisted' },
    'You are on the waitlist',
    'The organizers added you to the waitlist: A, B',
  ],
  [
    'seat_taken',
    { names: ['Loom party'], more: 0, status: 'none' },
    'You no longer have a seat',
    'The organizers cancelled your attendance: Loom party',
  ],
  [
    'seat_taken',
    { names: ['Loom party'], more: 0, status: 'waitlisted' },
    'You are on the waitlist',
    'The organizers took your seat, and you are on the waitlist now: Loom party',
  ],
  [
    'warning',
    {},
    'A warning from the organizers',
    'The organizers looked at how you treat other people here. Please keep to the code of conduct: if this happens again, they can block your account.',
  ],
  ['partner_minted', {}, 'Your token is minted', 'You find it in your account of the partner.'],
  [
    'quest_task_approved',
    { title: 'Photo at the pier', points: 10 },
    'A task is approved',
    'Photo at the pier: +10 points',
  ],
  ['quest_task_approved', { title: 'Pier', points: 1 }, 'A task is approved', 'Pier: +1 point'],
  ['quest_task_approved', { title: 'Pier', points: 0 }, 'A task is approved', 'Pier'],
  [
    'quest_task_approved',
    { title: 'Harbor hunt', points: 1000, count: 1 },
    'A task is done',
    'Harbor hunt: +1000 points',
  ],
  [
    'quest_task_approved',
    { title: 'Harbor hunt', points: 0, count: 3 },
    '3 tasks are done',
    'Harbor hunt',
  ],
  [
    'quest_task_rejected',
    { title: 'Pier', reason: 'the pier is not in the picture' },
    'A task is not approved',
    'Pier: the pier is not in the picture',
  ],
  ['quest_task_rejected', { title: 'Pier', reason: null }, 'A task is not approved', 'Pier'],
  [
    'quest_registration_approved',
    { title: 'Harbor hunt', reason: null },
    'You can start the quest',
    'Harbor hunt',
  ],
  [
    'quest_registration_rejected',
    { title: 'Harbor hunt', reason: 'full' },
    'Your request is not approved',
    'Harbor hunt: full',
  ],
  [
    'quest_completed',
    { title: 'Harbor hunt', points: 50 },
    'You completed a quest',
    'Harbor hunt: +50 points',
  ],
  [
    'points_adjusted',
    { delta: 25, reason: 'You helped at the door' },
    '+25 points',
    'You helped at the door',
  ],
  ['points_adjusted', { delta: -1, reason: 'A mistake' }, '−1 point', 'A mistake'],
  ['points_adjusted', { delta: -12_000, reason: 'A mistake' }, '−12000 points', 'A mistake'],
  [
    'session_reminder',
    {
      lines: [
        { ...TALK, subjects: ['agenda_item:1'] },
        { ...TALK, title: 'Looms', place: null, subjects: ['agenda_item:2'] },
      ],
    },
    'Starts Thu 14 May, 09:00 (Europe/Berlin)',
    'Engines that weave, Attic\nLooms',
  ],
  ['seat_check', { title: 'Still coming?', body: 'Tell us.' }, 'Still coming?', 'Tell us.'],
  ['quest_reminder', { title: 'Hunt', body: 'It ends.' }, 'Hunt', 'It ends.'],
  [
    'rating_request',
    { name: 'Computing by the Sea', day: '2026-05-14' },
    'How were the sessions of 14 May 2026?',
    'Computing by the Sea: your stars help the speakers and the organizers.',
  ],
  ['message', { title: 'The doors', body: '' }, 'The doors', ''],
];

describe('the English text of a notice', () => {
  it.each(ENGLISH)('of %s with %j', (type, args, title, body) => {
    expect(render(type as NotificationEventType, args as NotificationArgs, 'en')).toMatchObject({
      title,
      body,
    });
  });

  it('has names as they are, also with the characters of other directions', () => {
    const name = '\u202eAda\u2066 العربية';
    expect(render('event_promoted', { name }, 'en').body).toBe(
      `A seat became free, and you are registered now: ${name}`,
    );
  });
});

it('a line has its values', () => {
  expect(line('changed_again', 'en')).toBe('Changed again: see below');
  expect(line('withdrawn', 'en')).toBe('This message was withdrawn.');
  expect(line('closed', 'en')).toBe('This request is no longer open.');
  expect(line('more', 'en', { count: 2 })).toBe('and 2 more');
});
