import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { QuestTask } from '../../../src/domain/quests/quest-tasks.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey, anAdministrator } from '../../support/api-keys.ts';
import { aConference, aQuest, aTask, aUser, people } from '../../support/factories.ts';
import { pagesOf } from '../../support/lists.ts';
import { redAndBlue } from '../../support/media-files.ts';
import { countQueries } from '../../support/queries.ts';

const DAY_MS = 86_400_000;
const SUBMISSIONS = '/api/v1/admin/quests/submissions';
const TASKS = '/api/v1/admin/quests/tasks';

let api: TestApi;
let a: Conference;
let b: Conference;
let ofA: Quest;
let ofB: Quest;
/** The secrets of two administrators. */
let grace: { id: number; secret: string; key: string };
let joan: { id: number; secret: string; key: string };

beforeAll(async () => {
  api = await startApi();
  a = await aConference(api.db);
  b = await aConference(api.db);
  grace = await aReviewer('Grace Hopper');
  joan = await aReviewer('Joan Clarke');
});
afterAll(() => api.close());
beforeEach(async () => {
  ofA = await aQuest(api.db, { conference_id: a.id });
  ofB = await aQuest(api.db, { conference_id: b.id });
});

async function aReviewer(name: string) {
  const id = await anAdministrator(api.db, { name });
  const { secret, public_id } = await aKey(api.db, {
    administrator_id: id,
    expires_at: new Date(Date.now() + DAY_MS).toISOString(),
  });
  return { id, secret, key: public_id };
}
const aText = (quest: Quest) => aTask(api.db, quest, { type: 'text', config: {} });

/** Sends a text and returns its user_quest_task_id. */
async function sent(task: QuestTask, user?: User): Promise<number> {
  const { body } = await api
    .as(user ?? (await aUser(api.db)))
    .post('/api/v1/quests/tasks/complete')
    .send({ task_id: task.id, text: 'A poem' })
    .expect(201);
  api.advance(1_000);
  return body.user_quest_task_id;
}
const decide = (id: number, decision: 'approve' | 'reject', by = grace) =>
  api.admin(by.secret).post(`${TASKS}/${id}/${decision}`).send({});
const list = (query: object, secret?: string) => api.admin(secret).get(SUBMISSIONS).query(query);
const idsIn = ({ data }: { data: readonly { user_quest_task_id: number }[] }): number[] =>
  data.map((row) => row.user_quest_task_id);
const idsOf = async (query: object, secret?: string): Promise<number[]> =>
  idsIn((await list(query, secret).expect(200)).body);

