import type { User } from '../../../src/domain/people/users.ts';
import type { QuestTask } from '../../../src/domain/quests/quest-tasks.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { beginTransaction } from '../../support/database.ts';
import { aQuest, aTask, aUser } from '../../support/factories.ts';
import { redAndBlue } from '../../support/media-files.ts';

const EIGHT_DAYS_MS = 8 * 86_400_000;

let api: TestApi;
let small: Buffer;
let ada: User;
let quest: Quest;
let photo: QuestTask;

beforeAll(async () => {
  api = await startApi();
  small = await redAndBlue(40, 20).png().toBuffer();
});
afterAll(() => api.close());
beforeEach(async () => {
  ada = await aUser(api.db);
  quest = await aQuest(api.db);
  photo = await aTask(api.db, quest, { type: 'photo' });
});

async function aProof(user: User, purpose = 'proof'): Promise<number> {
  const { body } = await api
    .as(user)
    .post('/api/v1/images/upload')
    .field('purpose', purpose)
    .attach('file', small, 'a.png')
    .expect(201);
  return body.id;
}
const send = (user: User, { id }: QuestTask, media_id: number) =>
  api.as(user).post('/api/v1/quests/tasks/complete').send({ task_id: id, media_id });
const remove = (user: User, id: number) => api.as(user).delete('/api/v1/images').send({ id });
const decide = (task_id: number, status: 'approved' | 'rejected') =>
  api.db('user_quest_tasks').where({ task_id }).update({ status, decided_at: api.now() });
const statusOf = async (id: number) =>
  (await api.db('media').where({ id }).first('status'))?.status;

describe('a proof', () => {
  it('is refused unless it is an image of the sender, uploaded as a proof', async () => {
    const grace = await aUser(api.db);
    for (const id of [await aProof(grace), await aProof(ada, 'public')]) {
      expect((await send(ada, photo, id).expect(404)).body.error).toBe('image not found');
    }
    expect(await api.db('user_quest_tasks').where({ task_id: photo.id })).toEqual([]);
  });

  it('is refused for a second task while a submission shows it', async () => {
    const other = await aTask(api.db, quest, { type: 'photo' });
    const id = await aProof(ada);
    await send(ada, photo, id).expect(201);
    const refused = await send(ada, other, id).expect(409);
    expect(refused.body).toEqual({
      code: 'MEDIA_IN_USE',
      error: 'media_id: another submission shows this image',
    });
    expect(await api.db('user_quest_tasks').where({ task_id: other.id })).toEqual([]);
  });

  it('can be sent again for its own task after a rejection', async () => {
    const id = await aProof(ada);
    await send(ada, photo, id).expect(201);
    await decide(photo.id, 'rejected');
    const { body } = await send(ada, photo, id).expect(201);
    expect(body.status).toBe('pending');
  });

  it('cannot be deleted while it awaits review', async () => {
    const id = await aProof(ada);
    await send(ada, photo, id).expect(201);
    expect((await remove(ada, id).expect(409)).body.code).toBe('MEDIA_IN_USE');
    expect(await statusOf(id)).toBe('ready');
  });

  it.each(['approved', 'rejected'] as const)(
    'of an %s submission can be deleted',
    async (status) => {
      const id = await aProof(ada);
      await send(ada, photo, id).expect(201);
      await decide(photo.id, status);
      await remove(ada, id).expect(200);
      const kept = api.db('user_quest_tasks').where({ task_id: photo.id });
      expect(await kept.select('status', 'media_id')).toEqual([{ status, media_id: null }]);
    },
  );

  it('of a deleted task can be deleted, since nobody can decide on it', async () => {
    const id = await aProof(ada);
    await send(ada, photo, id).expect(201);
    await api.db('quest_tasks').where({ id: photo.id }).update({ deleted_at: api.now() });
    await remove(ada, id).expect(200);
  });

  it('that awaits review can be deleted by an administrator', async () => {
    const id = await aProof(ada);
    await send(ada, photo, id).expect(201);
    await api.admin().delete(`/api/v1/admin/media/${id}`).expect(200);
    const kept = api.db('user_quest_tasks').where({ task_id: photo.id });
    expect(await kept.first('status', 'media_id')).toEqual({ status: 'pending', media_id: null });
  });

  it('is opened by an administrator', async () => {
    const id = await aProof(ada);
    await send(ada, photo, id).expect(201);
    const { body } = await api.admin().get(`/api/v1/admin/media/${id}/url`).expect(200);
    const url = body.url.slice(body.url.indexOf('/api/v1'));
    await api.anonymous().get(url).expect(200).expect('Content-Type', 'image/png');
  });
});

describe('the sweep of proofs', () => {
  const ageEverything = () =>
    api.db('media').update({ created_at: new Date(api.now().getTime() - EIGHT_DAYS_MS) });

  it('leaves a proof of more than 7 days that a submission shows, and deletes another', async () => {
    const [shown, unnamed] = [await aProof(ada), await aProof(ada)];
    await send(ada, photo, shown).expect(201);
    await ageEverything();
    await api.services.mediaFiles.sweep();
    expect(await statusOf(shown)).toBe('ready');
    expect(await statusOf(unnamed)).toBeUndefined();
  });

  it('leaves a proof that is being submitted at this moment', async () => {
    const [sending, unnamed] = [await aProof(ada), await aProof(ada)];
    await ageEverything();
    // A submission locks the image that it shows.
    await using submission = await beginTransaction(api.db);
    await submission.raw('select from media where id = ? for update', [sending]);
    await api.services.mediaFiles.sweep();
    await submission.commit();
    expect(await statusOf(sending)).toBe('ready');
    expect(await statusOf(unnamed)).toBeUndefined();
  });
});
