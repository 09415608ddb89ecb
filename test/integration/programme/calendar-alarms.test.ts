import ICAL from 'ical.js';
import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, anAttendance, anEvent, aUser } from '../../support/factories.ts';

const TITLE = 'حوار مفتوح حول مستقبل المؤتمرات والشبكات المهنية في المدن الساحلية';

let api: TestApi;
let ada: User;
let conference: Conference;
let event: Event;

beforeAll(async () => {
  api = await startApi();
  ada = await aUser(api.db, { first_name: 'Ada' });
  conference = await aConference(api.db, { slug: 'sea', name: 'مؤتمر البحر' });
  event = await anEvent(api.db, { conference_id: conference.id, title: TITLE });
  await anAttendance(api.db, [ada, event]);
  for (const [title, status] of [
    [TITLE, 'scheduled'],
    ['Cancelled', 'cancelled'],
  ]) {
    const [item] = await api
      .db('agenda_items')
      .insert({
        conference_id: conference.id,
        title,
        status,
        starts_at: '2026-05-14T09:00:00.000Z',
        ends_at: '2026-05-14T10:00:00.000Z',
      })
      .returning('id');
    await api.as(ada).put(`/api/v1/agenda/${item.id}/favorite`).expect(200);
  }
});
afterAll(() => api.close());

const open = (path: string) => api.anonymous().get(path);

/** Every feed, by its address without a query, and the reminders of its entries by title. */
const FEEDS = [
  ['an event', async () => `/api/v1/events/${event.id}.ics`, { [TITLE]: 1 }],
  [
    'an agenda',
    async () => `/api/v1/conferences/${conference.id}/agenda.ics`,
    { [TITLE]: 1, Cancelled: 0 },
  ],
  [
    'an agenda by slug',
    async () => '/api/v1/conferences/slug/sea/agenda.ics',
    { [TITLE]: 1, Cancelled: 0 },
  ],
  ['the events of a user', () => linkOf(ada), { [TITLE]: 1, Cancelled: 0 }],
] as const;

async function linkOf(user: User): Promise<string> {
  const { body } = await api.as(user).post('/api/v1/users/me/calendar-link').expect(201);
  const { pathname, search } = new URL(body.url);
  return pathname + search;
}

const withAlarm = (path: string, alarm: string) =>
  `${path}${path.includes('?') ? '&' : '?'}alarm=${alarm}`;

const entriesIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent');

describe.each(FEEDS)('the calendar of %s', (_what, addressOf, reminders) => {
  it('has a reminder of each entry that takes place, at the given minutes', async () => {
    const { text } = await open(withAlarm(await addressOf(), '15')).expect(200);

    const entries = entriesIn(text);
    expect(
      Object.fromEntries(
        entries.map((entry) => [
          entry.getFirstPropertyValue('summary'),
          entry.getAllSubcomponents('valarm').length,
        ]),
      ),
    ).toEqual(reminders);
    const [alarm] = entries.flatMap((entry) => entry.getAllSubcomponents('valarm'));
    expect(alarm?.toString().split('\r\n').slice(1, -1)).toEqual(
      expect.arrayContaining(['ACTION:DISPLAY', 'TRIGGER:-PT15M']),
    );
    expect(alarm?.getFirstPropertyValue('description')).toBe(TITLE);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  it('has no reminder unless it is asked for, also after an answer with some', async () => {
    const address = await addressOf();
    const etags = new Set<string>();
    for (const [alarm, triggers] of [
      ['15', /^TRIGGER:-PT15M\r$/m],
      ['10080', /^TRIGGER:-PT10080M\r$/m],
      ['15', /^TRIGGER:-PT15M\r$/m],
    ] as const) {
      const res = await open(withAlarm(address, alarm)).expect(200);
      expect(res.text).toMatch(triggers);
      etags.add(String(res.get('ETag')));
    }
    const plain = await open(address).expect(200);
    expect(plain.text).not.toContain('VALARM');
    expect(etags.add(String(plain.get('ETag'))).size).toBe(3);
  });

  it('names the conference in the description of each entry', async () => {
    const { text } = await open(await addressOf()).expect(200);
    for (const entry of entriesIn(text))
      expect(entry.getFirstPropertyValue('description')).toContain('Conference: مؤتمر البحر');
  });

  it.each([
    ['', 'expected a whole number from 0 to 10080'],
    ['-15', 'expected a whole number from 0 to 10080'],
    ['1.5', 'expected a whole number from 0 to 10080'],
    ['15%0D%0AX:y', 'expected a whole number from 0 to 10080'],
    ['10081', 'expected at most 10080'],
    ['15&alarm=20', ''],
  ])('answers 400 for alarm=%s', async (alarm, expected) => {
    const { body } = await open(withAlarm(await addressOf(), alarm)).expect(400);
    expect(body).toEqual({
      error: expect.stringContaining(`alarm: ${expected}`),
      code: 'VALIDATION_ERROR',
    });
  });
});
