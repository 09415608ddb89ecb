import type { User } from '../../../src/domain/people/users.ts';
import type { AgendaItem } from '../../../src/domain/programme/agenda.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  aConference,
  anAgendaItem,
  anAttendance,
  anEvent,
  aSpeaker,
  aUser,
} from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';

let api: TestApi;
let conference: Conference;
let ada: User;
let bob: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  for (const table of ['notifications', 'agenda_items', 'events', 'conferences', 'speakers']) {
    await api.db(table).delete();
  }
  conference = await aConference(api.db, { timezone: 'Europe/Berlin' });
  [ada, bob] = [await aUser(api.db), await aUser(api.db)];
});

const read = ({ id }: Pick<AgendaItem, 'id'>) => api.anonymous().get(`/api/v1/agenda/${id}`);
const readAgenda = () => api.anonymous().get(`/api/v1/conferences/${conference.id}/agenda`);
const change = ({ id }: Pick<AgendaItem, 'id'>, body: object) =>
  api.admin().put(`/api/v1/admin/agenda/${id}`).send(body).expect(200);
const remove = ({ id }: Pick<AgendaItem, 'id'>, query: object = {}) =>
  api.admin().delete(`/api/v1/admin/agenda/${id}`).query(query).expect(200);
const changeEvent = ({ id }: { id: number }, body: object) =>
  api.admin().put(`/api/v1/admin/events/${id}`).send(body).expect(200);
const keep = (user: User, item: Pick<AgendaItem, 'id'>) =>
  api.db('agenda_favorites').insert({ user_id: user.id, agenda_item_id: item.id });
const inboxOf = async (user: User) => {
  const { body } = await api.as(user).get('/api/v1/notifications').expect(200);
  return body.data;
};
const typesOf = async (user: User) =>
  (await inboxOf(user)).map(({ type }: { type: string }) => type).sort();
const anItem = (given: object = {}) =>
  anAgendaItem(api.db, conference, { title: 'Looms', room: 'Great Hall', ...given });

const LATER = { starts_at: '2026-05-14T10:00:00.000Z', ends_at: '2026-05-14T11:00:00.000Z' };

describe('GET /agenda/:id', () => {
  it('answers an agenda item with its public speakers, as the agenda does', async () => {
    const grace = await aSpeaker(api.db, { name: 'Grace' });
    const draft = await aSpeaker(api.db, { name: 'Draft', status: 'draft' });
    const item = await anAgendaItem(api.db, conference, { room: 'Attic' }, [draft, grace]);

    const { body } = await read(item).expect(200);

    expect(body).toMatchObject({ id: item.id, room: 'Attic', status: 'scheduled' });
    expect(body.speakers.map(({ name }: { name: string }) => name)).toEqual(['Grace']);
    const [listed] = (await readAgenda()).body.days[0].items;
    expect(body).toEqual({ ...listed, share_url: null });
  });

  it.each(['pending', 'rejected'])('answers 404 while the event is %s', async (status) => {
    const { id } = await anEvent(api.db, { conference_id: conference.id, status });
    const { body } = await read(await anItem({ event_id: id })).expect(404);
    expect(body).toEqual(failure('NOT_FOUND', 'agenda item not found'));
  });

  it('answers 404 for an item of a draft, and for an unknown one', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    await read(await anAgendaItem(api.db, draft)).expect(404);
    await read({ id: 999_999 }).expect(404);
  });

  it('answers a changed item at once, and 304 for an unchanged one', async () => {
    const item = await anItem();
    const { headers } = await read(item).expect(200);
    await read(item).set('If-None-Match', String(headers.etag)).expect(304);
    await change(item, { room: 'Attic' });
    expect((await read(item).expect(200)).body.room).toBe('Attic');
  });
});

