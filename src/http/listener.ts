import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';

/** How long a client may take to send its headers, and a whole request with an upload. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 300_000;
/** Longer than the idle timeout of usual proxies: they close first, so no request is lost. */
const KEEP_ALIVE_MS = 75_000;
/** Node checks these timeouts every 30 s by default, too rarely for the 10 s of headers. */
const CHECK_MS = 1_000;

export interface Listener {
  readonly port: number;
  /** Accepts no new connections, waits for requests in flight, and cuts the rest after `patienceMs`. */
  close(patienceMs: number): Promise<void>;
}

/** @throws Error with the code EADDRINUSE when the port is taken */
export async function listen(
  app: RequestListener,
  { host, port }: { host: string; port: number },
): Promise<Listener> {
  const answers = new Set<ServerResponse>();
  const checked: RequestListener = (req, res) => {
    answers.add(res);
    res.once('close', () => answers.delete(res));
    if (isWellFormed(req)) app(req, res);
    else refuse(res, 'request: expected valid HTTP');
  };
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_MS,
      // Node would refuse it with an empty body; see isWellFormed.
      requireHostHeader: false,
    },
    checked,
  );
  // An unknown expectation may be ignored; Node would refuse it with an empty body.
  server.on('checkExpectation', checked);
  // Node would answer 100 Continue before authentication; see readBody.
  server.on('checkContinue', checked);
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
      // A client must not send its next request over a connection that is about to close.
      for (const res of answers) if (!res.headersSent) res.setHeader('Connection', 'close');
      return close(server, sockets, patienceMs);
    },
  };
}

/** Whether the request has a host, which HTTP/1.1 requires, and a URL with a path. */
const isWellFormed = ({ url = '', headers, httpVersion }: IncomingMessage): boolean =>
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

/** Answers bytes that are not a request in the form of every other error. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers: expected at most 16 KiB'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request: expected within its time limit'
        : 'request: expected HTTP';
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
  // A connection that becomes idle after close() would keep the server open for its keep-alive time.
  // One that a browser opened ahead and sent nothing on does not count as idle in Node.
  const idle = setInterval(() => {
    server.closeIdleConnections();
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, 100);
  const deadline = setTimeout(() => server.closeAllConnections(), patienceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}
