import pg from 'pg';

/** The parts of pg that its types leave out; pinned with pg, and tested. */
interface Protocol {
  bind(message: { readonly statement: string }): void;
  execute(message: object): void;
}
interface Internals {
  prepare(connection: Protocol): void;
  handleCommandComplete(message: unknown, connection: Protocol): void;
}

const internals = pg.Query.prototype as unknown as Internals;

/** BEGIN, prepared on a connection. */
export const PREPARED_BEGIN = { name: 'begin', text: 'BEGIN' } as const;

type Preparable = Pick<pg.QueryConfig, 'text' | 'values' | 'name'> & {
  readonly query_timeout?: number;
};

/**
 * A query that begins its transaction in the same trip, on a connection with `PREPARED_BEGIN`. No
 * Sync is between the two, so PostgreSQL skips the query if BEGIN fails: it never runs outside.
 */
export class BeginningQuery extends pg.Query {
  #hasBegun = false;

  constructor({ text, values, name, query_timeout }: Preparable) {
    super(text, values);
    Object.assign(this, { name, query_timeout });
  }

  prepare(connection: Protocol): void {
    connection.bind({ statement: PREPARED_BEGIN.name });
    connection.execute({});
    internals.prepare.call(this, connection);
  }

  handleCommandComplete(message: unknown, connection: Protocol): void {
    if (this.#hasBegun) internals.handleCommandComplete.call(this, message, connection);
    this.#hasBegun = true;
  }
}
