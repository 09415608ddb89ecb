import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between a program and its database, and can keep every byte of either to itself. */
export class FaultProxy {
  readonly #server: Server;
  readonly #url: URL;
  readonly #sockets = new Set<Socket>();
  #isSilent = false;

  /** Begins to pass on what comes. */
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
      this.#pass(client, server);
      this.#pass(server, client);
    });
  }

  /** The database as the program shall know it. */
  get url(): string {
    const address = this.#server.address();
    const url = new URL(this.#url);
    if (typeof address === 'object' && address) url.port = String(address.port);
    return url.href;
  }

  /** Connections stay open, new ones are taken, and nothing ever comes through. */
  silence(): void {
    this.#isSilent = true;
  }

  /** New connections pass again; what was said into the silence is lost. */
  speak(): void {
    this.#isSilent = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** All connections pass bytes again; the bytes swallowed by the silence stay lost. */
  resume(): void {
    this.#isSilent = false;
  }

  async close(): Promise<void> {
    this.speak();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #pass(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on('data', (bytes) => {
      if (!this.#isSilent) to.write(bytes);
    });
    from.on('error', () => {});
    from.once('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}
