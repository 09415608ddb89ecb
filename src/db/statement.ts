import knex, { type Knex } from 'knex';
import { pipelinedConnectionsOf } from './pipelined-connections.ts';
import { send } from './send.ts';

/** Builds SQL; it has no connection. The code below refuses its warnings. */
const builder = knex({ client: 'pg', log: { warn: () => {} } });

type Values = Readonly<Record<string, unknown>>;

/** Stands for a value until the statement runs. */
class Argument {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

interface Options {
  /** Whether it may go on a read line: a read by key, whose answer is a few rows. */
  readonly isPreparedQuery: boolean;
}

let compiled = 0;

/** A hot query, built once instead of at each call. */
export class Statement<Args extends Values, Row> {
  readonly #sql: string;
  readonly #bindings: readonly unknown[];
  readonly #isPreparedQuery: boolean;
  /** Connections keep it prepared by this name: the same on each, so that a pooler prepares it once. */
  readonly #name = `compiled${++compiled}`;

  constructor(sql: string, bindings: readonly unknown[], { isPreparedQuery }: Options) {
    this.#sql = sql;
    this.#bindings = bindings;
    this.#isPreparedQuery = isPreparedQuery;
  }

  /**
   * Runs on a read line if it is a look-up, on a connection of the pool, or in the open transaction
   * `db`.
   * @throws Error if it is sent outside the transaction in which it is called
   */
  async rows(db: Knex, args: Args): Promise<Row[]> {
    const { client } = db;
    const bindings = this.#valuesOf(args);
    // Emits the event of Knex's own queries: the store refuses a query that leaves its transaction.
    client.emit('start', { client });
    const lines = this.#isPreparedQuery ? pipelinedConnectionsOf(db) : undefined;
    const rows = await lines?.read<Row>({ name: this.#name, text: this.#sql, values: bindings });
    if (!rows) return this.#query(client, bindings);
    // The pool emits this event for its own queries.
    client.emit('query', { sql: this.#sql, bindings });
    return rows;
  }

  async first(db: Knex, args: Args): Promise<Row | undefined> {
    const [row] = await this.rows(db, args);
    return row;
  }

  async #query(client: Knex['client'], bindings: unknown[]): Promise<Row[]> {
    const connection = await client.acquireConnection();
    try {
      const query = { sql: this.#sql, bindings, options: { name: this.#name } };
      const { rows } = await send(client, connection, query);
      client.emit('query-response', rows, query);
      return rows;
    } finally {
      client.releaseConnection(connection);
    }
  }

  #valuesOf(args: Args): unknown[] {
    return this.#bindings.map((binding) =>
      binding instanceof Argument ? args[binding.name] : binding,
    );
  }
}

type Build<Args> = (db: Knex, args: Args) => Knex.QueryBuilder | Knex.Raw;

/** As `statement`, for a read by key whose answer is a few rows: it may go on a read line. */
export const preparedQuery = <Args extends Values, Row>(build: Build<Args>): Statement<Args, Row> =>
  compile(build, { isPreparedQuery: true });

/**
 * Builds a statement when the repository is loaded. `build` gets a placeholder for each argument,
 * so it cannot decide by their values: a value that shapes the SQL needs a statement of its own.
 *
 * @throws Error for an argument that the SQL does not contain: Knex drops the argument of `limit`,
 *   for which `raw('limit ?')` is needed
 */
export const statement = <Args extends Values, Row>(build: Build<Args>): Statement<Args, Row> =>
  compile(build, { isPreparedQuery: false });

/**
 * As `statement`, for a list with filters: `build` gets undefined for an argument that is not given. One
 * statement for each combination that is asked for, built at its first use.
 */
export const statements = <Args extends Values, Row>(build: Build<Args>) =>
  compiledByGiven<Args, Row>(build, { isPreparedQuery: false });

/** As `statements`, for a list by key with a few rows: it may go on a read line. */
export const preparedQueries = <Args extends Values, Row>(build: Build<Args>) =>
  compiledByGiven<Args, Row>(build, { isPreparedQuery: true });

function compiledByGiven<Args extends Values, Row>(
  build: Build<Args>,
  options: Options,
): (args: Args) => Statement<Args, Row> {
  const built = new Map<string, Statement<Args, Row>>();
  return (args) => {
    const given = Object.keys(args).filter((name) => args[name] !== undefined);
    const key = given.join();
    const statement = built.get(key) ?? compile<Args, Row>(build, { ...options, given });
    built.set(key, statement);
    return statement;
  };
}

function compile<Args extends Values, Row>(
  build: Build<Args>,
  { given, ...options }: Options & { readonly given?: readonly string[] },
): Statement<Args, Row> {
  const asked = new Set<string | symbol>();
  // With the names that are given, so that `build` can take the rest of them.
  const names = Object.fromEntries(given?.map((name) => [name, undefined]) ?? []);
  const placeholders = new Proxy(names as Args, {
    get(_, name) {
      if (given?.includes(String(name)) === false) return undefined;
      asked.add(name);
      return new Argument(String(name));
    },
  });
  const { sql, bindings } = build(builder, placeholders).toSQL().toNative();
  const used = bindings.map((binding) => binding instanceof Argument && binding.name);
  const dropped = [...asked].filter((name) => !used.includes(String(name)));
  if (dropped.length > 0) throw new Error(`arguments not in the SQL: ${dropped.join(', ')}`);
  // Knex takes each `?` for a value, also the operator.
  if (sql.includes('?')) throw new Error(`no operator with a question mark: ${sql}`);
  return new Statement(sql, bindings, options);
}
