import { startApi, type TestApi } from '../../support/api.ts';
import {
  aConference,
  anAgendaItem,
  anAttendance,
  anEvent,
  aSpeaker,
  aUser,
} from '../../support/factories.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const ADMIN = '/api/v1/admin';
type Row = { readonly id: number };
const versionIn =
  (table: string) =>
  async ({ id }: Row) =>
    (await api.db(table).where({ id }).first('version'))?.version;
const versionOf = {
  event: versionIn('events'),
  item: versionIn('agenda_items'),
  speaker: versionIn('speakers'),
};
const put = (path: string, body: object) =>
  api.admin().put(`${ADMIN}${path}`).send(body).expect(200);

describe('the version of an event', () => {
  const calendar = (title: string, description: string) =>
    [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:looms@sea.example',
      'DTSTART:20260515T090000Z',
      'DTEND:20260515T100000Z',
      `SUMMARY:${title}`,
      `DESCRIPTION:${description}`,
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n');
  const importFile = (text: string) =>
    api
      .admin()
      .post(`${ADMIN}/events/import-extcal`)
      .attach('file', Buffer.from(text), 'events.ics')
      .expect(200);

  it.each([
    ['approve', {}],
    ['reject', { reason: 'No room' }],
  ])('rises with %s', async (action, body) => {
    const { id: submitted_by } = await aUser(api.db);
    const event = await anEvent(api.db, { status: 'pending', source: 'request', submitted_by });
    const path = `${ADMIN}/events/${event.id}/${action}`;
    const answer = await api.admin().post(path).send(body).expect(200);
    expect(answer.body.version).toBe(2);
  });

  it('rises when its requester edits it, and is unknown to them', async () => {
    const user = await aUser(api.db);
    const given = { status: 'pending', source: 'request', kind: 'side', submitted_by: user.id };
    const event = await anEvent(api.db, given);
    const path = `/api/v1/events/side-event-request/${event.id}`;
    const { body } = await api.as(user).patch(path).send({ title: 'Tea' }).expect(200);
    expect(body.version).toBeUndefined();
    expect(await versionOf.event(event)).toBe(2);
  });

  it('stays while attendees come and go, and while its conference changes', async () => {
    const conference = await aConference(api.db);
    const event = await anEvent(api.db, { conference_id: conference.id });
    const user = await aUser(api.db);
    await api.as(user).post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);
    await put(`/conferences/${conference.id}`, { timezone: 'Asia/Tokyo', status: 'cancelled' });
    await put(`/conferences/${conference.id}`, { status: 'published' });
    expect(await versionOf.event(event)).toBe(1);
  });

  it('rises with an import that changes it, and only then', async () => {
    const { body } = await importFile(calendar('Looms', 'Of old'));
    const { event } = body;
    expect(event.version).toBe(1);
    await importFile(calendar('Looms', 'Of old'));
    expect(await versionOf.event(event)).toBe(1);
    await importFile(calendar('Looms', 'Of today'));
    expect(await versionOf.event(event)).toBe(2);
    await put(`/events/${event.id}`, { description: 'Edited' });
    // The import keeps the edited field, so that nothing changes.
    await importFile(calendar('Looms', 'Of tomorrow'));
    expect(await versionOf.event(event)).toBe(3);
  });
});

