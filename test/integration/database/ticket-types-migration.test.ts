import knex, { type Knex } from 'knex';
import { migrationSource } from '../../../src/db/migrate.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { aConference, aRegistration, people } from '../../support/factories.ts';
import { expectSoundTypes } from '../../support/ticket-types.ts';

const NAME = '20261201042500_ticket-types';

let database: TestDatabase;
let db: Knex;

beforeAll(async () => {
  database = await createDatabase();
  db = knex({ client: 'pg', connection: database.url, migrations: { migrationSource } });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

it('makes the names of registrations types that people do not choose, and counts their seats', async () => {
  await db.migrate.down({ name: NAME } as Knex.MigratorConfig);
  const [conference, other] = [await aConference(db), await aConference(db)];
  const users = await people(db, 9);
  const names = ['VIP', 'VIP', 'vip ', 'Speaker', 'Speaker', 'type 10', 'type 9', null, '  '];
  for (const [n, user] of users.entries()) {
    const ticket_type = names[n] ?? null;
    await aRegistration(db, [user, conference], {
      ticket_type,
      status: n === 4 ? 'cancelled' : 'registered',
    });
  }
  await aRegistration(db, [users[0] as { id: number }, other], { ticket_type: 'vip' });
  await db.migrate.up({ name: NAME } as Knex.MigratorConfig);

  const types = await db('ticket_types')
    .where({ conference_id: conference.id })
    .orderBy('position');
  expect(types.map((one) => [one.name, one.seat_count, one.is_offered, one.registration])).toEqual([
    ['Speaker', 1, false, 'invited'],
    ['type 9', 1, false, 'invited'],
    ['type 10', 1, false, 'invited'],
    ['VIP', 3, false, 'invited'],
  ]);
  const spelled = await db('registrations').where({ conference_id: conference.id }).orderBy('id');
  expect(spelled.map(({ ticket_type }) => ticket_type)).toEqual(
    names.map((name) => (name === 'vip ' ? 'VIP' : name)),
  );
  await expectSoundTypes(db, conference);

  // The triggers count from now on.
  await db('registrations')
    .where({ ticket_type: 'VIP', user_id: users[1]?.id })
    .update({ ticket_type: 'speaker' });
  await expectSoundTypes(db, conference);
  await expectSoundTypes(db, other);
});
