import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** The raw status line and headers. */
  readonly head: string;
  readonly body: string;
}

/** Above the time that a slow machine needs for an answer, and below the server's keep-alive. */
const IDLE_MS = 60_000;

/**
 * Sends `text` unchanged, which HTTP clients do not, and returns all bytes until the server closes
 * the connection.
 * @throws Error when the server leaves the connection open and idle for a minute
 */
export const overSocket = (url: string, text: string | Buffer): Promise<RawAnswer> =>
  exchange(url, text, () => false);

/**
 * Like `overSocket`, but closes the connection as soon as it has a whole answer with a
 * Content-Length. For requests whose body does not come: the server waits 5 s for it before it
 * closes.
 */
export const answerOverSocket = (url: string, text: string | Buffer): Promise<RawAnswer> =>
  exchange(url, text, isWhole);

/** A request that the caller writes in parts. */
export async function socketTo(url: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return {
    write: (part: string | Buffer) => void socket.write(part),
    answer: answerOn(socket, () => false),
  };
}

async function exchange(
  url: string,
  text: string | Buffer,
  isEnough: (received: Buffer) => boolean,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const answer = answerOn(socket, isEnough);
  socket.write(text);
  return answer.catch((cause) => {
    throw new Error(`no answer to ${String(text).slice(0, 200)}`, { cause });
  });
}

async function answerOn(
  socket: Socket,
  isEnough: (received: Buffer) => boolean,
): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    if (isEnough(Buffer.concat(chunks))) socket.destroy();
  });
  // The server may reset the connection after its answer, when it does not read the whole body.
  socket.on('error', () => {});
  socket.setTimeout(IDLE_MS, () => {
    chunks.length = 0;
    socket.destroy();
  });
  await once(socket, 'close');

  const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1];
  if (!status) throw new Error('no answer');
  return { status: Number(status), head, body: rest.join('\r\n\r\n') };
}

function isWhole(received: Buffer): boolean {
  const end = received.indexOf('\r\n\r\n');
  const head = received.subarray(0, end).toString();
  const [, bytes] = /^content-length: (\d+)$/im.exec(head) ?? [];
  return end >= 0 && bytes !== undefined && received.length >= end + 4 + Number(bytes);
}
