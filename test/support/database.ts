import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A fresh, migrated, empty database of the calling file's own. */
export function createDatabase(): Promise<TestDatabase> {
  return create(fromEnvironment('TEST_DATABASE_TEMPLATE'));
}

/** A database without any schema, for tests of the migrations themselves. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create('template1');
}

async function create(template: string): Promise<TestDatabase> {
  const name = `hallway_test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name} template ${template}`);
  return {
    url: `${fromEnvironment('TEST_DATABASE_SERVER')}/${name}`,
    // By force: a pool that a failed test left open must not hide that test's own message.
    drop: () => onServer(`drop database ${name} with (force)`),
  };
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

/** What global-setup.js prepared. */
function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: was the test started by jest?`);
  return value;
}
