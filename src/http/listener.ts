import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Response } from 'express';
import type { AddressLimit } from './address-limit.ts';
import { Lingering } from './lingering.ts';
import { isWellFormed } from './well-formed.ts';

/** The time that a client may take to send its headers, and a whole request, forms included. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 300_000;
/** Node's own limit, for requests that `allowLonger` is called for. */
const LONGEST_REQUEST_MS = 1_860_000;
/**
 * The connections that wait until the event loop accepts them. The kernel drops those above Node's 511, and
 * resets some of them later; it lowers this number to `net.core.somaxconn`.
 */
const BACKLOG = 4_096;
/** Longer than the idle timeout of usual proxies: they close first, so no request is lost. */
const KEEP_ALIVE_MS = 75_000;
/** Node checks these timeouts every 30 s by default, too rarely for the 10 s of headers. */
const CHECK_MS = 1_000;
/** The time that a refused client may still read the answer before its connection is freed. */
const REFUSED_MS = 5_000;
/**
 * While the listener closes, a client that sends nothing more of its request for this time is cut
 * off.
 */
const QUIET_MS = 1_000;

export interface Listener {
  readonly port: number;
  inProgress(): InProgress;
  /** Passes all requests from now on to another application. */
  serve(app: RequestListener): void;
  /**
   * Accepts no new connections, waits for requests in flight, and cuts the rest after `timeoutMs`.
   * A client that stopped sending in the middle of a request is cut off after a second.
   */
  close(timeoutMs: number): Promise<void>;
}

/** The requests without a complete answer. */
export interface InProgress {
  readonly requests: number;
  /** The live streams and downloads that are being sent, by endpoint. */
  readonly streams: ReadonlyMap<string, number>;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Above this number, a new connection is closed at once. */
  readonly maxConnections: number;
  /** Decides which connections stay; without it, every one does. */
  readonly addressLimit?: AddressLimit | undefined;
  /** The setting of the port, for the error sentence; `PORT` by default. */
  readonly setting?: string;
  /** The time that a client may take to send its headers, in milliseconds; 10 s by default. */
  readonly headersTimeoutMs?: number;
  /** For the bodies of answered requests. */
  readonly lingering?: Lingering;
}

/** @throws Error with a readable message when the port is taken */
export async function listen(
  first: RequestListener,
  { headersTimeoutMs = HEADERS_MS, lingering = new Lingering(), ...options }: ListenOptions,
): Promise<Listener> {
  const { host, port, maxConnections, addressLimit } = options;
  let app = first;
  const answers = new Set<ServerResponse>();
  const checked: RequestListener = (req, res) => {
    answers.add(res);
    res.once('close', () => answers.delete(res));
    if (hasBody(req)) {
      limitTime(req, server);
      lingering.follow(req);
    }
    if (isWellFormed(req)) app(req, res);
    else refuse(res, 'request: expected valid HTTP');
  };
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: LONGEST_REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_MS,
      // Node would refuse it with an empty body; see isWellFormed.
      requireHostHeader: false,
    },
    checked,
  );
  server.maxConnections = maxConnections;
  // Only this timeout ends an answer to a client that neither reads nor sends.
  server.timeout = REQUEST_MS;
  // An unknown expectation may be ignored; Node would refuse it with an empty body.
  server.on('checkExpectation', checked);
  // Node would answer 100 Continue before authentication; see readBody.
  server.on('checkContinue', checked);
  server.on('clientError', refuseMalformed);
  if (addressLimit) refuseOver(addressLimit, server);
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(takenSentence(options)) : error),
    );
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    inProgress: () => progressOf(answers),
    serve(next) {
      app = next;
    },
    close(timeoutMs) {
      lingering.close();
      // A client must not send its next request over a connection that is about to close.
      for (const res of answers) if (!res.headersSent) res.setHeader('Connection', 'close');
      return close(server, { sockets, answers }, timeoutMs);
    },
  };
}

