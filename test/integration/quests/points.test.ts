import { randomUUID } from 'node:crypto';
import type { User } from '../../../src/domain/people/users.ts';
import { ADMIN_KEY_ID, startApi, type TestApi } from '../../support/api.ts';
import { anAward, takeBack } from '../../support/awards.ts';
import { aConference, aQuest, aUser } from '../../support/factories.ts';
import { walk } from '../../support/lists.ts';

let api: TestApi;
let ada: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ada = await aUser(api.db);
});

const adjust = (body: object, key?: string) => {
  const request = api.admin().post('/api/v1/admin/points/adjust');
  if (key !== undefined) request.set('Idempotency-Key', key);
  return request.send({ user_id: ada.id, reason: 'You helped at the door', ...body });
};
const totals = ({ id }: User) =>
  api
    .db('point_totals')
    .where({ user_id: id })
    .orderBy(['scope', 'period'])
    .select('scope', 'period', 'points', api.db.raw('period_start::text'));
const pointsOf = async ({ id }: User) =>
  (await api.db('users').where({ id }).first('points')).points;

describe('GET /users/me/points', () => {
  it('lists what gave points and took some, newest first, with titles of what was deleted', async () => {
    const quest = await aQuest(api.db, { title: 'Harbor hunt' });
    const award = await anAward(api, [ada, quest], 10);
    await takeBack(api, award, { reason: 'A mistake', actor: 'key 1' });
    await adjust({ delta: 25 }).expect(201);
    const deleted_at = api.now().toISOString();
    await api.db('quest_tasks').where({ id: award.task_id }).update({ deleted_at });
    await api.db('quests').where({ id: quest.id }).update({ deleted_at });

    const { body } = await api.as(ada).get('/api/v1/users/me/points').expect(200);
    const task = { id: award.task_id, title: expect.stringMatching(/^Task/) };
    const of = { quest: { id: quest.id, title: 'Harbor hunt' }, task };
    const nothing = { quest: null, task: null };
    expect(body.data).toMatchObject([
      { delta: 25, kind: 'adjustment', ...nothing, reason: 'You helped at the door' },
      { delta: -10, kind: 'reversal', ...of, reason: 'A mistake' },
      { delta: 10, kind: 'task', ...of, reason: null, earned_at: api.now().toISOString() },
    ]);
    const [, , { id }] = body.data;
    expect((await walk(api.as(ada), '/api/v1/users/me/points?limit=1')).at(-1)).toBe(id);
    expect((await api.as(await aUser(api.db)).get('/api/v1/users/me/points')).body.data).toEqual(
      [],
    );
  });
});

