import pg from 'pg';
import { endsConnection } from './pg-errors.ts';
import { Query } from './query.ts';

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
const PREPARED_BEGIN = { name: 'begin', text: 'BEGIN' } as const;

type Preparable = Pick<pg.QueryConfig, 'text' | 'values' | 'name'> & {
  readonly query_timeout?: number;
};

/**
 * A query that begins its transaction in the same trip, on a connection with `PREPARED_BEGIN`. No
 * Sync is between the two, so PostgreSQL skips the query if BEGIN fails: it never runs outside.
 */
class BeginningQuery extends Query {
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

/** pg's error after `query_timeout`, which has no code. */
const READ_TIMEOUT = 'Query read timeout';

/** A query as Knex passes it. */
type Config = pg.QueryConfig & { readonly rowMode?: string };

/**
 * A connection that prepares compiled statements once, and that closes itself when it is no longer
 * usable.
 *
 * When a query times out on this side, pg itself keeps the connection open and waits for the lost
 * response before it sends another query, so a pool would lend out a connection on which every
 * query times out. When a migration changed the type of a column, a statement prepared before fails
 * at every use. And after a failover, a connection can lead to the server that was the primary
 * before.
 */
export class Connection extends pg.Client {
  readonly #prepares: boolean;
  /** Whether BEGIN is prepared. */
  #canBegin = false;
  /** Whether the next query begins a transaction. */
  #begins = false;

  constructor(config: pg.ClientConfig, { prepares }: { readonly prepares: boolean }) {
    super(config);
    this.#prepares = prepares;
    const close = (error?: Error | null) => this.#closeAfter(error);
    // A proxy keeps the overloads of the method's type.
    this.query = new Proxy(this.query, {
      apply: (query, client, args) => {
        if (!prepares && isNamed(args[0])) args[0].name = undefined;
        if (this.#begins) {
          this.#begins = false;
          if (isPreparable(args[0])) args[0] = new BeginningQuery(args[0]);
          else Reflect.apply(query, client, ['BEGIN', this.#mustBegin]);
        }
        const callback = args.at(-1);
        if (typeof callback === 'function') {
          args[args.length - 1] = (error: Error | null, result: unknown) => {
            close(error);
            callback(error, result);
          };
        }
        const stream = Reflect.apply(query, client, args);
        // A COPY is a stream without a callback.
        if (typeof callback !== 'function') stream?.once?.('error', close);
        return stream;
      },
    });
  }

  /** Begins a transaction, from the second time on with the next query. */
  async begin(): Promise<void> {
    if (this.#canBegin) {
      this.#begins = true;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begin = this.#prepares ? PREPARED_BEGIN : { text: 'BEGIN' };
    this.query(begin, (error) => (error ? reject(error) : resolve()));
    await promise;
    this.#canBegin = this.#prepares;
  }

  /** The query behind a failed BEGIN is waiting to be sent, and would commit by itself. */
  readonly #mustBegin = (error?: Error | null): void => {
    if (error) this.connection.stream.destroy();
  };

  #closeAfter(error?: Error | null): void {
    const isSilent = error?.message === READ_TIMEOUT;
    if (!error || !(isSilent || endsConnection(error))) return;
    // Knex closes a connection after its error event, instead of lending it out again.
    this.emit('error', error);
    // Destroys the socket, because a query is still active.
    if (isSilent) void this.end();
  }
}

/** Streams and texts without values take a trip of their own. */
const isPreparable = (query: Config): boolean =>
  typeof query === 'object' && (query.values?.length ?? 0) > 0 && query.rowMode === undefined;

const isNamed = (query: unknown): query is { name: string | undefined } =>
  typeof query === 'object' && query !== null && 'name' in query;
