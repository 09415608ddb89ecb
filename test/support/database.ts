import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import pg from 'pg';
import { openDatabase, type PoolLimits, type PoolOptions } from '../../src/db/knex.ts';

/** A pool waits forever for a transaction that a failed test left open. */
const UNFINISHED_MS = 3_000;

/** Far above what a slow machine needs, and below Jest's test timeout. */
export const PATIENT: PoolLimits = {
  acquireMs: 60_000,
  connectMs: 60_000,
  statementMs: 60_000,
  idleInTransactionMs: 60_000,
  lockWaitMs: 60_000,
};

export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates a migrated, empty database for the calling test file. */
export function createDatabase(): Promise<TestDatabase> {
  return create(fromEnvironment('TEST_DATABASE_TEMPLATE'));
}

/** Creates a database without a schema, for tests of the migrations. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create('template1');
}

async function create(template: string): Promise<TestDatabase> {
  const name = `hallway_test_${randomBytes(6).toString('hex')}`;
  // A copy of the files takes half the time of writing them to the log.
  await onServer(`create database ${name} template ${template} strategy file_copy`);
  // Forced, because connections that a failed test left open would cause a second error.
  const drop = () => onServer(`drop database ${name} with (force)`);
  return {
    url: `${fromEnvironment('TEST_DATABASE_SERVER')}/${name}`,
    drop,
    [Symbol.asyncDispose]: drop,
  };
}

/** Opens a connection of its own, which closes with the block that declares it with `await using`. */
export async function connectTo(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client(url);
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/** Begins a transaction, which rolls back with its block unless it has ended before. */
export async function beginTransaction(db: Knex): Promise<Knex.Transaction & AsyncDisposable> {
  const trx = await db.transaction();
  return Object.assign(trx, {
    async [Symbol.asyncDispose]() {
      if (!trx.isCompleted()) await trx.rollback();
    },
  });
}

/** Opens a pool of its own, which `await using` or `closePool` closes. */
export function openPool(url: string, options: PoolOptions = {}): Knex & AsyncDisposable {
  const db = openDatabase(url, { limits: PATIENT, ...options });
  return Object.assign(db, { [Symbol.asyncDispose]: () => closePool(db) });
}

/** Closes a pool, even if a failed test left a transaction open: dropping its database ends that. */
export async function closePool(db: Knex): Promise<void> {
  await Promise.race([db.destroy(), sleep(UNFINISHED_MS, undefined, { ref: false })]);
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client(`${fromEnvironment('TEST_DATABASE_SERVER')}/postgres`);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Reads a variable that global-setup.js sets. */
function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with npm test`);
  return value;
}
