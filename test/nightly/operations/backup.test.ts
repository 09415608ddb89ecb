import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { migrateToLatest } from '../../../src/db/migrate.ts';
import { broadcast } from '../../support/broadcasts.ts';
import { connectTo, openPool } from '../../support/database.ts';
import {
  type DebianServer,
  debianPostgres,
  startDebianServer,
} from '../../support/debian-postgres.ts';
import { aNotification, aUser } from '../../support/factories.ts';
import { FakeBotApi } from '../../support/fake-bot-api.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { countsIn, ops } from '../../support/ops.ts';
import { ENCRYPTION_KEY, endServices, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const run = promisify(execFile);
const DEPLOY = fileURLToPath(new URL('../../../deploy', import.meta.url));
const PASSWORD = 'the-password-of-the-service-01';
const RECIPIENTS = 300;
const IMAGE = Buffer.from('an image');

const bin = debianPostgres();
if (!bin) {
  console.warn(
    'deploy/backup.sh is not tried: it needs pg_dump, and the server of the same major version in /usr/lib/postgresql.',
  );
}

(bin ? describe : describe.skip)('deploy/backup.sh and deploy/restore.sh', () => {
  let server: DebianServer;
  let directory: string;
  beforeAll(async () => {
    server = await startDebianServer(bin ?? '');
    directory = await mkdtemp(path.join(tmpdir(), 'hallway-backup-'));
    await chmod(directory, 0o755);
  });
  afterAll(async () => {
    await endServices();
    await server?.[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  });

  /** Runs a script with the settings of docs/operations.md. */
  function script(name: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) {
    const { hostname, port, username, password } = new URL(server.url);
    const env = {
      PATH: process.env.PATH,
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: username,
      PGPASSWORD: password,
      PGDATABASE: 'hallway',
      ...more,
    };
    return run('bash', [path.join(DEPLOY, name), ...args], { env });
  }
  async function inDatabase<Row>(name: string, sql: string): Promise<Row[]> {
    await using client = await connectTo(`${server.url}/${name}`);
    return (await client.query(sql)).rows;
  }

  /** The role of deploy/roles.sql with the settings for PgBouncer, and a migrated database. */
  async function install(): Promise<string> {
    await inDatabase('postgres', 'create database hallway');
    const { hostname, port, password } = new URL(server.url);
    const env = { PATH: process.env.PATH, PGPASSWORD: password, HALLWAY_PASSWORD: PASSWORD };
    const to = ['-h', hostname, '-p', port, '-U', 'postgres', 'hallway'];
    await run('psql', [...to, '-f', path.join(DEPLOY, 'roles.sql')], { env });
    await inDatabase(
      'postgres',
      `alter role hallway set timezone = 'UTC'; alter role hallway set search_path = "$user", public;
       alter role hallway in database hallway set statement_timeout = '5s'`,
    );
    await migrateToLatest(`${server.url}/hallway`);
    const { href } = Object.assign(new URL(`${server.url}/hallway`), {
      username: 'hallway',
      password: PASSWORD,
    });
    return href;
  }

  const settings = async () =>
    inDatabase(
      'postgres',
      `select rolname, rolcanlogin, datname, s.setconfig from pg_db_role_setting s
         join pg_roles r on r.oid = setrole left join pg_database d on d.oid = setdatabase
        order by datname`,
    );

  async function writeMedia(folder: string): Promise<void> {
    for (const name of ['public', 'incoming']) {
      await mkdir(path.join(folder, name), { recursive: true });
      await writeFile(path.join(folder, name, 'a.webp'), IMAGE);
    }
  }

  it('send nothing twice of a broadcast that was running at the backup', async () => {
    const url = await install();
    await using fake = Object.assign(await FakeBotApi.start({ latencyMs: 5 }), {
      [Symbol.asyncDispose]: () => fake.close(),
    });
    const media = path.join(directory, 'media');
    const backup = path.join(directory, 'backups/first');
    await writeMedia(media);
    let taken = '';
    const figures = await broadcast({
      databaseUrl: `${server.url}/hallway`,
      cwd: directory,
      fake,
      recipients: RECIPIENTS,
      workers: 1,
      rate: 100,
      async disturb({ untilSent }) {
        await untilSent(0.2);
        taken = (await script('backup.sh', [backup], { MEDIA_DIR: media })).stdout;
      },
    });
    expect(figures).toMatchObject({ states: { sent: RECIPIENTS }, duplicates: 0, lost: 0 });
    expect((await readdir(backup)).sort()).toEqual([
      'database.dump',
      'media.tar',
      'roles.sql',
      'taken-at',
    ]);
    expect((await stat(path.join(backup, 'database.dump'))).mode & 0o077).toBe(0);
    const takenAt = (await readFile(path.join(backup, 'taken-at'), 'utf8')).trim();
    expect(taken).toBe(`The backup of ${takenAt} is in ${backup}.\n`);
    expect(await inDatabase('hallway', 'select taken_at from backups')).toEqual([
      { taken_at: takenAt },
    ]);

    const before = await settings();
    await inDatabase('postgres', 'drop database hallway');
    await inDatabase('postgres', 'drop role hallway');
    const restored = path.join(directory, 'restored');
    const { stdout } = await script('restore.sh', [backup], {
      MEDIA_DIR: restored,
      HALLWAY_PASSWORD: PASSWORD,
    });
    expect(stdout).toContain(`npm run ops -- after-restore --taken-at=${takenAt}\n`);
    expect(await settings()).toEqual(before);
    expect(await readFile(path.join(restored, 'public/a.webp'))).toEqual(IMAGE);
    expect(await readdir(restored)).toEqual(['public']);

    expect((await ops(url, 'status')).stdout).toMatch(/^Sending is paused since /);
    const result = await ops(url, 'after-restore', `--taken-at=${takenAt}`);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    const skipped = countsIn(result)['messages of broadcasts'] ?? 0;
    expect(skipped).toBeGreaterThan(RECIPIENTS / 4);
    await sendOneMore(url, fake);
    const perPerson = Map.groupBy(fake.calls, ({ chat_id }) => chat_id);
    expect([...perPerson.values()].filter((calls) => calls.length > 1)).toEqual([]);
    expect(fake.calls).toHaveLength(RECIPIENTS + 1);
    const counts = await inDatabase<{ status: string; count: string }>(
      'hallway',
      `select status || coalesce(' ' || reason, '') as status, count(*)::int
         from deliveries where job_id is not null group by 1 order by 1`,
    );
    expect(counts).toEqual([
      { status: 'sent', count: RECIPIENTS - skipped },
      { status: 'skipped restored', count: skipped },
    ]);
  });

  /** Starts the service as the role of deploy/roles.sql, resumes, and waits for a message to a new user. */
  async function sendOneMore(url: string, fake: FakeBotApi): Promise<void> {
    await using service = await startService({
      cwd: directory,
      env: {
        NODE_ENV: 'production',
        DATABASE_URL: url,
        MIGRATE_ON_START: 'false',
        ENCRYPTION_KEY,
        JWT_SECRET: 'the-jwt-secret-of-a-restore-0123456789',
        ADMIN_API_KEY: 'the-admin-key-of-a-restore-01',
        MESSENGER_BOT_TOKEN: BOT_TOKEN,
        MESSENGER_API_ROOT: fake.url,
        DRAIN_DELAY: '0',
      },
    });
    await using db = openPool(`${server.url}/hallway`);
    const ada = await aUser(db, { messenger_id: 7_000_000, messenger_reachable: true });
    const notification = await aNotification(db, ada);
    await db('deliveries').insert({ notification_id: notification.id, user_id: ada.id });
    expect((await ops(url, 'resume')).stdout).toBe('Sending is resumed.\n');
    await until(() => fake.calls.some(({ chat_id }) => chat_id === ada.messenger_id));
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
  }

  it.each([
    ['a backup over another one', 'backup.sh', ['backups/first'], {}, /already exists\.\n$/],
    ['a backup without a database', 'backup.sh', ['backups/b'], { PGDATABASE: '' }, /PGDATABASE/],
    ['a backup of no database', 'backup.sh', ['backups/b'], { PGDATABASE: 'x' }, /"x" does not/],
    ['a restore of nothing', 'restore.sh', ['nothing'], {}, /not a directory of deploy\/backup/],
    ['a restore without MEDIA_DIR', 'restore.sh', ['backups/first'], {}, /Set MEDIA_DIR/],
    [
      'a restore over a database',
      'restore.sh',
      ['backups/first'],
      { MEDIA_DIR: '/nowhere' },
      /^The database hallway exists\. Rename or drop it first/,
    ],
  ])('refuse %s, and leave nothing', async (_, name, [target = ''], env, sentence) => {
    const failed = await script(name, [path.join(directory, target)], env).then(
      () => undefined,
      (error: { code: number; stderr: string }) => error,
    );
    expect(failed?.code).toBeGreaterThan(0);
    expect(failed?.stderr).toMatch(sentence);
    expect(await readdir(path.join(directory, 'backups'))).toEqual(['first']);
  });
});
