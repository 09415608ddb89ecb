import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy in front of PostgreSQL that can stop forwarding bytes in both directions. */
export class FaultProxy {
  readonly #server: Server;
  readonly #url: URL;
  readonly #sockets = new Set<Socket>();
  #isSilent = false;
  #droppedBytes = 0;

  /** Starts a proxy that forwards to the database at `url`. */
  static async before(url: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(new URL(url));
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  private constructor(url: URL) {
    this.#url = url;
    this.#server = createServer((client) => {
      const server = connect(Number(url.port), url.hostname);
      this.#forward(client, server);
      this.#forward(server, client);
    });
  }

  /** The URL of the database through the proxy. */
  get url(): string {
    const address = this.#server.address();
    const url = new URL(this.#url);
    if (typeof address === 'object' && address) url.port = String(address.port);
    return url.href;
  }

  /** How many bytes the silence has swallowed so far. */
  get droppedBytes(): number {
    return this.#droppedBytes;
  }

  /** Drops all bytes, but keeps connections open and accepts new ones. */
  silence(): void {
    this.#isSilent = true;
  }

  /** Closes the silenced connections and forwards new ones. */
  restore(): void {
    this.#isSilent = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Forwards all connections again; the bytes dropped meanwhile stay lost. */
  resume(): void {
    this.#isSilent = false;
  }

  async close(): Promise<void> {
    this.restore();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #forward(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on('data', (bytes) => {
      if (this.#isSilent) this.#droppedBytes += bytes.length;
      else to.write(bytes);
    });
    from.on('error', () => {});
    from.once('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}
