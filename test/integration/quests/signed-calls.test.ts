import type { User } from '../../../src/domain/people/users.ts';
import type { QuestTask } from '../../../src/domain/quests/quest-tasks.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import {
  ClaimCodesService,
  GuestCodesService,
} from '../../../src/services/attendance/seat-codes.service.ts';
import { type StartOptions, startApi, type TestApi } from '../../support/api.ts';
import {
  aConference,
  anAttendance,
  anEvent,
  aQuest,
  aTask,
  aUser,
} from '../../support/factories.ts';
import { recordingLog } from '../../support/log.ts';
import { aCodeTask, COMPLETE, JOIN, named, runCalls, signed } from '../../support/quest-calls.ts';

const MINUTE_MS = 60_000;
const { log, lines } = recordingLog();

let api: TestApi;
let ada: User;
let quest: Quest;
let task: QuestTask;
let secret: string;

beforeAll(async () => {
  api = await startApi({ log });
});
afterAll(() => api.close());
beforeEach(async () => {
  ada = await aUser(api.db);
  quest = await aQuest(api.db, { public_api_enabled: true });
  task = await aTask(api.db, quest, { type: 'external' });
  secret = await rotate();
});

async function rotate({ id } = quest, body: object = {}): Promise<string> {
  const answer = api.admin().post(`/api/v1/admin/quests/${id}/rotate-secret`).send(body);
  return (await answer.expect(200)).body.secret;
}

/** Another process with the same clock. */
async function startBeside(options: StartOptions = {}): Promise<TestApi> {
  const other = await startApi({ on: api, ...options });
  other.advance(api.now().getTime() - other.now().getTime());
  return other;
}

type Signing = Partial<Parameters<typeof signed>[1]> & { readonly on?: TestApi };

/** Answers status, body and headers of a signed call. */
function call(path: string, body: object, { on = api, ...signing }: Signing = {}) {
  const sent = signed(body, { secret, at: api.now(), ...signing });
  return on.anonymous().post(path).set(sent.headers).send(sent.body);
}
const complete = (signing: Signing = {}, body: object = {}) =>
  call(COMPLETE, { task_id: task.id, ...named(ada), ...body }, signing);
const refusalOf = async (request: PromiseLike<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await request;
  return [status, body.code];
};
const submissionsOf = (user: User) =>
  api.db('user_quest_tasks').where({ user_id: user.id }).select('task_id', 'status', 'source');

