import type { Scope } from '../../../src/domain/administration/scopes.ts';
import { ADMIN_API_KEY, ADMIN_KEY_ID, startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import {
  aConference,
  anAgendaItem,
  anEvent,
  aQuest,
  aSpeaker,
  aTask,
  aUser,
} from '../../support/factories.ts';
import { walk } from '../../support/lists.ts';
import { countQueries } from '../../support/queries.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(() => emptyAuditLog(api.db));

const log = (query = '') => api.admin().get(`/api/v1/admin/audit-log${query}`);
const actions = (body: { data: { action: string }[] }) => body.data.map(({ action }) => action);
const rename = async (times: number) => {
  const event = await anEvent(api.db);
  for (let time = 1; time <= times; time += 1) {
    const path = `/api/v1/admin/events/${event.id}`;
    await api
      .admin()
      .put(path)
      .send({ title: `Name ${time}` })
      .expect(200);
  }
  return event;
};

describe('GET /admin/audit-log', () => {
  it('records actor, action, subject, changed values and request id', async () => {
    const event = await anEvent(api.db, { title: 'Looms' });
    await api
      .admin()
      .put(`/api/v1/admin/events/${event.id}`)
      .set('X-Request-Id', 'a-request')
      .send({ title: 'Engines' })
      .expect(200);

    const { body } = await log().expect(200);

    expect(body.data).toEqual([
      {
        id: expect.any(Number),
        at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
        actor: `key ${ADMIN_KEY_ID}`,
        administrator: null,
        key: ADMIN_KEY_ID,
        key_name: null,
        ip: '127.0.0.1',
        action: 'event.update',
        subject_type: 'event',
        subject_id: event.id,
        subject_name: 'Engines',
        conference_id: null,
        before: { title: 'Looms' },
        after: { title: 'Engines' },
        people: [],
        request_id: 'a-request',
      },
    ]);
    expect(JSON.stringify(body)).not.toContain(ADMIN_API_KEY);
  });

  it('names the key, and the users in the values for who may read people', async () => {
    const [event, user] = [await anEvent(api.db), await aUser(api.db, { first_name: 'Grace' })];
    const { secret } = await aKey(api.db, { name: 'Desk' });
    await api
      .anonymous()
      .post(`/api/v1/admin/events/${event.id}/attendees`)
      .set('X-API-Key', secret)
      .send({ user_id: user.id })
      .expect(201);
    const [row] = (await log('?action=event.add_attendee').expect(200)).body.data;
    const name = [user.first_name, user.last_name].filter(Boolean).join(' ');
    expect(row).toMatchObject({ key_name: 'Desk', people: [{ id: user.id, name }] });
    const reader = await aKey(api.db, { scopes: ['audit:read'] });
    const { body } = await api
      .anonymous()
      .get('/api/v1/admin/audit-log?action=event.add_attendee')
      .set('X-API-Key', reader.secret)
      .expect(200);
    expect(body.data[0]).toMatchObject({ key_name: 'Desk', people: [] });
  });

  it('records nothing for a rejected request or one without changes', async () => {
    const event = await anEvent(api.db, { title: 'Looms' });
    const put = (body: object) => api.admin().put(`/api/v1/admin/events/${event.id}`).send(body);
    await put({ title: '' }).expect(400);
    await put({ conference_id: 4_000_000 }).expect(404);
    await put({ title: 'Looms' }).expect(200);

    expect((await log().expect(200)).body.data).toEqual([]);
  });

  it('filters by subject, action, actor, request id and time', async () => {
    const event = await rename(1);
    const user = await aUser(api.db);
    await api.admin().post(`/api/v1/admin/users/${user.id}/block`).expect(200);

    const filtered = async (query: string) => actions((await log(query).expect(200)).body);
    expect(await filtered('')).toEqual(['user.block', 'event.update']);
    expect(await filtered(`?subject_type=event&subject_id=${event.id}`)).toEqual(['event.update']);
    expect(await filtered(`?subject_type=event&subject_id=${event.id + 1}`)).toEqual([]);
    expect(await filtered('?action=user.block')).toEqual(['user.block']);
    expect(await filtered('?action=user.block,event.update,unknown')).toHaveLength(2);
    expect(await filtered('?action=user.block,unknown')).toEqual(['user.block']);
    expect(await filtered('?request_id=unknown')).toEqual([]);
    expect(await filtered('?actor=unknown')).toEqual([]);
    expect(await filtered('?to=2001-01-01T00:00:00Z')).toEqual([]);
    expect(await filtered('?from=2001-01-01T00:00:00Z')).toHaveLength(2);
  });

  it('names the person, the key and the address of each action, and filters by them', async () => {
    const [grace] = await api.db('administrators').insert({ name: 'Grace' }).returning('id');
    const hers = await aKey(api.db, {
      administrator_id: grace.id,
      expires_at: '2026-12-01T00:00:00Z',
    });
    const machine = await aKey(api.db);
    const { id } = await anEvent(api.db);
    await rename(1);
    for (const [n, { secret }] of [hers, machine].entries()) {
      const title = `By key ${n}`;
      await api.admin(secret).put(`/api/v1/admin/events/${id}`).send({ title }).expect(200);
    }

    const of = async (query: string) => (await log(query).expect(200)).body.data;
    const byGrace = { administrator: { id: grace.id, name: 'Grace' }, key: hers.public_id };
    const byMachine = { administrator: null, key: machine.public_id };
    expect(await of('')).toMatchObject([
      { ...byMachine, actor: `key ${machine.public_id}`, ip: '127.0.0.1' },
      { ...byGrace, actor: `key ${hers.public_id}`, ip: '127.0.0.1' },
      { administrator: null, key: ADMIN_KEY_ID },
    ]);
    expect(await of(`?administrator_id=${grace.id}`)).toMatchObject([byGrace]);
    expect(await of(`?key=${machine.public_id}`)).toMatchObject([byMachine]);
    expect(await of(`?key=${ADMIN_KEY_ID}`)).toHaveLength(1);
    expect(await of(`?administrator_id=${grace.id}&key=${machine.public_id}`)).toEqual([]);
    const { api_key_id } = await api.db('audit_log').where({ administrator_id: grace.id }).first();
    expect(api_key_id).toBe(hers.id);
  });

  it('names the conference of each subject, and filters by it, also once it is deleted', async () => {
    const [conference, other] = [
      await aConference(api.db, { name: 'Summit' }),
      await aConference(api.db),
    ];
    const event = await anEvent(api.db, { conference_id: conference.id });
    const item = await anAgendaItem(api.db, conference);
    const quest = await aQuest(api.db, { conference_id: conference.id, title: 'Hunt' });
    const task = await aTask(api.db, quest);
    const speaker = await aSpeaker(api.db, { name: 'Ada Lovelace' });
    const user = await aUser(api.db);
    const admin = api.admin();
    const at = (path: string) => `/api/v1/admin/${path}`;
    await admin
      .put(at(`conferences/${conference.id}`))
      .send({ city: 'Delft' })
      .expect(200);
    await admin.delete(at(`events/${event.id}`)).expect(200);
    await admin.delete(at(`agenda/${item.id}`)).expect(200);
    await admin
      .put(at(`quests/${quest.id}`))
      .send({ title: 'Harbor hunt' })
      .expect(200);
    await admin
      .put(at(`quests/tasks/${task.id}`))
      .send({ title: 'A pier' })
      .expect(200);
    const lineup = { speaker_id: speaker.id, position: 1 };
    await admin.post(at(`speakers/conference/${conference.id}`)).send(lineup);
    const points = { delta: 5, reason: 'Help', quest_id: quest.id };
    await admin.post(at(`users/${user.id}/points`)).send(points);
    await admin
      .put(at(`conferences/${other.id}`))
      .send({ city: 'Leiden' })
      .expect(200);
    await admin.post(at(`users/${user.id}/block`)).expect(200);

    const { body } = await log(`?conference_id=${conference.id}&sort=id`).expect(200);
    const rows: { action: string; subject_name: string | null }[] = body.data;
    expect(rows.map(({ action, subject_name }) => [action, subject_name])).toEqual(
      expect.arrayContaining([
        ['conference.update', 'Summit'],
        ['event.delete', null],
        ['agenda_item.delete', null],
        ['quest.update', 'Harbor hunt'],
        ['quest_task.update', 'A pier'],
      ]),
    );
    expect(rows.some(({ action }) => action === 'user.block')).toBe(false);
    const all = await api.db('audit_log').where({ conference_id: other.id });
    expect(all).toHaveLength(1);
  });

  it('names users with the scope that reads them, and no erased one', async () => {
    const user = await aUser(api.db, { first_name: 'Ada', last_name: 'Lovelace' });
    await api.admin().post(`/api/v1/admin/users/${user.id}/block`).expect(200);
    const nameFor = async (...scopes: Scope[]) => {
      const { secret } = await aKey(api.db, { scopes });
      const { body } = await api.admin(secret).get('/api/v1/admin/audit-log?action=user.block');
      return body.data[0].subject_name;
    };
    expect(await nameFor('audit:read', 'people:read')).toBe('Ada Lovelace');
    expect(await nameFor('audit:read')).toBeNull();
    await api.db('users').where({ id: user.id }).update({ erased_at: 'now', messenger_id: null });
    expect(await nameFor('audit:read', 'people:read')).toBeNull();
  });

  it('is a CSV file with a scope of its own, which is audited, and has contacts with theirs only', async () => {
    await rename(1);
    const { id } = await anEvent(api.db);
    await api.store.transaction((tx) =>
      tx.audit.record({ name: 'operator', request_id: 'r' }, 'event.update', id, {
        after: { contact: '@planted' },
      }),
    );
    const csv = async (...scopes: Scope[]) => {
      const { secret } = await aKey(api.db, { scopes });
      return api.admin(secret).get('/api/v1/admin/audit-log?format=csv&action=event.update');
    };
    expect((await csv('audit:read')).status).toBe(403);
    const without = (await csv('audit:read', 'audit:export')).text;
    expect(without).toContain('"{""title"":""Name 1""}"');
    expect(without.trimEnd().split('\r\n')).toHaveLength(3);
    expect(without).not.toContain('@planted');
    expect((await csv('audit:read', 'audit:export', 'people:contacts')).text).toContain('@planted');
    expect(await api.db('audit_log').where({ action: 'audit_log.export' })).toMatchObject([
      { after: { format: 'csv', actions: ['event.update'] } },
      { after: { format: 'csv', actions: ['event.update'] } },
    ]);
  });

  it('is complete by cursor while new rows are inserted', async () => {
    await rename(5);
    const ids = await api.db('audit_log').orderBy('id', 'desc').pluck('id');

    expect(await walk(api.admin(), '/api/v1/admin/audit-log?limit=2', () => rename(1))).toEqual(
      ids,
    );
  });

  it('sends two statements per page, and one for the last page or by cursor', async () => {
    await rename(3);
    expect(await countQueries(api.db, () => log('?limit=1').expect(200))).toBe(2);
    expect(await countQueries(api.db, () => log('?limit=100').expect(200))).toBe(1);
    const { body } = await log('?limit=1').expect(200);
    const next = `?limit=1&cursor=${body.pagination.next_cursor}`;
    expect(await countQueries(api.db, () => log(next).expect(200))).toBe(1);
  });

  it.each(['subject_id=x', 'from=yesterday', 'cursor=x', 'limit=0'])(
    'answers 400 to %s',
    async (query) => {
      const { body } = await log(`?${query}`).expect(400);
      expect(body).toEqual({
        error: expect.stringContaining(query.split('=')[0] as string),
        code: 'VALIDATION_ERROR',
      });
    },
  );

  it('answers 403 to a user and 401 without credentials', async () => {
    const user = await aUser(api.db);
    await api.as(user).get('/api/v1/admin/audit-log').expect(403);
    await api.anonymous().get('/api/v1/admin/audit-log').expect(401);
  });
});
