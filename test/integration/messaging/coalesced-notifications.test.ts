import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  aConference,
  anAgendaItem,
  anAttendance,
  anEvent,
  aRegistration,
  aUser,
} from '../../support/factories.ts';
import { shownNotifications } from '../../support/shown-notifications.ts';
import { aStandingMessage } from '../../support/standing-messages.ts';

let api: TestApi;
let ada: User;
let conference: Conference;

const ZONE = 'Europe/Berlin';
const DAYS = { starts_on: '2031-05-14', ends_on: '2031-05-16', timezone: ZONE };

beforeAll(async () => {
  api = await startApi();
  conference = await aConference(api.db, DAYS);
});
afterAll(() => api.close());

const at = (hour: number) => `2031-05-15T${String(hour).padStart(2, '0')}:00:00.000Z`;
const TIMES = { starts_at: at(9), ends_at: at(10) };
/** Starts within `hours`, by the clock of the database. */
const soon = (hours: number) => ({
  starts_at: api.db.raw(`now() + ?::float8 * interval '1 hour'`, [hours]),
  ends_at: api.db.raw(`now() + interval '5 hours'`),
});
const hours = (from: number, to: number) => ({ ends_at: { from: at(from), to: at(to) } });
const day = (hour: number) => `2031-05-${16 + hour - 10}`;
const days = (from: number, to: number) => ({ ends_on: { from: day(from), to: day(to) } });

const events = {
  path: 'events',
  kind: 'event',
  updated: 'event_updated',
  cancelled: 'event_cancelled',
  status: 'approved',
  isBack: 'An event is as before',
  back: 'Back to Thu, 15 May 2031, 11:00–12:00 (Europe/Berlin), Hall: Looms',
  body: 'Looms: Thu, 15 May 2031, 11:00–14:00 (Europe/Berlin), Tent',
  thing: {
    title: 'Looms',
    ...TIMES,
    ends_at: at(12),
    timezone: ZONE,
    place: 'Tent',
    all_day: false,
  },
  until: (hour: number) => ({ ends_at: at(hour) }),
  moved: hours,
  inTent: { venue: { name: 'Tent' } },
  hallToTent: { venue: { from: { name: 'Hall' }, to: { name: 'Tent' } } },
  make: (given: object = {}) =>
    anEvent(api.db, { title: 'Looms', venue_name: 'Hall', timezone: ZONE, ...TIMES, ...given }),
  follow: async (user: User, event: { id: number }) => {
    await anAttendance(api.db, [user, event]);
  },
};
const items = {
  ...events,
  path: 'agenda',
  kind: 'agenda_item',
  updated: 'agenda_item_updated',
  cancelled: 'agenda_item_cancelled',
  status: 'scheduled',
  isBack: 'A session is as before',
  inTent: { room: 'Tent' },
  hallToTent: { room: { from: 'Hall', to: 'Tent' } },
  thing: { title: 'Looms', ...TIMES, ends_at: at(12), timezone: ZONE, place: 'Tent' },
  make: (given: object = {}) =>
    anAgendaItem(api.db, conference, { title: 'Looms', room: 'Hall', ...TIMES, ...given }),
  follow: async (user: User, { id }: { id: number }) => {
    await api.db('agenda_favorites').insert({ user_id: user.id, agenda_item_id: id });
  },
};
const conferences = {
  path: 'conferences',
  kind: 'conference',
  updated: 'conference_updated',
  cancelled: 'conference_cancelled',
  status: 'published',
  isBack: 'A conference is as before',
  back: 'Back to 14 – 16 May 2031, Hall: Looms',
  body: 'Looms: 14 – 18 May 2031, Tent',
  thing: { name: 'Looms', starts_on: DAYS.starts_on, ends_on: day(12), place: 'Tent' },
  until: (hour: number) => ({ ends_on: day(hour) }),
  moved: days,
  inTent: { venue: 'Tent' },
  hallToTent: { venue: { from: 'Hall', to: 'Tent' } },
  make: (given: object = {}) =>
    aConference(api.db, { ...DAYS, name: 'Looms', venue: 'Hall', ...given }),
  follow: async (user: User, { id }: { id: number }) => {
    await aRegistration(api.db, [user, { id }]);
  },
};

type Row = Readonly<Record<string, unknown>> & { readonly id: number };

const listed = (user: User) => shownNotifications(api.db, user.id);
const inbox = async (user: User) =>
  (await api.as(user).get('/api/v1/notifications').expect(200)).body;