describe('the version of an agenda item', () => {
  it('rises when an edit of its event changes it, and only then', async () => {
    const conference = await aConference(api.db);
    const event = await anEvent(api.db, { conference_id: conference.id, title: 'Looms' });
    const { body: item } = await api
      .admin()
      .post(`${ADMIN}/agenda`)
      .send({ conference_id: conference.id, event_id: event.id })
      .expect(201);
    expect(item.version).toBe(1);

    await put(`/events/${event.id}`, { capacity: 10 });
    expect(await versionOf.item(item)).toBe(1);
    await put(`/events/${event.id}`, { title: 'Dyes' });
    expect(await versionOf.item(item)).toBe(2);
    await put(`/agenda/${item.id}`, { title: 'Dyes and looms' });
    await put(`/events/${event.id}`, { title: 'Engines' });
    expect(await versionOf.item(item)).toBe(3);
  });

  it('rises with new speakers alone, and stays while a speaker changes', async () => {
    const item = await anAgendaItem(api.db, await aConference(api.db));
    const speaker = await aSpeaker(api.db);
    const { body } = await put(`/agenda/${item.id}`, { speaker_ids: [speaker.id] });
    expect(body.version).toBe(2);
    await put(`/speakers/${speaker.id}`, { name: 'Ada Lovelace' });
    expect(await versionOf.item(item)).toBe(2);
  });

  it('rises with an import that changes or cancels it, and only then', async () => {
    const { id } = await aConference(api.db);
    const times = { starts_at: '2026-05-14 09:00', ends_at: '2026-05-14 10:00' };
    const given = (room: string) => ({ title: 'Looms', ...times, room });
    const importItems = (items: readonly object[], query: object = {}) =>
      api
        .admin()
        .post(`${ADMIN}/conferences/${id}/agenda/import`)
        .query(query)
        .send({ items })
        .expect(200);
    await importItems([given('Attic')]);
    const item = await api.db('agenda_items').where({ conference_id: id }).first();
    await importItems([given('Attic')]);
    expect(await versionOf.item(item)).toBe(1);
    await importItems([given('Great Hall')]);
    expect(await versionOf.item(item)).toBe(2);
    await importItems([{ ...given('Foyer'), title: 'Lunch' }], { absent: 'cancel' });
    expect(await versionOf.item(item)).toBe(3);
  });
});

describe('the version of a speaker', () => {
  it('rises with each edit of a lineup, and stays where nothing changes', async () => {
    const [conference, speaker] = [await aConference(api.db), await aSpeaker(api.db)];
    const mapping = { conference_id: conference.id };
    const set = async (change: object) =>
      (await put(`/speakers/${speaker.id}/conference`, { ...mapping, ...change })).body.version;
    expect([
      await set({}),
      await set({}),
      await set({ position: 3 }),
      await set({ remove: true }),
      await set({ remove: true }),
    ]).toEqual([2, 2, 3, 4, 4]);
  });

  it('rises when another speaker is merged into them', async () => {
    const conference = await aConference(api.db);
    const old = await aSpeaker(api.db, { company: 'Engines' }, [conference]);
    const kept = await aSpeaker(api.db);
    const path = `${ADMIN}/speakers/${old.id}/merge`;
    const { body } = await api.admin().post(path).send({ into: kept.id }).expect(200);
    expect(body).toMatchObject({ company: 'Engines', version: 2 });
    const again = await api.admin().post(path).send({ into: kept.id }).expect(200);
    expect(again.body.version).toBe(2);
  });

  it('rises when an import fills a field, and stays when their conference is published', async () => {
    const conference = await aConference(api.db, { status: 'draft' });
    const speaker = await aSpeaker(api.db, { name: 'Ada Lovelace' }, [conference]);
    const talk = { title: 'Looms', starts_at: '2026-05-14 09:00', ends_at: '2026-05-14 10:00' };
    const path = `${ADMIN}/conferences/${conference.id}/agenda/import`;
    const speakers = { speakers: 'Ada Lovelace', speaker_titles: 'Analyst' };
    const importTalk = () =>
      api
        .admin()
        .post(path)
        .send({ items: [{ ...talk, ...speakers }] })
        .expect(200);
    await importTalk();
    expect(await versionOf.speaker(speaker)).toBe(2);
    await importTalk();
    await put(`/conferences/${conference.id}`, { status: 'published' });
    expect(await versionOf.speaker(speaker)).toBe(2);
  });
});

it('no public answer has a version', async () => {
  const conference = await aConference(api.db);
  const event = await anEvent(api.db, { conference_id: conference.id });
  const speaker = await aSpeaker(api.db, {}, [conference]);
  const item = await anAgendaItem(api.db, conference, {}, [speaker]);
  const user = await aUser(api.db);
  await anAttendance(api.db, [user, event]);
  const paths = [
    '/conferences',
    `/conferences/${conference.id}`,
    `/conferences/${conference.id}/agenda`,
    `/conferences/slug/${conference.slug}/events`,
    `/speakers/conference/${conference.id}`,
    '/events',
    '/events/my',
    `/events/${event.id}`,
    `/agenda/${item.id}`,
    '/agenda/my',
    '/speakers',
    `/speakers/${speaker.id}`,
    `/speakers/${speaker.id}/profile`,
    '/users/me/export',
  ];
  for (const path of paths) {
    const { text, status } = await api.as(user).get(`/api/v1${path}`);
    expect([path, status]).toEqual([path, 200]);
    expect(text).not.toContain('"version"');
  }
});