describe('the signature of a call', () => {
  it.each([-6, 6])('is refused when its time is %i minutes off', async (minutes) => {
    const at = new Date(api.now().getTime() + minutes * MINUTE_MS);
    const { headers } = await complete({ at }).expect(401);
    expect(headers['www-authenticate']).toBe('HallwaySignature error="timestamp"');
    expect(headers.date).toMatch(/ GMT$/);
    expect(await submissionsOf(ada)).toEqual([]);
  });

  it.each([-4, 4])('is accepted when its time is %i minutes off', async (minutes) => {
    await complete({ at: new Date(api.now().getTime() + minutes * MINUTE_MS) }).expect(202);
  });

  it('is refused of a changed body, with another secret, and for an unknown quest', async () => {
    const other = await aQuest(api.db, { public_api_enabled: true });
    const stranger = await aUser(api.db);
    for (const request of [
      complete({ sent: { task_id: task.id, ...named(stranger) } }),
      complete({ secret: await rotate(other) }),
      call(JOIN, { quest_id: 999_999, ...named(ada) }),
    ]) {
      const { headers } = await request.expect(401);
      expect(headers['www-authenticate']).toBe('HallwaySignature error="signature"');
    }
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'never makes a call with %s alone an unsigned one',
    async (header) => {
      const code = await aCodeTask(api, quest, 'HARBOR-7');
      const request = api.anonymous().post(COMPLETE).set(header, '1');
      await request.send({ task_id: code.id, ...named(ada), proof: 'HARBOR-7' }).expect(401);
      await runCalls(api);
      expect(await submissionsOf(ada)).toEqual([]);
    },
  );

  it('may be one of several', async () => {
    const sent = signed({ task_id: task.id, ...named(ada) }, { secret, at: api.now() });
    const several = `v1,${'A'.repeat(43)}= v2,x ${sent.headers['webhook-signature']}`;
    const request = api.anonymous().post(COMPLETE).set(sent.headers);
    await request.set('webhook-signature', several).send(sent.body).expect(202);
  });

  it('is accepted under the old secret for 24 hours, unless it was revoked', async () => {
    const newest = await rotate();
    await complete().expect(202);
    await complete({ secret: newest }).expect(202);
    api.advance(24 * 60 * MINUTE_MS);
    await complete().expect(401);
    await complete({ secret: newest }).expect(202);

    const last = await rotate(quest, { revoke: true });
    await complete({ secret: newest }).expect(401);
    await complete({ secret: last }).expect(202);
  });
});

describe('a signed call', () => {
  it('completes external, code and link tasks at once', async () => {
    const code = await aCodeTask(api, quest, 'HARBOR-7');
    const link = await aTask(api.db, quest);
    for (const { id } of [task, code, link])
      await complete({}, { task_id: id }).expect(202, { task_id: id, status: 'approved' });
    expect(await submissionsOf(ada)).toEqual(
      [task, code, link].map(({ id }) => ({ task_id: id, status: 'approved', source: 'signed' })),
    );
    const text = await aTask(api.db, quest, { type: 'text' });
    expect(await refusalOf(complete({}, { task_id: text.id }))).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('takes the place of what an unsigned call left, also after its rejection', async () => {
    for (const status of ['pending', 'rejected']) {
      const left = await aTask(api.db, quest, { type: 'external' });
      await api
        .anonymous()
        .post(COMPLETE)
        .send({ task_id: left.id, ...named(ada) })
        .expect(202);
      await runCalls(api);
      const decided_at = status === 'rejected' ? api.now() : null;
      await api.db('user_quest_tasks').where({ task_id: left.id }).update({ status, decided_at });
      const { body } = await complete({}, { task_id: left.id }).expect(202);
      expect(body.status).toBe('approved');
    }
  });

  it('joins a quest that asks for approval, and decides the request', async () => {
    await api.db('quests').where({ id: quest.id }).update({ registration_mode: 'approval' });
    const join = { quest_id: quest.id, ...named(ada) };
    await api.anonymous().post(JOIN).send(join).expect(202);
    await runCalls(api);
    await call(JOIN, join).expect(202, { quest_id: quest.id, status: 'accepted' });
    const of = { quest_id: quest.id, user_id: ada.id };
    expect(await api.db('user_quests').where(of).first('status', 'source')).toEqual({
      status: 'in_progress',
      source: 'signed',
    });
    expect(await api.db('registration_requests').where(of).first('status')).toEqual({
      status: 'approved',
    });
  });

  it('receives the truth', async () => {
    const unknown = { messenger_id: 999_999_999 };
    const blocked = await aUser(api.db, { is_blocked: true });
    expect(await refusalOf(complete({}, unknown))).toEqual([404, 'NOT_FOUND']);
    expect(await refusalOf(complete({}, named(blocked)))).toEqual([404, 'NOT_FOUND']);
    const ticket = { messenger_id: undefined, ticket: 'no ticket' };
    expect(await refusalOf(complete({}, ticket))).toEqual([400, 'TICKET_INVALID']);

    const set = (columns: object) => api.db('quests').where({ id: quest.id }).update(columns);
    await api.db('quest_tasks').where({ id: task.id }).update({ closes_at: api.now() });
    expect(await refusalOf(complete())).toEqual([409, 'TASK_CLOSED']);
    await complete({}, { task_id: (await aTask(api.db, quest)).id, ...named(await aUser(api.db)) });
    await set({ max_participants: 1 });
    const join = { quest_id: quest.id, ...named(ada) };
    expect(await refusalOf(call(JOIN, join))).toEqual([409, 'QUEST_FULL']);
    await set({ ends_at: api.now() });
    expect(await refusalOf(complete())).toEqual([409, 'QUEST_ENDED']);
    await set({ ends_at: null, starts_at: new Date(api.now().getTime() + MINUTE_MS) });
    expect(await refusalOf(complete())).toEqual([409, 'QUEST_NOT_STARTED']);
    await set({ starts_at: null, access: 'registered', max_participants: null });
    expect(await refusalOf(call(JOIN, join))).toEqual([403, 'REGISTRATION_REQUIRED']);
    await set({ public_api_enabled: false });
    expect(await refusalOf(call(JOIN, join))).toEqual([403, 'FORBIDDEN']);
    await set({ is_active: false });
    expect(await refusalOf(call(JOIN, join))).toEqual([404, 'NOT_FOUND']);
  });

  it('refuses the badge of a guest without an account, and names them once they have claimed', async () => {
    const conference = await aConference(api.db);
    const [guest] = await api
      .db('registrations')
      .insert({ conference_id: conference.id, is_walk_in: true, status: 'registered' })
      .returning(['id', 'queue_number']);
    await api.db('conferences').where({ id: conference.id }).update({ invited_count: 1 });
    const { ticketSecrets } = api.configWith({});
    const code = new GuestCodesService({ secrets: ticketSecrets }).codeOf({
      conference_id: conference.id,
      invitation_id: guest.id,
      queue_number: guest.queue_number,
    });
    const badge = { messenger_id: undefined, ticket: code };
    expect(await refusalOf(complete({}, badge))).toEqual([409, 'GUEST_NOT_CLAIMED']);

    const claims = new ClaimCodesService({ secrets: ticketSecrets });
    await api
      .as(ada)
      .post(`/api/v1/conferences/${conference.id}/claim`)
      .send({ code: claims.codeOf({ invitation_id: guest.id, epoch: 0 }) })
      .expect(200);
    await complete({}, badge).expect(202);
    await api.as(ada).delete(`/api/v1/conferences/${conference.id}/register`).expect(200);
    expect(await refusalOf(complete({}, badge))).toEqual([400, 'TICKET_INVALID']);
  });

  it('names the person by a ticket whose seat they hold', async () => {
    const event = await anEvent(api.db);
    await anAttendance(api.db, [ada, event]);
    const { body } = await api.as(ada).get(`/api/v1/events/${event.id}/ticket`).expect(200);
    const ticket = { messenger_id: undefined, ticket: body.code };
    await complete({}, ticket).expect(202);
    await api.as(ada).delete(`/api/v1/events/${event.id}/attend`).expect(200);
    expect(await refusalOf(complete({}, ticket))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the same webhook-id', () => {
  it('gets the first answer for 24 hours, also when that was a refusal', async () => {
    const done = { id: 'msg_done' };
    const first = await complete(done).expect(202);
    await api.db('quests').where({ id: quest.id }).update({ is_active: false });
    expect((await complete(done).expect(202)).body).toEqual(first.body);

    const refused = { id: 'msg_refused' };
    expect(await refusalOf(complete(refused))).toEqual([404, 'NOT_FOUND']);
    await api.db('quests').where({ id: quest.id }).update({ is_active: true });
    api.advance(24 * 60 * MINUTE_MS - 1);
    expect(await refusalOf(complete(refused))).toEqual([404, 'NOT_FOUND']);
    api.advance(1);
    await complete(refused).expect(202);
  });

  it('is refused with another body', async () => {
    const id = 'msg_1';
    await complete({ id }).expect(202);
    const other = named(await aUser(api.db));
    expect(await refusalOf(complete({ id }, other))).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('runs once when it comes ten times at once over two processes', async () => {
    await using second = await startBeside();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => complete({ id: 'msg_1', on: n % 2 ? second : api })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(202));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await api.db('point_ledger').where({ user_id: ada.id })).toHaveLength(1);
    expect(await api.db('signed_calls').where({ quest_id: quest.id })).toHaveLength(1);
  });
});

it('signed calls have their own limit per quest, which no wrong signature uses up', async () => {
  await using limited = await startBeside({
    rateLimits: { 'signed-quest-calls': 2, 'quest-calls-per-address': 1 },
  });
  const wrong = { secret: `whsec_${'A'.repeat(43)}=`, on: limited };
  expect(await refusalOf(complete(wrong))).toEqual([401, 'UNAUTHORIZED']);
  expect(await refusalOf(complete(wrong))).toEqual([429, 'RATE_LIMITED']);
  for (let n = 0; n < 2; n++) await complete({ on: limited }).expect(202);
  expect(await refusalOf(complete({ on: limited }))).toEqual([429, 'RATE_LIMITED']);
});

it('a signed call meets the limit of wrong signatures before the secrets are read', async () => {
  await using limited = await startBeside({ rateLimits: { 'wrong-signatures': 2 } });
  const other = await aQuest(api.db, { public_api_enabled: true });
  const otherTask = await aTask(api.db, other, { type: 'external' });
  const wrong = { secret: `whsec_${'A'.repeat(43)}=`, on: limited };
  for (let n = 0; n < 2; n++) {
    expect(await refusalOf(complete(wrong))).toEqual([401, 'UNAUTHORIZED']);
  }
  // A secret that cannot be decrypted makes every call that reads it fail.
  const stored = { secret_encrypted: Buffer.from('not encrypted') };
  await api.db('quests').where({ id: quest.id }).update(stored);
  expect(await refusalOf(complete(wrong))).toEqual([429, 'RATE_LIMITED']);
  const elsewhere = { on: limited, secret: await rotate(other) };
  await complete(elsewhere, { task_id: otherTask.id }).expect(202);
});

it('codes and secrets appear in no log line, audit row, list or job payload', async () => {
  const code = 'CANARY-CODE-77';
  const { id } = await aCodeTask(api, quest, code);
  await api
    .anonymous()
    .post(COMPLETE)
    .send({ task_id: id, ...named(ada), proof: code })
    .expect(202);
  await complete({}, { task_id: id, proof: code }).expect(202);
  await api.admin().get(`/api/v1/admin/quests/${quest.id}/codes`).expect(200);
  const rotation = api.admin().post(`/api/v1/admin/quests/tasks/${id}/rotate-code`);
  const rotated = (await rotation.send({ grace_minutes: 5 }).expect(200)).body.code;
  const audit = await api.admin().get('/api/v1/admin/audit-log').expect(200);
  expect(audit.text).toContain('quest_task.rotate_code');
  expect(audit.text).toContain('quest.open_codes');
  expect(audit.text).toContain('quest.rotate_secret');

  const { rows } = await api.db.raw('select json_agg(j)::text as jobs from pgboss.job j');
  const seen = JSON.stringify(lines) + audit.text + rows[0].jobs;
  for (const word of [code, 'CANARYCODE77', rotated, secret, secret.slice(6)])
    expect(seen).not.toContain(word);
});
