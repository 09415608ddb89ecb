import type { User } from '../../../src/domain/people/users.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { beginTransaction } from '../../support/database.ts';
import { aQuest, aUser, people } from '../../support/factories.ts';
import { walk } from '../../support/lists.ts';
import { countQueries, untilWaiting } from '../../support/queries.ts';

let api: TestApi;
let ada: User;
let quest: Quest;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ada = await aUser(api.db, { first_name: 'Ada' });
  quest = await aQuest(api.db, { registration_mode: 'approval' });
});

const request = (user: User, { id }: Pick<Quest, 'id'>, body: object = {}) =>
  api.as(user).post(`/api/v1/quests/${id}/request-registration`).send(body);
/** Requests and returns the id of the request. */
async function requested(user: User, of = quest): Promise<number> {
  return (await request(user, of).expect(201)).body.id;
}
const REQUESTS = '/api/v1/admin/quests/registration-requests';
const approve = (id: number) => api.admin().post(`${REQUESTS}/${id}/approve`);
const reject = (id: number, body: object = {}) =>
  api.admin().post(`${REQUESTS}/${id}/reject`).send(body);
const bulk = (body: object) => api.admin().post(`${REQUESTS}/bulk`).send(body);
const start = (user: User, { id }: Quest) => api.as(user).post(`/api/v1/quests/${id}/start`);

const refusalOf = async (sent: PromiseLike<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await sent;
  return [status, body.code];
};
const countOf = async ({ id }: Quest) => {
  const { participant_count } = await api.db('quests').where({ id }).first('participant_count');
  const rows = await api.db('user_quests').where({ quest_id: id });
  expect(rows).toHaveLength(participant_count);
  return participant_count;
};
const notificationsOf = ({ id }: User) =>
  api.db('notifications').where({ user_id: id }).orderBy('id').select('type', 'body', 'data');

/** What an unsigned join leaves of a quest with approval. */
async function fromUnsignedCall(user: User, given: object = {}): Promise<number> {
  const [row] = await api
    .db('registration_requests')
    .insert({
      quest_id: quest.id,
      user_id: user.id,
      source: 'public',
      requested_at: api.now(),
      ...given,
    })
    .returning('id');
  return row.id;
}

describe('requesting registration', () => {
  it('is pending with its message, takes no place, and answers 200 again', async () => {
    const { body } = await request(ada, quest, { message: 'Please' }).expect(201);
    expect(body).toEqual({
      id: expect.any(Number),
      quest_id: quest.id,
      status: 'pending',
      message: 'Please',
      reason: null,
      requested_at: api.now().toISOString(),
      decided_at: null,
    });
    const again = await request(ada, quest, { message: 'Again' }).expect(200);
    expect(again.body).toEqual(body);
    expect(await countOf(quest)).toBe(0);
    expect(await refusalOf(start(ada, quest))).toEqual([403, 'REGISTRATION_REQUIRED']);
  });

  it('ten times at once makes one request', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => request(ada, quest)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
  });

  it.each([
    ['an open quest', { registration_mode: 'open' }, [409, 'CONFLICT']],
    ['a hidden quest', { is_active: false }, [404, 'NOT_FOUND']],
    ['a coming quest', { starts_at: '2026-05-15T00:00:00Z' }, [409, 'QUEST_NOT_STARTED']],
    ['a quest that is over', { ends_at: '2026-05-14T08:00:00Z' }, [409, 'QUEST_ENDED']],
  ])('is refused for %s', async (_, given, refusal) => {
    const refused = await aQuest(api.db, { registration_mode: 'approval', ...given });
    expect(await refusalOf(request(ada, refused))).toEqual(refusal);
  });

  it('is refused for an unknown quest, and for a participant whose quest was switched off', async () => {
    expect(await refusalOf(request(ada, { id: 999_999 }))).toEqual([404, 'NOT_FOUND']);
    await approve(await requested(ada)).expect(200);
    await api.db('quests').where({ id: quest.id }).update({ is_active: false });
    expect(await refusalOf(request(ada, quest))).toEqual([409, 'QUEST_INACTIVE']);
  });

  it('is refused for a participant whom nobody had to admit', async () => {
    const open = await aQuest(api.db);
    await start(ada, open).expect(201);
    await api.db('quests').where({ id: open.id }).update({ registration_mode: 'approval' });
    expect(await refusalOf(request(ada, open))).toEqual([409, 'CONFLICT']);
  });

  it('is refused after a rejection until an administrator approves it after all', async () => {
    const id = await requested(ada);
    await reject(id).expect(200);
    expect(await refusalOf(request(ada, quest))).toEqual([409, 'CONFLICT']);
    await approve(id).expect(200);
    const { body } = await request(ada, quest).expect(200);
    expect(body.status).toBe('approved');
  });

  it.each([
    ['pending', {}],
    ['rejected', { status: 'rejected', decided_at: '2026-05-14T08:00:00Z', reason: 'Who?' }],
  ])('replaces one of an unsigned call that is %s', async (_, given) => {
    const id = await fromUnsignedCall(ada, given);
    const { body } = await request(ada, quest, { message: 'It is me' }).expect(201);
    expect(body).toMatchObject({ id, status: 'pending', message: 'It is me', reason: null });
    const kept = await api.db('registration_requests').where({ id }).first('source');
    expect(kept).toEqual({ source: 'self' });
  });

  it('returns one of an unsigned call that was approved', async () => {
    await approve(await fromUnsignedCall(ada)).expect(200);
    const { body } = await request(ada, quest).expect(200);
    expect(body.status).toBe('approved');
    const progress = await start(ada, quest).expect(201);
    expect(progress.body.registration.status).toBe('approved');
  });
});

