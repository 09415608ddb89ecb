import knex, { type Knex } from 'knex';

/** Builds SQL; it has no connection. What it warns of is refused below. */
const builder = knex({ client: 'pg', log: { warn: () => {} } });

type Values = Readonly<Record<string, unknown>>;

/** Stands for a value until the statement runs. */
class Argument {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A hot query, built once instead of at each call. */
export class Statement<Args extends Values, Row> {
  readonly #sql: string;
  readonly #bindings: readonly unknown[];

  constructor(sql: string, bindings: readonly unknown[]) {
    this.#sql = sql;
    this.#bindings = bindings;
  }

  /**
   * Runs on a connection of the pool, or in the open transaction `db`.
   * @throws Error if it is sent outside the transaction in which it is called
   */
  async rows(db: Knex, args: Args): Promise<Row[]> {
    const { client } = db;
    // What Knex emits for its own queries: the store refuses one that leaves its transaction.
    client.emit('start', { client });
    const connection = await client.acquireConnection();
    try {
      const query = { sql: this.#sql, bindings: this.#valuesOf(args) };
      const { response } = await client.query(connection, query);
      client.emit('query-response', response.rows, query);
      return response.rows;
    } finally {
      client.releaseConnection(connection);
    }
  }

  async first(db: Knex, args: Args): Promise<Row | undefined> {
    const [row] = await this.rows(db, args);
    return row;
  }

  #valuesOf(args: Args): unknown[] {
    return this.#bindings.map((binding) =>
      binding instanceof Argument ? args[binding.name] : binding,
    );
  }
}

/**
 * Builds a statement when the repository is loaded. `build` gets a placeholder for each argument, so
 * it may not decide by their values, and it sees no value at all: what shapes the SQL makes a
 * statement of its own.
 *
 * @throws Error for an argument that the SQL does not contain: Knex drops that of `limit`, for which
 *   `raw('limit ?')` is needed
 */
export function statement<Args extends Values, Row>(
  build: (db: Knex, args: Args) => Knex.QueryBuilder | Knex.Raw,
): Statement<Args, Row> {
  const asked = new Set<string | symbol>();
  const placeholders = new Proxy({} as Args, {
    get(_, name) {
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
  return new Statement(sql, bindings);
}
