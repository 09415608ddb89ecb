import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import { LocalObjects } from './local-objects.ts';
import { answerObjectRequest } from './object-requests.ts';

const BUCKET = 'hallway';

export interface LocalObjectStore {
  /** The settings with which the service finds it. */
  readonly env: Readonly<Record<`OBJSTORE_${string}`, string>>;
  stop(): Promise<void>;
}

/**
 * Starts a store that speaks the part of S3 that the service uses, in this process, on a free port of
 * the loopback address, so that development and tests run the same client as production. Keeps the
 * objects of earlier starts. It checks no signatures.
 */
export async function startLocalObjectStore(options: {
  readonly directory: string;
}): Promise<LocalObjectStore> {
  const objects = new LocalObjects(path.resolve(options.directory), BUCKET);
  const server = createServer((req, res) => {
    void answerObjectRequest(objects, BUCKET, req, res);
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
      OBJSTORE_ACCESS_KEY_ID: 'development',
      OBJSTORE_SECRET_ACCESS_KEY: 'development',
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
