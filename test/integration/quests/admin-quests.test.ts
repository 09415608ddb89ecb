import type { User } from '../../../src/domain/people/users.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { ADMIN_KEY_ID, startApi, type TestApi } from '../../support/api.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { beginTransaction } from '../../support/database.ts';
import { aConference, anEvent, aQuest, aTask, aUser, people } from '../../support/factories.ts';
import { walk } from '../../support/lists.ts';
import { untilWaiting } from '../../support/queries.ts';

const PATH = '/api/v1/admin/quests';

let api: TestApi;
let ada: User;

beforeAll(async () => {
  api = await startApi();
  ada = await aUser(api.db);
});
afterAll(() => api.close());
beforeEach(async () => {
  await emptyAuditLog(api.db);
});

const create = (body: object) => api.admin().post(PATH).send(body);
const put = ({ id }: Pick<Quest, 'id'>, body: object) =>
  api.admin().put(`${PATH}/${id}`).send(body);
const toggle = ({ id }: Pick<Quest, 'id'>, body?: object) =>
  api.admin().patch(`${PATH}/${id}/toggle-active`).send(body);
const refusalOf = async (request: PromiseLike<{ status: number; body: { error?: string } }>) => {
  const { status, body } = await request;
  return [status, body.error?.split(':')[0]];
};
const codeOf = async (request: PromiseLike<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await request;
  return [status, body.code];
};
const complete = (user: User, task_id: number) =>
  api.as(user).post('/api/v1/quests/tasks/complete').send({ task_id });
const auditRows = () =>
  api.db('audit_log').orderBy('id').select('actor', 'action', 'subject_id', 'before', 'after');

describe('POST /admin/quests', () => {
  it('creates an inactive quest with every default, recorded in the audit log', async () => {
    const { body } = await create({ title: 'Harbor hunt' }).expect(201);

    expect(body).toEqual({
      id: expect.any(Number),
      slug: 'harbor-hunt',
      title: 'Harbor hunt',
      description: null,
      image_url: null,
      conference_id: null,
      event_id: null,
      is_active: false,
      is_featured: false,
      state: 'hidden',
      starts_at: null,
      ends_at: null,
      timezone: 'UTC',
      registration_mode: 'open',
      access: 'anyone',
      max_participants: null,
      public_api_enabled: false,
      completion_points: 0,
      task_count: 0,
      total_points: 0,
      participant_count: 0,
      share_url: null,
      recalculation: null,
      tasks: [],
      created_at: expect.any(String),
      version: 1,
      updated_at: expect.any(String),
    });
    expect(await auditRows()).toEqual([
      {
        actor: `key ${ADMIN_KEY_ID}`,
        action: 'quest.create',
        subject_id: body.id,
        before: null,
        after: {
          title: 'Harbor hunt',
          slug: 'harbor-hunt',
          conference_id: null,
          event_id: null,
        },
      },
    ]);
    const again = await create({ title: 'Harbor hunt' }).expect(201);
    expect(again.body.slug).toBe('harbor-hunt-2');
  });

  it('takes the conference of the event where only the event is given', async () => {
    const conference = await aConference(api.db);
    const event = await anEvent(api.db, { conference_id: conference.id });
    const { body } = await create({ title: 'A hunt', event_id: event.id, access: 'registered' });
    expect(body).toMatchObject({
      event_id: event.id,
      conference_id: conference.id,
      timezone: conference.timezone,
    });
  });

  it.each([
    ['no title', {}, 'title'],
    ['an end before the start', { starts_at: later(2), ends_at: later(1) }, 'ends_at'],
    ['access without a place', { access: 'checked_in' }, 'access'],
    ['no place for anyone', { max_participants: 0 }, 'max_participants'],
    ['too many points', { completion_points: 100_001 }, 'completion_points'],
  ])('refuses %s', async (_, given, field) => {
    const body = field === 'title' ? given : { title: 'A hunt', ...given };
    expect(await refusalOf(create(body))).toEqual([400, field]);
  });

  it('refuses a conference that is not that of the event, and unknown ones', async () => {
    const [one, two] = [await aConference(api.db), await aConference(api.db)];
    const event = await anEvent(api.db, { conference_id: one.id });
    const given = { title: 'A hunt', event_id: event.id, conference_id: two.id };
    expect(await refusalOf(create(given))).toEqual([400, 'conference_id']);
    await create({ title: 'A hunt', conference_id: 999_999 }).expect(404);
    await create({ title: 'A hunt', event_id: 999_999 }).expect(404);
    await create({ title: 'A hunt', slug: 'taken' }).expect(201);
    expect(await codeOf(create({ title: 'A hunt', slug: 'taken' }))).toEqual([409, 'CONFLICT']);
  });
});

