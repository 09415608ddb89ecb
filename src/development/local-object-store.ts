import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { orMissing } from '../lib/missing-file.ts';

const BUCKET = 'hallway';

/** The part of s3rver that is used here; it has no types of its own. */
type S3rver = new (options: {
  directory: string;
  silent: boolean;
  vhostBuckets: boolean;
}) => { callback(): RequestListener };

export interface LocalObjectStore {
  /** The settings with which the service finds it. */
  readonly env: Readonly<Record<`OBJSTORE_${string}`, string>>;
  stop(): Promise<void>;
}

/**
 * Starts an S3-compatible store in this process, on a free port of the loopback address, so that
 * development and tests run the same client as production. Keeps the objects of earlier starts. It
 * checks no signatures.
 */
export async function startLocalObjectStore(options: {
  readonly directory: string;
}): Promise<LocalObjectStore> {
  const directory = path.resolve(options.directory);
  await mkdir(path.join(directory, BUCKET), { recursive: true });
  let answer: RequestListener | undefined;
  const server = createServer((req, res) => {
    // Loaded by the first request: most starts need no object.
    answer ??= requestListener(directory);
    answer(req, res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    env: {
      OBJSTORE_ENDPOINT: `http://127.0.0.1:${port}`,
      OBJSTORE_REGION: 'us-east-1',
      OBJSTORE_BUCKET: BUCKET,
      OBJSTORE_ACCESS_KEY_ID: 'S3RVER',
      OBJSTORE_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function requestListener(directory: string): RequestListener {
  const Server: S3rver = createRequire(import.meta.url)('s3rver');
  const s3rver = new Server({ directory, silent: true, vhostBuckets: false });
  // Koa prints errors of connections that its client has closed.
  Object.assign(s3rver, { silent: true });
  const others = s3rver.callback();
  const uploads = path.join(directory, BUCKET, '._S3rver_uploads');
  return (req, res) => {
    const query = new URL(req.url ?? '', 'http://localhost').searchParams;
    if (req.method === 'DELETE' && query.has('uploadId')) {
      void reply(res, () => abortUpload(uploads, query.get('uploadId') ?? ''));
    } else if (req.method === 'GET' && query.has('uploads')) {
      void reply(res, () => listUploads(uploads));
    } else others(req, res);
  };
}

/** s3rver has neither of these two calls, which clean up after interrupted uploads. */
async function abortUpload(uploads: string, id: string): Promise<[status: number, xml: string]> {
  if (!/^[0-9a-f]+$/.test(id)) return [404, '<Error><Code>NoSuchUpload</Code></Error>'];
  await rm(path.join(uploads, id), { recursive: true, force: true });
  return [204, ''];
}

async function listUploads(uploads: string): Promise<[status: number, xml: string]> {
  const ids = await readdir(uploads).catch(orMissing([]));
  const entries = ids.map(async (id) => {
    const key = await readFile(path.join(uploads, id, 'key'), 'utf8').catch(orMissing(undefined));
    const { mtime } = (await stat(path.join(uploads, id)).catch(orMissing(undefined))) ?? {};
    return key && mtime
      ? `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${mtime.toISOString()}</Initiated></Upload>`
      : '';
  });
  const list = (await Promise.all(entries)).join('');
  return [200, `<ListMultipartUploadsResult>${list}</ListMultipartUploadsResult>`];
}

async function reply(
  res: ServerResponse,
  work: () => Promise<[status: number, xml: string]>,
): Promise<void> {
  const [status, xml] = await work().catch((): [number, string] => [500, '<Error/>']);
  res.writeHead(status, { 'Content-Type': 'application/xml' }).end(xml);
}
