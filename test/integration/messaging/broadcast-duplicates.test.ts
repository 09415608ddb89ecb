import { randomUUID } from 'node:crypto';
import { ADMIN_API_KEY, startApi, type TestApi } from '../../support/api.ts';
import { aUser } from '../../support/factories.ts';

const NOTIFICATIONS = '/api/v1/admin/notifications';
const OTHER_API_KEY = 'the-other-admin-key-of-the-tests';
const HOUR_MS = 60 * 60 * 1_000;

/** Two instances that share only the database, as two processes do. */
let api: TestApi;
let other: TestApi;

beforeAll(async () => {
  const env = { ADMIN_API_KEY: `${ADMIN_API_KEY},${OTHER_API_KEY}` };
  api = await startApi({ env });
  other = await startApi({ on: api, env });
  await aUser(api.db);
});
beforeEach(async () => {
  await api.db('notification_jobs').delete();
});
afterAll(async () => {
  await other.close();
  await api.close();
});

/** The clock of the tests starts at this time. */
const START = Date.parse('2026-05-14T09:00:00Z');
const later = (ms: number) => new Date(START + ms).toISOString();
const BROADCAST = {
  title: 'Doors',
  body: 'Open at nine.',
  audience: { user_ids: [1, 2], interests: ['looms', 'tea'] },
  channels: ['in_app', 'messenger'],
  scheduled_at: later(HOUR_MS),
};

interface Sending {
  readonly on?: TestApi;
  readonly by?: string;
  readonly key?: string;
}
const send = (given: object = {}, { on = api, by = ADMIN_API_KEY, key }: Sending = {}) =>
  on
    .anonymous()
    .post(`${NOTIFICATIONS}/bulk-send`)
    .set({ 'X-API-Key': by, ...(key && { 'Idempotency-Key': key }) })
    .send({ ...BROADCAST, ...given });

const duplicateOf = (id: number) => ({
  error: `Job ${id} is the same broadcast, created less than 10 minutes ago; set force to true to create another`,
  code: 'DUPLICATE_BROADCAST',
});
const jobs = (): Promise<number[]> => api.db('notification_jobs').orderBy('id').pluck('id');

describe('a duplicate broadcast', () => {
  it('is refused by every process, with the id of the first job', async () => {
    const { body } = await send().expect(201);

    await send().expect(409, duplicateOf(body.id));
    await send({}, { on: other }).expect(409, duplicateOf(body.id));
    expect(await jobs()).toEqual([body.id]);
  });

  it('is refused without scheduled_at', async () => {
    const { body } = await send({ scheduled_at: undefined }).expect(201);
    api.advance(1_000);

    await send({ scheduled_at: undefined }).expect(409, duplicateOf(body.id));
  });

  it('is refused with another order of channels and filters, and with another action_url', async () => {
    const { body } = await send().expect(201);

    await send({
      audience: { interests: ['tea', 'looms'], user_ids: [2, 1, 2] },
      channels: ['messenger', 'in_app'],
      scheduled_at: '2026-05-14T12:00:00+02:00',
      action_url: 'https://hallway.example/agenda',
    }).expect(409, duplicateOf(body.id));
  });

  it('is created once by ten concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => send({}, { on: n % 2 ? other : api })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(await jobs()).toHaveLength(1);
  });

  it.each([
    ['title', { title: 'Gates' }],
    ['body', { body: 'Open at ten.' }],
    ['audience', { audience: { all: true } }],
    ['channels', { channels: ['in_app'] }],
    ['time', { scheduled_at: later(2 * HOUR_MS) }],
  ])('differs by its %s', async (_what, given) => {
    await send().expect(201);
    await send(given).expect(201);
  });

  it('differs by the API key', async () => {
    await send().expect(201);
    await send({}, { by: OTHER_API_KEY }).expect(201);
  });

  it('is created with force or an Idempotency-Key', async () => {
    await send().expect(201);
    await send({ force: true }).expect(201);
    await send({}, { key: randomUUID() }).expect(201);

    expect(await jobs()).toHaveLength(3);
  });

  it('is refused after a broadcast with force or an Idempotency-Key', async () => {
    const { body } = await send({ force: true }, { key: randomUUID() }).expect(201);

    await send().expect(409, duplicateOf(body.id));
  });

  it.each([
    ['cancelled', { status: 'cancelled', finished_at: later(0) }],
    ['failed', { status: 'failed', failure_reason: 'too_late', finished_at: later(0) }],
  ])('is created after the first is %s', async (_what, changes) => {
    await send().expect(201);
    await api.db('notification_jobs').update(changes);

    await send().expect(201);
  });

  it('is refused while the first is running or completed', async () => {
    const { body } = await send().expect(201);
    const started_at = later(0);
    await api.db('notification_jobs').update({ status: 'running', started_at });
    await send().expect(409, duplicateOf(body.id));
    await api.db('notification_jobs').update({ status: 'completed', finished_at: started_at });

    await send().expect(409, duplicateOf(body.id));
  });

  it('is created after ten minutes', async () => {
    const { body } = await send().expect(201);
    const setAge = (minutes: number) =>
      api.db('notification_jobs').update({
        submitted_at: api.db.raw(`now() - ? * interval '1 minute'`, [minutes]),
      });
    await setAge(9);
    await send().expect(409, duplicateOf(body.id));
    await setAge(10);

    await send().expect(201);
  });

  it('is never refused as a dry run or a preview', async () => {
    await send().expect(201);

    await send({ dry_run: true }).expect(200);
    await send({ dry_run: true }).expect(200);
    await api.admin().post(`${NOTIFICATIONS}/preview`).send(BROADCAST).expect(200);
  });
});