const secondsToDue = async (user_id: number): Promise<number[]> => {
  const rows = await api
    .db('deliveries')
    .where({ user_id })
    .orderBy('notification_id')
    .select(api.db.raw('extract(epoch from due_at - now())::float8 as seconds'));
  return rows.map(({ seconds }) => seconds);
};

describe.each([
  ['event', events],
  ['agenda item', items],
  ['conference', conferences],
])('several changes of one %s within 10 minutes', (_name, of) => {
  let one: { readonly id: number };

  beforeEach(async () => {
    ada = await aUser(api.db, { messenger_reachable: true });
    one = await of.make();
    await of.follow(ada, one);
  });

  const change = (body: object, { id } = one) =>
    api.admin().put(`/api/v1/admin/${of.path}/${id}`).send(body).expect(200);
  const until = (hour: number) => change(of.until(hour));
  const all = (): Promise<Row[]> =>
    api.db('notifications').where({ user_id: ada.id }).orderBy('id');
  const notices = () => listed(ada);
  const changes = async () =>
    (await notices()).map(({ data }) => (data as { changes: object }).changes);
  const deliveries = () => api.db('deliveries').where({ user_id: ada.id });
  const subjects = () => [`${of.kind}:${one.id}`];
  const stands = async (given: { minutesAgo?: number; state?: 'sending' } = {}) => {
    const [{ id } = { id: 0 }] = await notices();
    const message = { user_id: ada.id, notification_id: id, subjects: subjects() };
    await aStandingMessage(api.db, { ...message, ...given });
  };

  it('become one unread notice with the first and the last values, in its place', async () => {
    await until(11);
    const [first] = await notices();
    await change({ ...of.until(12), ...of.inTent });

    const [notice, ...others] = await notices();
    expect(others).toEqual([]);
    expect(notice?.id).toBe(first?.id);
    expect(notice?.change_id).toBeGreaterThan(first?.id ?? 0);
    const data = { [`${of.kind}_id`]: one.id };
    expect(notice).toMatchObject({ type: of.updated, body: of.body, data });
    expect((await changes())[0]).toMatchObject({ ...of.moved(10, 12), ...of.hallToTent });
    expect(await deliveries()).toMatchObject([{ notification_id: notice?.id, status: 'queued' }]);
    expect(await inbox(ada)).toMatchObject({
      data: [{ id: notice?.id, type: of.updated, data }],
      unread_count: 1,
    });
  });

  it('count once as unread, and again as unseen', async () => {
    const { body: seen } = await api.as(ada).get('/api/v1/notifications').expect(200);
    expect(seen.unseen_count).toBe(0);
    await until(11);
    const [{ id: up_to_id } = { id: 0 }] = await notices();
    await api.as(ada).post('/api/v1/notifications/seen').send({ up_to_id }).expect(200);
    expect(await inbox(ada)).toMatchObject({ unread_count: 1, unseen_count: 0 });
    for (const hour of [12, 13]) await until(hour);

    expect(await all()).toHaveLength(1);
    expect(await inbox(ada)).toMatchObject({ unread_count: 1, unseen_count: 1 });
    await api.as(ada).post('/api/v1/notifications/seen').send({ up_to_id }).expect(200);
    expect(await inbox(ada)).toMatchObject({ unread_count: 1, unseen_count: 0 });
    const { body: state } = await api.as(ada).get('/api/v1/users/me/state').expect(200);
    expect(state.unread_notifications).toBe(1);
  });

  it('are listed once to organizers and in the export', async () => {
    const typesOf = async () => {
      const { body: seen } = await api.admin().get(`/api/v1/admin/users/${ada.id}`).expect(200);
      const { body: own } = await api.as(ada).get('/api/v1/users/me/export').expect(200);
      expect(own.notifications).toHaveLength(seen.messages.count);
      return seen.messages.count;
    };
    await until(11);
    await until(12);
    expect(await typesOf()).toBe(1);
    await stands();
    await until(13);
    expect(await typesOf()).toBe(1);
  });

  it('have the values of the text as arguments', async () => {
    await until(11);
    await change({ ...of.until(12), ...of.inTent });
    const [notice] = await notices();
    const thing = of.kind === 'conference' ? of.thing : { thing: of.thing };
    expect(notice?.args).toMatchObject({
      ...thing,
      changes: { ...of.moved(10, 12), ...of.hallToTent },
    });
  });

  it('wait a minute from the first one, however often they are made', async () => {
    await until(11);
    const [first = 0] = await secondsToDue(ada.id);
    expect(first).toBeGreaterThan(45);
    expect(first).toBeLessThanOrEqual(60);
    await deliveries().update({ due_at: api.db.raw(`now() + interval '20 seconds'`) });
    await until(12);
    const [second = 60] = await secondsToDue(ada.id);
    expect(second).toBeLessThanOrEqual(20);
  });

  it('are withdrawn when they end where they began and no message was sent', async () => {
    await until(11);
    await change({ ...of.until(12), ...of.inTent });
    await change({ ...of.until(10), ...(of.kind === 'agenda_item' ? { room: 'Hall' } : {}) });
    expect(await notices()).toHaveLength(of.kind === 'agenda_item' ? 0 : 1);
    if (of.kind === 'event') await change({ venue: { name: 'Hall' } });
    if (of.kind === 'conference') await change({ venue: 'Hall' });

    expect(await inbox(ada)).toMatchObject({ data: [], unread_count: 0 });
    expect(await all()).toEqual([]);
    expect(await deliveries()).toEqual([]);
  });

  it('say that all is as before when a message of one was sent', async () => {
    await until(11);
    await stands();
    await until(12);
    await until(10);

    expect(await notices()).toMatchObject([{ title: of.isBack, body: of.back, type: of.updated }]);
    expect(await changes()).toEqual([{}]);
    expect(await deliveries()).toMatchObject([{ status: 'sent' }]);
  });

  it.each([['standing'], ['sending']] as const)('only edit a message that is %s', async (state) => {
    await until(11);
    await stands(state === 'sending' ? { state } : { minutesAgo: 9 });
    await until(12);

    expect(await changes()).toEqual([of.moved(10, 12)]);
    expect(await deliveries()).toMatchObject([{ status: state === 'sending' ? state : 'sent' }]);
  });

  it.each([
    ['was sent 11 minutes ago', { minutesAgo: 11 }],
    ['has no message left', { state: 'gone' as const }],
  ])('send again when the last one %s', async (_what, state) => {
    await until(11);
    const [{ id } = { id: 0 }] = await notices();
    const message = { user_id: ada.id, notification_id: id, subjects: subjects() };
    await aStandingMessage(api.db, { ...message, ...state });
    await until(12);
    expect(await deliveries().where({ status: 'queued' })).toHaveLength(1);
  });

  it('send again when the last one was clicked, as a notice of its own', async () => {
    await until(11);
    await stands();
    const [first] = await notices();
    await api.as(ada).post(`/api/v1/notifications/${first?.id}/click`).expect(200);
    await until(12);
    expect(await changes()).toEqual([of.moved(10, 11), of.moved(11, 12)]);
    expect(await deliveries().where({ status: 'queued' })).toHaveLength(1);
  });

  it('send the message of a cancellation at once, since the one before says the opposite', async () => {
    await until(11);
    await stands();
    await change({ status: 'cancelled' });

    const ofStatus = {
      changes: { ...of.moved(10, 11), status: { from: of.status, to: 'cancelled' } },
    };
    const data = of.kind === 'conference' ? { reason: 'cancelled' } : ofStatus;
    expect(await notices()).toMatchObject([{ type: of.cancelled, data }]);
    const queued = await deliveries().where({ status: 'queued' });
    expect(queued).toHaveLength(1);
    expect(Date.parse(queued[0].due_at)).toBeLessThanOrEqual(Date.now());
  });

  it('become one notice with a deletion', async () => {
    await until(11);
    const path = `/api/v1/admin/${of.path}/${one.id}`;
    await api
      .admin()
      .delete(path)
      .query(of.kind === 'conference' ? { force: 'true' } : {})
      .expect(200);
    expect(await notices()).toMatchObject([
      { type: of.cancelled, data: { [`${of.kind}_id`]: one.id } },
    ]);
    expect(await deliveries()).toMatchObject([{ status: 'queued' }]);
  });

  it('become one notice of the truth when they are made at once', async () => {
    const given = [11, 12, 13, 14];
    await Promise.all(given.map(until));

    const table = of.path === 'agenda' ? 'agenda_items' : of.path;
    const row = await api.db(table).where({ id: one.id }).first();
    const last = given.find(
      (hour) => Object.values(of.until(hour))[0] === (row.ends_on ?? row.ends_at),
    );
    expect(await changes()).toEqual([of.moved(10, last ?? 0)]);
    expect(await deliveries()).toHaveLength(1);
    expect(await all()).toHaveLength(1);
  });

  it.each([
    ['was read', { clicked_at: new Date() }],
    ['was dismissed', { dismissed_at: new Date() }],
  ])('stay two notices when the first %s', async (_what, state) => {
    await until(11);
    await api.db('notifications').where({ user_id: ada.id }).update(state);
    await until(12);

    expect(await changes()).toEqual(expect.arrayContaining([of.moved(10, 11), of.moved(11, 12)]));
    expect(await deliveries()).toHaveLength(2);
  });

  it('become one notice, however old the unread one is', async () => {
    await until(11);
    await api.db('notifications').update({ created_at: minutesBefore(600) });
    await until(12);
    expect(await changes()).toEqual([of.moved(10, 12)]);
  });

  it('leave the notices of other ones and of other people alone', async () => {
    const other = await of.make();
    const grace = await aUser(api.db);
    await of.follow(ada, other);
    await until(11);
    await change(of.until(11), other);
    await of.follow(grace, one);
    await until(12);

    const key = `${of.kind}_id`;
    expect((await notices()).map(({ data }) => data)).toMatchObject([
      { [key]: other.id, changes: of.moved(10, 11) },
      { [key]: one.id, changes: of.moved(10, 12) },
    ]);
    const [ofGrace] = await listed(grace);
    expect(ofGrace?.data).toMatchObject({ changes: of.moved(11, 12) });
  });
});

