import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { POOL_LIMITS } from '../../../src/db/knex.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { TokensService } from '../../../src/services/people/tokens.service.ts';
import { ADMIN_API_KEY, JWT_SECRET, startApi, type TestApi } from '../../support/api.ts';
import {
  ATTENDABLE_KINDS,
  type Attendable,
  type AttendableKind,
  CONFERENCE,
} from '../../support/attendables.ts';
import { beginTransaction } from '../../support/database.ts';
import { anEvent, aUser, people } from '../../support/factories.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { untilWaiting } from '../../support/queries.ts';
import { expectSound } from '../../support/seats.ts';
import { ENCRYPTION_KEY, endServices, startService } from '../../support/service.ts';

/** The connections that a process lends to the requests of one attendable. */
const LENT = 3;
const BUSY = 'Too many requests for';

let api: TestApi;
/** A second pool on the same database. */
let other: TestApi;

beforeAll(async () => {
  api = await startApi();
  other = await startApi({ on: api });
});
afterAll(async () => {
  await other.close();
  await api.close();
});

/** Runs `work` while another process holds the lock of a row, as a request for it does. */
async function whileLocked(
  { table }: AttendableKind,
  { id }: Attendable,
  work: () => Promise<unknown>,
): Promise<void> {
  await using holder = await beginTransaction(other.db);
  await holder.raw('set local idle_in_transaction_session_timeout = 0');
  await holder(table).where({ id }).forUpdate();
  await work();
}

const countWaiting = async (): Promise<number> =>
  (
    await other
      .db('pg_stat_activity')
      .whereRaw('datname = current_database()')
      .where({ wait_event_type: 'Lock' })
  ).length;

describe.each(ATTENDABLE_KINDS)('one popular $noun', (kind) => {
  const { table, addAttendance, attend, cancel } = kind;
  const checkIn = ({ id }: User, popular: Attendable) =>
    api.admin().post(`/api/v1/admin/${table}/${popular.id}/check-in`).send({ user_id: id });
  const change = (popular: Attendable) =>
    api.admin().put(`/api/v1/admin/${table}/${popular.id}`).send({ capacity: 100 });
  const erase = (user: User) => api.as(user).delete('/api/v1/users/me');

  it('takes 3 connections at most, so other requests are answered at the same time', async () => {
    const popular = await kind.create(api.db);
    const quiet = await anEvent(api.db);
    const crowd = await people(api.db, 30);
    const [attending, grace] = [crowd.slice(10), await aUser(api.db)];
    for (const user of attending) await addAttendance(api.db, [user, popular]);
    let answers: Promise<{ status: number }[]> | undefined;

    await whileLocked(kind, popular, async () => {
      const requests = crowd.map(async (user, n) => {
        if (n < 10) return attend(api.as(user), popular);
        if (n < 15) return cancel(api.as(user), popular);
        if (n < 20) return checkIn(user, popular);
        return n < 25 ? erase(user) : change(popular);
      });
      answers = Promise.all(requests);
      await untilWaiting(other.db, LENT);
      for (let round = 0; round < 10; round += 1) {
        await api.anonymous().get('/api/v1/events').expect(200);
        await api.as(grace).get('/api/v1/users/me').expect(200);
        await api.as(grace).get(`/api/v1/${table}/${popular.id}`).expect(200);
        const { status } = await api
          .as(grace)
          .post('/api/v1/events/attend')
          .send({ event_id: quiet.id });
        expect(status).toBe(round === 0 ? 201 : 200);
        expect(await countWaiting()).toBeLessThanOrEqual(LENT);
      }
    });

    const statuses = new Set((await answers)?.map(({ status }) => status));
    expect([...statuses].filter((status) => ![200, 201].includes(status))).toEqual([]);
    await expectSound(api.db, table, popular);
  });
});

