import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** `up` is from the client to the server. */
type Direction = 'up' | 'down';

interface Fault {
  readonly direction: Direction;
  /** Forwarded in this direction, over all connections, before the fault. */
  bytesLeft: number;
  readonly by: 'silence' | 'reset';
}

/** A TCP proxy in front of a server that can stop forwarding bytes, or cut connections. */
export class FaultProxy implements AsyncDisposable {
  readonly #server: Server;
  readonly #url: URL;
  readonly #sockets = new Set<Socket>();
  #isSilent = false;
  #droppedBytes = 0;
  #fault: Fault | undefined;

  /** Starts a proxy that forwards to the server at `url`, which has a port; on any free port by default. */
  static async before(url: string, port = 0): Promise<FaultProxy> {
    const proxy = new FaultProxy(new URL(url));
    proxy.#server.listen(port, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  private constructor(url: URL) {
    this.#url = url;
    this.#server = createServer((client) => {
      const server = connect(Number(url.port), url.hostname);
      this.#forward(client, server, 'up');
      this.#forward(server, client, 'down');
    });
  }

  /** The URL of the server through the proxy. */
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

  /**
   * Forwards `bytes` more in one direction. Then it drops what follows in this direction until
   * `restore`, or cuts the connection and forwards later ones.
   */
  failAfter(bytes: number, { direction, by }: Omit<Fault, 'bytesLeft'>): void {
    this.#fault = { direction, bytesLeft: bytes, by };
  }

  /** Closes the silenced connections and forwards new ones. */
  restore(): void {
    this.#isSilent = false;
    this.#fault = undefined;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Forwards all connections again; the dropped bytes stay lost. */
  resume(): void {
    this.#isSilent = false;
  }

  async close(): Promise<void> {
    this.restore();
    this.#server.close();
    await once(this.#server, 'close');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #forward(from: Socket, to: Socket, direction: Direction): void {
    this.#sockets.add(from);
    from.on('data', (bytes) => {
      if (this.#isSilent) this.#droppedBytes += bytes.length;
      else if (!this.#fails(direction, bytes.length, from)) to.write(bytes);
    });
    from.on('error', () => {});
    from.once('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }

  /** Whether these bytes are lost. */
  #fails(direction: Direction, bytes: number, from: Socket): boolean {
    const fault = this.#fault;
    if (fault?.direction !== direction) return false;
    fault.bytesLeft -= bytes;
    if (fault.bytesLeft >= 0) return false;
    if (fault.by === 'reset') {
      this.#fault = undefined;
      from.resetAndDestroy();
    }
    return true;
  }
}
