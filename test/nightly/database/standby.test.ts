import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrateToLatest } from '../../../src/db/migrate.ts';
import { findPostgres } from '../../../src/development/postgres-binaries.ts';
import { clusterIn, createCluster } from '../../../src/development/postgres-cluster.ts';
import { freePort, type Server, startServer } from '../../../src/development/postgres-server.ts';
import { BOT_TOKEN, signInitData } from '../../support/messenger.ts';
import { ENCRYPTION_KEY, endServices, spawnService, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

let directory: string;
let server: Server;
let url: string;

/** A migrated cluster that starts again as a standby, as the old primary does after a failover. */
beforeAll(async () => {
  const postgres = await findPostgres();
  directory = await mkdtemp(path.join(tmpdir(), 'hallway-standby-'));
  await chmod(directory, 0o755);
  if (postgres.owner) await chown(directory, postgres.owner.uid, postgres.owner.gid);
  const cluster = clusterIn(directory);
  await createCluster(postgres, cluster);
  const primary = await startServer(postgres, cluster, path.join(directory, 'log'));
  await migrateToLatest(`${primary.url}/postgres`);
  await primary.stop();

  await writeFile(path.join(cluster.dataDirectory, 'standby.signal'), '');
  server = await startServer(postgres, cluster, path.join(directory, 'log'));
  url = `${server.url}/postgres`;
});
afterAll(async () => {
  await endServices();
  await server?.stop();
  await rm(directory, { recursive: true });
});

const env = (more: NodeJS.ProcessEnv = {}) => ({
  NODE_ENV: 'production',
  DATABASE_URL: url,
  JWT_SECRET: 'the-jwt-secret-of-a-standby-0123456789',
  ADMIN_API_KEY: 'the-admin-key-of-a-standby-01',
  ENCRYPTION_KEY,
  MESSENGER_BOT_TOKEN: BOT_TOKEN,
  DRAIN_DELAY: '0',
  ...more,
});

const health = async (at: string) => {
  const res = await fetch(`${at}/healthz`);
  return [res.status, ((await res.json()) as { status: string }).status];
};
const signIn = (at: string) =>
  fetch(`${at}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'X-Messenger-Auth': signInitData({ id: 1, first_name: 'Ada' }, { at: new Date() }) },
  });

describe('a standby as DATABASE_URL', () => {
  it('refuses a start that migrates, with one sentence', async () => {
    const { ended, output } = spawnService({ env: env({ PORT: '0' }), cwd: directory });

    expect(await ended).toBe(1);
    expect(output()).toBe(
      'The database takes no writes: it is a standby, or read-only by default. Set DATABASE_DIRECT_URL, or DATABASE_URL without it, to the primary.\n',
    );
  });

  it('answers reads, writes with 503, and /healthz with 503 until it is promoted', async () => {
    const away = env({ MIGRATE_ON_START: 'false' });
    await using api = await startService({ env: { ...away, ROLE: 'api' }, cwd: directory });
    const port = await freePort();
    const worker = spawnService({
      env: { ...away, ROLE: 'worker', PORT: String(port) },
      cwd: directory,
    });
    await until(() => worker.log().some(({ level }) => level > 30));

    expect(await health(api.url)).toEqual([503, 'unavailable']);
    expect(await health(`http://127.0.0.1:${port}`)).toEqual([503, 'unavailable']);
    expect((await fetch(`${api.url}/healthz?live`)).status).toBe(200);
    expect((await fetch(`${api.url}/api/v1/conferences`)).status).toBe(200);
    const refused = await signIn(api.url);
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      503,
      expect.stringMatching(/^[2-8]$/),
      { error: 'The database is overloaded or unavailable', code: 'SERVICE_UNAVAILABLE' },
    ]);
    expect(await health(api.url)).toEqual([503, 'unavailable']);
    // Each line is logged once, and none calls a person.
    const reported = (lines: { level: number; msg: string }[]) =>
      lines.filter(({ level, msg }) => level > 40 || msg.startsWith('database: '));
    expect(reported(api.log()).map(({ msg }) => msg)).toEqual([
      'database: it is a standby, requests that write answer 503',
    ]);
    expect(reported(worker.log()).map(({ msg }) => msg)).toEqual([
      'database: it is a standby, which takes no writes; next look in 5 s',
    ]);

    const client = new pg.Client(url);
    await client.connect();
    await client.query('select pg_promote()');
    await client.end();
    await until(async () => (await health(api.url))[0] === 200);
    expect((await signIn(api.url)).status).toBe(200);
    await until(() => worker.log().some(({ msg }) => msg === 'started'));
    expect(await health(`http://127.0.0.1:${port}`)).toEqual([200, 'ok']);
    for (const { child, ended } of [api, worker]) {
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    }
  });
});
