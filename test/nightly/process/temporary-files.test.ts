import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ADMIN_API_KEY, JWT_SECRET, startApi } from '../../support/api.ts';
import { connectTo, createDatabase, type TestDatabase } from '../../support/database.ts';
import { aUser } from '../../support/factories.ts';
import { recordingLog } from '../../support/log.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { endServices, type Service, startService } from '../../support/service.ts';
import { temporaryFilesWith } from '../../support/temporary-files.ts';
import { until } from '../../support/until.ts';

const IMPORT = '/api/v1/admin/users/bulk-import';
const KEY = { 'X-API-Key': ADMIN_API_KEY };

let database: TestDatabase;
/** The working directory of the processes, and their directory of temporary files. */
let directory: string;

beforeAll(async () => {
  database = await createDatabase();
});
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'hallway-process-'));
});
afterEach(async () => {
  await endServices();
  await rm(directory, { recursive: true });
});
afterAll(() => database.drop());

const start = (node: readonly string[] = []) =>
  startService({
    env: {
      NODE_ENV: 'production',
      ROLE: 'api',
      DATABASE_URL: database.url,
      JWT_SECRET,
      ADMIN_API_KEY,
      MESSENGER_BOT_TOKEN: BOT_TOKEN,
      DRAIN_DELAY: '0',
      TMPDIR: directory,
    },
    cwd: directory,
    node,
  });

