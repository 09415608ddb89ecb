import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** Status line and headers, as they came. */
  readonly head: string;
  readonly body: string;
}

/**
 * Writes `text` as it is, which no HTTP client would, and gives all that comes back until the server
 * closes the connection.
 *
 * @throws Error when it keeps the connection open for five seconds
 */
export async function overSocket(url: string, text: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  // What the server does not want to read it refuses by a reset, after its answer.
  socket.on('error', () => {});
  socket.setTimeout(5_000, () => {
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
