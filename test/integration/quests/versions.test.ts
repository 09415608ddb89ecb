import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, aQuest, aTask, aUser } from '../../support/factories.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const QUESTS = '/api/v1/admin/quests';
const get = async (path: string) => (await api.admin().get(`${QUESTS}${path}`).expect(200)).body;
const post = (path: string, body: object) => api.admin().post(`${QUESTS}${path}`).send(body);
const put = (path: string, body: object) =>
  api.admin().put(`${QUESTS}${path}`).send(body).expect(200);

describe('the version of a quest', () => {
  it('is 1 in the answer that creates it', async () => {
    const { body } = await post('', { title: 'Harbor hunt' }).expect(201);
    expect(body.version).toBe(1);
  });

  it('stays while an edit changes nothing', async () => {
    const { id, title } = await aQuest(api.db, { is_active: true });
    await put(`/${id}`, { title });
    const path = `${QUESTS}/${id}/toggle-active`;
    const { body } = await api.admin().patch(path).send({ is_active: true }).expect(200);
    expect(body.version).toBe(1);
  });

  it('stays while users enter it, its tasks change, and its conference is renamed', async () => {
    const [user, conference] = [await aUser(api.db), await aConference(api.db)];
    const quest = await aQuest(api.db, { conference_id: conference.id });
    const task = await aTask(api.db, quest);

    await api.as(user).post(`/api/v1/quests/${quest.id}/start`).expect(201);
    await put(`/tasks/${task.id}`, { points: 20 });
    await post(`/${quest.id}/rotate-secret`, {}).expect(200);
    const path = `/api/v1/admin/conferences/${conference.id}`;
    await api.admin().put(path).send({ timezone: 'Europe/Paris' }).expect(200);

    expect(await get(`/${quest.id}`)).toMatchObject({ participant_count: 1, version: 1 });
  });

  it('is unknown to the public, and so is that of its tasks', async () => {
    const quest = await aQuest(api.db);
    await aTask(api.db, quest);
    const read = () => api.anonymous().get(`/api/v1/quests/${quest.id}`).expect(200);
    const before = await read();

    await api.db('quests').where({ id: quest.id }).update({ version: 7 });
    await api.db('quest_tasks').where({ quest_id: quest.id }).update({ version: 7 });

    const { body, headers } = await read();
    expect([body.version, body.tasks[0].version]).toEqual([undefined, undefined]);
    expect(headers.etag).toBe(before.headers.etag);
  });
});

describe('the version of a quest task', () => {
  it.each([
    ['code', { code: 'HARBOR-7' }],
    ['link', { url: 'https://hallway.example.org' }],
  ])(
    'is 1 in the answer that creates one of the type %s, and in its quest',
    async (type, config) => {
      const quest = await aQuest(api.db);
      const task = { title: 'The pier', type, config };
      const { body } = await post(`/${quest.id}/tasks`, task).expect(201);
      expect(body.version).toBe(1);
      expect((await get(`/${quest.id}`)).tasks).toMatchObject([{ id: body.id, version: 1 }]);
    },
  );

  it('stays while an edit changes nothing', async () => {
    const { id, title } = await aTask(api.db, await aQuest(api.db));
    const { body } = await put(`/tasks/${id}`, { title });
    expect(body.version).toBe(1);
  });

  it('rises with a new code, which an edit could overwrite', async () => {
    const quest = await aQuest(api.db);
    const task = { title: 'The pier', type: 'code', config: { code: 'HARBOR-7' } };
    const { body: created } = await post(`/${quest.id}/tasks`, task).expect(201);

    await post(`/tasks/${created.id}/rotate-code`, {}).expect(200);
    const edit = () => api.admin().put(`${QUESTS}/tasks/${created.id}`);
    await edit()
      .set('If-Match', `"${created.id}.1"`)
      .send({ config: { code: 'HARBOR-8' } })
      .expect(412);

    const { body } = await edit()
      .send({ config: { code: 'HARBOR-9' } })
      .expect(200);
    expect(body.version).toBe(3);
  });

  it('is compared before the rules of its edits, and after its existence', async () => {
    const { id } = await aTask(api.db, await aQuest(api.db));
    const edit = (task: number, version: number) =>
      api
        .admin()
        .put(`${QUESTS}/tasks/${task}`)
        .set('If-Match', `"${task}.${version}"`)
        .send({ opens_at: '2026-05-14T09:00:00Z', closes_at: '2026-05-14T08:00:00Z' });
    await edit(2 ** 40, 1).expect(404);
    await edit(id, 2).expect(412);
  });
});

describe('the version of a reminder template', () => {
  const TEMPLATE = { name: 'Last evening', body: 'It ends tonight.' };

  it('is 1 in the answer that creates it, and stays while an edit changes nothing', async () => {
    const { id } = await aQuest(api.db);
    const { body: created } = await post(`/${id}/reminder-templates`, TEMPLATE).expect(201);
    expect(created.version).toBe(1);
    const { body } = await put(`/${id}/reminder-templates/${created.id}`, TEMPLATE);
    expect(body.version).toBe(1);
  });

  it('rises once when it becomes the default, and not that of the former default', async () => {
    const { id } = await aQuest(api.db);
    const path = `/${id}/reminder-templates`;
    await post(path, TEMPLATE).expect(201);
    const { body: second } = await post(path, TEMPLATE).expect(201);

    for (const _ of ['first', 'repeated']) {
      const { body } = await post(`${path}/${second.id}/set-default`, {}).expect(200);
      expect(body).toMatchObject({ is_default: true, version: 2 });
    }

    expect((await get(path)).templates).toMatchObject([
      { is_default: false, version: 1 },
      { is_default: true, version: 2 },
    ]);
  });
});
