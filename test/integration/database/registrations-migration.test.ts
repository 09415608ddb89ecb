import knex, { type Knex } from 'knex';
import { migrationSource } from '../../../src/db/migrate.ts';
import { expectPeopleCounted } from '../../support/conference-people.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { aConference, people } from '../../support/factories.ts';
import { expectSound } from '../../support/seats.ts';

const NAME = '20261129213000_one-table-of-registrations';
const EACH = 10_000;

let database: TestDatabase;
let db: Knex;

/** It and those after it, which build on its table. */
const sinceThen = async () =>
  (await migrationSource.getMigrations([])).filter((name) => name >= NAME);
const migrate = (direction: 'up' | 'down', name: string) =>
  db.migrate[direction]({ name } as Knex.MigratorConfig);

beforeAll(async () => {
  database = await createDatabase();
  db = knex({ client: 'pg', connection: database.url, migrations: { migrationSource } });
  for (const name of (await sinceThen()).toReversed()) await migrate('down', name);
  for (let n = 0; n < 2; n += 1) await aConference(db);
  await people(db, EACH);
  for (const statement of BEFORE) await db.raw(statement);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Two conferences of the version before, with attendees and guests of every kind. */
const BEFORE = [
  `insert into conference_attendances (conference_id, user_id, status, registered_at, checked_in_at,
                                       check_in_nonce, ticket_type, claimed_by, desk_note, version, cancelled_at)
   select 1, id, status, '2030-05-01', case when status = 'checked_in' then '2030-05-14'::timestamptz end,
          'n' || id, 'type ' || id % 3, case when id % 5 = 0 then 'link' end, 'note ' || id, 1 + id % 4,
          case when id % 7 = 0 then '2030-05-02'::timestamptz end
     from users, lateral (select (array['registered', 'waitlisted', 'cancelled', 'checked_in'])[1 + id % 4]
                              as status) s`,
  // Guests with a seat, waiting, arrived, withdrawn; and an erased one.
  `insert into conference_invitations (conference_id, username, first_name, has_seat, checked_in_at, withdrawn_at)
   select 1, 'guest_' || n, 'Guest ' || n, n % 4 in (0, 1),
          case when n % 4 = 1 then '2030-05-14'::timestamptz end,
          case when n % 4 = 3 then '2030-05-03'::timestamptz end
     from generate_series(1, ${EACH}) n`,
  `insert into conference_invitations (conference_id, erased_key_hashes, withdrawn_at)
   values (1, array['a hash'], now())`,
  // The invitation that made the attendance of every tenth user, and a second ticket of theirs.
  `insert into conference_invitations (conference_id, messenger_id, ticket_code_hash, claimed_by, claimed_at,
                                       claimed_with, queue_number)
   select 1, user_id, 'first ' || user_id, user_id, registered_at, 'link', queue_number
     from conference_attendances where user_id % 10 = 0`,
  `insert into conference_invitations (conference_id, ticket_code_hash, claimed_by, claimed_at)
   select 1, 'second ' || user_id, user_id, registered_at
     from conference_attendances where user_id % 10 = 0`,
  // A second invitation with the same place in the queue: two tickets taken back together.
  `insert into conference_invitations (conference_id, ticket_code_hash, claimed_by, claimed_at, queue_number)
   select 1, 'twin ' || user_id, user_id, registered_at, queue_number
     from conference_attendances where user_id % 50 = 0`,
  // Of an attendee who was removed.
  `insert into conference_invitations (conference_id, username, claimed_by, claimed_at, withdrawn_at)
   values (2, 'removed', 1, now(), now())`,
  `update conferences c set
     attendee_count = (select count(*) from conference_attendances a
                        where a.conference_id = c.id and holds_seat(a.status)),
     invited_count = (select count(*) from conference_invitations i
                       where i.conference_id = c.id and i.has_seat)`,
  'update conferences set capacity = attendee_count + invited_count where id = 1',
  'create table attendances_before as select * from conference_attendances',
  'create table invitations_before as select * from conference_invitations',
];

const count = async (sql: string): Promise<number> =>
  Number((await db.raw(`select count(*) from ${sql}`)).rows[0].count);

describe('the migration to one table of registrations', () => {
  beforeAll(async () => {
    await db.migrate.up({ name: NAME } as Knex.MigratorConfig);
  });

  it('keeps the seats, the counts and the queue', async () => {
    for (const id of [1, 2]) await expectSound(db, 'conferences', { id });
    await expectPeopleCounted(db);
    expect(
      await count(`attendances_before a
        left join registrations r using (conference_id, user_id, status, queue_number)
        where r.id is null or r.version <> a.version or r.desk_note <> a.desk_note
           or r.checked_in_at is distinct from a.checked_in_at or r.ticket_type <> a.ticket_type
           or r.claimed_by is distinct from a.claimed_by`),
    ).toBe(0);
    expect(await count(`registrations where user_id is not null`)).toBe(EACH);
  });

  it('keeps the id and the code of every invitation, and makes one row of a claim', async () => {
    expect(
      await count(`invitations_before i left join registrations r using (id, conference_id)
        where r.id is null or r.queue_number <> i.queue_number
           or r.claimant_id is distinct from i.claimed_by or r.claimed_at is distinct from i.claimed_at
           or r.username is distinct from i.username
           or r.ticket_code_hash is distinct from i.ticket_code_hash
           or (r.user_id is null and holds_seat(r.status)) <> i.has_seat`),
    ).toBe(0);
    expect(await count(`registrations where user_id is not null and claimant_id = user_id`)).toBe(
      EACH / 10,
    );
    expect(await count(`registrations where user_id is null and claimant_id is not null`)).toBe(
      EACH / 10 + EACH / 50 + 1,
    );
  });

  it('gives the attendances ids above those of invitations, and new ones after them', async () => {
    const { rows } = await db.raw(`
      select (select max(id) from invitations_before)
               < (select min(id) from registrations where claimant_id is null and user_id is not null) as above,
             (select max(id) from registrations) < nextval(pg_get_serial_sequence('registrations', 'id')) as next`);
    expect(rows).toEqual([{ above: true, next: true }]);
  });

  it('goes back, and there again, without a loss', async () => {
    const rows = 'registrations_before';
    await db.raw(`create table ${rows} as select * from registrations`);
    await db.migrate.down({ name: NAME } as Knex.MigratorConfig);
    expect(
      await count(`(select conference_id, user_id, status, queue_number, ticket_type, version, claimed_by
                      from attendances_before except
                    select conference_id, user_id, status, queue_number, ticket_type, version, claimed_by
                      from conference_attendances) lost`),
    ).toBe(0);
    expect(
      await count(`(select id, has_seat, withdrawn_at, claimed_by, checked_in_at, queue_number
                      from invitations_before except
                    select id, has_seat, withdrawn_at, claimed_by, checked_in_at, queue_number
                      from conference_invitations) lost`),
    ).toBe(0);
    await db.migrate.up({ name: NAME } as Knex.MigratorConfig);
    const columns =
      'conference_id, user_id, status, queue_number, claimant_id, claimed_at, checked_in_at';
    expect(
      await count(
        `(select ${columns} from ${rows} except select ${columns} from registrations) lost`,
      ),
    ).toBe(0);
  });
});
