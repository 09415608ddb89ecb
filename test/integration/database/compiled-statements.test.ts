import type { Knex } from 'knex';
import { errorFromDatabase } from '../../../src/db/pg-errors.ts';
import { statement, statements } from '../../../src/db/statement.ts';
import { openStore, type Store } from '../../../src/repositories/store.ts';
import { createDatabase, openPool, type TestDatabase } from '../../support/database.ts';
import { aUser } from '../../support/factories.ts';
import { countQueries } from '../../support/queries.ts';

let database: TestDatabase;
let db: Knex;
let store: Store;

beforeAll(async () => {
  database = await createDatabase();
  db = openPool(database.url);
  store = openStore(db, { send: async () => {} });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const BY_NAME = statement<{ name: string; max: number }, { id: number }>((builder, { name, max }) =>
  builder.raw('select id from users where first_name = :name order by id limit :max', {
    name,
    max,
  }),
);

describe('a compiled statement', () => {
  it('reads its rows by the columns that each database has', async () => {
    const value = statement<{ id: number }, object>((builder, { id }) =>
      builder.raw('select * from described_values where id = :id', { id }),
    );
    await using other = await createDatabase();
    await using otherDb = openPool(other.url);
    for (const [on, type] of [
      [db, 'bigint'],
      [otherDb, 'text'],
    ] as const) {
      await on.raw(`create table described_values (id int, value ${type})`);
      await on.raw("insert into described_values values (1, '7')");
    }

    for (const _time of ['first', 'second']) {
      expect({ ...(await value.first(db, { id: 1 })) }).toEqual({ id: 1, value: 7 });
      expect({ ...(await value.first(otherDb, { id: 1 })) }).toEqual({ id: 1, value: '7' });
    }
    await otherDb.raw('alter table described_values rename value to renamed');
    await using renamed = openPool(other.url);
    expect({ ...(await value.first(renamed, { id: 1 })) }).toEqual({ id: 1, renamed: '7' });
  });

  it('takes the values of each call', async () => {
    const [ada, , lin] = [
      await aUser(db, { first_name: 'Ada' }),
      await aUser(db, { first_name: 'Ada' }),
      await aUser(db, { first_name: 'Lin' }),
    ];

    expect(await BY_NAME.rows(db, { name: 'Ada', max: 1 })).toEqual([{ id: ada.id }]);
    expect(await BY_NAME.rows(db, { name: 'Ada', max: 9 })).toHaveLength(2);
    expect(await BY_NAME.first(db, { name: 'Lin', max: 9 })).toEqual({ id: lin.id });
    expect(await BY_NAME.first(db, { name: 'Bob', max: 9 })).toBeUndefined();
  });

  it('is built once for each combination of filters', async () => {
    let built = 0;
    const named = statements<{ name?: string | undefined; max: number }, { id: number }>(
      (builder, { name, max }) => {
        built += 1;
        const users = builder('users').select('id').orderBy('id');
        if (name) users.where('first_name', name);
        return builder.raw('? limit ?', [users, max]);
      },
    );
    const [eve, zoe] = [
      await aUser(db, { first_name: 'Eve' }),
      await aUser(db, { first_name: 'Zoe' }),
    ];
    for (const [name, user] of [
      ['Eve', eve],
      ['Zoe', zoe],
    ] as const) {
      const args = { name, max: 9 };
      expect(await named(args).rows(db, args)).toEqual([{ id: user.id }]);
    }
    const all = { name: undefined, max: 1_000 };
    expect((await named(all).rows(db, all)).length).toBeGreaterThanOrEqual(2);
    expect(built).toBe(2);
  });

  it('gives `build` the rest of what is given', async () => {
    const { id } = await aUser(db);
    const update = statements<{ id: number; headline?: string; company?: string }, object>(
      (builder, { id: userId, ...columns }) =>
        builder('users').where({ id: userId }).update(columns).returning(['headline', 'company']),
    );
    const both = { id, headline: 'Weaver', company: 'Looms' };
    expect(await update(both).first(db, both)).toEqual({ headline: 'Weaver', company: 'Looms' });
    const one = { id, company: 'Engines' };
    expect(await update(one).first(db, one)).toEqual({ headline: 'Weaver', company: 'Engines' });
  });

  it('is part of the transaction in which it runs', async () => {
    const user = await aUser(db);
    const found = await store.dryRun(async (tx) => {
      await tx.users.updateErased(user.id, '2026-05-14T09:00:00.000Z');
      return tx.users.find(user.id);
    });

    expect(found?.messenger_id).toBeNull();
    expect((await store.users.find(user.id))?.messenger_id).toBe(user.messenger_id);
  });

  it('is refused when it leaves its transaction', async () => {
    const user = await aUser(db);

    await expect(store.transaction(() => store.users.find(user.id))).rejects.toThrow(
      'statement outside its transaction',
    );
  });

  it('counts as a query', async () => {
    expect(await countQueries(db, () => store.users.find(1))).toBe(1);
    expect(await countQueries(db, () => store.dryRun((tx) => tx.users.find(1)))).toBe(3);
  });

  it('fails with the error of PostgreSQL, and returns its connection', async () => {
    const beyond = () => store.users.find(Number.MAX_VALUE);
    const errors: unknown[] = [];
    for (let n = 0; n < 11; n++) errors.push(await beyond().catch((error) => error));

    expect(new Set(errors.map((error) => errorFromDatabase(error)?.code))).toEqual(
      new Set(['VALIDATION_ERROR']),
    );
  });

  it('is refused at load when Knex drops an argument', () => {
    expect(() =>
      statement<{ max: number }, object>((builder, { max }) => builder('users').limit(max)),
    ).toThrow('arguments not in the SQL: max');
  });
});
