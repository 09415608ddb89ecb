import type { Test } from 'supertest';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import {
  aConference,
  anAgendaItem,
  anAttendance,
  anEvent,
  aUser,
} from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  await emptyAuditLog(api.db);
  for (const table of ['agenda_items', 'events', 'conferences', 'notifications']) {
    await api.db(table).delete();
  }
  conference = await aConference(api.db, { starts_on: '2030-05-14', ends_on: '2030-05-16' });
});

const below = (kind: string) => `/api/v1/admin/conferences/${conference.id}/${kind}s`;
const list = async (kind = 'room') => (await api.admin().get(below(kind)).expect(200)).body.data;
const names = async (kind = 'room') => (await list(kind)).map((one: { name: string }) => one.name);
const create = (body: object, kind = 'room') => api.admin().post(below(kind)).send(body);
const change = ({ id }: { id: number }, body: object, kind = 'room') =>
  api
    .admin()
    .put(`${below(kind)}/${id}`)
    .send(body);
const remove = ({ id }: { id: number }, kind = 'room') =>
  api.admin().delete(`${below(kind)}/${id}`);
const order = (ids: readonly number[], kind = 'room') =>
  api
    .admin()
    .put(`${below(kind)}/order`)
    .send({ ids });
const made = async (name: string, kind = 'room') =>
  (await create({ name }, kind).expect(201)).body as { id: number };

const TIMES = { starts_at: '2030-05-14T07:00:00.000Z', ends_at: '2030-05-14T08:00:00.000Z' };
const createItem = (body: object) =>
  api
    .admin()
    .post('/api/v1/admin/agenda')
    .send({ conference_id: conference.id, title: 'Looms', ...TIMES, ...body });
const importRows = (rows: readonly object[], query = '') =>
  api
    .admin()
    .post(`/api/v1/admin/conferences/${conference.id}/agenda/import${query}`)
    .send({ items: rows.map((row) => ({ title: 'Looms', ...TIMES, ...row })) });
const keep = (user: { id: number }, item: { id: number }) =>
  api.db('agenda_favorites').insert({ user_id: user.id, agenda_item_id: item.id });
const refused = async (request: Test, status: number, code: string, error?: unknown) =>
  expect((await request.expect(status)).body).toEqual(failure(code, error));
const notices = () =>
  api.db('notifications').orderBy('id').select('user_id', 'type', 'body', 'data');

