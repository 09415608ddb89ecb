import type { User } from '../../../src/domain/people/users.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  aConference,
  anAgendaItem,
  anAttendance,
  anEvent,
  aRegistration,
  aUser,
  people,
} from '../../support/factories.ts';
import { shownNotifications } from '../../support/shown-notifications.ts';

let api: TestApi;
let ada: User;
let event: Event;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ada = await aUser(api.db, { messenger_reachable: true });
  event = await anEvent(api.db, { title: 'Looms', venue_name: 'Hall' });
  await anAttendance(api.db, [ada, event]);
});

const at = (hour: number) => `2026-05-15T${String(hour).padStart(2, '0')}:00:00.000Z`;
const change = (body: object) =>
  api.admin().put(`/api/v1/admin/events/${event.id}`).send(body).expect(200);
const notices = () => shownNotifications(api.db, ada.id);

it('an all-day event is shown with its days', async () => {
  await api.db('events').where({ id: event.id }).update({
    all_day: true,
    starts_at: '2026-05-15T22:00:00Z',
    ends_at: '2026-05-16T22:00:00Z',
  });
  await change({ ends_at: '2026-05-17T22:00:00Z' });
  const [notice] = await notices();
  expect(notice?.body).toBe('Looms: Sat, 16 May 2026 – Sun, 17 May 2026, Hall');
});

it('notify: false changes and deletes an event without a notice', async () => {
  await change({ ends_at: at(11), notify: false });
  await api
    .admin()
    .delete(`/api/v1/admin/events/${event.id}`)
    .query({ notify: 'false' })
    .expect(200);
  expect(await notices()).toEqual([]);
});

