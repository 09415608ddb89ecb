import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  aConference,
  anAgendaItem,
  anAttendance,
  anEvent,
  aUser,
} from '../../support/factories.ts';

let api: TestApi;
let ada: User;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
  conference = await aConference(api.db, { timezone: 'Europe/Berlin' });
});
afterAll(() => api.close());

const at = (hour: number) => `2026-05-15T${String(hour).padStart(2, '0')}:00:00.000Z`;
const TIMES = { starts_at: at(9), ends_at: at(10) };
const moved = (from: number, to: number) => ({ ends_at: { from: at(from), to: at(to) } });

const events = {
  path: 'events',
  key: 'event_id',
  updated: 'event_updated',
  cancelled: 'event_cancelled',
  status: 'approved',
  inTent: { venue: { name: 'Tent' } },
  hallToTent: { venue: { from: { name: 'Hall' }, to: { name: 'Tent' } } },
  make: () => anEvent(api.db, { title: 'Looms', venue_name: 'Hall', ...TIMES }),
  follow: async (user: User, event: { id: number }) => {
    await anAttendance(api.db, [user, event]);
  },
};
const items = {
  path: 'agenda',
  key: 'agenda_item_id',
  updated: 'agenda_item_updated',
  cancelled: 'agenda_item_cancelled',
  status: 'scheduled',
  inTent: { room: 'Tent' },
  hallToTent: { room: { from: 'Hall', to: 'Tent' } },
  make: () => anAgendaItem(api.db, conference, { title: 'Looms', room: 'Hall', ...TIMES }),
  follow: async (user: User, { id }: { id: number }) => {
    await api.db('agenda_favorites').insert({ user_id: user.id, agenda_item_id: id });
  },
};

describe.each([
  ['event', events],
  ['agenda item', items],
])('several changes of one %s within 10 minutes', (_name, of) => {
  let one: { readonly id: number };

  beforeEach(async () => {
    ada = await aUser(api.db, { messenger_reachable: true });
    one = await of.make();
    await of.follow(ada, one);
  });

  const change = (body: object, { id } = one) =>
    api.admin().put(`/api/v1/admin/${of.path}/${id}`).send(body).expect(200);
  const notices = (user = ada) => api.db('notifications').where({ user_id: user.id }).orderBy('id');
  const deliveries = () => api.db('deliveries').where({ user_id: ada.id });
  const markSent = () => deliveries().update({ status: 'sent', answered_at: new Date() });

  it('become one unread notice with the first and the last values, and a new id', async () => {
    await change({ ends_at: at(11) });
    const [first] = await notices();
    await change({ ends_at: at(12), ...of.inTent });

    const [notice, ...others] = await notices();
    expect(others).toEqual([]);
    expect(notice.id).toBeGreaterThan(first.id);
    expect(notice.type).toBe(of.updated);
    expect(notice.body).toBe('Looms: Fri, 15 May 2026, 11:00–14:00 (Europe/Berlin), Tent');
    expect(notice.data).toMatchObject({ [of.key]: one.id });
    expect(notice.data.changes).toMatchObject({ ...moved(10, 12), ...of.hallToTent });
    expect(await deliveries()).toMatchObject([{ notification_id: notice.id, status: 'queued' }]);
    const inbox = await api.as(ada).get('/api/v1/notifications').expect(200);
    expect(inbox.body).toMatchObject({ data: [{ id: notice.id }], unread_count: 1 });
  });

  it('become one notice of the last one also when it takes back the first', async () => {
    await change({ ends_at: at(11) });
    await change({ ends_at: at(10) });
    expect((await notices()).map(({ data }) => data.changes)).toEqual([moved(10, 10)]);
  });

  it('send no second message after one that was sent', async () => {
    await change({ ends_at: at(11) });
    await markSent();
    await change({ ends_at: at(12) });

    expect(await notices()).toMatchObject([{ data: { changes: moved(10, 12) } }]);
    expect(await deliveries()).toEqual([]);
  });

  it('send the message of a cancellation, since the one before says the opposite', async () => {
    await change({ ends_at: at(11) });
    await markSent();
    await change({ status: 'cancelled' });

    expect(await notices()).toMatchObject([
      {
        type: of.cancelled,
        data: { changes: { ...moved(10, 11), status: { from: of.status, to: 'cancelled' } } },
      },
    ]);
    expect(await deliveries()).toMatchObject([{ status: 'queued' }]);
  });

  it('become one notice with a deletion', async () => {
    await change({ ends_at: at(11) });
    await api.admin().delete(`/api/v1/admin/${of.path}/${one.id}`).expect(200);
    expect(await notices()).toMatchObject([
      { type: of.cancelled, data: { [of.key]: one.id, changes: moved(10, 11) } },
    ]);
  });

  it('become one notice when they are made at once', async () => {
    await Promise.all([11, 12, 13, 14].map((hour) => change({ ends_at: at(hour) })));

    const { ends_at } = await api
      .db(of.path === 'agenda' ? 'agenda_items' : 'events')
      .where({ id: one.id })
      .first();
    expect((await notices()).map(({ data }) => data.changes)).toEqual([
      { ends_at: { from: at(10), to: ends_at } },
    ]);
  });

  it.each([
    ['was read', { clicked_at: new Date() }],
    ['was dismissed', { dismissed_at: new Date() }],
    ['is older', { created_at: new Date(Date.now() - 11 * 60_000) }],
  ])('stay two notices when the first %s', async (_what, state) => {
    await change({ ends_at: at(11) });
    await notices().update(state);
    await change({ ends_at: at(12) });

    expect((await notices()).map(({ data }) => data.changes)).toEqual(
      expect.arrayContaining([moved(10, 11), moved(11, 12)]),
    );
    expect(await deliveries()).toHaveLength(2);
  });

  it('leave the notices of other ones and of other people alone', async () => {
    const other = await of.make();
    const grace = await aUser(api.db);
    await of.follow(ada, other);
    await change({ ends_at: at(11) });
    await change({ ends_at: at(11) }, other);
    await of.follow(grace, one);
    await change({ ends_at: at(12) });

    expect((await notices()).map(({ data }) => data)).toMatchObject([
      { [of.key]: other.id, changes: moved(10, 11) },
      { [of.key]: one.id, changes: moved(10, 12) },
    ]);
    const [ofGrace] = await notices(grace);
    expect(ofGrace.data.changes).toEqual(moved(11, 12));
  });
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

  const noticesOf = (user: User) => api.db('notifications').where({ user_id: user.id });
  const data = { changes: moved(10, 12) };
  expect(await noticesOf(attendee)).toMatchObject([{ type: 'event_updated', data }]);
  expect(await noticesOf(keeper)).toMatchObject([{ type: 'agenda_item_updated', data }]);
});