describe('GET /admin/quests', () => {
  let conference: { id: number };
  let event: { id: number };
  let quests: Record<string, Quest>;

  beforeAll(async () => {
    conference = await aConference(api.db);
    event = await anEvent(api.db, { conference_id: conference.id });
    const draft = await aConference(api.db, { status: 'draft' });
    const there = { conference_id: conference.id };
    quests = {
      running: await aQuest(api.db, { ...there, title: 'Café hunt', is_featured: true }),
      inactive: await aQuest(api.db, { ...there, is_active: false, is_featured: true }),
      coming: await aQuest(api.db, { ...there, starts_at: later(1), event_id: event.id }),
      ended: await aQuest(api.db, { ...there, ends_at: later(-1) }),
      draft: await aQuest(api.db, { conference_id: draft.id }),
      deleted: await aQuest(api.db, { ...there, deleted_at: later(-1) }),
    };
  });

  const namesOf = (body: { data: { id: number }[] }) =>
    body.data.flatMap(({ id }) => Object.keys(quests).filter((name) => quests[name]?.id === id));

  it.each([
    ['', ['draft', 'ended', 'coming', 'inactive', 'running']],
    ['state=hidden', ['draft', 'inactive']],
    ['state=coming', ['coming']],
    ['state=running', ['running']],
    ['state=ended', ['ended']],
    ['q=cafe', ['running']],
    ['q=HUNT café', ['running']],
  ])('lists quests in any state but deleted: %s', async (query, names) => {
    const { body } = await api.admin().get(`${PATH}?limit=100&${query}`).expect(200);
    expect(namesOf(body)).toEqual(names);
  });

  it('lists those of a conference, an event, and the featured ones', async () => {
    const of = async (path: string) => namesOf((await api.admin().get(path).expect(200)).body);
    const ofConference = ['ended', 'coming', 'inactive', 'running'];
    expect(await of(`${PATH}?conference_id=${conference.id}`)).toEqual(ofConference);
    expect(await of(`${PATH}?event_id=${event.id}`)).toEqual(['coming']);
    expect(await of(`${PATH}/featured`)).toEqual(['inactive', 'running']);
  });

  it('goes on by cursor', async () => {
    const ids = await walk(api.admin(), `${PATH}?conference_id=${conference.id}&limit=1`);
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(4);
  });

  it('shows a quest of a draft conference with its tasks, and no deleted one', async () => {
    const task = await aTask(api.db, quests.draft as Quest);
    await aTask(api.db, quests.draft as Quest, { deleted_at: later(-1) });
    const { body } = await api.admin().get(`${PATH}/${quests.draft?.id}`).expect(200);
    expect(body).toMatchObject({ state: 'hidden', task_count: 1, total_points: 10 });
    expect(body.tasks).toMatchObject([{ id: task.id, type: 'link', verification: 'at_once' }]);
    await api.admin().get(`${PATH}/${quests.deleted?.id}`).expect(404);
  });
});