describe('the list of requests', () => {
  it('shows person, quest and message, oldest first, page by page', async () => {
    const crowd = await people(api.db, 4);
    const ids: number[] = [];
    for (const user of crowd) ids.push(await requested(user));
    const own = await request(ada, quest, { message: 'Please' }).expect(201);
    await requested(ada, await aQuest(api.db, { registration_mode: 'approval' }));
    expect(await walk(api.admin(), `${REQUESTS}?quest_id=${quest.id}&limit=2`)).toEqual([
      ...ids,
      own.body.id,
    ]);
    const { body } = await api.admin().get(`${REQUESTS}?quest_id=${quest.id}`).expect(200);
    expect(body.data.at(-1)).toEqual({
      id: own.body.id,
      quest: { id: quest.id, title: quest.title },
      user: expect.objectContaining({ id: ada.id, first_name: 'Ada' }),
      source: 'self',
      status: 'pending',
      message: 'Please',
      reason: null,
      requested_at: api.now().toISOString(),
      decided_at: null,
    });
  });

  it('has pending ones unless the status says otherwise, and none of deleted quests', async () => {
    const [pending, rejected] = [await requested(ada), await requested(await aUser(api.db))];
    await reject(rejected).expect(200);
    const list = `${REQUESTS}?quest_id=${quest.id}`;
    expect(await walk(api.admin(), list)).toEqual([pending]);
    expect(await walk(api.admin(), `${list}&status=rejected`)).toEqual([rejected]);
    await api.db('quests').where({ id: quest.id }).update({ deleted_at: api.now() });
    expect(await walk(api.admin(), list)).toEqual([]);
    await approve(pending).expect(404);
  });

  it('costs the same number of statements for one row and for twenty', async () => {
    const list = () => api.admin().get(`${REQUESTS}?quest_id=${quest.id}`);
    await requested(ada);
    const one = await countQueries(api.db, list);
    for (const user of await people(api.db, 19)) await requested(user);
    expect(await countQueries(api.db, list)).toBe(one);
  });
});

describe('deciding on a request', () => {
  it('approves: takes a place, notifies, and lets the person start', async () => {
    const id = await requested(ada);
    const { body } = await approve(id).expect(200);
    expect(body).toMatchObject({ id, status: 'approved', decided_at: api.now().toISOString() });
    await approve(id).expect(200);
    expect(await countOf(quest)).toBe(1);
    expect(await notificationsOf(ada)).toEqual([
      {
        type: 'quest_registration_approved',
        body: quest.title,
        data: { quest_id: quest.id, reason: null },
      },
    ]);
    await start(ada, quest).expect(201);
    expect(await countOf(quest)).toBe(1);
  });

  it('rejects with a reason and notifies; an approved one is not rejected', async () => {
    const id = await requested(ada);
    const { body } = await reject(id, { reason: 'Too late' }).expect(200);
    expect(body).toMatchObject({ status: 'rejected', reason: 'Too late' });
    await reject(id).expect(200);
    expect(await notificationsOf(ada)).toEqual([
      {
        type: 'quest_registration_rejected',
        body: `${quest.title}: Too late`,
        data: { quest_id: quest.id, reason: 'Too late' },
      },
    ]);
    await approve(id).expect(200);
    expect(await refusalOf(reject(id))).toEqual([409, 'CONFLICT']);
    expect(await countOf(quest)).toBe(1);
  });

  it('of an unsigned call rejects without notifying', async () => {
    await reject(await fromUnsignedCall(ada)).expect(200);
    expect(await notificationsOf(ada)).toEqual([]);
  });

  it('is refused for a full quest, but not for who takes part already', async () => {
    await api.db('quests').where({ id: quest.id }).update({ max_participants: 1 });
    const [mine, other] = [await requested(ada), await requested(await aUser(api.db))];
    await api.db('quests').where({ id: quest.id }).update({ registration_mode: 'open' });
    await start(ada, quest).expect(201);
    expect(await refusalOf(approve(other))).toEqual([409, 'QUEST_FULL']);
    await approve(mine).expect(200);
    expect(await countOf(quest)).toBe(1);
  });

  it('of an erased person does not fail badly', async () => {
    const [first, second] = [await aUser(api.db), await aUser(api.db)];
    const [one, two] = [await requested(first), await requested(second)];
    for (const user of [first, second]) await api.as(user).delete('/api/v1/users/me').expect(200);
    expect(await refusalOf(approve(one))).toEqual([409, 'CONFLICT']);
    await reject(two).expect(200);
  });

  it('answers 404 for an unknown request', async () => {
    await approve(999_999).expect(404);
    await reject(999_999).expect(404);
  });

  it('is recorded in the audit log', async () => {
    const id = await requested(ada);
    await reject(id, { reason: 'Too late' }).expect(200);
    const query = `subject_type=quest_registration_request&subject_id=${id}`;
    const { body } = await api.admin().get(`/api/v1/admin/audit-log?${query}`).expect(200);
    expect(body.data).toEqual([
      expect.objectContaining({
        action: 'quest_registration_request.reject',
        after: { status: 'rejected', quest_id: quest.id, reason: 'Too late' },
      }),
    ]);
  });
});

