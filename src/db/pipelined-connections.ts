import type { Duplex } from 'node:stream';
import type { Knex } from 'knex';
import pg from 'pg';
import { startWait } from '../lib/counted-waits.ts';
import { endsConnection, isReadOnly } from './pg-errors.ts';
import { Query } from './query.ts';

/** A line that has not answered for this time is skipped, in milliseconds. */
const SILENT_MS = 50;
/** A longer statement belongs on the pool: on a line, the statements after it wait. */
const STATEMENT_MS = 1_000;
/** When the server vanishes without closing the connection, only the client can time out. */
const QUERY_MS = STATEMENT_MS + 500;
const CONNECT_MS = 3_000;
/** The time between two attempts to open a line. */
const REOPEN_MS = 1_000;
/** Reads in flight on one line; at more, the pool with its own limits takes over. */
const MAX_WAITING = 100;

interface PreparedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A connection that sends statements without waiting for the answers to earlier ones. */
class PipelinedConnection {
  readonly #client: pg.Client;
  #isOpen = false;
  #isLost = false;
  #isCorked = false;
  /** The time of the last answer or, with none in flight, of the last statement. */
  #heardAt = 0;
  /** Reads in flight. */
  waiting = 0;

  constructor(config: pg.ClientConfig) {
    this.#client = new pg.Client({
      ...config,
      application_name: 'hallway reads',
      pipeline: true,
      connectionTimeoutMillis: CONNECT_MS,
      statement_timeout: STATEMENT_MS,
      // pg closes a pipelined connection after this timeout.
      query_timeout: QUERY_MS,
    });
    for (const event of ['error', 'end'] as const) {
      this.#client.on(event, () => {
        this.#isLost = true;
      });
    }
    this.#client.connect().then(
      () => {
        this.#isOpen = true;
      },
      () => {
        this.#isLost = true;
      },
    );
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  isAnswering(now: number): boolean {
    if (!this.#isOpen || this.#isLost || this.waiting >= MAX_WAITING) return false;
    return this.waiting === 0 || now - this.#heardAt < SILENT_MS;
  }

  read<Row>({ name, text, values }: PreparedQuery, now: number): Promise<Row[]> {
    if (this.waiting === 0) this.#heardAt = now;
    this.waiting += 1;
    this.#sendAtEndOfTurn();
    return new Promise((resolve, reject) => {
      const answered = (error: Error | undefined, result: pg.QueryResult<Row & object>) => {
        this.waiting -= 1;
        this.#heardAt = performance.now();
        if (!error) return resolve(result.rows);
        if (endsConnection(error)) void this.close();
        reject(error);
      };
      // A text, because pg would copy an object property by property.
      const query = new Query(text, [...values]);
      this.#client.query(Object.assign(query, { name, callback: answered }));
    });
  }

  /** Waits for the reads in flight, until their timeout. */
  async close(): Promise<void> {
    this.#isLost = true;
    const timer = setTimeout(() => this.#stream.destroy(), QUERY_MS);
    await this.#client.end();
    clearTimeout(timer);
  }

  /** All statements of one turn of the event loop go out in one write. */
  #sendAtEndOfTurn(): void {
    if (this.#isCorked) return;
    const stream = this.#stream;
    this.#isCorked = true;
    stream.cork();
    setImmediate(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }

  /** The socket, or the TLS stream in its place; pg's types leave it out. */
  get #stream(): Duplex {
    return (this.#client as unknown as { connection: { stream: Duplex } }).connection.stream;
  }
}

/**
 * A few connections for look-ups by key outside transactions. Their statements do not wait for a
 * free connection, and many share one write and one read of the socket.
 */
export class PipelinedConnections {
  readonly #config: pg.ClientConfig;
  readonly #lines: (PipelinedConnection | undefined)[];
  #reopenAt = 0;
  #isClosed = false;

  /** Opens no connection before the first read. */
  constructor(config: pg.ClientConfig, count: number) {
    this.#config = config;
    this.#lines = Array.from({ length: count }, () => undefined);
  }

  /**
   * Undefined when no line answers in time or the read failed for any reason. The caller then
   * repeats it on the pool.
   */
  async read<Row>(preparedQuery: PreparedQuery): Promise<Row[] | undefined> {
    const now = performance.now();
    const line = this.#shortest(now);
    if (!line) return undefined;
    using _wait = startWait();
    try {
      return await line.read<Row>(preparedQuery, now);
    } catch {
      return undefined;
    }
  }

  /** Lets later reads go on new lines. */
  renew(): void {
    for (const line of this.#lines) if (!line?.isLost) void line?.close();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#lines.map((line) => line?.close()));
  }

  /** The line with the fewest reads in flight among those that answer. */
  #shortest(now: number): PipelinedConnection | undefined {
    let shortest: PipelinedConnection | undefined;
    for (const [index, line] of this.#lines.entries()) {
      if (!line || line.isLost) this.#reopen(index, now);
      else if (line.isAnswering(now) && line.waiting < (shortest?.waiting ?? MAX_WAITING)) {
        shortest = line;
      }
    }
    return shortest;
  }

  #reopen(index: number, now: number): void {
    if (this.#isClosed) return;
    const isLost = this.#lines[index] !== undefined;
    if (isLost && now < this.#reopenAt) return;
    this.#reopenAt = now + REOPEN_MS;
    this.#lines[index] = new PipelinedConnection(this.#config);
  }
}

/** By the client of a pool. A transaction has another client, so it has no lines. */
const linesOfClients = new WeakMap<object, PipelinedConnections>();

/**
 * The lines close with the pool. They are renewed when a statement of the pool finds its server
 * read-only. A line sends no write, so it would answer from the old primary as long as that runs.
 */
export function attachPipelinedConnections(db: Knex, lines: PipelinedConnections): void {
  const { client } = db;
  linesOfClients.set(client, lines);
  db.on('query-error', (error: unknown) => {
    if (isReadOnly(error)) lines.renew();
  });
  const destroy = client.destroy.bind(client);
  client.destroy = async (callback?: (error?: Error) => void) => {
    await lines.close();
    await destroy(callback);
  };
}

/** Undefined in a transaction and for a pool without lines. */
export const pipelinedConnectionsOf = ({ client }: Knex): PipelinedConnections | undefined =>
  linesOfClients.get(client);
