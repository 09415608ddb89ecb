import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { signInitData } from '../src/development/launch-data.ts';
import { endServices, type Service, startService } from '../test/support/service.ts';

/**
 * Uploads over HTTP to a service in its own process, as operators run it: a video of 200 MiB through
 * each store, 500 uploads that are cut in the middle, and a `kill -9` in one.
 *
 * Goals: at most 100 MB above the idle process; nothing left in `incoming`; no handle left.
 */
const MIB = 1_024 ** 2;
const CUTS = 500;
const BOT_TOKEN = '900000:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const BOUNDARY = 'the-boundary';
const START = Buffer.from(
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`,
);
const END = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

const directory = await mkdtemp(path.join(tmpdir(), 'hallway-upload-'));
const mediaDirectory = path.join(directory, 'media');
const start = () =>
  startService({
    cwd: directory,
    env: {
      MESSENGER_BOT_TOKEN: BOT_TOKEN,
      RATE_LIMIT_ENABLED: 'false',
      MEDIA_DIR: mediaDirectory,
      LOG_LEVEL: 'warn',
    },
  });

const box = (type: string, payload: number) => {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + payload, 0);
  header.write(type, 4);
  return header;
};
const HEAD = Buffer.concat([
  box('ftyp', 16),
  Buffer.from('isom\0\0\0\0isommp42'),
  box('moov', 8),
  box('free', 0),
]);

function* video(bytes: number): Generator<Buffer> {
  yield START;
  yield HEAD;
  const data = bytes - HEAD.length;
  yield box('mdat', data - 8);
  const chunk = Buffer.alloc(65_536, 7);
  for (let left = data - 8; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
  yield END;
}

function post({ url }: Service, to: string, bytes: number, messengerId: number) {
  return request(`${url}/api/v1${to}`, {
    method: 'POST',
    headers: {
      'X-Messenger-Auth': signInitData(
        { id: messengerId, first_name: 'Bench' },
        { at: new Date(), botToken: BOT_TOKEN },
      ),
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
      'Content-Length': START.length + bytes + END.length,
    },
  });
}

const rssOf = async ({ child }: Service) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8'))?.[1]) *
  1_024;
const handlesOf = async ({ child }: Service) => (await readdir(`/proc/${child.pid}/fd`)).length;
const incoming = () => readdir(path.join(mediaDirectory, 'incoming')).catch(() => []);

async function store(service: Service, to: string): Promise<void> {
  const idle = await rssOf(service);
  let peak = idle;
  const watch = setInterval(async () => {
    peak = Math.max(peak, await rssOf(service).catch(() => 0));
  }, 50);
  const started = performance.now();
  const req = post(service, to, 200 * MIB, 1);
  const answered = once(req, 'response');
  await pipeline(Readable.from(video(200 * MIB), { objectMode: false }), req);
  const [res] = await answered;
  let text = '';
  for await (const chunk of res) text += chunk;
  clearInterval(watch);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const above = Math.round((peak - idle) / MIB);
  console.log(
    `${to}: ${res.statusCode} in ${seconds} s, ${above} MiB above ${Math.round(idle / MIB)}`,
  );
  if (res.statusCode !== 201) throw new Error(text);
}

async function cut(service: Service): Promise<void> {
  const before = await handlesOf(service);
  const idle = await rssOf(service);
  for (let n = 0; n < CUTS; n += 10) {
    const uploads = Array.from({ length: 10 }, async (_, index) => {
      const req = post(service, '/videos/upload', 20 * MIB, 100 + index);
      req.on('error', () => {});
      req.write(Buffer.concat([START, Buffer.alloc(MIB, 1)]));
      await new Promise((done) => setTimeout(done, 30 + index * 10));
      req.destroy();
    });
    await Promise.all(uploads);
  }
  for (let waited = 0; (await incoming()).length > 0 && waited < 100; waited += 1)
    await new Promise((done) => setTimeout(done, 100));
  const left = (await incoming()).length;
  const handles = (await handlesOf(service)) - before;
  const above = Math.round(((await rssOf(service)) - idle) / MIB);
  console.log(`${CUTS} cut: ${left} files left, ${handles} more handles, ${above} MiB more`);
}

try {
  let service = await start();
  await store(service, '/videos/upload');
  await store(service, '/videos/objstore/upload');
  await cut(service);

  const req = post(service, '/videos/upload', 100 * MIB, 1);
  req.on('error', () => {});
  req.write(Buffer.concat([START, Buffer.alloc(MIB, 1)]));
  while ((await incoming()).length === 0) await new Promise((done) => setTimeout(done, 20));
  service.child.kill('SIGKILL');
  await service.ended;
  console.log(`kill -9: ${(await incoming()).length} file waits for the sweep of an hour later`);
  service = await start();
} finally {
  await endServices();
  await rm(directory, { recursive: true, force: true });
}
