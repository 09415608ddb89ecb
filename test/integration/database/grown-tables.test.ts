import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, people } from '../../support/factories.ts';

/** How many rows the planner thinks that a table has; -1 for a table that was never analyzed. */
async function estimate({ db }: TestApi, table: string): Promise<number> {
  const { rows } = await db.raw('select reltuples from pg_class where oid = ?::regclass', [table]);
  return rows[0].reltuples;
}

it('an import of guests into a new database leaves statistics of them', async () => {
  await using api = await startApi();
  const { id } = await aConference(api.db);
  const attendees = Array.from({ length: 3_000 }, (_, n) => ({
    username: `guest_${n}`,
    first_name: 'Ada',
    last_name: `Lovelace ${n}`,
    company: 'Analytical Engines',
  }));
  const path = `/api/v1/admin/conferences/${id}/bulk-upload`;
  await api.admin().post(path).send({ attendees }).expect(200);
  expect(await estimate(api, 'registrations')).toBeGreaterThan(2_900);
});

it('a broadcast to thousands leaves statistics of its messages', async () => {
  await using api = await startApi();
  await people(api.db, 3_000);
  const broadcast = {
    title: 'Doors open',
    body: 'Good morning!',
    audience: { all: true },
    channels: ['in_app'],
    force: true,
  };
  const { body } = await api
    .admin()
    .post('/api/v1/admin/notifications/bulk-send')
    .send(broadcast)
    .expect(201);
  await api.services.broadcastFanout.run(body.id, new AbortController().signal);
  expect(await estimate(api, 'notifications')).toBeGreaterThan(2_900);
});

it('only what more than doubled is analyzed, and one process at a time does it', async () => {
  await using api = await startApi();
  const grown = () => api.store.statistics.updateGrown();
  await api.db.raw('analyze');
  expect(await grown()).toEqual([]);
  await people(api.db, 3_000);
  const answers = await Promise.all(Array.from({ length: 5 }, grown));
  expect(answers.flat().filter((table) => table === 'users')).toEqual(['users']);
  expect(await grown()).toEqual([]);
});