describe('bulk decisions', () => {
  it('answer for each id, over several quests, and give the last places to the oldest', async () => {
    const small = await aQuest(api.db, { registration_mode: 'approval', max_participants: 1 });
    const [first, late, other] = [
      await requested(ada, small),
      await requested(await aUser(api.db), small),
      await requested(await aUser(api.db)),
    ];
    const { body } = await bulk({ ids: [late, other, 999_999, first], decision: 'approve' });
    expect(body.results).toEqual([
      { id: late, error: 'All places of this quest are taken', code: 'QUEST_FULL' },
      { id: other, status: 'approved' },
      { id: 999_999, error: 'registration request not found', code: 'NOT_FOUND' },
      { id: first, status: 'approved' },
    ]);
    expect([await countOf(small), await countOf(quest)]).toEqual([1, 1]);
    const rejected = await bulk({ ids: [late, first], decision: 'reject', reason: 'Full' });
    expect(rejected.body.results).toEqual([
      { id: late, status: 'rejected' },
      { id: first, error: expect.stringContaining('approved'), code: 'CONFLICT' },
    ]);
  });

  it('cost the same number of statements for two requests of a quest and for twenty', async () => {
    const ids: number[] = [];
    for (const user of await people(api.db, 22)) ids.push(await requested(user));
    const two = ids.splice(0, 2);
    const few = await countQueries(api.db, () => bulk({ ids: two, decision: 'approve' }));
    expect(await countQueries(api.db, () => bulk({ ids, decision: 'approve' }))).toBe(few);
    expect(await countOf(quest)).toBe(22);
  });

  it('take 1,000 ids and no more', async () => {
    const ids = Array.from({ length: 1_001 }, (_, n) => 1_000_000 + n);
    await bulk({ ids, decision: 'reject' }).expect(400);
    await bulk({ ids: ids.slice(1), decision: 'reject' }).expect(200);
  });
});

describe('at once', () => {
  it('an approval and a rejection: the row lock decides, the loser gets 409', async () => {
    const id = await requested(ada);
    // Both have read the request before one of them gets the lock of the quest.
    await using blocker = await beginTransaction(api.db);
    await blocker.raw('select from quests where id = ? for update', [quest.id]);
    const both = Promise.all([approve(id), reject(id)]);
    await untilWaiting(api.db, 2);
    await blocker.commit();
    const answers = await both;
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const won = answers.find(({ status }) => status === 200);
    const kept = await api.db('registration_requests').where({ id }).first('status');
    expect(kept.status).toBe(won?.body.status);
    expect(await countOf(quest)).toBe(kept.status === 'approved' ? 1 : 0);
    expect(await notificationsOf(ada)).toHaveLength(1);
  });

  it('50 who want the last place, with approvals among them: one gets it', async () => {
    const crowd = await people(api.db, 50);
    const ids: number[] = [];
    for (const user of crowd.slice(0, 20)) ids.push(await requested(user));
    await api
      .db('quests')
      .where({ id: quest.id })
      .update({ max_participants: 1, registration_mode: 'open' });

    const [bulked, ...answers] = await Promise.all([
      bulk({ ids: ids.slice(10), decision: 'approve' }),
      ...ids.slice(0, 10).map((id) => approve(id)),
      ...crowd.slice(20).map((user) => start(user, quest)),
    ]);

    const inBulk = bulked.body.results.filter((one: { status?: string }) => one.status);
    const singly = answers.filter(({ status }) => status < 300);
    expect(inBulk.length + singly.length).toBe(1);
    const refused = answers.filter(({ status }) => status >= 300);
    expect(refused.filter(({ body }) => body.code !== 'QUEST_FULL')).toEqual([]);
    expect(await countOf(quest)).toBe(1);
  });
});