describe.each(ATTENDABLE_KINDS)('the door of one $noun', ({ noun, ...kind }) => {
  it('takes 3 connections at most while an import locks those who arrive', async () => {
    const popular = await kind.create(api.db);
    const crowd = await people(api.db, 20);
    for (const user of crowd) await kind.addAttendance(api.db, [user, popular]);
    const path = `/api/v1/admin/${kind.table}/${popular.id}/check-in`;
    let answers: Promise<{ status: number }[]>;
    {
      await using holder = await beginTransaction(other.db);
      await holder.raw('set local idle_in_transaction_session_timeout = 0');
      await holder(kind.attendances)
        .where({ [`${noun}_id`]: popular.id })
        .forNoKeyUpdate();
      const checkIn = async ({ id }: User) => api.admin().post(path).send({ user_id: id });
      answers = Promise.all(crowd.map(checkIn));
      await untilWaiting(other.db, LENT);
      // Those who register do not share the connections of the door.
      for (const user of await people(api.db, 5)) {
        await kind.attend(api.as(user), popular).expect(201);
        expect(await countWaiting()).toBeLessThanOrEqual(LENT);
      }
    }
    expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set([200]));
    await expectSound(api.db, kind.table, popular);
  });
});

describe('a request that waits for one attendable', () => {
  it('answers 503 with a jittered Retry-After after 3 s of waiting', async () => {
    await using limited = await startApi({ on: api, limits: POOL_LIMITS });
    const popular = await CONFERENCE.create(api.db);
    const crowd = await people(api.db, 20);
    const started = performance.now();
    let answers: { status: number; body: { error: string }; headers: object; ms: number }[] = [];

    await whileLocked(CONFERENCE, popular, async () => {
      answers = await Promise.all(
        crowd.map(async (user) => {
          const { status, body, headers } = await CONFERENCE.attend(limited.as(user), popular);
          return { status, body, headers, ms: performance.now() - started };
        }),
      );
    });

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    const refused = answers.filter(({ body }) => body.error.startsWith(BUSY));
    expect(refused.length).toBeGreaterThanOrEqual(crowd.length - 2 * LENT);
    for (const { body, ms } of refused) {
      expect(body).toEqual({
        error: `${BUSY} conference ${popular.id}; try again later`,
        code: 'SERVICE_UNAVAILABLE',
      });
      expect(ms).toBeGreaterThanOrEqual(2_900);
    }
    const delays = answers.map(({ headers }) => (headers as Record<string, string>)['retry-after']);
    for (const delay of delays) expect(delay).toMatch(/^[2-8]$/);
    expect(new Set(delays).size).toBeGreaterThan(1);
    // The refused requests left nothing behind.
    await CONFERENCE.attend(api.as(crowd[0]), popular).expect(201);
    await expectSound(api.db, 'conferences', popular);
  });
});

