import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
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
  await onServer(`create database ${name} template ${template}`);
  return {
    url: `${fromEnvironment('TEST_DATABASE_SERVER')}/${name}`,
    // Forced, because connections that a failed test left open would cause a second error.
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

/** Reads a variable that global-setup.js sets. */
function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with npm test`);
  return value;
}
