import { connect, type Socket } from 'node:net';
import { Pool } from 'undici';
import type { Recorder } from './recorder.ts';

const API = '/api/v1';
/** Connections to one process, as a proxy keeps them. Streams have their own. */
const CONNECTIONS = 256;
const TIMEOUT_MS = 60_000;
/** As browsers send it. */
const ENCODINGS = 'gzip, deflate, br';

export interface Sent {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent by POST. */
  readonly body?: object;
  /** When it was due. */
  readonly since: number;
}

/** Sends requests as a proxy in front of several processes does: to each in turn. */
export class Client {
  readonly #urls: readonly string[];
  readonly #pools: readonly Pool[];
  readonly #recorder: Recorder;
  readonly #streams = new Set<Socket>();
  #next = 0;
  #isClosed = false;

  constructor(urls: readonly string[], recorder: Recorder) {
    this.#urls = urls;
    const timeouts = { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS };
    this.#pools = urls.map((url) => new Pool(url, { connections: CONNECTIONS, ...timeouts }));
    this.#recorder = recorder;
  }

  /** Resolves to the text of the answer if it has a status below 300 and `isRead` is set. */
  send({ name, path, headers, body, since }: Sent, isRead = false): Promise<string | undefined> {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const chunks: Buffer[] = [];
    let status: number | undefined;
    const end = (answered: number | undefined) => {
      this.#recorder.answered(name, performance.now() - since, answered);
      const isWanted = isRead && answered !== undefined && answered < 300;
      resolve(isWanted ? Buffer.concat(chunks).toString() : undefined);
    };
    this.#pools[this.#turn()]?.dispatch(
      {
        path: API + path,
        method: body ? 'POST' : 'GET',
        headers: {
          'accept-encoding': isRead ? 'identity' : ENCODINGS,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      },
      {
        onRequestStart: () => {},
        onResponseStart: (_controller, code, answer) => {
          status = code;
          if (code === 429) this.#recorder.refused(String(answer.ratelimit ?? ''));
        },
        onResponseData: (_controller, chunk) => {
          this.#recorder.received(chunk.length);
          if (isRead) chunks.push(chunk);
        },
        onResponseEnd: () => end(status),
        onResponseError: () => end(undefined),
      },
    );
    return promise;
  }

  /** Opens a stream, which stays open. Resolves when it is answered. */
  open({ name, path, headers, since }: Sent): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { hostname, port, host } = new URL(this.#urls[this.#turn()] ?? '');
    const socket = connect(Number(port), hostname);
    this.#streams.add(socket);
    const end = (status: number | undefined) => {
      this.#recorder.answered(name, performance.now() - since, status);
      resolve();
    };
    const lines = Object.entries({ host, ...headers }).map((header) => header.join(': '));
    socket.write(`GET ${API}${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    socket.once('data', (head) => {
      end(Number(head.toString('latin1', 9, 12)));
      socket.once('close', () => {
        if (!this.#isClosed) this.#recorder.answered('open stream', 0, undefined);
      });
      socket.resume();
    });
    socket.once('error', () => end(undefined));
    return promise;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const socket of this.#streams) socket.destroy();
    await Promise.all(this.#pools.map((pool) => pool.destroy()));
  }

  #turn(): number {
    return this.#next++ % this.#urls.length;
  }
}
