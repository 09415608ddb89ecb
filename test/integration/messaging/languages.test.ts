import { languageOfTags, languageTagOf } from '../../../src/domain/messaging/languages.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { EventStreamReader } from '../../support/event-stream.ts';
import {
  aConference,
  aNotification,
  anAgendaItem,
  anAttendance,
  anEvent,
  aRegistration,
  aUser,
} from '../../support/factories.ts';
import { refusal } from '../../support/failures.ts';

const ME = '/api/v1/users/me';
const NOTIFICATIONS = '/api/v1/notifications';
const IN = {
  en: '“Ada” wants to connect',
  de: '„Ada“ möchte sich verbinden',
  es: '«Ada» quiere conectar contigo',
  ar: 'طلب تواصل من «\u2068Ada\u2069»',
};

let api: TestApi;
let ada: User;
let reader: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db('users').delete();
  ada = await aUser(api.db, { first_name: 'Ada', last_name: null });
  reader = await aUser(api.db, { language_code: 'ar' });
});

const request = (to: User, message?: string) =>
  api.as(ada).post('/api/v1/connections').send({ recipient_id: to.id, message }).expect(201);
const choose = (language: unknown, user = reader) => api.as(user).patch(ME).send({ language });
const listed = async (user = reader) =>
  (await api.as(user).get(NOTIFICATIONS).expect(200)).body.data;
const titles = async (user = reader) =>
  (await listed(user)).map(({ title }: { title: string }) => title);

describe('PATCH /users/me { language }', () => {
  it.each([
    ['de', 'de'],
    ['DE-at', 'de-AT'],
    ['zh-hant-tw', 'zh-Hant-TW'],
  ])('takes %s as %s, which the own profile and administrators show', async (given, language) => {
    const { body } = await choose(given).expect(200);

    expect(body).toMatchObject({ language, language_code: 'ar' });
    expect((await api.as(reader).get(ME).expect(200)).body).toMatchObject({ language });
    const users = `/api/v1/admin/users`;
    expect((await api.admin().get(`${users}/${reader.id}`).expect(200)).body).toMatchObject({
      language,
    });
    await choose(null).expect(200);
    expect((await api.as(reader).get(ME).expect(200)).body).toMatchObject({ language: null });
  });

  it.each(['languages', 'de_AT', '', '-', 'de-', 'a'.repeat(36), 7, {}])(
    'refuses %j',
    async (given) => {
      const { body } = await choose(given).expect(400);

      expect(body).toEqual(refusal('language'));
      expect(await api.db('users').where({ id: reader.id }).first()).toMatchObject({
        language: null,
      });
    },
  );

  it('is part of the personal data, and gone after the erasure', async () => {
    await choose('de').expect(200);

    const { body } = await api.as(reader).get(`${ME}/export`).expect(200);
    expect(body.profile).toMatchObject({ language: 'de' });
    await api.as(reader).delete(ME).expect(200);
    expect(await api.db('users').where({ id: reader.id }).first()).toMatchObject({
      language: null,
      language_code: null,
    });
  });
});

describe('a notice', () => {
  it('is in the language of the messenger, or the one that its reader chose since', async () => {
    await request(reader, 'Loved your talk!');

    expect(await listed()).toMatchObject([{ title: IN.ar, body: 'Loved your talk!' }]);
    for (const [language, title] of [
      ['de-AT', IN.de],
      ['es-419', IN.es],
      ['en-GB', IN.en],
      ['uk', IN.en],
      [null, IN.ar],
    ] as const) {
      await choose(language).expect(200);
      expect(await titles()).toEqual([title]);
    }
  });

  it('is so in the answers of a click and a dismissal', async () => {
    await request(reader);
    const [{ id }] = await listed();

    for (const act of ['click', 'dismiss']) {
      const { body } = await api.as(reader).post(`${NOTIFICATIONS}/${id}/${act}`).expect(200);
      expect(body).toMatchObject({ id, title: IN.ar, body: 'يمكنك القبول أو الرفض.' });
      expect(body).not.toHaveProperty('args');
    }
  });

  it('is so in a live stream, also after the reader has chosen another language', async () => {
    const { token } = api.tokens.issueForUser({
      user_id: reader.id,
      messenger_id: Number(reader.messenger_id),
    });
    const headers = { Authorization: `Bearer ${token}` };
    const stream = await EventStreamReader.open(`${api.url}${NOTIFICATIONS}/stream`, headers);
    await stream.until(({ lastId }) => lastId !== '');
    await request(reader);
    await stream.until(({ events }) => events.length === 1);

    await choose('de').expect(200);
    await api.store.notifications.insertForAll([reader.id], {
      type: 'conference_promoted',
      args: { name: 'Engines' },
      data: { conference_id: 1 },
    });
    await stream.until(({ events }) => events.length === 2);
    stream.close();

    expect(stream.titles).toEqual([IN.ar, 'Du hast einen Platz']);
    expect(stream.events[1]?.data).toMatchObject({
      body: 'Ein Platz ist frei geworden, und du bist jetzt angemeldet: Engines',
    });
  });

  it('of an earlier version, and of organizers, is as it was written', async () => {
    await aNotification(api.db, reader, {
      type: 'conference_promoted',
      title: 'You have a seat',
      data: { conference_id: 1 },
    });
    await aNotification(api.db, reader, { title: 'Die Türen öffnen um neun' });

    expect(await titles()).toEqual(['Die Türen öffnen um neun', 'You have a seat']);
  });

  it('is stored in English', async () => {
    await request(reader);

    expect(await api.db('notifications').first()).toMatchObject({
      title: IN.en,
      body: 'You can say yes or no.',
      args: { name: 'Ada', message: null },
    });
  });

  it('loses the name of an erased user in every language', async () => {
    await request(reader, 'I am Ada');

    await api.as(ada).delete(ME).expect(200);

    expect(await titles()).toEqual([]);
    const rows = await api.db('notifications').select('title', 'body', 'data', 'args');
    expect(JSON.stringify(rows)).not.toContain('Ada');
  });

  it('loses what it says when its reader is erased', async () => {
    await request(reader, 'For your eyes');

    await api.as(reader).delete(ME).expect(200);

    const rows = await api.db('notifications').select('title', 'body', 'data', 'args');
    expect(JSON.stringify(rows)).not.toContain('eyes');
  });
});