describe('POST /admin/points/adjust', () => {
  it('gives points of today and notifies the user of the reason', async () => {
    const { body } = await adjust({ delta: 25 }).expect(201);

    expect(body).toEqual({
      id: expect.any(Number),
      user_id: ada.id,
      delta: 25,
      reason: 'You helped at the door',
      quest_id: null,
      conference_id: null,
      points: 25,
      earned_at: api.now().toISOString(),
    });
    expect(await totals(ada)).toEqual([
      { scope: 'all', period: 'all', period_start: '1970-01-01', points: 25 },
      { scope: 'all', period: 'day', period_start: '2026-05-14', points: 25 },
      { scope: 'all', period: 'week', period_start: '2026-05-11', points: 25 },
    ]);
    expect(await pointsOf(ada)).toBe(25);
    const inbox = await api.as(ada).get('/api/v1/notifications').expect(200);
    expect(inbox.body.data).toMatchObject([
      {
        type: 'points_adjusted',
        title: '+25 points',
        body: 'You helped at the door',
        data: { delta: 25, reason: 'You helped at the door', quest_id: null, conference_id: null },
      },
    ]);
    const log = await api
      .db('audit_log')
      .where({ action: 'user.adjust_points', subject_id: ada.id });
    expect(log).toMatchObject([
      { subject_type: 'user', after: { delta: 25, reason: 'You helped at the door' } },
    ]);
    const ledger = await api.db('point_ledger').where({ user_id: ada.id });
    expect(ledger).toMatchObject([{ actor: expect.stringContaining(ADMIN_KEY_ID) }]);
  });

  it('of one point, and points taken, are said in the notice', async () => {
    await adjust({ delta: 26 }).expect(201);
    await adjust({ delta: 1 }).expect(201);
    await adjust({ delta: -2 }).expect(201);
    await adjust({ delta: -1 }).expect(201);
    const inbox = await api.as(ada).get('/api/v1/notifications').expect(200);
    expect(inbox.body.data.map(({ title }: { title: string }) => title)).toEqual([
      '−1 point',
      '−2 points',
      '+1 point',
      '+26 points',
    ]);
  });

  it('counts for a quest and its conference, on the day there', async () => {
    const conference = await aConference(api.db, { timezone: 'Pacific/Kiritimati' });
    const quest = await aQuest(api.db, { conference_id: conference.id });
    api.advance(2 * 3_600_000);
    const { body } = await adjust({ delta: 5, quest_id: quest.id }).expect(201);
    api.advance(-2 * 3_600_000);

    expect(body).toMatchObject({ quest_id: quest.id, conference_id: conference.id });
    const days = (await totals(ada)).filter(({ period }) => period === 'day');
    // 14 May, 11:00 UTC is 15 May, 01:00 there.
    expect(days.map(({ scope, period_start }) => [scope, period_start])).toEqual([
      ['all', '2026-05-15'],
      ['conference', '2026-05-15'],
      ['quest', '2026-05-15'],
    ]);
    await adjust({ delta: 5, conference_id: conference.id }).expect(201);
    const ofConference = { scope: 'conference', scope_id: conference.id, period: 'all' };
    const kept = await api.db('point_totals').where(ofConference).first('points');
    expect(kept).toEqual({ points: 10 });
  });

  it('refuses a total under 0, of everything or of the quest', async () => {
    const quest = await aQuest(api.db);
    await anAward(api, [ada, quest], 10);
    await adjust({ delta: 20 }).expect(201);

    const tooMuch = await adjust({ delta: -11, quest_id: quest.id }).expect(409);
    expect(tooMuch.body).toEqual({
      error: 'delta: expected at least -10, all that is left',
      code: 'CONFLICT',
    });
    await adjust({ delta: -31 }).expect(409);
    await adjust({ delta: -10, quest_id: quest.id }).expect(201);
    await adjust({ delta: -20 }).expect(201);
    expect((await adjust({ delta: -1 }).expect(409)).body.error).toContain('at least 0');
    expect(await pointsOf(ada)).toBe(0);
  });

  it('lets one of ten at once take the last points', async () => {
    await adjust({ delta: 10 }).expect(201);
    const answers = await Promise.all(Array.from({ length: 10 }, () => adjust({ delta: -10 })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
    expect(await pointsOf(ada)).toBe(0);
  });

  it('counts once for one idempotency key', async () => {
    const key = randomUUID();
    const first = await adjust({ delta: 5 }, key).expect(201);
    const again = await adjust({ delta: 5 }, key).expect(201);
    expect(again.body).toEqual(first.body);
    expect(await pointsOf(ada)).toBe(5);
  });

  it('is possible after a reversal left less than 0', async () => {
    const quest = await aQuest(api.db);
    const award = await anAward(api, [ada, quest], 10);
    await adjust({ delta: -10 }).expect(201);
    await takeBack(api, award);
    expect(await pointsOf(ada)).toBe(-10);
    expect((await adjust({ delta: -1 }).expect(409)).body.error).toContain('at least 0');
    await adjust({ delta: 4 }).expect(201);
    expect(await pointsOf(ada)).toBe(-6);
    const { body } = await api.as(ada).get('/api/v1/quests/leaderboard').expect(200);
    expect(body.me).toMatchObject({ rank: null, points: -6 });
  });

  it.each([
    ['delta', { delta: 0 }],
    ['delta', { delta: 100_001 }],
    ['delta', { delta: 1.5 }],
    ['reason', { delta: 1, reason: ' ' }],
    ['quest_id', { delta: 1, quest_id: 1, conference_id: 1 }],
  ])('refuses a wrong %s: %j', async (field, body) => {
    const answer = await adjust(body).expect(400);
    expect(answer.body.error).toMatch(new RegExp(`^${field}`));
  });

  it('answers 404 for an unknown or erased user, quest or conference', async () => {
    await adjust({ delta: 1, user_id: 999_999 }).expect(404);
    await adjust({ delta: 1, quest_id: 999_999 }).expect(404);
    await adjust({ delta: 1, conference_id: 999_999 }).expect(404);
    await api.as(ada).delete('/api/v1/users/me').expect(200);
    await adjust({ delta: 1 }).expect(404);
  });
});

describe('PATCH /admin/users/:id', () => {
  const patch = (body: object, { id } = ada) =>
    api.admin().patch(`/api/v1/admin/users/${id}`).send(body);
  const logOf = ({ id }: User) =>
    api.db('audit_log').where({ subject_type: 'user', subject_id: id }).select('action', 'after');

  it('takes a user off the boards, keeps their points, and is safe to repeat', async () => {
    const quest = await aQuest(api.db);
    await anAward(api, [ada, quest], 10);
    const ranked = async () => {
      const query = { quest_id: quest.id };
      const { body } = await api.anonymous().get('/api/v1/quests/leaderboard').query(query);
      return body.data.length;
    };

    expect((await patch({ is_ranked: false }).expect(200)).body.is_ranked).toBe(false);
    expect(await ranked()).toBe(0);
    expect(await pointsOf(ada)).toBe(10);
    await patch({ is_ranked: false }).expect(200);
    await patch({}).expect(200);
    expect(await logOf(ada)).toEqual([{ action: 'user.update', after: { is_ranked: false } }]);
    await patch({ is_ranked: true }).expect(200);
    expect(await ranked()).toBe(1);
  });

  it('answers 404 for an unknown or erased user', async () => {
    await patch({ is_ranked: false }, { ...ada, id: 999_999 }).expect(404);
    await api.as(ada).delete('/api/v1/users/me').expect(200);
    await patch({ is_ranked: false }).expect(404);
  });
});
