import pg from 'pg';

/** The part of the description of a statement's rows that pg keeps. */
interface Columns {
  readonly fields: unknown;
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
}

/** The parts of pg's query that its types leave out; pinned with pg, and tested. */
interface Internals {
  _result: Columns;
  _accumulateRows: boolean;
  prepare(connection: object): void;
  handleRowDescription(message: unknown): void;
}

const internals = pg.Query.prototype as unknown as Internals;

/** The columns of the statements that a connection has answered, by name. */
export class KnownColumns {
  readonly #columns = new Map<string, Columns>();
  #silent: object | undefined;

  get(name: string): Columns | undefined {
    return this.#columns.get(name);
  }

  set(name: string, { fields, _parsers, _prebuiltEmptyResultObject }: Columns): void {
    this.#columns.set(name, { fields, _parsers, _prebuiltEmptyResultObject });
  }

  /** The connection, but its `describe` sends nothing. */
  silent(connection: object): object {
    this.#silent ??= Object.create(connection, { describe: { value: () => {} } }) as object;
    return this.#silent;
  }
}

export interface LookUp {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * A named statement that asks for the description of its rows only once on each connection: pg asks
 * each time, and reading it costs as much as reading the rows. A prepared statement fails if it changes.
 */
export class LookUpQuery extends pg.Query {
  readonly #name: string;
  readonly #known: KnownColumns;

  constructor({ name, text, values }: LookUp, known: KnownColumns) {
    // A text, because pg would copy an object property by property.
    super(text, [...values]);
    this.#name = name;
    this.#known = known;
    Object.assign(this, { name });
  }

  prepare(connection: object): void {
    const columns = this.#known.get(this.#name);
    if (columns) {
      const query = this as unknown as Internals;
      Object.assign(query._result, columns);
      query._accumulateRows = true;
    }
    internals.prepare.call(this, columns ? this.#known.silent(connection) : connection);
  }

  handleRowDescription(message: unknown): void {
    internals.handleRowDescription.call(this, message);
    this.#known.set(this.#name, (this as unknown as Internals)._result);
  }
}