const importList = (service: Service, messenger_id: number, first_name: string) =>
  fetch(service.url + IMPORT, {
    method: 'POST',
    headers: { ...KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify({ users: [{ messenger_id, first_name }] }),
  });

function importFile(service: Service, text: string) {
  const form = new FormData();
  form.set('file', new Blob([text]), 'people.csv');
  return fetch(service.url + IMPORT, { method: 'POST', headers: KEY, body: form });
}

/** Sends a part of a file that contains `words`. */
async function beginUpload({ url }: Service, words: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    [
      `POST ${IMPORT} HTTP/1.1`,
      'Host: hallway',
      `X-API-Key: ${ADMIN_API_KEY}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 100000',
      '',
      `--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n${words}${' '.repeat(9_000)}`,
    ].join('\r\n'),
  );
  await until(async () => (await temporaryFilesWith(words, directory)).length > 0);
}

describe('uploads and staging files of a killed process', () => {
  it('are deleted at the next start, and those of a running one stay', async () => {
    await using killed = await start();
    await using running = await start();
    await beginUpload(killed, 'canary-of-the-upload');
    await beginUpload(running, 'canary-that-stays');
    await using lock = await connectTo(database.url);
    await lock.query('begin; lock table users in access exclusive mode');
    const blocked = importList(killed, 1, 'canary-of-the-staging').catch(() => 'killed');
    await until(
      async () => (await temporaryFilesWith('canary-of-the-staging', directory)).length > 0,
    );
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(await blocked).toBe('killed');
    await lock.end();
    const others = ['hallway-files-of-another-program', 'another-program'];
    for (const name of others) {
      await mkdir(path.join(directory, name));
      await writeFile(path.join(directory, name, 'file'), 'canary-of-another-program');
    }
    expect(await temporaryFilesWith('canary', directory)).toHaveLength(4);

    await using next = await start();
    expect(next.log()).toContainEqual(
      expect.objectContaining({
        level: 30,
        msg: 'deleted the temporary files of killed processes',
        processes: 1,
      }),
    );
    const left = await temporaryFilesWith('canary', directory);
    expect(left.map((text) => text.trim()).toSorted()).toEqual([
      'canary-of-another-program',
      expect.stringContaining('canary-that-stays'),
    ]);
    for (const { child, ended } of [running, next]) {
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    }
    expect((await readdir(directory)).toSorted()).toEqual(others.toSorted());
  });
});

/** Writes go to a disk that is full, until SIGUSR2; what was written before stays. */
const FULL_DISK = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { createWriteStream } = fs;
  let isFull = true;
  process.on('SIGUSR2', () => { isFull = false; });
  fs.createWriteStream = (path, options) => {
    if (!isFull || !String(path).includes('hallway-files-')) return createWriteStream(path, options);
    fs.writeFileSync(path, 'canary-of-the-beginning');
    return createWriteStream('/dev/full', options);
  };
  syncBuiltinESMExports();
`)}`;

/** SQLite finds no room, until SIGUSR2: here for a database without pages, there for its journal. */
const FULL_FOR_LOCKS = `data:text/javascript,${encodeURIComponent(`
  import { DatabaseSync } from 'node:sqlite';
  const { exec } = DatabaseSync.prototype;
  let isFull = true;
  process.on('SIGUSR2', () => { isFull = false; });
  DatabaseSync.prototype.exec = function (sql) {
    if (!isFull) return exec.call(this, sql);
    exec.call(this, 'pragma max_page_count = 1; create table t (c); create table u (c)');
  };
`)}`;

describe('a full disk', () => {
  const UNAVAILABLE = { error: expect.any(String), code: 'SERVICE_UNAVAILABLE' };

  it('of uploads and staging files answers 503, and is logged as what it is', async () => {
    await using service = await start(['--import', FULL_DISK]);
    const sheet = `messenger_id,first_name\n${'7,Ada\n'.repeat(10_000)}`;
    for (const send of [() => importFile(service, sheet), () => importList(service, 8, 'Grace')]) {
      const res = await send();
      expect([res.status, res.headers.get('retry-after')]).toEqual([503, '60']);
      expect(await res.json()).toEqual(UNAVAILABLE);
    }

    const logged = () => service.log().filter(({ level }) => level === 50);
    await until(() => logged().length === 2);
    for (const line of logged()) {
      expect(line).toMatchObject({ msg: 'request failed: disk full', err: { code: 'ENOSPC' } });
    }
    expect(await temporaryFilesWith('canary', directory)).toEqual([]);
    service.child.kill('SIGUSR2');
    await until(async () => (await importFile(service, sheet)).status === 200);
  });

  it('on which not even the lock of the first file fits answers 503', async () => {
    await using service = await start(['--import', FULL_FOR_LOCKS]);
    const res = await importFile(service, 'messenger_id,first_name\n7,Ada\n');
    expect([res.status, res.headers.get('retry-after')]).toEqual([503, '60']);
    expect(await res.json()).toEqual(UNAVAILABLE);

    const logged = () => service.log().filter(({ level }) => level === 50);
    await until(() => logged().length === 1);
    expect(logged()).toEqual([
      expect.objectContaining({
        msg: 'request failed: disk full',
        err: expect.objectContaining({ code: 'ENOSPC' }),
      }),
    ]);
    service.child.kill('SIGUSR2');
    await until(async () => (await importFile(service, 'messenger_id\n7\n')).status === 200);
  });

  it('of the database answers 503, and is logged as what it is', async () => {
    const { log, lines } = recordingLog();
    await using api = await startApi({ log });
    const ada = await aUser(api.db, { first_name: 'Ada' });
    // PostgreSQL's own error, as when a file cannot be extended.
    await api.db.raw(`
      create function fill() returns trigger language plpgsql as $$
        begin
          raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
        end $$;
      create trigger full_disk before update on users for each row execute function fill();
    `);
    const res = await api.as(ada).patch('/api/v1/users/me').send({ bio: 'Looms' }).expect(503);

    expect(res.body).toEqual(UNAVAILABLE);
    expect(res.get('Retry-After')).toBe('60');
    expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([
      expect.objectContaining({
        level: 50,
        msg: 'request failed: disk full',
        err: expect.objectContaining({ code: '53100' }),
      }),
    ]);
    await api.as(ada).get('/api/v1/users/me').expect(200);
  });
});
