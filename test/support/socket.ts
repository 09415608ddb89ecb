import { once } from 'node:events';
import { connect } from 'node:net';

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
export async function overSocket(url: string, text: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  // The server may reset the connection after its answer, when it does not read the whole body.
  socket.on('error', () => {});
  socket.setTimeout(IDLE_MS, () => {
    chunks.length = 0;
    socket.destroy();
  });
  socket.write(text);
  await once(socket, 'close');

  const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1];
  if (!status) throw new Error(`no answer to ${String(text).slice(0, 200)}`);
  return { status: Number(status), head, body: rest.join('\r\n\r\n') };
}