describe('a cancelled agenda item', () => {
  it('stays on the agenda, in the talks of its speakers and in calendars, as cancelled', async () => {
    const speaker = await aSpeaker(api.db);
    const item = await anAgendaItem(api.db, conference, {}, [speaker]);
    const calendar = async () =>
      (await api.anonymous().get(`/api/v1/conferences/${conference.id}/agenda.ics`)).text;
    expect(await calendar()).toMatch(/SEQUENCE:0[\s\S]*STATUS:CONFIRMED/);

    const { body } = await change(item, { status: 'cancelled' });

    expect(body.status).toBe('cancelled');
    expect((await readAgenda()).body.days[0].items).toMatchObject([{ status: 'cancelled' }]);
    expect((await read(item)).body.status).toBe('cancelled');
    expect(await calendar()).toMatch(/SEQUENCE:1[\s\S]*STATUS:CANCELLED/);
    const profile = await api.anonymous().get(`/api/v1/speakers/${speaker.id}/profile`).expect(200);
    expect(profile.body.talks).toMatchObject([{ id: item.id, status: 'cancelled' }]);

    await change(item, { status: 'scheduled' });
    expect(await calendar()).toMatch(/SEQUENCE:2[\s\S]*STATUS:CONFIRMED/);
  });

  it('books neither a room nor a speaker', async () => {
    const speaker = await aSpeaker(api.db);
    const [one, other] = [
      await anAgendaItem(api.db, conference, { room: 'Attic' }, [speaker]),
      await anAgendaItem(api.db, conference, { room: 'Attic' }, [speaker]),
    ];
    const warnings = async () =>
      (await api.admin().get(`/api/v1/admin/agenda/${one.id}`).expect(200)).body.warnings;
    expect(await warnings()).toHaveLength(2);
    await change(other, { status: 'cancelled' });
    expect(await warnings()).toEqual([]);
  });

  it('is cancelled everywhere as well while its event is', async () => {
    const speaker = await aSpeaker(api.db);
    const event = await anEvent(api.db, { conference_id: conference.id });
    const item = await anAgendaItem(api.db, conference, { event_id: event.id }, [speaker]);
    const statuses = async () => {
      const profile = await api.anonymous().get(`/api/v1/speakers/${speaker.id}/profile`);
      const mine = await api.as(ada).get('/api/v1/agenda/my').expect(200);
      const { text } = await api.anonymous().get(`/api/v1/conferences/${conference.id}/agenda.ics`);
      return [
        (await read(item).expect(200)).body,
        ...(await readAgenda().expect(200)).body.days[0].items,
        ...profile.body.talks,
        ...mine.body.data,
        { status: /STATUS:(.*)\r/.exec(text)?.[1] },
      ].map(({ status }) => status);
    };
    await keep(ada, item);
    expect(await statuses()).toEqual([...Array(4).fill('scheduled'), 'CONFIRMED']);

    await changeEvent(event, { status: 'cancelled' });

    expect(await statuses()).toEqual([...Array(4).fill('cancelled'), 'CANCELLED']);
  });
});

