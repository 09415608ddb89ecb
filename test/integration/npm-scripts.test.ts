import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { BOT_TOKEN } from '../support/messenger.ts';
import { ENCRYPTION_KEY, endServices, spawnService, startService } from '../support/service.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterEach(endServices);
afterAll(() => database.drop());

const npmStart = (env: NodeJS.ProcessEnv = {}) =>
  ({
    command: ['npm', 'start'],
    cwd: process.cwd(),
    env: {
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      JWT_SECRET: 'the-jwt-secret-of-npm-start-0123456789',
      ADMIN_API_KEY: 'the-admin-key-of-npm-start-01',
      ENCRYPTION_KEY,
      MESSENGER_BOT_TOKEN: BOT_TOKEN,
      DRAIN_DELAY: '0',
      ...env,
    },
  }) as const;

describe('npm start', () => {
  it.each([
    ['SIGTERM to npm alone', 'SIGTERM', 1],
    // Ctrl-C reaches npm, its shell and the service; npm passes it on, too.
    ['Ctrl-C', 'SIGINT', -1],
  ] as const)('stops the service in order at %s', async (_what, signal, group) => {
    const { child, ended, log, url } = await startService(npmStart());
    process.kill(group * Number(child.pid), signal);

    // As long as a process has the output open, npm's or the service's, this waits.
    await ended;
    expect(log().at(-1)).toMatchObject({ msg: 'stopped' });
    await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
  });

  it('ends with the exit code of the service', async () => {
    const { ended, output } = spawnService(npmStart({ PORT: 'eighty' }));
    expect(await ended).toBe(1);
    expect(output()).toContain('  PORT: expected a whole number from 0 to 65535\n');
  });
});

describe('an old Node.js', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'hallway-old-node-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it.each(['12.9.0', '20.20.2', '22.22.2'])(
    'gets one sentence before any TypeScript is loaded (%s)',
    async (version) => {
      const old = path.join(directory, 'old.cjs');
      await writeFile(
        old,
        `Object.defineProperty(process.versions, 'node', { value: '${version}' })`,
      );
      const entry = path.join(directory, 'main.ts');
      await writeFile(entry, 'console.log("loaded")');

      const program = spawn(process.execPath, ['-r', old, '-r', './scripts/preload.cjs', entry]);
      const [stdout, stderr, [code]] = await Promise.all([
        text(program.stdout),
        text(program.stderr),
        once(program, 'close'),
      ]);
      expect({ stdout, stderr, code }).toEqual({
        stdout: '',
        stderr: expect.stringMatching(`^Hallway needs Node\\.js 24, this is ${version}\\. .*\n$`),
        code: 1,
      });
    },
  );
});
