import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../src/config.ts';
import { startLocalObjectStore } from '../src/development/local-object-store.ts';
import { type Media, openMedia } from '../src/integrations/media/open-media.ts';
import { createMediaKey } from '../src/lib/media-keys.ts';

/**
 * Stores a video of 200 MiB in each store and reads it back, in ranges of 16 MiB.
 *
 * Goal: at most 100 MB above the idle process. `node bench/store-media.ts objstore` measures one store.
 */
const BYTES = 200 * 1_024 ** 2;
const RANGE_BYTES = 16 * 1_024 ** 2;
const MIB = 1_024 ** 2;

/** The object store, in a process of its own. */
async function serveObjects(directory: string): Promise<void> {
  const { env } = await startLocalObjectStore({ directory });
  process.once('disconnect', () => process.exit());
  process.send?.(env);
}

async function measure(only: string | undefined): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'hallway-bench-'));
  const server = fork(import.meta.filename, {
    env: { ...process.env, BENCH_DIRECTORY: path.join(directory, 'objects') },
  });
  const media = openMedia(configOf(await firstMessage(server), directory).media);
  try {
    for (const [name, store] of Object.entries(media.stores)) {
      if (only !== undefined && name !== only) continue;
      const key = createMediaKey('mp4');
      // Loads the client.
      await store.delete(key);
      const file = await incomingVideo(media);
      const idle = process.memoryUsage.rss();
      const put = await measured(() =>
        store.put(key, file, {
          contentType: 'video/mp4',
          bytes: BYTES,
          cacheControl: 'no-store',
        }),
      );
      let read = 0;
      const get = await measured(async () => {
        for (let start = 0; start < BYTES; start += RANGE_BYTES) {
          const opened = await store.open(key, { start, end: start + RANGE_BYTES - 1 });
          for await (const chunk of opened?.stream ?? []) read += chunk.length;
        }
      });
      if (read !== BYTES) throw new Error(`${name}: read ${read} bytes`);
      await store.delete(key);
      console.log(
        `${name}, idle ${mib(idle)} MiB: stored in ${put.seconds.toFixed(1)} s, ${mib(put.peak - idle)} MiB above idle; ` +
          `read in ${get.seconds.toFixed(1)} s, ${mib(get.peak - idle)} MiB above idle`,
      );
    }
  } finally {
    await media.close();
    server.kill();
    await once(server, 'exit');
    await rm(directory, { recursive: true });
  }
}

const mib = (bytes: number) => (bytes / MIB).toFixed(0);

async function firstMessage(child: ChildProcess): Promise<NodeJS.ProcessEnv> {
  const [message] = await once(child, 'message');
  return message;
}

const configOf = (objects: NodeJS.ProcessEnv, directory: string) =>
  readConfig({
    ...objects,
    MEDIA_DIR: path.join(directory, 'media'),
    DATABASE_URL: 'postgres://127.0.0.1/none',
    JWT_SECRET: 'bench-jwt-secret-0123456789abcdef-0123',
    ADMIN_API_KEY: 'bench-admin-key-0123456789abcdef',
    MESSENGER_BOT_ID: '1',
  });

/** As an upload leaves it. */
async function incomingVideo({ incoming }: Media): Promise<string> {
  const file = await incoming?.reserve(BYTES);
  if (file === undefined) throw new Error('no folder for incoming files');
  const handle = await open(file, 'wx');
  const block = Buffer.alloc(MIB, 'video');
  for (let at = 0; at < BYTES; at += MIB) await handle.write(block);
  await handle.close();
  return file;
}

async function measured(work: () => Promise<void>): Promise<{ seconds: number; peak: number }> {
  let peak = process.memoryUsage.rss();
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const started = performance.now();
  await work();
  clearInterval(timer);
  return { seconds: (performance.now() - started) / 1_000, peak };
}

const directory = process.env.BENCH_DIRECTORY;
if (directory !== undefined) await serveObjects(directory);
else await measure(process.argv[2]);
