import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  aConference,
  aConnection,
  aNotification,
  anAgendaItem,
  anEvent,
  aQuest,
  aTask,
  aUser,
} from '../../support/factories.ts';
import { signInitData } from '../../support/messenger.ts';
import { countQueries } from '../../support/queries.ts';
import { aParticipation } from '../../support/quests.ts';

const PAST = '2020-01-01T00:00:00.000Z';
const FUTURE = '2090-01-01T00:00:00.000Z';
const SIGNATURE = 'AbCdEfGhIjKlMnOpQrSt_-';

let api: TestApi;
let ada: User;
let grace: User;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ada = await aUser(api.db);
  grace = await aUser(api.db);
});

const find = async (parameter: string, as: User | null = ada) => {
  const agent = as === null ? api.anonymous() : api.as(as);
  const { body } = await agent.get(`/api/v1/start/${parameter}`).expect(200);
  return body.start;
};
const launch = (user: User, start_param?: string) =>
  signInitData(
    { id: user.messenger_id ?? 0, first_name: user.first_name },
    { at: api.now(), ...(start_param !== undefined && { start_param }) },
  );
const signIn = async (user: User, start_param?: string) => {
  const init_data = launch(user, start_param);
  const { body } = await api.anonymous().post('/api/v1/auth/login').send({ init_data }).expect(200);
  return body;
};
const rowOf = (id: number) => api.db('notifications').where({ id }).first();

describe('GET /start/:parameter', () => {
  it('opens public things for everyone', async () => {
    const conference = await aConference(api.db);
    const event = await anEvent(api.db, { conference_id: conference.id });
    const item = await anAgendaItem(api.db, conference);
    const quest = await aQuest(api.db);
    const task = await aTask(api.db, quest);
    const opened = [
      [`e_${event.id}`, { kind: 'event', id: event.id }],
      [`c_${conference.id}`, { kind: 'conference', id: conference.id }],
      [`a_${item.id}`, { kind: 'agenda_item', id: item.id }],
      [`u_${grace.id}`, { kind: 'user', id: grace.id }],
      [`q_${quest.id}`, { kind: 'quest', id: quest.id }],
      [`t_${task.id}_wrong-code`, { kind: 'task', id: task.id, code: 'WRONG-CODE' }],
    ] as const;
    for (const [parameter, start] of opened) {
      expect(await find(parameter, null)).toEqual({ ...start, available: true });
      expect(await find(parameter)).toEqual({ ...start, available: true });
    }
  });

  it('answers alike for what is missing, and with as many statements for what is hidden', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    const pending = await anEvent(api.db, {
      status: 'pending',
      kind: 'side',
      submitted_by: grace.id,
    });
    const hiddenQuest = await aQuest(api.db, { is_active: false });
    const comingQuest = await aQuest(api.db, { starts_at: FUTURE });
    const deleted = await aTask(api.db, await aQuest(api.db), { deleted_at: PAST });
    const hidden = [
      ['e', (await anEvent(api.db, { conference_id: draft.id })).id],
      ['e', pending.id],
      ['c', draft.id],
      ['a', (await anAgendaItem(api.db, draft)).id],
      ['u', (await aUser(api.db, { is_discoverable: false })).id],
      ['u', (await aUser(api.db, { is_blocked: true })).id],
      ['u', (await aUser(api.db, { erased_at: PAST, messenger_id: null })).id],
      ['q', hiddenQuest.id],
      ['q', comingQuest.id],
      ['t', (await aTask(api.db, hiddenQuest)).id],
      ['t', (await aTask(api.db, comingQuest)).id],
      ['t', deleted.id],
      ['n', (await aNotification(api.db, grace)).id],
      ['m', 1],
    ] as const;
    for (const [letter, id] of hidden) {
      const parameterOf = (of: number) => `${letter}_${of}${letter === 't' ? '_CODE' : ''}`;
      for (const as of [ada, null]) {
        const [start, missing] = [
          await find(parameterOf(id), as),
          await find(parameterOf(9e9), as),
        ];
        expect(start).toEqual({ ...missing, id });
        expect(start.available).toBe(false);
        const counts = [];
        for (const one of [id, 9e9])
          counts.push(await countQueries(api.db, () => find(parameterOf(one), as)));
        expect([parameterOf(id), counts[0]]).toEqual([parameterOf(id), counts[1]]);
      }
    }
  });

  it('opens what only some users see: requesters, connections and participants', async () => {
    const event = await anEvent(api.db, { status: 'pending', kind: 'side', submitted_by: ada.id });
    const shy = await aUser(api.db, { is_discoverable: false });
    await aConnection(api.db, [ada, shy]);
    const quest = await aQuest(api.db, { is_active: false });
    const task = await aTask(api.db, quest);
    await aParticipation(api.db, [ada, quest]);
    for (const parameter of [
      `e_${event.id}`,
      `u_${shy.id}`,
      `q_${quest.id}`,
      `t_${task.id}_CODE`,
    ]) {
      const available = [];
      for (const as of [ada, grace, null]) available.push((await find(parameter, as)).available);
      expect([parameter, ...available]).toEqual([parameter, true, false, false]);
    }
  });

  it('does not open what does not exist yet, whatever the code', async () => {
    const claim = `AAAAAAAH${SIGNATURE}`;
    expect(await find(`i_${claim}`)).toEqual({
      kind: 'claim',
      id: 7,
      code: claim,
      available: false,
    });
    expect(await find(`k_${claim}`)).toEqual({
      kind: 'meet',
      id: 7,
      code: claim,
      available: false,
    });
    expect(await find('m_3')).toEqual({ kind: 'meeting', id: 3, available: false });
  });

  it('opens the own notification at its page, and changes nothing', async () => {
    const event = await anEvent(api.db);
    const { id } = await aNotification(api.db, ada, {
      type: 'event_approved',
      data: { event_id: event.id },
    });
    const start = { kind: 'event', id: event.id, notification_id: id, available: true };
    expect(await find(`n_${id}`)).toEqual(start);
    await api.db('events').where({ id: event.id }).update({ status: 'rejected' });
    expect(await find(`n_${id}`)).toEqual({ ...start, available: false });
    expect((await rowOf(id)).clicked_at).toBeNull();
    for (const as of [grace, null])
      expect(await find(`n_${id}`, as)).toEqual({ kind: 'notification', id, available: false });
  });

  it('opens the notification itself if it has no page, and one of the messenger only', async () => {
    const { id } = await aNotification(api.db, ada, { in_app: false });
    const own = { kind: 'notification', id, notification_id: id, available: true };
    expect(await find(`n_${id}`)).toEqual(own);
  });

  it.each(['x_1', 'q_0', 'e_9007199254740992', 't_1', 'promo-2026'])(
    'answers null for the foreign parameter %s',
    async (parameter) => {
      expect(await find(parameter)).toBeNull();
    },
  );

  it.each(['a'.repeat(65), 'e_1%00', '%2e%2e%2fevents', "e_1'--", 'e_%D9%A1'])(
    'answers 400 for %s, which no link can have',
    async (parameter) => {
      const { body } = await api.anonymous().get(`/api/v1/start/${parameter}`).expect(400);
      expect(body).toMatchObject({ code: 'VALIDATION_ERROR', error: /^parameter: / });
    },
  );
});

