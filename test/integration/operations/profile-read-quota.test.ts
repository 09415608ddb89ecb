import { ADMIN_KEY_ID, startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { beginTransaction } from '../../support/database.ts';
import { aConference, aUser } from '../../support/factories.ts';
import { countQueries } from '../../support/queries.ts';

const USERS = '/api/v1/admin/users';
const HOUR_MS = 3_600_000;

let api: TestApi;
let other: TestApi;

beforeAll(async () => {
  api = await startApi();
  other = await startApi({ on: api });
});
afterAll(async () => {
  await other.close();
  await api.close();
});

beforeEach(async () => {
  // Each test has an hour of its own.
  for (const one of [api, other]) one.advance(HOUR_MS);
  await Promise.all([api.services.profileReads.flush(), other.services.profileReads.flush()]);
  await emptyAuditLog(api.db);
});

const recorded = () => api.db('audit_log').where({ action: 'people.read' }).orderBy('id');
const counts = async () => (await recorded()).map(({ after }) => after);

describe('reads of people by administrators', () => {
  it('are one audit row per key and endpoint, there before the first answer', async () => {
    const { id, public_id, secret } = await aKey(api.db);
    await api.admin(secret).get(USERS).set('X-Request-Id', 'the-first').expect(200);

    expect(await recorded()).toMatchObject([
      {
        actor: `key ${public_id}`,
        api_key_id: id,
        ip: '127.0.0.1',
        request_id: 'the-first',
        subject_type: 'user',
        subject_id: null,
        before: null,
        after: { endpoint: 'listAdminUsers', reads: 1 },
      },
    ]);
    await api.admin(secret).get('/api/v1/admin/feedback').expect(200);
    await api.admin().get(USERS).expect(200);
    expect((await recorded()).map(({ actor, after }) => [actor, after.endpoint])).toEqual([
      [`key ${public_id}`, 'listAdminUsers'],
      [`key ${public_id}`, 'listAdminFeedback'],
      [`key ${ADMIN_KEY_ID}`, 'listAdminUsers'],
    ]);
  });

  it('after the first of an hour cost no statement, and are added later', async () => {
    const read = () => api.admin().get(USERS).expect(200);
    const first = await countQueries(api.db, read);
    expect(await countQueries(api.db, read)).toBe(first - 1);
    await read();
    expect(await counts()).toEqual([{ endpoint: 'listAdminUsers', reads: 1 }]);

    await api.services.profileReads.flush();
    await api.services.profileReads.flush();
    expect(await counts()).toEqual([{ endpoint: 'listAdminUsers', reads: 3 }]);
  });

  it('of two processes at once are counted in one row', async () => {
    const paths = [USERS, '/api/v1/admin/feedback', '/api/v1/admin/media'];
    await Promise.all(
      [api, other].flatMap((one) =>
        paths.flatMap((path) => Array.from({ length: 5 }, () => one.admin().get(path).expect(200))),
      ),
    );
    await Promise.all([api.services.profileReads.flush(), other.services.profileReads.flush()]);

    expect((await counts()).map(({ reads }) => reads)).toEqual([10, 10, 10]);
  });

  it('of another hour have another row, also where they are added later', async () => {
    await api.admin().get(USERS).expect(200);
    await api.admin().get(USERS).expect(200);
    api.advance(HOUR_MS);
    await api.admin().get(USERS).expect(200);
    await api.services.profileReads.flush();
    other.advance(HOUR_MS);

    expect((await counts()).map(({ reads }) => reads)).toEqual([2, 1]);
  });

  it('wait for the row, and fail without it', async () => {
    const { secret } = await aKey(api.db, { scopes: ['feedback:read'] });
    const read = () => api.admin(secret).get('/api/v1/admin/feedback');
    {
      await using blocker = await beginTransaction(api.db);
      await blocker.raw('lock table audit_log in exclusive mode');
      await using impatient = await startApi({
        on: api,
        limits: {
          acquireMs: 3_000,
          connectMs: 3_000,
          statementMs: 300,
          idleInTransactionMs: 10_000,
          lockWaitMs: 3_000,
        },
      });
      await impatient.admin(secret).get('/api/v1/admin/feedback').expect(503);
    }
    await read().expect(200);
    expect((await counts()).map(({ reads }) => reads)).toEqual([1]);
  });

  it('that fail, and files, are not counted', async () => {
    const conference = await aConference(api.db);
    const attendees = `/api/v1/admin/conferences/${conference.id}/attendees`;
    await api.admin().get(`${USERS}/999999`).expect(404);
    await api.admin().get(`${USERS}?limit=0`).expect(400);
    await api.admin().get(`${attendees}?format=csv`).expect(200);
    await api.admin().get('/api/v1/admin/conferences').expect(200);
    expect(await counts()).toEqual([]);

    await api.admin().get(`${attendees}?format=json`).expect(200);
    const { id } = await aUser(api.db);
    await api.admin().get(`${USERS}/${id}`).expect(200);
    expect((await counts()).map(({ endpoint }) => endpoint)).toEqual([
      'listAdminConferenceAttendees',
      'getAdminUser',
    ]);
  });

  it('that a process counted are added when it stops', async () => {
    await using stopped = await startApi({ on: api });
    for (let n = 0; n < 3; n += 1) await stopped.admin().get(USERS).expect(200);
    await stopped.services.profileReads.close();

    expect((await counts()).map(({ reads }) => reads)).toContain(3);
  });
});
