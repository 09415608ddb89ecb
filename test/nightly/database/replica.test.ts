import { replicaRead } from '../../../src/db/replica-read.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { openPool } from '../../support/database.ts';
import { aConference, aConnection, anEvent, people } from '../../support/factories.ts';
import { recordingLog } from '../../support/log.ts';
import { type Replicated, startReplicated } from '../../support/replicated.ts';
import { until } from '../../support/until.ts';

const USERS = '/api/v1/users';
const CONNECTIONS = '/api/v1/connections';
const DELAY_MS = 300;

let servers: Replicated;
let api: TestApi;
let ada: User;
let ben: User;
let zoe: User;

beforeAll(async () => {
  servers = await startReplicated({ delayMs: DELAY_MS });
  api = await startApi({
    on: { databaseUrl: servers.primaryUrl },
    env: { DATABASE_READ_URL: servers.replicaUrl },
  });
});
afterAll(async () => {
  await api?.close();
  await servers?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  [ada, ben, zoe] = await people(api.db, 3);
  await caughtUp();
});

const reads = () => ({ ...api.replica?.reads });
const lagMs = () => api.replica?.lagMs ?? Number.NaN;

/** Waits until the replica has everything, also what a user wrote. */
async function caughtUp(): Promise<void> {
  const { rows } = await api.db.raw<{ rows: [{ at: string }] }>(
    `select now() + interval '100 ms' as at`,
  );
  const replayed = async () => replicaRead()?.as_of ?? '';
  await until(async () => ((await api.replica?.read(undefined, replayed)) ?? '') > rows[0].at);
}

const listed = async (by: User): Promise<number[]> => {
  const res = await api.as(by).get(USERS).query({ limit: 100 }).expect(200);
  return res.body.data.map(({ id }: { id: number }) => id);
};

describe('reads that may lag', () => {
  it('are answered by the replica, at most a second late', async () => {
    const pending = async (of: User): Promise<number> => {
      const { body } = await api.as(of).get(`${CONNECTIONS}/pending`).expect(200);
      return body.data.length;
    };
    // On a busy machine, a request can take longer than the replica's delay: then another user's.
    await until(async () => {
      [ada] = await people(api.db, 1);
      await caughtUp();
      const before = reads();
      await aConnection(api.db, [ben, ada], 'pending');

      const late = (await pending(ada)) === 0;

      expect(reads()).toEqual({ ...before, replica: (before.replica ?? 0) + 1 });
      return late;
    });
    await until(async () => (await pending(ada)) === 1);
  });

  it('always have what their user wrote, and what they were notified of', async () => {
    const others = await people(api.db, 20);
    await caughtUp();
    for (const [index, other] of others.entries()) {
      await api.as(ada).post(CONNECTIONS).send({ recipient_id: other.id }).expect(201);
      const sent = await api.as(ada).get(`${CONNECTIONS}/sent`).query({ limit: 100 }).expect(200);
      expect(sent.body.data).toHaveLength(index + 1);
      const received = await api.as(other).get(`${CONNECTIONS}/pending`).expect(200);
      expect(received.body.data).toHaveLength(1);
      const inbox = await api.as(other).get('/api/v1/notifications').expect(200);
      expect(inbox.body.data).toHaveLength(1);
    }
  });

  it('have the user whom the same request creates', async () => {
    const created = api.fromMessenger({ id: 77_001, first_name: 'New' });
    const me = await created.get(`${USERS}/me`).expect(200);
    const profile = await created.get(`${USERS}/profile/${me.body.id}`).expect(200);

    expect(profile.body.first_name).toBe('New');
  });

  it('repeat a refusal on the primary, where the row may be new', async () => {
    const [late] = await people(api.db, 1);
    const before = reads();

    await api.as(ada).get(`${USERS}/profile/${late.id}`).expect(200);

    expect(reads()).toEqual({ ...before, repeated: (before.repeated ?? 0) + 1 });
  });

  it('lose no change between one updated_since and the next', async () => {
    const conference = await aConference(api.db);
    const event = await anEvent(api.db, { conference_id: conference.id });
    await caughtUp();
    const filter = { conference_id: conference.id };
    const now = api.now().toISOString();
    const list = async (updated_since?: string) =>
      api.replica?.read(undefined, () =>
        api.store.read.events.list({ ...filter, updated_since }, now, { limit: 20, page: 1 }),
      );
    let since = (await list())?.changes.as_of;
    let last = event.title;
    const poll = async () => {
      const found = await list(since);
      last = found?.rows.find(({ id }) => id === event.id)?.title ?? last;
      since = found?.changes.as_of;
    };
    const before = reads().replica ?? 0;
    for (let cycle = 1; cycle <= 10; cycle++) {
      const title = `Title ${cycle}`;
      await api.db.transaction(async (trx) => {
        // Stamped with its start, visible only later.
        await trx('events')
          .where({ id: event.id })
          .update({ title, updated_at: trx.fn.now(3) });
        for (let turn = 0; turn < 5; turn++) await poll();
      });
      await until(async () => {
        await poll();
        return last === title;
      });
    }
    expect(reads().replica).toBeGreaterThan(before + 50);
  });

  it('hide a user at once from whom they block, and everyone whom an erasure concerns', async () => {
    expect(await listed(ben)).toContain(ada.id);
    await api.as(ada).put(`${USERS}/${ben.id}/block`).expect(200);
    expect(await listed(ben)).not.toContain(ada.id);

    await caughtUp();
    expect(await listed(zoe)).toContain(ada.id);
    await api.as(ada).patch(`${USERS}/me`).send({ is_discoverable: false }).expect(200);
    expect(await listed(zoe)).not.toContain(ada.id);

    await caughtUp();
    expect(await listed(zoe)).toContain(ben.id);
    await api.as(ben).delete(`${USERS}/me`).expect(200);
    expect(await listed(zoe)).not.toContain(ben.id);
  });
});

describe('a replica that cannot answer', () => {
  it('is not used when it is a second behind', async () => {
    await using replica = openPool(servers.replicaUrl);
    await replica.raw('select pg_wal_replay_pause()');
    await until(() => lagMs() > 1_000);
    await aConnection(api.db, [ben, ada], 'pending');

    const current = await api.as(ada).get(`${CONNECTIONS}/pending`).expect(200);

    expect(current.body.data).toHaveLength(1);
    await replica.raw('select pg_wal_replay_resume()');
    await until(() => lagMs() < 1_000);
  });

  it('costs no request an error when it is killed, and answers again when it is back', async () => {
    const statuses = new Set<number>();
    let isOver = false;
    const read = async () => {
      while (!isOver) statuses.add((await api.as(ada).get(CONNECTIONS)).status);
    };
    const readers = [read(), read(), read()];
    await servers.killReplica();
    await until(() => lagMs() === Number.POSITIVE_INFINITY);
    isOver = true;
    await Promise.all(readers);

    expect([...statuses]).toEqual([200]);
    await servers.restartReplica();
    const before = reads().replica ?? 0;
    await until(async () => {
      await api.as(ada).get(CONNECTIONS).expect(200);
      return (reads().replica ?? 0) > before;
    });
  });

  it('is refused if it is no replica', async () => {
    const { log, lines } = recordingLog();
    await using other = await startApi({
      on: api,
      env: { DATABASE_READ_URL: servers.primaryUrl },
      log,
    });
    await until(() => lines.some(({ msg }) => String(msg).startsWith('replica: ')));

    await other.as(ada).get(CONNECTIONS).expect(200);
    expect(other.replica?.reads).toMatchObject({ replica: 0, behind: 1 });
  });
});
