import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { deleteRows } from '../../support/empty-tables.ts';
import {
  aConference,
  aQuest,
  aRegistration,
  aTask,
  aUser,
  people,
} from '../../support/factories.ts';

/** Matches an answer with this code. */
const refusal =
  (code: string) =>
  ({ body }: { body: { code?: string } }) =>
    expect(body.code).toBe(code);

const HOUR_MS = 3_600_000;

let api: TestApi;
let conference: Conference;
let quest: Quest;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await deleteRows(api.db, 'users', 'notification_jobs', 'notifications');
  conference = await aConference(api.db);
  quest = await aQuest(api.db, { conference_id: conference.id, title: 'Harbor {{hunt' });
});

const path = (rest = '') => `/api/v1/admin/quests/${quest.id}/reminder-templates${rest}`;
const create = async (given: object = {}) => {
  const input = { name: 'A template', body: '{{quest_progress}} done', ...given };
  return (await api.admin().post(path()).send(input).expect(201)).body;
};
const defaults = async () =>
  (await api.admin().get(path()).expect(200)).body.templates
    .filter(({ is_default }: { is_default: boolean }) => is_default)
    .map(({ id }: { id: number }) => id);
const remind = (body: object) =>
  api.admin().post(`/api/v1/admin/quests/${quest.id}/send-reminder`).send(body);
const run = (id: number) => api.services.broadcastFanout.run(id, new AbortController().signal);
const jobWith = (id: number) => api.db('notification_jobs').where({ id }).first();
const reminded = (): Promise<number[]> =>
  api.db('notifications').where({ type: 'quest_reminder' }).orderBy('user_id').pluck('user_id');

async function participant(given: object): Promise<User> {
  const user = await aUser(api.db);
  await api.db('user_quests').insert({
    quest_id: quest.id,
    user_id: user.id,
    source: 'self',
    started_at: api.now(),
    active_at: api.now(),
    ...given,
  });
  return user;
}

describe('the templates of a quest', () => {
  it('have exactly one default as soon as there is any', async () => {
    const first = await create();
    const second = await create({ title: 'Tonight' });
    expect(await defaults()).toEqual([first.id]);

    await api
      .admin()
      .post(path(`/${second.id}/set-default`))
      .expect(200);
    await api
      .admin()
      .post(path(`/${second.id}/set-default`))
      .expect(200);
    expect(await defaults()).toEqual([second.id]);

    await api
      .admin()
      .delete(path(`/${second.id}`))
      .expect(409)
      .expect(refusal('CONFLICT'));
    await api
      .admin()
      .delete(path(`/${first.id}`))
      .expect(200);
    await api
      .admin()
      .delete(path(`/${second.id}`))
      .expect(200);
    expect(await defaults()).toEqual([]);
  });

  it('have one default when ten are created, and two made the default, at once', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => create()));
    expect(await defaults()).toHaveLength(1);
    const swaps = all.map(({ id }) =>
      api
        .admin()
        .post(path(`/${id}/set-default`))
        .expect(200),
    );
    await Promise.all(swaps);
    expect(await defaults()).toHaveLength(1);
  });

  it('are changed field by field, and audited', async () => {
    const { id } = await create({ title: 'Tonight' });
    const { body } = await api
      .admin()
      .put(path(`/${id}`))
      .send({ title: null })
      .expect(200);
    expect(body).toMatchObject({ title: null, body: '{{quest_progress}} done' });
    const actions = await api
      .db('audit_log')
      .where({ subject_type: 'reminder_template', subject_id: id })
      .orderBy('id')
      .pluck('action');
    expect(actions).toEqual(['reminder_template.create', 'reminder_template.update']);
  });

  it('know no other variables, quests or templates', async () => {
    const refused = await api.admin().post(path()).send({ name: 'a', body: '{{hat}}' });
    expect(refused.body.error).toBe('body: expected a known variable, got "hat"');
    await api.admin().get('/api/v1/admin/quests/999/reminder-templates').expect(404);
    const other = await aQuest(api.db);
    const { id } = await create();
    const elsewhere = `/api/v1/admin/quests/${other.id}/reminder-templates/${id}`;
    await api.admin().get(elsewhere).expect(404);
    await api.admin().put(elsewhere).send({ name: 'b' }).expect(404);
    await api.admin().delete(elsewhere).expect(404);
    await api.admin().post(`${elsewhere}/set-default`).expect(404);
  });
});

