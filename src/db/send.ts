import type { Knex } from 'knex';
import type pg from 'pg';
import { Query } from './query.ts';

interface Sent {
  readonly sql: string;
  readonly bindings: readonly unknown[];
  /** Properties that are added to the query of pg. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/**
 * Sends a statement of pg on a connection of Knex, with Knex's events, at a lower cost. The values
 * stay out of the message of an error.
 */
export function send(
  client: Knex['client'],
  connection: pg.Client,
  { sql, bindings, options }: Sent,
): Promise<pg.QueryResult> {
  client.emit('query', { sql, bindings });
  return new Promise((resolve, reject) => {
    // A text, because pg would copy an object property by property.
    const query = Object.assign(new Query(sql, [...bindings]), options);
    const answered = (error: Error | null, result: pg.QueryResult) => {
      if (!error) return resolve(result);
      error.message = `${sql} - ${error.message}`;
      client.emit('query-error', error, { sql, bindings });
      reject(error);
    };
    connection.query(query as unknown as pg.QueryConfig, answered);
  });
}
