import pg from 'pg';

/** pg's error after `query_timeout`, which has no code. */
const READ_TIMEOUT = 'Query read timeout';

/**
 * A connection that closes itself when a query times out on this side. pg itself keeps such a
 * connection open and waits for the lost response before it sends another query, so a pool would
 * lend out a connection on which every query times out.
 */
export class Connection extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const close = (error?: Error | null) => this.#closeAfter(error);
    // A proxy keeps the overloads of the method's type.
    this.query = new Proxy(this.query, {
      apply(query, client, args) {
        const callback = args.at(-1);
        if (typeof callback === 'function') {
          args[args.length - 1] = (error: Error | null, result: unknown) => {
            close(error);
            callback(error, result);
          };
        }
        const stream = Reflect.apply(query, client, args);
        // Knex passes a callback to each query. A COPY is a stream without one.
        stream?.once?.('error', close);
        return stream;
      },
    });
  }

  #closeAfter(error?: Error | null): void {
    if (error?.message !== READ_TIMEOUT) return;
    // Knex never lends out a connection again after its error event.
    this.emit('error', error);
    // Destroys the socket, because a query is still active.
    void this.end();
  }
}
