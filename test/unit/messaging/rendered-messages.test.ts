import {
  line,
  render,
  buttonOf as verbOf,
} from '../../../src/domain/messaging/notification-texts.ts';
import {
  buttonOf,
  isOutdated,
  renderedMessage,
  type SentMessage,
  type SentNotification,
} from '../../../src/domain/messaging/rendered-messages.ts';
import {
  endOf,
  holderOf,
  type SubjectNow,
  snapshotIn,
} from '../../../src/domain/messaging/subjects.ts';

const APP = 'https://t.me/hallway_bot/app';
const SITE = 'https://looms.example';
const AT = '2030-05-01T10:00:00.000Z';
const LATER = '2030-05-01T10:00:00.001Z';

const thing: SubjectNow & { kind: 'thing' } = {
  ...({
    kind: 'thing',
    title: 'Looms',
    starts_at: '2030-05-01T09:00:00.000Z',
    ends_at: AT,
  } as const),
  ...{ timezone: 'UTC', place: 'Dock 1', status: 'approved' },
};
const { kind: _, ...snapshot } = thing;
const notice = (type: string, args: unknown, fields: object = {}) =>
  ({
    id: 3,
    type,
    args,
    title: 'T',
    body: 'B',
    action_url: null,
    is_recalled: false,
    data: {},
    before: null,
    ...fields,
  }) as SentNotification;
const UPDATED = notice('event_updated', { 'event:12': snapshot }, { before: { 'event:12': {} } });
const TEXT = notice('message', null);
const REQUEST = notice('connection_request', { name: 'Ada', message: null });
const seat = (status: string) => notice('seat_given', { names: ['Looms'], more: 0, status });
const REMINDER = notice('session_reminder', { lines: [] });

const connection = (status: string, is_open = false): SubjectNow => ({
  kind: 'connection',
  status,
  is_open,
});
const openApp = (type: 'event_cancelled' | 'message') => ({
  text: verbOf(type, 'en'),
  url: `${APP}?startapp=n_3`,
  style: 'primary',
});
const press = (callback_data: string) => ({ text: callback_data, callback_data });
const rendered = (
  message: Partial<SentMessage>,
  things: readonly (readonly [string, SubjectNow])[] = [],
  appUrl?: string,
) =>
  renderedMessage(
    { notice: TEXT, subjects: [], has_newer: false, ...message },
    {
      language: 'en',
      things: new Map(things),
      appUrl,
      requestButtons: (id) => [press(`request ${id}`)],
      reminderButtons: () => [press('mute')],
      seatButtons: (subject) => [press(`give up ${subject}`)],
    },
  );
const withdrawn = { kind: 'removed', text: line('withdrawn', 'en') };
const closed = { kind: 'removed', text: line('closed', 'en') };
const again = { kind: 'line', text: line('changed_again', 'en') };
const accepted = { kind: 'line', text: line('accepted', 'en', { name: 'Ada' }) };
const text = { kind: 'text', title: 'T', body: 'B', keyboard: [] };

describe('a message in a chat', () => {
  it.each<[string, Partial<SentMessage>, [string, SubjectNow][], object]>([
    [
      'of a recalled broadcast is removed',
      { notice: { ...TEXT, is_recalled: true } },
      [],
      withdrawn,
    ],
    ['without a notification is left', { notice: null }, [], { kind: 'unchanged' }],
    ['of organizers has its own text', {}, [], text],
    [
      'of which a newer one speaks becomes a line',
      { subjects: ['event:12'], has_newer: true },
      [],
      again,
    ],
    [
      'of several things stays beside a newer one',
      { subjects: ['event:12', 'event:13'], has_newer: true },
      [],
      text,
    ],
    ['of nothing stays beside a newer one', { has_newer: true }, [], text],
    ['of a broadcast stays beside a newer one', { subjects: ['job:4'], has_newer: true }, [], text],
    [
      'of a reminder of a quest stays beside a newer one',
      { subjects: ['quest_reminder:4'], has_newer: true },
      [],
      text,
    ],
    ['about another quest becomes a line', { subjects: ['quest:4'], has_newer: true }, [], again],
    [
      'without a notification becomes a line',
      { notice: null, subjects: ['event:12'], has_newer: true },
      [],
      again,
    ],
    [
      'of a request that is accepted says so',
      { notice: REQUEST, subjects: ['connection:5'] },
      [['connection:5', connection('accepted')]],
      accepted,
    ],
    [
      'of a request without a name that is accepted is removed',
      { notice: { ...REQUEST, args: null } as SentNotification, subjects: ['connection:5'] },
      [['connection:5', connection('accepted')]],
      closed,
    ],
    [
      'of another type about an accepted connection is removed',
      { notice: TEXT, subjects: ['connection:5'] },
      [['connection:5', connection('accepted')]],
      closed,
    ],
    [
      'of a request that is not open is removed',
      { notice: REQUEST, subjects: ['connection:5'] },
      [['connection:5', connection('pending')]],
      closed,
    ],
    [
      'of a request that is gone is removed',
      { notice: REQUEST, subjects: ['connection:5'] },
      [],
      closed,
    ],
    [
      'of a request without a notification is removed',
      { notice: null, subjects: ['connection:5'] },
      [['connection:5', connection('pending', true)]],
      closed,
    ],
    [
      'of a connection that was accepted stays',
      { notice: notice('connection_accepted', null), subjects: ['connection:5'] },
      [],
      text,
    ],
    [
      'of an open request stays beside a newer one',
      {
        notice: { ...REQUEST, args: null } as SentNotification,
        subjects: ['connection:5'],
        has_newer: true,
      },
      [['connection:5', connection('pending', true)]],
      { ...text, keyboard: [[press('request 5')]] },
    ],
    [
      'of a reminder has the button that mutes',
      { notice: { ...REMINDER, args: null } as SentNotification },
      [],
      { ...text, keyboard: [[press('mute')]] },
    ],
    [
      'of a promotion gives up its seat',
      { notice: { ...notice('event_promoted', null) }, subjects: ['event_seat:12'] },
      [],
      { ...text, keyboard: [[press('give up event_seat:12')]] },
    ],
    [
      'of a place on the waitlist has no button',
      { notice: seat('waitlisted'), subjects: ['event_seat:12'] },
      [],
      expect.objectContaining({ keyboard: [] }),
    ],
    [
      'of several seats has no button',
      { notice: seat('registered'), subjects: ['event_seat:12', 'event_seat:13'] },
      [],
      expect.objectContaining({ keyboard: [] }),
    ],
    [
      'of a given seat gives it up',
      { notice: seat('registered'), subjects: ['conference_seat:4'] },
      [],
      expect.objectContaining({ keyboard: [[press('give up conference_seat:4')]] }),
    ],
  ])('%s', (_what, message, things, expected) => {
    expect(rendered(message, things)).toEqual(expected);
  });

  it('has the text of what is now, with the verb of its type', () => {
    const now = { ...thing, status: 'cancelled' };
    const changes = { status: { from: 'approved', to: 'cancelled' } };
    const { title, body } = render(
      'event_cancelled',
      { thing: { ...snapshot, status: 'cancelled' }, changes },
      'en',
    );
    const keyboard = [[openApp('event_cancelled')]];
    expect(rendered({ notice: UPDATED, subjects: ['event:12'] }, [['event:12', now]], APP)).toEqual(
      { kind: 'text', title, body, keyboard },
    );
  });

  it('without arguments has the verb of its own type', () => {
    const keyboard = [[openApp('message')]];
    expect(rendered({}, [], APP)).toEqual({ ...text, keyboard });
  });
});