describe('a user who keeps an agenda item, and one who attends its event', () => {
  it('is notified of a new time and room once, with the values before and after', async () => {
    const event = await anEvent(api.db, { conference_id: conference.id });
    const item = await anItem({ event_id: event.id });
    await anAttendance(api.db, [ada, event]);
    await keep(ada, item);
    await keep(bob, item);

    await change(item, { ...LATER, room: 'Attic' });

    const [notice, ...others] = await inboxOf(ada);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      type: 'agenda_item_updated',
      title: 'A session has changed',
      body: 'Looms: Thu, 14 May 2026, 12:00–13:00 (Europe/Berlin), Attic',
      data: {
        agenda_item_id: item.id,
        conference_id: conference.id,
        event_id: event.id,
        changes: {
          starts_at: { from: '2026-05-14T09:00:00.000Z', to: LATER.starts_at },
          ends_at: { from: '2026-05-14T10:00:00.000Z', to: LATER.ends_at },
          room: { from: 'Great Hall', to: 'Attic' },
        },
      },
    });
    expect(await inboxOf(bob)).toMatchObject([{ type: 'agenda_item_updated', data: notice.data }]);
  });

  it('is notified of a cancellation, of its revocation and of a deletion', async () => {
    const item = await anItem();
    await keep(ada, item);
    // An unread notice would be replaced.
    const readAll = () => api.db('notifications').update({ clicked_at: api.now() });
    await change(item, { status: 'cancelled' });
    await change(item, { room: 'Attic' });
    await readAll();
    await change(item, { status: 'scheduled' });
    await readAll();
    await remove(item);
    const notices = (await inboxOf(ada)).reverse();
    expect(notices).toMatchObject([
      { type: 'agenda_item_cancelled', title: 'A session is cancelled' },
      { type: 'agenda_item_updated', title: 'A session takes place after all' },
      { type: 'agenda_item_cancelled', data: { changes: { status: { to: 'cancelled' } } } },
    ]);
  });

  it('is not notified with notify=false, of a new title, or of an item that has ended', async () => {
    const item = await anItem();
    const past = await anItem({
      starts_at: '2026-04-01T09:00:00.000Z',
      ends_at: '2026-04-01T10:00:00.000Z',
    });
    await keep(ada, item);
    await keep(ada, past);
    await change(item, { ...LATER, notify: false });
    await change(item, { title: 'Weaving', description: 'Threads', track: 'Crafts' });
    await change(past, { room: 'Attic' });
    await remove(item, { notify: false });
    expect(await inboxOf(ada)).toEqual([]);
  });

  it('is not notified of items of a draft', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    const item = await anAgendaItem(api.db, draft);
    await keep(ada, item);
    await change(item, LATER);
    expect(await inboxOf(ada)).toEqual([]);
  });

  it('is notified once when the event of the item moves, is cancelled or is deleted', async () => {
    const event = await anEvent(api.db, { conference_id: conference.id });
    const item = await anItem({ event_id: event.id });
    await anAttendance(api.db, [ada, event]);
    await keep(ada, item);
    await keep(bob, item);

    await changeEvent(event, LATER);
    expect(await typesOf(ada)).toEqual(['event_updated']);
    expect(await typesOf(bob)).toEqual(['agenda_item_updated']);

    // An unread notice would be replaced.
    await api.db('notifications').update({ clicked_at: api.now() });
    await changeEvent(event, { status: 'cancelled' });
    expect(await typesOf(ada)).toEqual(['event_cancelled', 'event_updated']);
    expect(await typesOf(bob)).toEqual(['agenda_item_cancelled', 'agenda_item_updated']);

    await api.admin().delete(`/api/v1/admin/events/${event.id}`).expect(200);
    expect(await typesOf(bob)).toEqual(['agenda_item_cancelled', 'agenda_item_updated']);
  });

  const feed = (hour: string) =>
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      ...['a', 'b'].flatMap((uid) => [
        'BEGIN:VEVENT',
        `UID:${uid}`,
        `SUMMARY:Talk ${uid}`,
        `DTSTART:20260514T${hour}0000Z`,
        `DTEND:20260514T${hour}3000Z`,
        'END:VEVENT',
      ]),
      'END:VCALENDAR',
    ].join('\r\n');
  const send = (hour: string) =>
    api
      .admin()
      .post('/api/v1/admin/events/import-all-extcal')
      .query({ conference_id: conference.id })
      .attach('file', Buffer.from(feed(hour)), 'feed.ics')
      .expect(200);

  it('is notified of one import once, however many items moved', async () => {
    await send('09');
    const items: AgendaItem[] = await api.db('agenda_items').orderBy('id');
    for (const item of items) await keep(bob, item);

    await send('11');
    await send('11');

    expect(await inboxOf(bob)).toMatchObject([
      {
        type: 'programme_changed',
        title: 'The programme has changed',
        data: {
          conference_id: conference.id,
          event_ids: items.map(({ event_id }) => event_id),
          agenda_item_ids: items.map(({ id }) => id),
        },
      },
    ]);
  });

  it('gets one notice of an import, with the events they attend and the items they keep', async () => {
    await send('09');
    const [attended, kept]: AgendaItem[] = await api.db('agenda_items').orderBy('id');
    const { event_id } = attended as AgendaItem;
    await anAttendance(api.db, [bob, { id: event_id as number }]);
    await keep(bob, kept as AgendaItem);

    await send('11');

    const notices = await inboxOf(bob);
    expect(notices).toMatchObject([
      {
        type: 'programme_changed',
        data: {
          conference_id: conference.id,
          event_ids: [event_id, kept?.event_id],
          agenda_item_ids: [kept?.id],
        },
      },
    ]);
    expect(notices[0].body.split('\n')).toEqual([
      expect.stringContaining('Talk a: '),
      `Look at your agenda again: ${conference.name}`,
    ]);
  });
});