describe('a reminder', () => {
  it('reaches each audience, with the progress of each recipient', async () => {
    await create();
    await aTask(api.db, quest);
    await aTask(api.db, quest);
    const [attendee, stranger] = await people(api.db, 4);
    await aRegistration(api.db, [attendee, conference]);
    const admitted = await participant({ status: 'admitted', source: 'admin', started_at: null });
    const started = await participant({ status: 'in_progress' });
    const completed = await participant({ status: 'completed', completed_at: api.now() });
    const scanned = await participant({ status: 'in_progress', source: 'public' });
    for (const user of [started, completed, scanned])
      await aRegistration(api.db, [user, conference]);

    for (const [audience, expected] of [
      ['not_started', [attendee, admitted]],
      ['in_progress', [started]],
      ['all', [attendee, admitted, started]],
    ] as const) {
      await api.db('notifications').delete();
      const { body: job } = await remind({ audience }).expect(201);
      expect(job).toMatchObject({ type: 'quest_reminder', quest_id: quest.id });
      await run(job.id);
      expect(await reminded()).toEqual(expected.map(({ id }) => id));
    }
    expect(await reminded()).not.toContain(stranger.id);
    const inbox = await api.as(started).get('/api/v1/notifications').expect(200);
    expect(inbox.body.data).toEqual([
      expect.objectContaining({
        type: 'quest_reminder',
        title: 'Harbor {{hunt',
        body: '0 of 2 done',
        data: { quest_id: quest.id },
      }),
    ]);
  });

  it('is of the topic quests', async () => {
    await create();
    const user = await participant({ status: 'in_progress' });
    await api.db('users').where({ id: user.id }).update({ messenger_reachable: true });
    await api
      .as(user)
      .put('/api/v1/notifications/preferences')
      .send({ topics: { quests: false } })
      .expect(200);
    const { body: job } = await remind({ audience: 'in_progress' }).expect(201);
    await run(job.id);
    expect(await api.db('deliveries').where({ user_id: user.id }).first()).toMatchObject({
      status: 'skipped',
      reason: 'muted',
    });
  });

  it.each([
    ['was switched off', { is_active: false }],
    ['is over', { ends_at: '2026-05-14T09:30:00.000Z' }],
    ['was deleted', { deleted_at: '2026-05-14T09:30:00.000Z' }],
  ])('fails if the quest %s when it starts', async (_, change) => {
    await create();
    const user = await participant({ status: 'in_progress' });
    const scheduled_at = new Date(api.now().getTime() + HOUR_MS).toISOString();
    const { body: job } = await remind({ audience: 'in_progress', scheduled_at }).expect(201);
    await api.db('quests').where({ id: quest.id }).update(change);
    api.advance(HOUR_MS);
    await run(job.id);
    api.advance(-HOUR_MS);
    expect(await jobWith(job.id)).toMatchObject({ status: 'failed', failure_reason: 'quest_over' });
    expect(await reminded()).not.toContain(user.id);
  });

  it('needs a template, and attendees where it is for those', async () => {
    await remind({ audience: 'all' }).expect(409).expect(refusal('NO_TEMPLATE'));
    await remind({ audience: 'all', template_id: 999 }).expect(404).expect(refusal('NOT_FOUND'));
    quest = await aQuest(api.db);
    const { id } = await create();
    const refused = await remind({ audience: 'not_started', template_id: id }).expect(400);
    expect(refused.body.error).toBe('quest_status: expected a quest with a conference or an event');
    await remind({ audience: 'in_progress' }).expect(201);
  });
});

describe('a broadcast', () => {
  const send = (given: object) =>
    api
      .admin()
      .post('/api/v1/admin/notifications/bulk-send')
      .send({ title: 'Hello', body: 'Hello', dry_run: true, ...given });

  it('counts who completed a quest, and needs quest_id and quest_status together', async () => {
    await participant({ status: 'in_progress' });
    await participant({ status: 'completed', completed_at: api.now() });
    const { body } = await send({
      title: '{{quest_title}}',
      audience: { quest_id: quest.id, quest_status: 'completed' },
    }).expect(200);
    expect(body).toMatchObject({ count: 1, samples: [{ title: 'Harbor {{hunt' }] });

    const one = await send({ audience: { quest_id: quest.id } }).expect(400);
    expect(one.body.error).toBe('audience.quest_status: expected both or none');
    const unknown = await send({ audience: { quest_id: 999, quest_status: 'completed' } });
    expect(unknown.body.error).toBe('quest_id: expected the id of a quest');
    const without = await send({ title: '{{quest_title}}', audience: { all: true } }).expect(400);
    expect(without.body.error).toBe(
      'title: expected an audience with a quest_id for "quest_title"',
    );
  });

  it('finds the quests among the filter values', async () => {
    await participant({ status: 'in_progress' });
    await participant({ status: 'completed', completed_at: api.now() });
    const { body } = await api.admin().get('/api/v1/admin/notifications/filter-values').expect(200);
    expect(body.quests).toEqual([
      { id: quest.id, title: 'Harbor {{hunt', in_progress: 1, completed: 1, count: 2 },
    ]);
  });
});
