import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { aConference } from '../../support/factories.ts';
import { fosdemXml } from '../../support/schedules.ts';

let api: TestApi;
let a: Conference;
let b: Conference;
/** The secret of a key of conference A alone. */
let key: string;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  const days = { timezone: 'Europe/Brussels', starts_on: '2027-02-01', ends_on: '2027-02-02' };
  a = await aConference(api.db, days);
  b = await aConference(api.db, days);
  key = (await aKey(api.db, { conference_ids: [a.id] })).secret;
});
afterAll(() => api.close());

describe('an agenda import with a key of some conferences', () => {
  const upload = ({ id }: Conference, content: string, secret?: string) =>
    api
      .admin(secret)
      .post(`/api/v1/admin/conferences/${id}/agenda/import`)
      .attach('file', Buffer.from(content), 'schedule')
      .expect(200);
  const speakersOf = ({ id }: Conference) =>
    api
      .db('speakers as s')
      .join('conference_speakers as m', 'm.speaker_id', 's.id')
      .where('m.conference_id', id)
      .select('s.*')
      .orderBy('s.id');

  it('takes no speaker of another conference, and repeats without a duplicate', async () => {
    const xml = fosdemXml({ year: 2027, events: 1, host: 'one.example' });
    await upload(b, xml);
    const [ofB] = await speakersOf(b);
    await api.db('speakers').where({ id: ofB.id }).update({ bio: 'Secret of B' });

    const { body: first } = await upload(a, xml, key);
    expect(first).toMatchObject({ created: 1, speakers_created: 1 });
    const { body: second } = await upload(a, xml, key);
    expect(second).toMatchObject({ created: 0, updated: 0, speakers_created: 0 });
    const own = await speakersOf(a);
    expect(own.map(({ name, bio }) => [name, bio])).toEqual([[ofB.name, null]]);
    expect(own[0].id).not.toBe(ofB.id);
  });

  it('fills no field of a speaker whom another conference has, too', async () => {
    const xml = fosdemXml({ year: 2027, events: 1, host: 'two.example' });
    for (const conference of [a, b]) await upload(conference, xml);
    const [shared] = await speakersOf(b);
    const inList = '<person id="6"><name>FOSDEM Staff';
    const withBio = xml.replace('<person id="1"><name>Person 1', inList);

    await upload(a, withBio, key);
    expect(await speakersOf(b)).toEqual([shared]);
    await upload(a, withBio);
    expect((await speakersOf(b))[0].bio).toContain('often');
  });
});

describe('a calendar import with a key of some conferences', () => {
  const calendar = (title: string) =>
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'UID:moved@sea.example',
      'DTSTART:20270201T090000Z',
      'DTEND:20270201T100000Z',
      `SUMMARY:${title}`,
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n');
  const importAll = (title: string, conference_id: number | undefined, secret = key) => {
    const request = api
      .admin(secret)
      .post('/api/v1/admin/events/import-all-extcal')
      .attach('file', Buffer.from(calendar(title)), 'programme.ics');
    return conference_id === undefined ? request : request.field('conference_id', conference_id);
  };

  it('needs a conference of the key', async () => {
    await importAll('Lunch', undefined).expect(403);
    await importAll('Lunch', b.id).expect(404);
    expect(await api.db('events')).toEqual([]);
    await importAll('Lunch', a.id).expect(200);
  });

  it('skips an event that was moved to another conference', async () => {
    await importAll('Lunch', a.id).expect(200);
    const [event] = await api.db('events').where({ feed_conference_id: a.id });
    await api.db('events').where({ id: event.id }).update({ conference_id: b.id });

    const { body } = await importAll('Dinner', a.id).expect(200);
    expect(body).toMatchObject({
      updated: 0,
      absent: [],
      skipped: [{ uid: 'moved@sea.example', reason: 'was moved to another conference' }],
    });
    expect((await api.db('events').where({ id: event.id }).first()).title).toBe('Lunch');
  });
});
