import { AsyncLocalStorage } from 'node:async_hooks';
import type { Knex } from 'knex';
import type pg from 'pg';
import type { Connection } from './connection.ts';
import { send } from './send.ts';

/** A rollback that takes longer costs the connection, in milliseconds. */
const ROLLBACK_MS = 5_000;

/** A transaction, in the asynchronous context of its work. */
interface Running {
  /** The connection of its handle; undefined once the transaction ended. */
  client: Knex['client'] | undefined;
}

const running = new AsyncLocalStorage<Running>();

/**
 * The handle of each connection, which Knex created for its first transaction. A new handle for
 * each transaction would cost more than its statements.
 */
const handles = new WeakMap<pg.Client, Knex>();
const clientsOfHandles = new WeakSet<object>();

/**
 * Refuses statements of `db` outside the transaction in whose work they are sent, and statements of
 * a transaction from elsewhere, such as after its end.
 */
export function guardTransactions(db: Knex): void {
  db.on('start', ({ client }: { client: Knex['client'] }) => {
    const current = running.getStore();
    const leaves = clientsOfHandles.has(client)
      ? current?.client !== client
      : current !== undefined && !client.transacting;
    if (leaves) {
      throw new Error('statement outside its transaction: use tx inside store.transaction()');
    }
  });
}

interface Options<T> {
  /** Whether the transaction is committed when `work` resolves, as it is by default, or rolled back. */
  readonly isKept?: ((result: T) => boolean) | undefined;
  /** A setting of this transaction, which travels with its BEGIN. */
  readonly setting?: string | undefined;
}

/**
 * Runs `work` in a transaction on one connection of the pool. Rolls back when `work` throws, and
 * throws its error.
 */
export async function runTransaction<T>(
  db: Knex,
  work: (trx: Knex) => Promise<T>,
  { isKept = () => true, setting }: Options<T> = {},
): Promise<T> {
  const connection: Connection = await db.client.acquireConnection();
  try {
    const trx = await begin(db, connection, setting).catch(async (error) => {
      // It may have begun, without its setting.
      await rollBack(db, connection);
      throw error;
    });
    const result = await runIn(trx, work).catch(async (error) => {
      await rollBack(trx, connection);
      throw error;
    });
    const sql = isKept(result) ? 'COMMIT;' : 'ROLLBACK';
    await send(trx.client, connection, { sql, bindings: [] });
    return result;
  } finally {
    db.client.releaseConnection(connection);
  }
}

async function begin(db: Knex, connection: Connection, setting: string | undefined): Promise<Knex> {
  const known = handles.get(connection);
  if (known) {
    if (setting === undefined) {
      known.client.emit('query', { sql: 'BEGIN;', bindings: [] });
      await connection.begin();
    } else {
      await send(known.client, connection, { sql: `BEGIN; ${setting}`, bindings: [] });
    }
    return known;
  }
  // Knex begins its first transaction; it never learns of its end.
  const handle = await db.transaction({ connection });
  handles.set(connection, handle);
  clientsOfHandles.add(handle.client);
  if (setting !== undefined) await send(handle.client, connection, { sql: setting, bindings: [] });
  return handle;
}

async function runIn<T>(trx: Knex, work: (trx: Knex) => Promise<T>): Promise<T> {
  const current: Running = { client: trx.client };
  try {
    // Awaited inside, because a query of Knex is sent when it is awaited.
    return await running.run(current, async () => await work(trx));
  } finally {
    current.client = undefined;
  }
}

/** The error of the work counts. A connection that does not answer closes itself. */
async function rollBack({ client }: Knex, connection: pg.Client): Promise<void> {
  const rollback = { sql: 'ROLLBACK', bindings: [], options: { query_timeout: ROLLBACK_MS } };
  await send(client, connection, rollback).catch(() => {});
}