describe('a notice of a change', () => {
  const TIMES = { starts_at: '2031-05-15T09:00:00.000Z', ends_at: '2031-05-15T10:00:00.000Z' };
  const plain = (text: string) => text.replace(/[\u2068\u2069]/g, '');
  const put = (path: string, body: object) =>
    api.admin().put(`/api/v1/admin/${path}`).send(body).expect(200);

  it('is in the language of its reader, and in English the same as its arguments say', async () => {
    const conference = await aConference(api.db, {
      name: 'Engines 2031',
      starts_on: '2031-05-14',
      ends_on: '2031-05-16',
      timezone: 'Europe/Berlin',
    });
    const party = await anEvent(api.db, {
      title: 'Loom party',
      timezone: 'Europe/Berlin',
      ...TIMES,
    });
    const talk = { title: 'Engines that weave', ...TIMES };
    const items = [
      await anAgendaItem(api.db, conference, talk),
      await anAgendaItem(api.db, conference, talk),
      await anAgendaItem(api.db, conference, talk),
    ] as const;
    await anAttendance(api.db, [reader, party]);
    await aRegistration(api.db, [reader, conference]);
    for (const { id } of items) {
      await api.db('agenda_favorites').insert({ user_id: reader.id, agenda_item_id: id });
    }

    await put(`events/${party.id}`, { venue: { name: 'Great Hall' } });
    await put(`agenda/${items[0].id}`, { room: 'Attic' });
    await put(`agenda/${items[1].id}`, { status: 'cancelled' });
    await api
      .admin()
      .post('/api/v1/admin/agenda/bulk')
      .send({ ids: [items[2].id], shift_minutes: 60 })
      .expect(200);
    await put(`conferences/${conference.id}`, { ends_on: '2031-05-17' });

    const notices = await listed();
    expect(
      notices.map(({ type, title, body }: Record<string, string>) => [
        type,
        plain(`${title}\n${body}`),
      ]),
    ).toEqual([
      ['conference_updated', expect.stringMatching(/^تغيّر مؤتمر\nEngines 2031: .*مايو 2031/)],
      [
        'programme_changed',
        'تغيّر البرنامج\nEngines that weave: الخميس، 15 مايو 2031، 12:00–1:00 م (Europe/Berlin)',
      ],
      ['agenda_item_cancelled', 'أُلغيت جلسة\nلن تقام هذه الجلسة: Engines that weave'],
      [
        'agenda_item_updated',
        'تغيّرت جلسة\nEngines that weave: الخميس، 15 مايو 2031، 11:00 ص – 12:00 م (Europe/Berlin)، Attic',
      ],
      [
        'event_updated',
        'تغيّرت فعالية\nLoom party: الخميس، 15 مايو 2031، 11:00 ص – 12:00 م (Europe/Berlin)، Great Hall',
      ],
    ]);
    for (const { before, title } of await api.db('notifications')) {
      expect([before === null, title]).toEqual([false, '']);
    }
  });
});

describe('users by language', () => {
  const SPEAKERS = {
    none: { language_code: null },
    german: { language_code: 'de' },
    austrian: { language_code: 'DE-at' },
    chosen: { language_code: 'en', language: 'de-CH' },
    english: { language_code: 'de', language: 'en' },
    traditional: { language_code: 'zh-Hant-TW' },
  };
  const CODES = ['de', 'DE-AT', 'de-a', 'd', 'en', 'zh', 'zh-hant', 'zh-Hant-TW', 'd%', '__', 'x'];

  const preview = async (language_codes: string[]) =>
    (
      await api
        .admin()
        .post('/api/v1/admin/notifications/preview')
        .send({ title: 'a', body: 'b', audience: { language_codes }, channels: ['in_app'] })
        .expect(200)
    ).body.count;
  const filtered = async (language_code: string): Promise<string[]> =>
    (
      await api.admin().get('/api/v1/admin/users').query({ language_code }).expect(200)
    ).body.data.map((user: User) => user.first_name);

  beforeEach(async () => {
    await api.db('users').delete();
    for (const [first_name, languages] of Object.entries(SPEAKERS)) {
      await aUser(api.db, { first_name, ...languages });
    }
  });

  /** By the same function that chooses the language of texts. */
  const expected = (code: string): string[] =>
    Object.entries(SPEAKERS)
      .filter(([, user]) => languageOfTags(languageTagOf(user), [code]) !== undefined)
      .map(([name]) => name)
      .sort();

  it.each(CODES)('are the audience, and the list of administrators, of %s', async (code) => {
    expect(await preview([code])).toBe(expected(code).length);
    expect((await filtered(code)).sort()).toEqual(expected(code));
  });

  it('are the audience of several languages', async () => {
    expect(await preview(['de', 'de-CH', 'zh'])).toBe(4);
  });

  it('are counted for each value of the filter', async () => {
    const { body } = await api.admin().get('/api/v1/admin/notifications/filter-values').expect(200);

    expect(body.language_codes).toEqual(
      ['de', 'de-at', 'de-ch', 'en', 'zh', 'zh-hant', 'zh-hant-tw']
        .map((value) => ({ value, count: expected(value).length }))
        .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value)),
    );
  });
});