function minutesBefore(ago: number): Date {
  return new Date(Date.now() - ago * 60_000);
}

describe.each([
  ['event', events],
  ['agenda item', items],
])('an %s that starts soon', (_name, of) => {
  const change = ({ id }: { id: number }, body: object) =>
    api.admin().put(`/api/v1/admin/${of.path}/${id}`).send(body).expect(200);

  beforeEach(async () => {
    // The clock of the test is that of the database here.
    api.advance(Date.now() - api.now().getTime());
    ada = await aUser(api.db, { messenger_reachable: true });
  });

  it('sends its change at once within 15 minutes, and says when it begins', async () => {
    const one = await of.make(soon(0.2));
    await of.follow(ada, one);
    await change(one, of.inTent);
    const [due = 60] = await secondsToDue(ada.id);
    expect(due).toBeLessThanOrEqual(0);
    const [delivery] = await api.db('deliveries').where({ user_id: ada.id });
    const table = of.path === 'agenda' ? 'agenda_items' : 'events';
    const { starts_at } = await api.db(table).where({ id: one.id }).first();
    expect(delivery.concerns_at).toBe(starts_at);
  });

  it('sends a new message within 3 hours, also if it is moved to a later time', async () => {
    const one = await of.make(soon(2));
    await of.follow(ada, one);
    await change(one, of.inTent);
    const [{ id } = { id: 0 }] = await listed(ada);
    const subjects = [`${of.kind}:${one.id}`];
    await aStandingMessage(api.db, { user_id: ada.id, notification_id: id, subjects });
    await change(one, { starts_at: at(9), ends_at: at(10) });
    expect(await api.db('deliveries').where({ user_id: ada.id, status: 'queued' })).toHaveLength(1);
  });
});

