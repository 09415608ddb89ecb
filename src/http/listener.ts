import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';

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
  app: RequestListener,
  { host, port }: { host: string; port: number },
): Promise<Listener> {
  const answers = new Set<ServerResponse>();
  const sound: RequestListener = (req, res) => {
    answers.add(res);
    res.once('close', () => answers.delete(res));
    if (isSound(req)) app(req, res);
    else refuse(res, 'request: not sound HTTP');
  };
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_MS,
      // Node would refuse a request without it, but without a word; see isSound.
      requireHostHeader: false,
    },
    sound,
  );
  // An expectation nobody understands may be ignored; Node would refuse it without a word.
  server.on('checkExpectation', sound);
  // Node would say "continue" before anybody has looked at who asks; see readBody.
  server.on('checkContinue', sound);
  server.on('clientError', refuseMalformed);
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close(patienceMs) {
      // Who waits for an answer must not send the next request over a connection about to close.
      for (const res of answers) if (!res.headersSent) res.setHeader('Connection', 'close');
      return close(server, sockets, patienceMs);
    },
  };
}

/** Whether there is a host, which HTTP/1.1 wants, and an address that a path can be read from. */
const isSound = ({ url = '', headers, httpVersion }: IncomingMessage): boolean =>
  (headers.host !== undefined || httpVersion !== '1.1') &&
  /^(\/|\*$|https?:\/\/)/i.test(url) &&
  URL.canParse(url, 'http://any');

const bodyOf = (error: string) => JSON.stringify({ error, code: 'VALIDATION_ERROR' });

function refuse(res: ServerResponse, problem: string): void {
  res.statusCode = 400;
  res.setHeader('Connection', 'close');
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(bodyOf(problem));
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
  const body = bodyOf(problem);
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

async function close(
  server: Server,
  sockets: ReadonlySet<Socket>,
  patienceMs: number,
): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // A connection that falls idle after close() would keep the server open for its whole keep-alive,
  // and one that browsers open ahead and say nothing on is not idle to Node.
  const idle = setInterval(() => {
    server.closeIdleConnections();
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, 100);
  const deadline = setTimeout(() => server.closeAllConnections(), patienceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}