describe.each(['room', 'track'])('a %s', (kind) => {
  it('is created last in the order, unique by its folded name', async () => {
    const first = await create({ name: ' Dock  1 ', color: '#3366CC' }, kind).expect(201);
    await made('Dock 2', kind);

    expect(first.body).toEqual({
      id: expect.any(Number),
      name: 'Dock 1',
      position: 0,
      color: '#3366cc',
      ...(kind === 'room' && { capacity: null }),
    });
    await refused(create({ name: 'dock 1' }, kind), 409, 'CONFLICT');
    expect(await names(kind)).toEqual(['Dock 1', 'Dock 2']);
    await create({ name: 'Dock 1' }, kind === 'room' ? 'track' : 'room').expect(201);
  });

  it('is put in order with all ids once, and twice safely', async () => {
    const [one, two, ten] = [await made('1', kind), await made('2', kind), await made('10', kind)];
    const ids = [ten.id, one.id, two.id];

    await order(ids, kind).expect(200, { ids });
    await order(ids, kind).expect(200, { ids });

    expect(await names(kind)).toEqual(['10', '1', '2']);
    await refused(order([one.id, one.id, two.id], kind), 400, 'VALIDATION_ERROR');
    await refused(order([one.id, two.id], kind), 409, 'CONFLICT');
    await refused(order([one.id, two.id, 999_999], kind), 409, 'CONFLICT');
    expect(await names(kind)).toEqual(['10', '1', '2']);
  });

  it('is made by the first item that names it, and spelled by its own name after', async () => {
    await createItem({ [kind]: 'Dock 1' }).expect(201);

    const { body } = await createItem({ [kind]: 'DOCK  1 ' }).expect(201);

    expect(body[kind]).toBe('Dock 1');
    expect(await names(kind)).toEqual(['Dock 1']);
    const same = await api
      .admin()
      .put(`/api/v1/admin/agenda/${body.id}`)
      .send({ [kind]: 'dock 1' })
      .expect(200);
    expect(same.body.version).toBe(body.version);
  });

  it('is made once by two items at once', async () => {
    const answers = await Promise.all(
      ['Dock 1', 'dock 1', 'DOCK 1', 'Dock  1'].map((name) => createItem({ [kind]: name })),
    );

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await names(kind)).toHaveLength(1);
    const spellings = new Set(answers.map(({ body }) => body[kind]));
    expect([...spellings]).toEqual(await names(kind));
  });

  it('is made by an import in natural order, and by no dry run', async () => {
    const rows = ['Hall 10', 'hall 2', 'Hall 1', ' HALL 10'].map((name, index) => ({
      title: `Talk ${index}`,
      [kind]: name,
    }));
    await importRows(rows, '?dry_run=true').expect(200);
    expect(await names(kind)).toEqual([]);

    await importRows(rows).expect(200);
    expect(await names(kind)).toEqual(['Hall 1', 'hall 2', 'Hall 10']);
    const { body } = await importRows(rows).expect(200);
    expect(body).toMatchObject({ created: 0, updated: 0 });
  });

  it('is renamed on its items, which later imports leave', async () => {
    await importRows([{ [kind]: 'Dock 1' }]).expect(200);
    await importRows([{ title: 'Other', [kind]: 'Dock 2' }]).expect(200);
    const [dock] = await list(kind);

    await change(dock, { name: 'Pier' }, kind).expect(200);
    await importRows([{ [kind]: 'Dock 1' }]).expect(200);

    const items = await api.db('agenda_items').orderBy('id').select(kind, 'version');
    expect(items).toEqual([
      { [kind]: 'Pier', version: 2 },
      { [kind]: 'Dock 2', version: 1 },
    ]);
    await refused(change(dock, { name: 'dock 2' }, kind), 409, 'CONFLICT');
  });

  it('in use is not deleted, and the 409 says by how many', async () => {
    const dock = await made('Dock 1', kind);
    await createItem({ [kind]: 'Dock 1' }).expect(201);
    await createItem({ [kind]: 'dock 1' }).expect(201);

    await refused(remove(dock, kind), 409, 'CONFLICT', expect.stringMatching(/: 2 agenda items$/));
    await api.db('agenda_items').delete();
    await remove(dock, kind).expect(200, { id: dock.id, deleted: true });
    await remove(dock, kind).expect(404);
  });

  it('of another conference is not found', async () => {
    const dock = await made('Dock 1', kind);
    conference = await aConference(api.db);

    await change(dock, { name: 'Pier' }, kind).expect(404);
    await remove(dock, kind).expect(404);
    await order([dock.id], kind).expect(409);
    conference = { ...conference, id: 999_999 };
    await api.admin().get(below(kind)).expect(404);
    await create({ name: 'Dock 1' }, kind).expect(404);
    await order([], kind).expect(404);
  });

  it('is changed with a row in the audit log', async () => {
    const dock = await made('Dock 1', kind);
    await change(dock, { color: '#000000' }, kind).expect(200);
    await change(dock, { color: '#000000' }, kind).expect(200);
    await order([dock.id], kind).expect(200);
    await remove(dock, kind).expect(200);

    expect(await api.db('audit_log').orderBy('id').pluck('action')).toEqual([
      'agenda_group.create',
      'agenda_group.update',
      'agenda_group.order',
      'agenda_group.delete',
    ]);
  });
});