describe('a conference', () => {
  const DAYS = { starts_on: '2026-05-14', ends_on: '2026-05-16' };
  const path = (id: number) => `/api/v1/admin/conferences/${id}`;
  const keep = (users: readonly User[], { id }: { id: number }) =>
    api
      .db('agenda_favorites')
      .insert(users.map((user) => ({ user_id: user.id, agenda_item_id: id })));
  const attended = async (given: object = {}) => {
    const conference = await aConference(api.db, { name: 'Engines', ...DAYS, ...given });
    await aRegistration(api.db, [ada, conference]);
    return conference;
  };

  it.each([
    ['cancelled', 'This conference does not take place: Engines'],
    ['archived', 'This conference accepts no more registrations and has left the lists: Engines'],
  ])('that is %s tells its attendees once', async (status, body) => {
    const { id } = await attended();
    await api.admin().put(path(id)).send({ status }).expect(200);
    await api.admin().put(path(id)).send({ status, name: 'Looms' }).expect(200);

    const data = { conference_id: id, reason: status };
    expect(await notices()).toMatchObject([{ type: 'conference_cancelled', body, data }]);
    const listed = await api.as(ada).get('/api/v1/notifications').expect(200);
    expect(listed.body.data).toMatchObject([{ type: 'conference_cancelled', data }]);
  });

  it('that is archived or deleted after its cancellation sends no second notice', async () => {
    const { id } = await attended();
    for (const status of ['cancelled', 'archived']) {
      await api.admin().put(path(id)).send({ status }).expect(200);
    }
    await api.admin().delete(path(id)).query({ force: 'true' }).expect(200);

    expect((await notices()).map(({ data }) => data.reason)).toEqual(['cancelled']);
  });

  it('that was cancelled without notice is a notice when it is deleted', async () => {
    const { id } = await attended();
    await api.admin().put(path(id)).send({ status: 'cancelled', notify: false }).expect(200);
    await api.admin().delete(path(id)).query({ force: 'true' }).expect(200);

    expect((await notices()).map(({ data }) => data.reason)).toEqual(['deleted']);
  });

  it('that is cancelled a second time is a second notice once the first is read', async () => {
    const { id } = await attended();
    for (const status of ['cancelled', 'published', 'cancelled']) {
      await api.admin().put(path(id)).send({ status }).expect(200);
    }
    expect((await notices()).map(({ data }) => data.reason)).toEqual(['cancelled']);
    await api.db('notifications').update({ clicked_at: api.now() });
    for (const status of ['published', 'cancelled']) {
      await api.admin().put(path(id)).send({ status }).expect(200);
    }

    expect((await notices()).map(({ data }) => data.reason)).toEqual(['cancelled', 'cancelled']);
  });

  it.each([
    ['cancelled', (id: number) => api.admin().put(path(id)).send({ status: 'cancelled' })],
    ['archived', (id: number) => api.admin().put(path(id)).send({ status: 'archived' })],
    ['deleted', (id: number) => api.admin().delete(path(id)).query({ force: 'true' })],
  ])(
    'that is %s notifies its attendees and who keeps its sessions, each once',
    async (reason, end) => {
      const [attendee, keeper, both, eventOnly] = await people(api.db, 4);
      const [gaveUp, stranger] = [await aUser(api.db), await aUser(api.db)];
      const conference = await aConference(api.db, { name: 'Engines', ...DAYS });
      const talk = await anEvent(api.db, { conference_id: conference.id });
      const items = [
        await anAgendaItem(api.db, conference),
        await anAgendaItem(api.db, conference, { event_id: talk.id }),
      ];
      const elsewhere = await anAgendaItem(api.db, await aConference(api.db));
      for (const { id } of items) await keep([keeper, both], { id });
      await keep([stranger], elsewhere);
      await aRegistration(api.db, [attendee, conference]);
      await aRegistration(api.db, [both, conference]);
      await aRegistration(api.db, [gaveUp, conference], { status: 'cancelled' });
      for (const user of [attendee, keeper, both, eventOnly])
        await anAttendance(api.db, [user, talk]);

      await end(conference.id).expect(200);

      const typesOf = async ({ id }: User) =>
        api.db('notifications').where({ user_id: id }).pluck('type');
      const ofConference = ['conference_cancelled'];
      const noticed = [attendee, keeper, both, eventOnly, gaveUp, stranger].map(typesOf);
      expect(await Promise.all(noticed)).toEqual([
        ...[ofConference, ofConference, ofConference],
        reason === 'archived' ? [] : ['event_cancelled'],
        ...[[], []],
      ]);
    },
  );

  it('that moves notifies those whom its cancellation would notify, once, and warns', async () => {
    const [attendee, keeper, both, eventOnly] = await people(api.db, 4);
    const gaveUp = await aUser(api.db);
    const conference = await aConference(api.db, { name: 'Engines', ...DAYS });
    const item = await anAgendaItem(api.db, conference, {
      starts_at: '2026-05-14T09:00:00Z',
      ends_at: '2026-05-14T10:00:00Z',
    });
    const talk = await anEvent(api.db, {
      conference_id: conference.id,
      starts_at: '2026-05-14T09:00:00Z',
      ends_at: '2026-05-14T10:00:00Z',
    });
    await keep([keeper, both], item);
    for (const user of [attendee, both]) await aRegistration(api.db, [user, conference]);
    await aRegistration(api.db, [gaveUp, conference], { status: 'cancelled' });
    await anAttendance(api.db, [eventOnly, talk]);

    const move = { starts_on: '2026-05-15', ends_on: '2026-05-17', city: 'Hamburg' };
    const { body } = await api.admin().put(path(conference.id)).send(move).expect(200);

    expect(body.warnings).toMatchObject([{ kind: 'days', agenda_items: 1, events: 1 }]);
    const changes = {
      starts_on: { from: '2026-05-14', to: '2026-05-15' },
      ends_on: { from: '2026-05-16', to: '2026-05-17' },
      city: { from: null, to: 'Hamburg' },
    };
    for (const user of [attendee, keeper, both]) {
      const listed = await api.as(user).get('/api/v1/notifications').expect(200);
      expect(listed.body.data).toMatchObject([
        {
          type: 'conference_updated',
          title: 'A conference has changed',
          body: 'Engines: 15 – 17 May 2026, Hamburg',
          data: { conference_id: conference.id, changes },
        },
      ]);
    }
    const others = [eventOnly.id, gaveUp.id];
    expect(await api.db('notifications').whereIn('user_id', others)).toEqual([]);
  });

  it.each([
    ['a draft', { status: 'draft' }, { city: 'Hamburg' }],
    ['over before and after', { starts_on: '2026-05-01', ends_on: '2026-05-02' }, { city: 'Kiel' }],
    ['changed in other fields', {}, { name: 'Looms', description: 'New' }],
    ['moved with notify: false', {}, { city: 'Hamburg', notify: false }],
  ])('that is %s notifies no one', async (_what, given, change) => {
    const { id } = await attended(given);
    await api.admin().put(path(id)).send(change).expect(200);
    expect(await notices()).toEqual([]);
  });

  it('that moves and is cancelled in one edit is one notice', async () => {
    const { id } = await attended();
    const change = { starts_on: '2026-05-15', status: 'cancelled' };
    await api.admin().put(path(id)).send(change).expect(200);
    expect((await notices()).map(({ type }) => type)).toEqual(['conference_cancelled']);
  });

  it('that is deleted keeps the unread notices of its events for its attendees', async () => {
    const { id } = await attended();
    const talk = await anEvent(api.db, { conference_id: id, title: 'Weaving' });
    await anAttendance(api.db, [ada, talk]);
    const talkPath = `/api/v1/admin/events/${talk.id}`;
    await api
      .admin()
      .put(talkPath)
      .send({ ends_at: at(11) })
      .expect(200);
    await api.admin().delete(path(id)).query({ force: 'true' }).expect(200);
    expect((await notices()).map(({ type }) => type)).toEqual([
      'event_updated',
      'conference_cancelled',
    ]);
  });

  it('that is over, or is changed with notify: false, notifies no one', async () => {
    const over = await attended({ starts_on: '2026-05-01', ends_on: '2026-05-02' });
    const coming = await attended();
    for (const one of [over, coming]) await keep([ada], await anAgendaItem(api.db, one));
    await api.admin().put(path(over.id)).send({ status: 'archived' }).expect(200);
    await api.admin().delete(path(over.id)).query({ force: 'true' }).expect(200);
    await api.admin().put(path(coming.id)).send({ status: 'cancelled', notify: false }).expect(200);
    const deletion = { force: 'true', notify: 'false' };
    await api.admin().delete(path(coming.id)).query(deletion).expect(200);
    expect(await notices()).toEqual([]);
  });

  it('that is cancelled stays readable and accepts no attendees', async () => {
    const { id, slug } = await attended();
    const talk = await anEvent(api.db, { conference_id: id });
    await api.admin().put(path(id)).send({ status: 'cancelled' }).expect(200);
    const grace = await aUser(api.db);

    for (const at of [id, `slug/${slug}`]) {
      const { body } = await api.anonymous().get(`/api/v1/conferences/${at}`).expect(200);
      expect(body.status).toBe('cancelled');
    }
    const { body: list } = await api.anonymous().get('/api/v1/conferences?limit=100').expect(200);
    expect(list.data.map((one: { id: number }) => one.id)).not.toContain(id);
    const refusals = [
      await api.as(grace).post(`/api/v1/conferences/${id}/register`),
      await api.as(grace).post('/api/v1/events/attend').send({ event_id: talk.id }),
      await api
        .admin()
        .post(`${path(id)}/check-in`)
        .send({ user_id: ada.id }),
    ];
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(
      Array(3).fill([409, 'CONFERENCE_CANCELLED']),
    );
  });

  it('that is cancelled hides its quests', async () => {
    const { id } = await attended();
    const { body: quest } = await api
      .admin()
      .post('/api/v1/admin/quests')
      .send({ title: 'Meet people', conference_id: id, is_active: true })
      .expect(201);
    await api.as(ada).get(`/api/v1/quests/${quest.id}`).expect(200);
    await api.admin().put(path(id)).send({ status: 'cancelled' }).expect(200);
    await api.as(ada).get(`/api/v1/quests/${quest.id}`).expect(404);
  });
});