const NO_LOCALS: Response['locals'] = {};

function progressOf(answers: ReadonlySet<ServerResponse>): InProgress {
  const streams = new Map<string, number>();
  let requests = 0;
  for (const res of answers) {
    // Express, or what sends cached answers, adds them.
    const { isStream, endpoint } = (res as Partial<Response>).locals ?? NO_LOCALS;
    if (isStream) streams.set(String(endpoint), (streams.get(String(endpoint)) ?? 0) + 1);
    else requests += 1;
  }
  return { requests, streams };
}

/** Closes refused connections before Node prepares to read requests from them. */
function refuseOver(limit: AddressLimit, server: Server): void {
  const readers = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    const place = limit.take(socket.remoteAddress);
    if (!place) return void socket.destroy();
    socket.once('close', () => place[Symbol.dispose]());
    for (const read of readers) read.call(server, socket);
  });
}

const takenSentence = ({
  host,
  port,
  setting = 'PORT',
}: Pick<ListenOptions, 'host' | 'port' | 'setting'>) =>
  `Port ${port} of ${host} is in use by another process. To use another port, run: ${setting}=${port < 65_535 ? port + 1 : 3_000} npm start`;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** The timers of requests with a body. */
const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

function limitTime(req: IncomingMessage, server: Server): void {
  const tooLate = () => {
    if (req.complete) return;
    const error = Object.assign(new Error('request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', error, req.socket);
  };
  deadlines.set(req, setTimeout(tooLate, REQUEST_MS).unref());
  req.once('close', () => clearTimeout(deadlines.get(req)));
}

/** Gives the client this time for its request, counted from now; at most half an hour. */
export function allowLonger(req: IncomingMessage, ms: number): void {
  const deadline = deadlines.get(req);
  // A request that is closed has cleared its timer.
  if (!deadline || req.destroyed) return;
  clearTimeout(deadline);
  deadlines.set(req, setTimeout(() => req.destroy(), ms).unref());
}

const bodyOf = (error: string) => JSON.stringify({ error, code: 'VALIDATION_ERROR' });

function refuse(res: ServerResponse, problem: string): void {
  res.statusCode = 400;
  res.setHeader('Connection', 'close');
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(bodyOf(problem));
}

/** Answers bytes that are not a request in the form of every other error. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET') return void socket.destroy();
  // What comes after malformed bytes, or after the last answer, is dropped.
  if (socket.writableEnded) return;
  if (!socket.writable) return void socket.destroy();
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
  // end() closes our half only. A client that keeps its own half open would hold the socket for ever.
  const freed = setTimeout(() => socket.destroy(), REFUSED_MS);
  socket.once('close', () => clearTimeout(freed));
}

interface Open {
  readonly sockets: ReadonlySet<Socket>;
  /** The answers that are not sent yet. */
  readonly answers: ReadonlySet<ServerResponse>;
}

async function close(server: Server, open: Open, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // A connection that becomes idle after close() would keep the server open for its keep-alive time.
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const cutQuiet = quietCutter(open);
  cutQuiet();
  const quiet = setInterval(cutQuiet, QUIET_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearInterval(idle);
  clearInterval(quiet);
  clearTimeout(deadline);
}

/**
 * Returns a function that cuts off the clients of unfinished requests that have sent nothing since
 * the last call. Node does not count a connection as idle that a browser opened ahead without a
 * request.
 */
function quietCutter({ sockets, answers }: Open): () => void {
  const seen = new WeakMap<Socket, number>();
  return () => {
    const waiting = new Set<Socket>();
    for (const { req } of answers) if (req.complete) waiting.add(req.socket);
    for (const socket of sockets) {
      if (waiting.has(socket)) continue;
      if (socket.bytesRead === (seen.get(socket) ?? 0)) socket.destroy();
      seen.set(socket, socket.bytesRead);
    }
  };
}