describe('PUT /admin/quests/:id', () => {
  it('changes the given fields, records them, and does nothing the second time', async () => {
    const quest = await aQuest(api.db, { description: 'Around the harbor' });
    const change = {
      title: 'Pier hunt',
      description: null,
      starts_at: '2026-05-14T11:00:00+02:00',
    };
    const { body } = await put(quest, change).expect(200);
    await put(quest, change).expect(200);

    expect(body).toMatchObject({
      title: 'Pier hunt',
      slug: quest.slug,
      description: null,
      starts_at: '2026-05-14T09:00:00.000Z',
      recalculation: null,
    });
    expect(await auditRows()).toMatchObject([
      {
        action: 'quest.update',
        subject_id: quest.id,
        before: { title: quest.title, description: 'Around the harbor', starts_at: null },
        after: { title: 'Pier hunt', description: null, starts_at: '2026-05-14T09:00:00.000Z' },
      },
    ]);
    await put({ id: 999_999 }, change).expect(404);
  });

  it('moves a quest to another event and its conference until a point was awarded', async () => {
    const [one, two] = [await aConference(api.db), await aConference(api.db)];
    const event = await anEvent(api.db, { conference_id: two.id });
    const quest = await aQuest(api.db, { conference_id: one.id });
    const moved = await put(quest, { event_id: event.id }).expect(200);
    expect(moved.body).toMatchObject({ conference_id: two.id, event_id: event.id });
    const back = { conference_id: one.id };
    expect(await refusalOf(put(quest, back))).toEqual([400, 'conference_id']);
    await put(quest, { event_id: null, ...back }).expect(200);

    const { body } = await complete(ada, (await aTask(api.db, quest)).id).expect(201);
    expect(body.points_awarded).toBe(10);
    expect(await codeOf(put(quest, { event_id: event.id }))).toEqual([409, 'CONFLICT']);
    expect(await codeOf(put(quest, { conference_id: null }))).toEqual([409, 'CONFLICT']);
    await put(quest, back).expect(200);
  });

  it('does not move a quest while its first point is being awarded', async () => {
    const [one, two] = [await aConference(api.db), await aConference(api.db)];
    const quest = await aQuest(api.db, { conference_id: one.id });
    await api.as(ada).post(`/api/v1/quests/${quest.id}/start`).expect(201);
    const task = await aTask(api.db, quest);
    // Holds the user, so that the award waits, and the move for it.
    await using gate = await beginTransaction(api.db);
    await gate('users').where({ id: ada.id }).forUpdate();
    const award = Promise.resolve(complete(ada, task.id));
    await untilWaiting(api.db, 1);
    const moved = Promise.resolve(put(quest, { conference_id: two.id }));
    await untilWaiting(api.db, 2);
    await gate.commit();

    expect((await award).status).toBe(201);
    expect((await moved).status).toBe(409);
    const [entry] = await api.db('point_ledger').where({ quest_id: quest.id });
    expect(entry?.conference_id).toBe(one.id);
  });

  it('refuses fewer places than participants', async () => {
    const quest = await aQuest(api.db);
    for (const user of await people(api.db, 2))
      await api.as(user).post(`/api/v1/quests/${quest.id}/start`).expect(201);
    expect(await codeOf(put(quest, { max_participants: 1 }))).toEqual([409, 'CONFLICT']);
    await put(quest, { max_participants: 2 }).expect(200);
  });

  it('refuses to leave the place that its access needs', async () => {
    const conference = await aConference(api.db);
    const quest = await aQuest(api.db, { conference_id: conference.id, access: 'registered' });
    expect(await refusalOf(put(quest, { conference_id: null }))).toEqual([400, 'access']);
  });
});

describe('PATCH /admin/quests/:id/toggle-active', () => {
  it('flips without a body, or sets', async () => {
    const quest = await aQuest(api.db);
    expect((await toggle(quest).expect(200)).body).toMatchObject({ is_active: false });
    expect((await toggle(quest).expect(200)).body).toMatchObject({ state: 'running' });
    for (const is_active of [false, false]) {
      const { body } = await toggle(quest, { is_active }).expect(200);
      expect(body).toMatchObject({ is_active: false, state: 'hidden' });
    }
    expect(await auditRows()).toMatchObject([
      { action: 'quest.update', after: { is_active: false } },
      { action: 'quest.update', after: { is_active: true } },
      { action: 'quest.update', after: { is_active: false } },
    ]);
    await toggle({ id: 999_999 }).expect(404);
  });
});

describe('DELETE /admin/quests/:id', () => {
  it('takes the quest out of sight, frees its slug and keeps its points', async () => {
    const quest = await aQuest(api.db);
    const task = await aTask(api.db, quest);
    const user = await aUser(api.db);
    await complete(user, task.id).expect(201);

    const path = `${PATH}/${quest.id}`;
    const { body } = await api.admin().delete(path).expect(200);
    expect(body).toEqual({ id: quest.id, deleted: true, recalculation: null });
    await api.admin().delete(path).expect(404);
    await put(quest, { title: 'Gone' }).expect(404);
    await complete(user, task.id).expect(404);
    expect(await api.db('users').where({ id: user.id }).first('points')).toEqual({ points: 10 });
    expect((await auditRows()).at(-1)).toMatchObject({
      action: 'quest.delete',
      before: { title: quest.title },
      after: { points_taken_back: false },
    });
    await create({ title: 'The next hunt', slug: quest.slug }).expect(201);
  });
});

/** Hours after the start of the test clock. */
function later(hours: number): string {
  return new Date(Date.parse('2026-05-14T09:00:00Z') + hours * 3_600_000).toISOString();
}