it.each([
  ['message', SITE, APP, SITE],
  ['partner_minted', SITE, undefined, SITE],
  ['event_updated', SITE, APP, `${APP}?startapp=n_3`],
  ['event_updated', SITE, undefined, SITE],
  ['message', null, APP, `${APP}?startapp=n_3`],
  ['message', null, undefined, undefined],
])(
  'the button of %s with the address %p, of the app %p, opens %p',
  (type, action_url, appUrl, url) => {
    const button = buttonOf({ id: 3, type, action_url }, appUrl, 'Open');
    // What leads out of the app, and what an answer without an app opens.
    const style = url === SITE && type !== 'event_updated' ? {} : { style: 'primary' };
    expect(button).toEqual(url === undefined ? undefined : { text: 'Open', url, ...style });
  },
);

it.each<[string, SentNotification, string[], [string, SubjectNow][], boolean]>([
  ['when its event has ended', UPDATED, ['event:12'], [['event:12', thing]], true],
  [
    'not before its event has ended',
    UPDATED,
    ['event:12'],
    [['event:12', { ...thing, ends_at: LATER }]],
    false,
  ],
  [
    'not while one of its events takes place',
    UPDATED,
    ['event:12', 'event:13'],
    [
      ['event:12', thing],
      ['event:13', { ...thing, ends_at: LATER }],
    ],
    false,
  ],
  ['not if its event is gone', UPDATED, ['event:12'], [], false],
  ['not without subjects', UPDATED, [], [], false],
  ['with the event of its seat', UPDATED, ['event_seat:12'], [['event:12', thing]], true],
  ['not by its job', TEXT, ['job:4'], [], false],
  [
    'by the quest beside its job',
    notice('quest_reminder', null),
    ['quest_reminder:4', 'job:4'],
    [['quest:4', { kind: 'quest', ends_at: AT }]],
    true,
  ],
  [
    'not by a quest without end',
    notice('quest_reminder', null),
    ['quest_reminder:4'],
    [['quest:4', { kind: 'quest', ends_at: null }]],
    false,
  ],
  ['not if it is a request', REQUEST, ['event:12'], [['event:12', thing]], false],
])('a notice is outdated %s', (_what, given, subjects, things, isOld) => {
  expect(isOutdated(given, subjects, { now: new Map(things), at: AT })).toBe(isOld);
});

it.each([
  ['event_seat:12', 'event:12'],
  ['conference_seat:3', 'conference:3'],
  ['quest_reminder:4', 'quest:4'],
  ['event:12', 'event:12'],
])('the subject %s ends with %s', (subject, holder) => {
  expect(holderOf(subject)).toBe(holder);
});

it('only an event or an agenda item is a snapshot, and a connection has no end', () => {
  const things = new Map<string, SubjectNow>([
    ['event:12', thing],
    ['connection:5', connection('pending')],
  ]);
  expect(snapshotIn(things, 'event:12')).toEqual(snapshot);
  expect(snapshotIn(things, 'connection:5')).toBeUndefined();
  expect(snapshotIn(things)).toBeUndefined();
  expect([endOf(thing), endOf(connection('pending'))]).toEqual([AT, null]);
});
