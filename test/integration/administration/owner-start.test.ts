import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '../../../src/db/knex.ts';
import { createEmptyDatabase } from '../../support/database.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { ops } from '../../support/ops.ts';
import { endServices, spawnService, startService } from '../../support/service.ts';

const NO_OWNER =
  'No owner can sign in: run npm run ops -- owner-key first, in the image node dist/scripts/ops.js owner-key; or set ADMIN_API_KEY.\n';

let cwd: string;

beforeAll(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'hallway-owner-'));
});
afterEach(endServices);
afterAll(() => rm(cwd, { recursive: true }));

const envOf = (DATABASE_URL: string) => ({
  NODE_ENV: 'production',
  DATABASE_URL,
  JWT_SECRET: 'the-jwt-secret-of-the-operators-0001',
  ENCRYPTION_KEY: 'dGhlIGVuY3J5cHRpb24ga2V5IG9mIHRoZSB0ZXN0cyE=',
  MESSENGER_BOT_TOKEN: BOT_TOKEN,
});

const secretIn = ({ stdout }: { stdout: string }): string =>
  /^hwk_\w+$/m.exec(stdout)?.[0] ?? `no secret in: ${stdout}`;

const meOf = async (url: string, secret: string) => {
  const headers = { 'X-API-Key': secret };
  const answer = await fetch(`${url}/api/v1/admin/me`, { headers });
  return [answer.status, await answer.json()];
};

describe('a service without ADMIN_API_KEY', () => {
  it('does not start without an owner key, and names the command that makes one', async () => {
    await using database = await createEmptyDatabase();
    const env = { ...envOf(database.url), PORT: '0' };
    const { ended, output } = spawnService({ env, cwd });

    expect(await ended).toBe(1);
    expect(output()).toContain(NO_OWNER);

    const made = await ops(database.url, 'owner-key', '--name=Mina', '--email=mina@example.org');
    expect([made.code, made.stderr]).toEqual([0, '']);
    await using service = await startService({ env, cwd });
    expect(await meOf(service.url, secretIn(made))).toEqual([
      200,
      expect.objectContaining({
        name: 'Owner key of Mina',
        administrator: { id: 1, name: 'Mina' },
        scopes: ['*'],
        warnings: [],
      }),
    ]);
  });
});

describe('security requirement 42', () => {
  it('keeps the secret of an API key out of the log, wherever a client puts it', async () => {
    await using database = await createEmptyDatabase();
    const secret = secretIn(await ops(database.url, 'owner-key'));
    const env = { ...envOf(database.url), LOG_LEVEL: 'debug', ROLE: 'api' };
    await using service = await startService({ env, cwd });
    const { length } = service.log();

    const requests = [
      ['/admin/me', { 'X-API-Key': secret }],
      ['/admin/me', { 'X-API-Key': `${secret}0` }],
      ['/admin/me', { 'X-Request-Id': secret }],
      ['/admin/me', { 'User-Agent': secret, Authorization: `Bearer ${secret}` }],
      [`/admin/api-keys/${secret}`, {}],
      [`/users/${secret}/photo`, {}],
      [`/users?q=${secret}`, {}],
    ] as const;
    for (const [at, headers] of requests) await fetch(`${service.url}/api/v1${at}`, { headers });
    service.child.kill('SIGTERM');
    await service.ended;

    expect(service.log().length).toBeGreaterThanOrEqual(length + requests.length);
    expect(service.output()).toContain('hwk_[secret]');
    expect(service.output()).not.toContain(secret.slice(13, 40));
  });
});

describe('npm run ops -- owner-key', () => {
  it('creates the schema of an empty database, and another owner each time', async () => {
    await using database = await createEmptyDatabase();
    const first = await ops(database.url, 'owner-key');
    const second = await ops(database.url, 'owner-key');

    expect([first.code, second.code]).toEqual([0, 0]);
    expect(secretIn(first)).not.toBe(secretIn(second));
    const db = openDatabase(database.url, { poolSize: 1, prepared: true, pipelinedConnections: 0 });
    try {
      expect(await db('administrators').pluck('name')).toEqual(['Owner', 'Owner']);
      const rows = await db('audit_log').orderBy('id').select('actor', 'action');
      expect(rows).toEqual(
        [first, second].flatMap(() => [
          { actor: 'operator', action: 'administrator.create' },
          { actor: 'operator', action: 'api_key.create' },
        ]),
      );
      const dumped = JSON.stringify([await db('audit_log'), await db('api_keys')]);
      expect(dumped).not.toContain(secretIn(first));
      await db('api_keys').update({ expires_at: new Date(Date.now() + 86_400_000) });
    } finally {
      await db.destroy();
    }
    // The start reports that both end soon.
    await using service = await startService({ env: envOf(database.url), cwd });
    expect(service.log()).toContainEqual(
      expect.objectContaining({
        level: 40,
        msg: 'API keys: the last owner key ends soon, create another',
      }),
    );
    expect(await meOf(service.url, secretIn(second))).toEqual([
      200,
      expect.objectContaining({ warnings: [expect.objectContaining({ key: expect.any(String) })] }),
    ]);
  });

  it.each([
    [['--name='], /^--name: expected 1 to 200 characters; /],
    [['--email=mina'], /--email: expected an e-mail address\n$/],
    [['--resend'], /^Usage: /],
  ])('refuses %j with one sentence', async (args, sentence) => {
    await using database = await createEmptyDatabase();
    const { code, stderr } = await ops(database.url, 'owner-key', ...args);

    expect(code).toBe(1);
    expect(stderr).toMatch(sentence);
  });
});
