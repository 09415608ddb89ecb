import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { aConference, anEvent, aQuest, aTask, aUser } from '../../support/factories.ts';
import { aParticipation, aQuestRequest, aSubmission } from '../../support/quests.ts';

const QUESTS = '/api/v1/admin/quests';

let api: TestApi;
let a: Conference;
let b: Conference;
let ofA: Quest;
let ofB: Quest;
/** The secret of a key of conference A alone. */
let key: string;

beforeAll(async () => {
  api = await startApi();
  a = await aConference(api.db);
  b = await aConference(api.db);
  const mode = { registration_mode: 'approval' };
  ofA = await aQuest(api.db, { conference_id: a.id, ...mode });
  ofB = await aQuest(api.db, { conference_id: b.id, ...mode });
  key = (await aKey(api.db, { conference_ids: [a.id] })).secret;
});
afterAll(() => api.close());

describe('a key of some conferences', () => {
  it('decides on many submissions as if those of other conferences were missing', async () => {
    const ids: number[] = [];
    for (const quest of [ofB, ofA]) {
      const [user, task] = [await aUser(api.db), await aTask(api.db, quest)];
      await aParticipation(api.db, [user, quest]);
      await aSubmission(api.db, [user, task], { status: 'pending' });
      ids.push((await api.db('user_quest_tasks').where({ task_id: task.id }).first()).id);
    }
    const review = { ids: [...ids, 999_999], decision: 'approve' };

    const { body } = await api.admin(key).post(`${QUESTS}/tasks/bulk-review`).send(review);
    const missing = { error: 'task not found', code: 'NOT_FOUND' };
    expect(body.results).toEqual([
      { id: ids[0], ...missing },
      { id: ids[1], status: 'approved' },
      { id: 999_999, ...missing },
    ]);
    const stored = await api
      .db('user_quest_tasks')
      .whereIn('id', ids)
      .orderBy('id')
      .pluck('status');
    expect(stored).toEqual(['pending', 'approved']);
  });

  it('decides on many requests as if those of other conferences were missing', async () => {
    const ids: number[] = [];
    for (const quest of [ofB, ofA]) {
      const user = await aUser(api.db);
      await aQuestRequest(api.db, [user, quest]);
      const request = api.db('registration_requests').where({ user_id: user.id });
      ids.push((await request.first()).id);
    }

    const { body } = await api
      .admin(key)
      .post(`${QUESTS}/registration-requests/bulk`)
      .send({ ids, decision: 'approve' });
    expect(body.results).toEqual([
      { id: ids[0], error: 'registration request not found', code: 'NOT_FOUND' },
      { id: ids[1], status: 'approved' },
    ]);
    const [stored] = await api.db('registration_requests').where({ id: ids[0] });
    expect(stored.status).toBe('pending');
  });

  it('gives a task only places of its conferences', async () => {
    const event = await anEvent(api.db, { conference_id: b.id });
    const post = (type: string, config: object) =>
      api.admin(key).post(`${QUESTS}/${ofA.id}/tasks`).send({ title: 'Come', type, config });

    await post('event_attendance', { event_id: event.id }).expect(404);
    await post('conference_registration', { conference_id: b.id }).expect(404);
    await post('conference_registration', {}).expect(201);
  });

  it('moves no quest out of its conferences', async () => {
    const event = await anEvent(api.db, { conference_id: b.id });
    const put = (change: object) => api.admin(key).put(`${QUESTS}/${ofA.id}`).send(change);

    await put({ conference_id: b.id }).expect(404);
    await put({ conference_id: null }).expect(403);
    await put({ event_id: event.id }).expect(404);
    await put({ event_id: null, title: 'Stays' }).expect(200);
  });

  it('opens the proofs of its quests, and no other media', async () => {
    const proofOf = async (quest: Quest | undefined) => {
      const user = await aUser(api.db);
      const file = { mime_type: 'image/jpeg', bytes: 1, sha256: 'a'.repeat(64), status: 'ready' };
      const place = { kind: 'image', storage: 'local', key: `${user.id}.jpg` };
      const purpose = quest ? 'proof' : 'public';
      const [media] = await api
        .db('media')
        .insert({ ...file, ...place, purpose, user_id: user.id })
        .returning('id');
      if (!quest) return media.id;
      const task = await aTask(api.db, quest);
      await aParticipation(api.db, [user, quest]);
      await aSubmission(api.db, [user, task], { media_id: media.id });
      return media.id;
    };
    const open = async (quest?: Quest) =>
      api.admin(key).get(`/api/v1/admin/media/${await proofOf(quest)}/url`);

    expect((await open(ofA)).status).toBe(200);
    expect((await open(ofB)).body).toEqual({ error: 'media not found', code: 'NOT_FOUND' });
    expect((await open()).status).toBe(404);
  });
});