describe('the signed start parameter', () => {
  it('is opened by sign-in, which marks the own notification as clicked, once', async () => {
    const event = await anEvent(api.db);
    const data = { event_id: event.id };
    const { id } = await aNotification(api.db, ada, { type: 'event_approved', data });
    const start = { kind: 'event', id: event.id, notification_id: id, available: true };

    expect((await signIn(ada, `n_${id}`)).start).toEqual(start);
    const { clicked_at } = await rowOf(id);
    expect(clicked_at).toBe(api.now().toISOString());
    api.advance(60_000);
    expect((await signIn(ada, `n_${id}`)).start).toEqual(start);
    expect((await rowOf(id)).clicked_at).toBe(clicked_at);

    const { body } = await api.as(ada).get('/api/v1/notifications?status=unread').expect(200);
    expect(body.unread_count).toBe(0);
  });

  it('marks no notification of another user', async () => {
    const { id } = await aNotification(api.db, grace);
    const { start } = await signIn(ada, `n_${id}`);
    expect(start).toEqual({ kind: 'notification', id, available: false });
    expect((await rowOf(id)).clicked_at).toBeNull();
  });

  it('is null without one, with a foreign one, and after a refresh', async () => {
    expect((await signIn(ada)).start).toBeNull();
    expect((await signIn(ada, 'x_1')).start).toBeNull();
    const signed = await aUser(api.db, { messenger_signed_at: api.now().toISOString() });
    const { token } = await signIn(signed, 'm_1');
    const { body } = await api
      .anonymous()
      .post('/api/v1/auth/refresh')
      .set('Authorization', `Bearer ${token}`)
      .expect(200);
    expect(body.start).toBeNull();
  });

  it('is opened by POST /messenger/upsert, with a token and without', async () => {
    const first = await aNotification(api.db, ada);
    const second = await aNotification(api.db, ada);
    const upsert = (start_param: string) =>
      api
        .anonymous()
        .post('/api/v1/messenger/upsert')
        .set('X-Messenger-Auth', launch(ada, start_param));
    const { body } = await upsert(`n_${first.id}`).expect(200);
    expect(body.start).toMatchObject({ notification_id: first.id, available: true });
    const { token } = await signIn(ada);
    const bearer = await upsert(`n_${second.id}`)
      .set('Authorization', `Bearer ${token}`)
      .expect(200);
    expect(bearer.body.start).toMatchObject({ notification_id: second.id });
    for (const { id } of [first, second]) expect((await rowOf(id)).clicked_at).not.toBeNull();
    const plain = api
      .anonymous()
      .post('/api/v1/messenger/upsert')
      .set('X-Messenger-Auth', launch(ada));
    expect((await plain.expect(200)).body.start).toBeNull();
  });

  it('counts only with its signature', async () => {
    const { id } = await aNotification(api.db, ada);
    const init_data = `${launch(ada)}&start_param=n_${id}`;
    await api.anonymous().post('/api/v1/auth/login').send({ init_data }).expect(401);
    const unsigned = { init_data: launch(ada), start_param: `n_${id}` };
    const { body } = await api
      .anonymous()
      .post('/api/v1/auth/login?start_param=n_1')
      .send(unsigned);
    expect(body.start ?? null).toBeNull();
    expect((await rowOf(id)).clicked_at).toBeNull();
  });

  it('marks one click when a user signs in many times at once', async () => {
    const { id } = await aNotification(api.db, ada);
    const opened = await Promise.all(Array.from({ length: 6 }, () => signIn(ada, `n_${id}`)));
    for (const { start } of opened) expect(start.notification_id).toBe(id);
    expect((await rowOf(id)).clicked_at).not.toBeNull();
  });
});
