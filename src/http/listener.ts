import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';

/** How long a client may take for its headers, and for a whole request with an upload. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 300_000;
/** Longer than the idle time-out of usual proxies, so that they close first and lose no request. */
const KEEP_ALIVE_MS = 75_000;
/** Node looks for late clients every 30 s unless told; a deadline of 10 s needs a closer look. */
const CHECK_MS = 1_000;

export interface Listener {
  readonly port: number;
  /**
   * Takes no new connections, lets the requests in flight finish, and cuts what is left after
   * `patienceMs`.
   */
  close(patienceMs: number): Promise<void>;
}

/** @throws Error of the system when the port is taken */
export async function listen(
  app: Express,
  { host, port }: { host: string; port: number },
): Promise<Listener> {
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_MS,
    },
    app,
  );
  server.on('clientError', refuseMalformed);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: (patienceMs) => close(server, patienceMs),
  };
}

/** What never became a request is answered in the form of every other error. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers: too large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request: took too long'
        : 'request: not HTTP';
  const body = JSON.stringify({ error: problem, code: 'VALIDATION_ERROR' });
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

async function close(server: Server, patienceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // A connection that falls idle after close() would keep the server open for its whole keep-alive.
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const deadline = setTimeout(() => server.closeAllConnections(), patienceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}