describe('200 users at one event, and the door of a conference, over two processes', () => {
  const USERS = 200;
  const CAPACITY = 60;
  let cwd: string;
  let urls: string[];

  beforeAll(async () => {
    cwd = await mkdtemp(path.join(tmpdir(), 'hallway-crowding-'));
    await chmod(cwd, 0o755);
    const env = {
      NODE_ENV: 'production',
      ROLE: 'api',
      DATABASE_URL: api.databaseUrl,
      JWT_SECRET,
      ADMIN_API_KEY,
      ENCRYPTION_KEY,
      MESSENGER_BOT_TOKEN: BOT_TOKEN,
      RATE_LIMIT_ENABLED: 'false',
    };
    const services = [await startService({ env, cwd }), await startService({ env, cwd })];
    urls = services.map(({ url }) => url);
  });
  afterAll(async () => {
    await endServices();
    await rm(cwd, { recursive: true });
  });

  // The processes use the real clock, unlike `api`.
  const tokens = new TokensService({
    secrets: [JWT_SECRET],
    ttlSeconds: 3_600,
    adminTtlSeconds: 3_600,
    now: () => new Date(),
  });
  const tokenOf = ({ id, messenger_id }: User) =>
    tokens.issueForUser({ user_id: id, messenger_id: messenger_id as number }).token;

  type Sent = [method: string, path: string, body?: object];
  const sendWith = (credential: object, n: number, [method, path, body]: Sent) =>
    fetch(`${urls[n % 2]}/api/v1${path}`, {
      method,
      headers: { ...credential, 'Content-Type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    });
  const send = (user: User, n: number, sent: Sent) =>
    sendWith({ Authorization: `Bearer ${tokenOf(user)}` }, n, sent);

  it('all get an answer, each seat goes to one user, and other requests are answered', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000);
    const times = { starts_at: tomorrow, ends_at: new Date(tomorrow.getTime() + 3_600_000) };
    const popular = await anEvent(api.db, { ...times, capacity: CAPACITY });
    const grace = await aUser(api.db);
    const crowd = await people(api.db, USERS);
    let isOver = false;
    const others = (async () => {
      const statuses = new Set<number>();
      for (let n = 0; !isOver || n < 4; n += 1) {
        const paths = ['/events', `/events/${popular.id}`, '/users/me'] as const;
        statuses.add((await send(grace, n, ['GET', paths[n % 3] ?? paths[0]])).status);
      }
      return statuses;
    })();

    /** Sends again after a 503, as clients do; a busy machine can cause one. */
    const attend = async (user: User, n: number): Promise<Response> => {
      const answer = await send(user, n, ['POST', '/events/attend', { event_id: popular.id }]);
      return answer.status === 503 ? attend(user, n) : answer;
    };
    const answers = await Promise.all(crowd.map(attend)).finally(() => {
      isOver = true;
    });

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await others).toEqual(new Set([200]));
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as {
      status: string;
      waitlist_position: number | null;
    }[];
    expect(bodies.filter(({ status }) => status === 'registered')).toHaveLength(CAPACITY);
    const positions = bodies.flatMap(({ waitlist_position }) => waitlist_position ?? []);
    expect(positions.sort((a, b) => a - b)).toEqual(
      Array.from({ length: USERS - CAPACITY }, (_, n) => n + 1),
    );
    await expectSound(api.db, 'events', popular);
  });

  it('300 check-ins are answered while 500 users wait to register', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const days = { starts_on: today, ends_on: `${Number(today.slice(0, 4)) + 1}-01-01` };
    const conference = await CONFERENCE.create(api.db, days);
    const arriving = await people(api.db, 300);
    for (const user of arriving) await CONFERENCE.addAttendance(api.db, [user, conference]);
    const crowd = await people(api.db, 500);
    const path = `/admin/conferences/${conference.id}/check-in`;
    const registration = `/conferences/${conference.id}/register`;
    let registered: Promise<Response[]> | undefined;
    /** The devices of a door: each scans its attendees one after the other. */
    const scan = async (device: number): Promise<Response[]> => {
      const answers: Response[] = [];
      for (let n = device; n < arriving.length; n += 20) {
        const body = { user_id: arriving[n]?.id, nonce: `door-${n}` };
        answers.push(await sendWith({ 'X-API-Key': ADMIN_API_KEY }, n, ['POST', path, body]));
      }
      return answers;
    };

    await whileLocked(CONFERENCE, conference, async () => {
      registered = Promise.all(crowd.map((user, n) => send(user, n, ['POST', registration])));
      await untilWaiting(other.db, 2 * LENT);
      const answers = await Promise.all(Array.from({ length: 20 }, (_, device) => scan(device)));
      expect(new Set(answers.flat().map(({ status }) => status))).toEqual(new Set([200]));
    });

    const statuses = new Set((await registered)?.map(({ status }) => status));
    expect([...statuses].filter((status) => ![201, 503].includes(status))).toEqual([]);
    const stats = await api.admin().get(`/api/v1${path}/stats`).expect(200);
    expect(stats.body).toMatchObject({ checked_in: arriving.length });
    await expectSound(api.db, 'conferences', conference);
  });
});