describe('a room', () => {
  const changeEvent = ({ id }: Event, body: object) =>
    api.admin().put(`/api/v1/admin/events/${id}`).send(body).expect(200);

  it('is made by an event, except by a side event, which is spelled as the room', async () => {
    const given = { conference_id: conference.id, title: 'Looms', ...TIMES };
    const post = async (body: object) =>
      (
        await api
          .admin()
          .post('/api/v1/admin/events')
          .send({ ...given, ...body })
          .expect(201)
      ).body;

    await post({ kind: 'side', venue: { name: 'Bar Lisboa' } });
    await post({ venue: { name: 'Dock 1' } });
    const side = await post({ kind: 'side', venue: { name: 'dock  1' } });

    expect(side.venue.name).toBe('Dock 1');
    expect(await names()).toEqual(['Dock 1']);
  });

  it('is renamed on its events, and each of their people is notified once', async () => {
    const [keeper, attendee, other] = [
      await aUser(api.db),
      await aUser(api.db),
      await aUser(api.db),
    ];
    const at = { conference_id: conference.id, venue_name: 'Dock 1', ...TIMES };
    const event = await anEvent(api.db, { ...at, title: 'Looms' });
    await anAttendance(api.db, [attendee, event]);
    const elsewhere = await anEvent(api.db, { ...at, venue_name: 'Dock 2' });
    await anAttendance(api.db, [other, elsewhere]);
    for (const title of ['One', 'Two']) {
      const item = await anAgendaItem(api.db, conference, { title, room: 'Dock 1', ...TIMES });
      await keep(keeper, item);
    }
    const [dock] = await list();

    await change(dock, { name: 'Pier' }).expect(200);

    expect(await notices()).toEqual([
      expect.objectContaining({ user_id: attendee.id, type: 'programme_changed' }),
      expect.objectContaining({ user_id: keeper.id, type: 'programme_changed' }),
    ]);
    const venues = await api.db('events').orderBy('id').pluck('venue_name');
    expect(venues).toEqual(['Pier', 'Dock 2']);
    const version = await api.db('events').where({ id: event.id }).first('version');
    expect(version).toEqual({ version: 2 });
  });

  it('notifies nobody if only case and spaces change, nor with notify: false', async () => {
    const keeper = await aUser(api.db);
    const item = await anAgendaItem(api.db, conference, { room: 'dock 1', ...TIMES });
    await keep(keeper, item);
    const [dock] = await list();

    await change(dock, { name: 'Dock 1' }).expect(200);
    await change(dock, { name: 'Pier', notify: false }).expect(200);

    expect(await notices()).toEqual([]);
    expect(await api.db('agenda_items').pluck('room')).toEqual(['Pier']);
  });

  it('that is renamed while items are written loses none of them', async () => {
    const dock = await made('Dock 1');
    const writes = Array.from({ length: 6 }, () => createItem({ room: 'Dock 1' }));
    const [renamed, ...written] = await Promise.all([change(dock, { name: 'Pier' }), ...writes]);

    expect([renamed.status, ...written.map(({ status }) => status)]).toEqual([
      200, 201, 201, 201, 201, 201, 201,
    ]);
    const rooms: string[] = await api.db('agenda_items').distinct().pluck('room');
    expect(await names()).toEqual(expect.arrayContaining(rooms));
  });

  it('is too small for the seats of an event', async () => {
    await create({ name: 'Dock 1', capacity: 80 }).expect(201);
    const event = await anEvent(api.db, {
      conference_id: conference.id,
      venue_name: 'Dock 1',
      capacity: 120,
      ...TIMES,
    });
    const warning = {
      kind: 'capacity',
      message: 'Dock 1 holds 80 people, fewer than the 120 seats',
      code: 'small_room',
      params: { name: 'Dock 1', capacity: 80, seats: 120 },
    };

    const changed = await changeEvent(event, { title: 'Looms' });
    expect(changed.body.warnings).toEqual([warning]);
    const { body: item } = await createItem({ event_id: event.id }).expect(201);
    expect(item.warnings).toEqual([{ ...warning, agenda_item_id: item.id }]);
    expect((await changeEvent(event, { capacity: 80 })).body.warnings).toEqual([]);
  });

  it('of a version that knows only names is made and spelled, too', async () => {
    const insert = (room: string) =>
      api.db.raw(
        `insert into agenda_items (conference_id, title, room, starts_at, ends_at)
         values (?, 'Looms', ?, now(), now()) returning room`,
        [conference.id, room],
      );
    await insert('Dock 1');
    const { rows } = await insert(' dock 1');

    expect(rows).toEqual([{ room: 'Dock 1' }]);
    expect(await names()).toEqual(['Dock 1']);
  });
});

describe('GET /admin/conferences/:conference_id/agenda', () => {
  it('has up to 1,000 items on a page', async () => {
    await api.db.raw(
      `insert into agenda_items (conference_id, title, starts_at, ends_at)
       select ?, 'Talk ' || n, now(), now() from generate_series(1, 150) n`,
      [conference.id],
    );
    const page = (limit: number) =>
      api.admin().get(`/api/v1/admin/conferences/${conference.id}/agenda?limit=${limit}`);

    expect((await page(1_000).expect(200)).body.data).toHaveLength(150);
    await refused(page(1_001), 400, 'VALIDATION_ERROR');
  });
});
