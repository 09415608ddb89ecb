import type { Knex } from 'knex';
import { logRetries } from '../../../src/db/retries.ts';
import { runTransaction } from '../../../src/db/transactions.ts';
import { openStore, type Store, type Tx } from '../../../src/repositories/store.ts';
import { createDatabase, openPool, type TestDatabase } from '../../support/database.ts';
import { whileDeadlocked } from '../../support/deadlocks.ts';
import { aUser } from '../../support/factories.ts';
import { recordingLog } from '../../support/log.ts';
import { statementsDuring } from '../../support/queries.ts';

let database: TestDatabase;
let db: Knex;
let store: Store;

beforeAll(async () => {
  database = await createDatabase();
  // One connection, so that each transaction gets the connection of the last one.
  db = openPool(database.url, { poolSize: 1 });
  store = openStore(db, { send: async () => {} });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const ERASED_AT = '2026-05-14T09:00:00.000Z';
const erasedAt = async (id: number) => (await store.users.find(id))?.erased_at;

describe('a transaction on the connection of an earlier one', () => {
  it('begins and commits', async () => {
    const { id } = await aUser(db);
    await store.transaction(async () => {});
    const sent = await statementsDuring(db, () =>
      store.transaction((tx) => tx.users.updateErased(id, ERASED_AT)),
    );

    expect(sent.map(({ sql }) => sql.split(' ')[0])).toEqual(['BEGIN;', 'update', 'COMMIT;']);
    expect(await erasedAt(id)).toBe(ERASED_AT);
  });

  it('begins in the trip of its first statement, which does not run if BEGIN fails', async () => {
    const { id } = await aUser(db);
    await using own = openPool(database.url, { poolSize: 1 });
    const { transaction } = openStore(own, { send: async () => {} });
    await transaction(async () => {});
    await transaction(async () => {});
    // Prepared by the second transaction of the connection.
    await own.raw('deallocate begin');
    const failed = transaction((tx) => tx.users.updateErased(id, ERASED_AT));

    await expect(failed).rejects.toThrow('prepared statement "begin" does not exist');
    expect(await erasedAt(id)).toBeNull();
  });

  it('rolls back when its work fails, and leaves the connection free', async () => {
    const { id } = await aUser(db);
    const failed = store.transaction(async (tx) => {
      await tx.users.updateErased(id, ERASED_AT);
      throw new Error('no');
    });

    await expect(failed).rejects.toThrow(/^no$/);
    expect(await erasedAt(id)).toBeNull();
  });

  it('fails with the error of its statement, without the values', async () => {
    const failed = store.transaction((tx) => tx.users.find(Number.MAX_VALUE));

    await expect(failed).rejects.toMatchObject({ code: '22P02' });
    await expect(failed).rejects.not.toThrow(/"id" = 1\.79/);
  });

  it('rolls back a dry run', async () => {
    const { id } = await aUser(db);
    const found = await store.dryRun(async (tx) => {
      await tx.users.updateErased(id, ERASED_AT);
      return tx.users.find(id);
    });

    expect(found?.erased_at).toBe(ERASED_AT);
    expect(await erasedAt(id)).toBeNull();
  });

  it('is rolled back or committed by its own result', async () => {
    const { id } = await aUser(db);
    const ifKept = (isKept: boolean) =>
      store.transactionIf(async (tx) => {
        await tx.users.updateErased(id, ERASED_AT);
        return { isKept, found: await tx.users.find(id) };
      });
    const undone = await ifKept(false);

    expect(undone).toMatchObject({ isKept: false, found: { erased_at: ERASED_AT } });
    expect(await erasedAt(id)).toBeNull();
    expect(await ifKept(true)).toMatchObject({ isKept: true });
    expect(await erasedAt(id)).toBe(ERASED_AT);
  });

  it('is retried after a serialization failure', async () => {
    let attempts = 0;
    const result = await store.transaction(async () => {
      if (++attempts === 1) throw Object.assign(new Error('again'), { code: '40001' });
      return attempts;
    });

    expect(result).toBe(2);
  });

  it('fails at its COMMIT when a deferred constraint does not hold', async () => {
    await db.raw(`
      create table parents (id int primary key);
      create table children (parent int references parents deferrable initially deferred)`);
    const orphan = (trx: Knex) => trx('children').insert({ parent: 1 });

    await expect(runTransaction(db, orphan)).rejects.toMatchObject({
      code: '23503',
    });
    expect(await db('children')).toEqual([]);
  });

  it('goes to another connection when its own one is lost', async () => {
    const { id } = await aUser(db);
    const lost = runTransaction(db, (trx) =>
      trx.raw('select pg_terminate_backend(pg_backend_pid())'),
    );

    await expect(lost).rejects.toThrow();
    await store.transaction((tx) => tx.users.updateErased(id, ERASED_AT));
    expect(await erasedAt(id)).toBe(ERASED_AT);
  });
});

describe('a statement outside its transaction', () => {
  const sentence = 'statement outside its transaction';

  it('is refused after the end', async () => {
    let leaked: Tx | undefined;
    await store.transaction(async (tx) => {
      leaked = tx;
    });

    await expect(leaked?.users.find(1)).rejects.toThrow(sentence);
    await expect(leaked?.connections.lockPair(1, 2)).rejects.toThrow(sentence);
  });

  it('is refused when its work goes on after the end', async () => {
    const ended = Promise.withResolvers<void>();
    let late: Promise<unknown> | undefined;
    await store.transaction(async (tx) => {
      late = ended.promise.then(() => tx.users.find(1));
    });
    ended.resolve();

    await expect(late).rejects.toThrow(sentence);
  });
});

describe('a deadlock', () => {
  it('is retried, logged and counted', async () => {
    const { log, lines } = recordingLog();
    using _ = logRetries(log);
    await using rivals = openPool(database.url);
    const [ada, bob] = [await aUser(db), await aUser(db)];
    const deadlock = () =>
      whileDeadlocked(
        rivals,
        [
          ['users', { id: ada.id }],
          ['users', { id: bob.id }],
        ],
        () =>
          store.transaction(async (tx) => {
            await tx.users.lockAllowingReferences(ada.id);
            await tx.users.lockAllowingReferences(bob.id);
          }),
      );
    await deadlock();
    await deadlock();

    expect(lines).toEqual(
      [1, 2].map((retries) =>
        expect.objectContaining({
          level: 40,
          code: '40P01',
          retry: 1,
          retries,
          msg: expect.stringMatching(/^transaction: deadlock, retrying in \d+ ms$/),
        }),
      ),
    );
  });
});