describe('the submissions of all quests', () => {
  it('that are pending come first that waited longest, page by page, also by conference', async () => {
    const [one, other] = [await aText(ofA), await aText(ofB)];
    const ids: number[] = [];
    for (const task of [one, other, one, one, other]) ids.push(await sent(task));
    const pages = async (query: string) => {
      const read: number[] = [];
      const path = `${SUBMISSIONS}?limit=2&${query}`;
      for await (const page of pagesOf(api.admin(), path, idsIn)) read.push(...idsIn(page));
      return read;
    };

    expect((await pages('')).slice(-5)).toEqual(ids);
    expect((await pages('sort=-status_since')).slice(0, 5)).toEqual(ids.toReversed());
    const inB = [ids[1], ids[4]];
    expect((await pages(`conference_id=${b.id}`)).slice(-2)).toEqual(inB);
    expect(await pages(`quest_id=${ofB.id}`)).toEqual(inB);
    expect(await pages(`task_id=${other.id}&sort=-status_since`)).toEqual(inB.toReversed());
    const limited = (await aKey(api.db, { conference_ids: [b.id] })).secret;
    expect((await idsOf({}, limited)).slice(-2)).toEqual(inB);
    expect(await idsOf({ conference_id: a.id }, limited)).toEqual([]);
    const { body } = await list({ conference_id: b.id }, limited).expect(200);
    expect(body.pagination.total).toBe((await idsOf({ conference_id: b.id })).length);
  });

  it('that were decided name the administrator, the key and the time', async () => {
    const task = await aText(ofA);
    const [approved, rejected, byMachine] = [await sent(task), await sent(task), await sent(task)];
    await decide(approved, 'approve').expect(200);
    await decide(rejected, 'reject', joan).expect(200);
    const at = api.now().toISOString();
    await api.admin().post(`${TASKS}/${byMachine}/approve`).expect(200);

    expect(await idsOf({ reviewer: grace.id, quest_id: ofA.id })).toEqual([approved]);
    expect(await idsOf({ reviewer: joan.id, status: 'rejected', quest_id: ofA.id })).toEqual([
      rejected,
    ]);
    expect(await idsOf({ status: 'approved', conference_id: a.id, sort: '-status_since' })).toEqual(
      expect.arrayContaining([approved, byMachine]),
    );
    const { body } = await list({ status: 'approved', quest_id: ofA.id }).expect(200);
    expect(body.data).toMatchObject([
      {
        user_quest_task_id: approved,
        quest: { id: ofA.id, title: ofA.title, conference_id: a.id },
        task: { id: task.id, title: task.title },
        text: 'A poem',
        media: null,
        status: 'approved',
        reviewer: { administrator: { id: grace.id, name: 'Grace Hopper' }, key: grace.key },
        decided_at: at,
        status_since: at,
      },
      { user_quest_task_id: byMachine, reviewer: { administrator: null } },
    ]);
  });

  it('that an operator decided at a console name no key', async () => {
    const task = await aText(ofA);
    const id = await sent(task);
    await decide(id, 'approve').expect(200);
    await api
      .db('user_quest_tasks')
      .where({ id })
      .update({ reviewer: 'operator', reviewer_id: null });

    const { body } = await list({ task_id: task.id, status: 'approved' }).expect(200);
    expect(body.data[0].reviewer).toEqual({ administrator: null, key: null });
  });

  it('have no reviewer any more once they are reopened or sent again', async () => {
    const task = await aText(ofA);
    const user = await aUser(api.db);
    const [reopened, again] = [await sent(task), await sent(task, user)];
    await decide(reopened, 'approve').expect(200);
    await decide(again, 'reject').expect(200);
    await api.admin().post(`${TASKS}/${reopened}/reopen`).send({ reason: 'a slip' }).expect(200);
    await sent(task, user);

    expect(await idsOf({ reviewer: grace.id, quest_id: ofA.id })).toEqual([]);
    const { body } = await list({ quest_id: ofA.id }).expect(200);
    expect(body.data.map((row: { reviewer: unknown }) => row.reviewer)).toEqual([null, null]);
  });

  it('leave out what nobody reviewed, and what belongs to deleted tasks and quests', async () => {
    const user = await aUser(api.db);
    const link = await aTask(api.db, ofA);
    await api.as(user).post('/api/v1/quests/tasks/complete').send({ task_id: link.id }).expect(201);
    const [gone, task, ofDeleted] = [await aText(ofA), await aText(ofA), await aText(ofB)];
    const [kept] = [await sent(task), await sent(gone), await sent(ofDeleted)];
    await api.admin().delete(`/api/v1/admin/quests/tasks/${gone.id}`).expect(200);
    await api.admin().delete(`/api/v1/admin/quests/${ofB.id}`).expect(200);

    expect(await idsOf({ quest_id: ofA.id, status: 'approved' })).toEqual([]);
    expect(await idsOf({ quest_id: ofA.id })).toEqual([kept]);
    expect(await idsOf({ quest_id: ofB.id })).toEqual([]);
    expect(await idsOf({ conference_id: a.id, limit: 100 })).not.toContain(ofDeleted);
  });

  it('show proofs by signed URLs with a thumbnail, in as many statements as one proof', async () => {
    const photo = await aTask(api.db, ofA, { type: 'photo' });
    const image = await redAndBlue(900, 600).png().toBuffer();
    const sendPhoto = async (user: User) => {
      const { body } = await api
        .as(user)
        .post('/api/v1/images/upload')
        .field('purpose', 'proof')
        .attach('file', image, 'a.png')
        .expect(201);
      const proof = { task_id: photo.id, media_id: body.id };
      await api.as(user).post('/api/v1/quests/tasks/complete').send(proof).expect(201);
    };
    const [first, ...others] = await people(api.db, 4);
    await sendPhoto(first as User);
    const read = () => list({ quest_id: ofA.id }, reader.secret).expect(200);
    const reader = await aKey(api.db, { scopes: ['quests:read'] });
    // The first ones also read the key, and record the traces of its hour.
    for (const _ of ['key', 'traces']) await read();
    const one = await countQueries(api.db, read);
    for (const user of others) await sendPhoto(user);
    expect(await countQueries(api.db, read)).toBe(one);

    const { body } = await read();
    expect(body.data).toHaveLength(4);
    const { media } = body.data[0];
    expect(media).toMatchObject({ width: 900, height: 600 });
    expect(Date.parse(media.expires_at) - api.now().getTime()).toBe(600_000);
    const pathOf = (url: string) => url.slice(url.indexOf('/api/v1'));
    const open = (url: string) => api.anonymous().get(pathOf(url));
    await open(media.url).expect(200).expect('Content-Type', 'image/png');
    const thumb = await open(media.thumb_url).expect(200).expect('Content-Type', 'image/webp');
    const id = body.data[0].media_id;
    const { variants } = await api.db('media').where({ id }).first('variants');
    expect(variants[320]).toMatchObject({ width: 320, height: 213 });
    expect(Number(thumb.headers['content-length'])).toBe(variants[320].bytes);
    await open(media.thumb_url.split('?')[0]).expect(404);
    api.advance(600_000);
    await open(media.thumb_url).expect(404);
    await api.admin(reader.secret).get(`/api/v1/admin/media/${id}/url`).expect(403);
  });
});

describe('a second reviewer', () => {
  it('who decides otherwise reads who decided, and when', async () => {
    const id = await sent(await aText(ofA));
    const at = api.now().toISOString();
    await decide(id, 'approve').expect(200);
    api.advance(60_000);

    await decide(id, 'approve', joan).expect(200);
    const { body } = await decide(id, 'reject', joan).expect(409);
    expect(body).toEqual({
      code: 'CONFLICT',
      error: `This task was approved by Grace Hopper at ${at}; reopen it to decide again`,
    });
    const bulk = await api
      .admin(joan.secret)
      .post(`${TASKS}/bulk-review`)
      .send({ ids: [id], decision: 'reject' });
    expect(bulk.body.results).toEqual([{ id, ...body }]);
    expect((await list({ reviewer: joan.id, quest_id: ofA.id })).body.data).toEqual([]);
  });

  it('reads the key of a decision that no person made, and no name of one made at once', async () => {
    const id = await sent(await aText(ofA));
    const machine = await aKey(api.db);
    await api.admin(machine.secret).post(`${TASKS}/${id}/approve`).expect(200);
    const { body } = await decide(id, 'reject').expect(409);
    expect(body.error).toContain(`was approved by key ${machine.public_id} at `);

    const link = await aTask(api.db, ofA);
    const done = await api
      .as(await aUser(api.db))
      .post('/api/v1/quests/tasks/complete')
      .send({ task_id: link.id })
      .expect(201);
    const atOnce = await decide(done.body.user_quest_task_id, 'reject').expect(409);
    expect(atOnce.body.error).toBe(
      `This task was approved at ${api.now().toISOString()}; reopen it to decide again`,
    );
  });
});