it('a session that takes place after all says so, also if its time changes next', async () => {
  ada = await aUser(api.db, { messenger_reachable: true });
  const item = await items.make();
  await items.follow(ada, item);
  const change = (body: object) =>
    api.admin().put(`/api/v1/admin/agenda/${item.id}`).send(body).expect(200);
  await change({ status: 'cancelled' });
  const [{ id } = { id: 0 }] = await listed(ada);
  const subjects = [`agenda_item:${item.id}`];
  await aStandingMessage(api.db, { user_id: ada.id, notification_id: id, subjects });
  await change({ status: 'scheduled' });
  await change({ ends_at: at(11) });

  expect(await listed(ada)).toMatchObject([
    {
      title: 'A session takes place after all',
      body: 'Looms: Thu, 15 May 2031, 11:00–13:00 (Europe/Berlin), Hall',
    },
  ]);
  expect(await api.db('deliveries').where({ user_id: ada.id, status: 'queued' })).toHaveLength(1);
});

it('an event whose item the user keeps, too, leads to one notice, however often it moves', async () => {
  const [attendee, keeper] = [await aUser(api.db), await aUser(api.db)];
  const event = await anEvent(api.db, { conference_id: conference.id, ...TIMES });
  const item = await anAgendaItem(api.db, conference, { event_id: event.id, ...TIMES });
  await events.follow(attendee, event);
  await items.follow(attendee, item);
  await items.follow(keeper, item);

  for (const hour of [11, 12]) {
    const path = `/api/v1/admin/events/${event.id}`;
    await api
      .admin()
      .put(path)
      .send({ ends_at: at(hour) })
      .expect(200);
  }

  const data = { changes: hours(10, 12) };
  expect(await listed(attendee)).toMatchObject([{ type: 'event_updated', data }]);
  expect(await listed(keeper)).toMatchObject([{ type: 'agenda_item_updated', data }]);
});
