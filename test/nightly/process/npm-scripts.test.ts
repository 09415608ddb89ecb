import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { ENCRYPTION_KEY, endServices, spawnService, startService } from '../../support/service.ts';

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
  let clone: string;

  beforeEach(async () => {
    clone = await mkdtemp(path.join(tmpdir(), 'hallway-old-node-'));
    for (const name of ['preload', 'platform-node', 'parent-watch']) {
      await cp(`scripts/${name}.cjs`, path.join(clone, `scripts/${name}.cjs`));
    }
  });
  afterEach(() => rm(clone, { recursive: true }));

  /** Runs TypeScript with a Node.js that says it has this version, until it starts another one. */
  async function runAs(version: string, code: string) {
    const old = `
      if (!process.env.OLD) Object.defineProperty(process.versions, 'node', { value: '${version}' });
      process.env.OLD = 'yes';
    `;
    await writeFile(path.join(clone, 'old.cjs'), old);
    await writeFile(path.join(clone, 'main.ts'), code);
    const args = ['-r', './old.cjs', '-r', './scripts/preload.cjs', 'main.ts', 'an argument'];
    const program = spawn(process.execPath, args, { cwd: clone });
    const [stdout, stderr, [exitCode, signal]] = await Promise.all([
      text(program.stdout),
      text(program.stderr),
      once(program, 'close'),
    ]);
    return { stdout, stderr, exitCode, signal };
  }

  /** Puts this Node.js where npm puts the one of the platform. */
  async function installPlatformNode() {
    const platform = `node-${process.platform}-${process.arch}`;
    const bin = path.join(clone, 'node_modules', platform, 'bin');
    await mkdir(bin, { recursive: true });
    await mkdir(path.join(clone, 'node_modules/.bin'));
    await symlink(process.execPath, path.join(bin, 'node'));
  }

  it.each(['12.9.0', '20.20.2', '22.22.2'])(
    'gets one sentence before any TypeScript is loaded (%s)',
    async (version) => {
      expect(await runAs(version, 'console.log("loaded")')).toEqual({
        stdout: '',
        stderr: expect.stringMatching(`^Hallway needs Node\\.js 24, this is ${version}\\. .*\n$`),
        exitCode: 1,
        signal: null,
      });
    },
  );

  it('starts the one that npm installed, and passes on arguments, output and exit code', async () => {
    await installPlatformNode();
    const code = `
      const given: string[] = process.argv.slice(2);
      console.log(process.versions.node, given);
      process.exitCode = 7;
    `;
    expect(await runAs('20.20.2', code)).toEqual({
      stdout: `${process.versions.node} [ 'an argument' ]\n`,
      stderr: '',
      exitCode: 7,
      signal: null,
    });
    // npm puts this folder first in the PATH of scripts.
    expect(await realpath(path.join(clone, 'node_modules/.bin/node'))).toBe(
      await realpath(process.execPath),
    );
  });

  it.each(['SIGTERM', 'SIGINT'])('passes on %s, and ends as the other one ends', async (signal) => {
    await installPlatformNode();
    const code = `
      process.on('${signal}', () => {
        console.log('got it');
        process.kill(process.pid, 'SIGKILL');
      });
      setInterval(() => {}, 1_000);
      process.kill(process.ppid, '${signal}');
    `;
    expect(await runAs('20.20.2', code)).toEqual({
      stdout: 'got it\n',
      stderr: '',
      exitCode: null,
      signal: 'SIGKILL',
    });
  });

  it('is followed by the other one when it is killed', async () => {
    await installPlatformNode();
    const code = `
      process.on('disconnect', () => {
        console.log('alone');
        process.exit();
      });
      setInterval(() => {}, 1_000);
      process.kill(process.ppid, 'SIGKILL');
    `;
    expect(await runAs('20.20.2', code)).toMatchObject({ stdout: 'alone\n', signal: 'SIGKILL' });
  });
});
