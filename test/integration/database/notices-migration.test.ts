import knex, { type Knex } from 'knex';
import { migrationSource } from '../../../src/db/migrate.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { aConference, anEvent, aUser } from '../../support/factories.ts';

const NAME = '20261129185811_one-notification-per-subject';
const FIRST = '2030-05-14T09:00:00.000Z';
const SECOND = '2030-05-14T10:00:00.000Z';
const THIRD = '2030-05-14T11:00:00.000Z';
const END = '2030-05-14T13:00:00.000Z';

let database: TestDatabase;
let db: Knex;
let api: TestApi;
let user: Awaited<ReturnType<typeof aUser>>;
let event: Awaited<ReturnType<typeof anEvent>>;

beforeAll(async () => {
  database = await createDatabase();
  db = knex({ client: 'pg', connection: database.url, migrations: { migrationSource } });
  user = await aUser(db);
  const { id: conference_id } = await aConference(db);
  event = await anEvent(db, { conference_id, title: 'Tides', starts_at: THIRD, ends_at: END });
  for (;;) {
    const [, [undone]] = await db.migrate.down();
    if (undone === NAME) break;
  }
  const notice = (from: string, to: string, more: object = {}) => ({
    user_id: user.id,
    type: 'event_updated',
    title: 'An event has changed',
    body: `Tides: ${from}`,
    data: { event_id: event.id, title: 'Tides', changes: { starts_at: { from, to } } },
    args: {
      thing: {
        title: 'Tides',
        status: 'approved',
        starts_at: to,
        ends_at: END,
        place: null,
        timezone: 'UTC',
      },
      changes: { starts_at: { from, to } },
    },
    ...more,
  });
  await db('notifications').insert([
    notice(FIRST, SECOND, { clicked_at: new Date() }),
    notice(SECOND, THIRD),
  ]);
  const [merged] = await db('notifications').insert(notice(FIRST, SECOND)).returning('id');
  const newest = await db('notifications').max('id as id').where('id', '<', merged.id).first();
  await db('notifications').where({ id: merged.id }).update({ superseded_by: newest?.id });
  await db.migrate.latest();
  api = await startApi({ on: { databaseUrl: database.url } });
});
afterAll(async () => {
  await api.close();
  await db.destroy();
  await database.drop();
});

it('an open notice of the version before becomes the one of its subject, rendered from before and now', async () => {
  const { body } = await api.as(user).get('/api/v1/notifications').expect(200);
  expect(body.data).toMatchObject([
    { type: 'event_updated', data: { changes: { starts_at: { from: SECOND, to: THIRD } } } },
    { type: 'event_updated', clicked_at: expect.any(String) },
  ]);
  expect(await db('notifications').orderBy('id')).toMatchObject([
    { subject: `event:${event.id}`, clicked_at: expect.any(String) },
    { subject: `event:${event.id}`, before: { [`event:${event.id}`]: { starts_at: SECOND } } },
  ]);
});

it('the next change goes into it', async () => {
  const later = '2030-05-14T12:00:00.000Z';
  await api
    .admin()
    .put(`/api/v1/admin/events/${event.id}`)
    .send({ starts_at: later, ends_at: END })
    .expect(200);
  const open = await db('notifications').where({ clicked_at: null });
  expect(open).toMatchObject([{ before: { [`event:${event.id}`]: { starts_at: SECOND } } }]);
});
