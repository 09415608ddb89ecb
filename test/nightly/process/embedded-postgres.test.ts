import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, lstat, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/development/embedded-postgres.ts';
import { findPostgres, linkLibraries } from '../../../src/development/postgres-binaries.ts';
import { until } from '../../support/until.ts';

const MODULE = new URL('../../../src/development/embedded-postgres.ts', import.meta.url).href;
/** No other user has a directory that only root can enter, so the case does not arise for them. */
const itAsRoot = process.getuid?.() === 0 ? it : it.skip;

let directory: string;
let otherProcess: ChildProcess | undefined;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'hallway-embedded-'));
  await chmod(directory, 0o755);
});

afterEach(async () => {
  if (otherProcess?.exitCode === null && otherProcess.signalCode === null) {
    otherProcess.kill('SIGKILL');
    await once(otherProcess, 'exit');
  }
});

afterAll(async () => {
  // A start also stops a server that the last test left running.
  await withDatabase(async () => {});
  await rm(directory, { recursive: true });
});

/** Starts the database in this process, runs `work` and stops the database. */
async function withDatabase(work: (database: EmbeddedPostgres) => Promise<void>) {
  const database = await startEmbeddedPostgres({ directory });
  await work(database).finally(() => database.stop());
}

/** Starts the database in another process, which then runs the code `then`. */
async function startInOtherProcess(then = ''): Promise<{ program: ChildProcess; url: string }> {
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(MODULE)});
    const database = await startEmbeddedPostgres({ directory: ${JSON.stringify(directory)} });
    process.on('message', () => {});
    process.send(database.url, async () => { ${then} });
  `;
  const program = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  otherProcess = program;
  const failed = once(program, 'exit').then(() =>
    Promise.reject(new Error('the process exited during its start')),
  );
  const [url] = await Promise.race([once(program, 'message'), failed]);
  failed.catch(() => {});
  return { program, url };
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const isRunning = (url: string) =>
  query(url, 'select').then(
    () => true,
    () => false,
  );

describe('the embedded PostgreSQL', () => {
  it('keeps its data between starts', async () => {
    await withDatabase(async ({ url }) => {
      await query(url, `create table greetings as select 'hello' as text`);
    });

    await withDatabase(async (second) => {
      expect(await query(second.url, 'select text from greetings')).toEqual([{ text: 'hello' }]);
      expect(second).toMatchObject({ directory, moved: false });
    });
  });

  it('uses UTF-8 and maps case beyond ASCII', () =>
    withDatabase(async ({ url }) => {
      const rows = await query(url, `select lower('ŁÓDŹ Ёлка') as text`);
      expect(rows).toEqual([{ text: 'łódź ёлка' }]);
    }));

  it('requires its password', () =>
    withDatabase(async ({ url }) => {
      const guess = new URL(url);
      guess.password = 'guess';
      await expect(query(guess.href, 'select')).rejects.toThrow('password authentication failed');
    }));

  it('rejects a second start in the same directory', async () => {
    const { url } = await startInOtherProcess();

    await expect(startEmbeddedPostgres({ directory })).rejects.toThrow(
      `Hallway already runs with the database in ${directory}`,
    );
    expect(await isRunning(url)).toBe(true);
  });

  it('stops the server of a killed process and keeps its data', async () => {
    const { program, url } = await startInOtherProcess();
    program.kill('SIGKILL');
    await once(program, 'exit');
    expect(await isRunning(url)).toBe(true);

    await withDatabase(async (database) => {
      expect(await isRunning(url)).toBe(false);
      expect(await query(database.url, 'select text from greetings')).toHaveLength(1);
    });
  });

  it('does not signal an unrelated process whose pid is in an old postmaster.pid', async () => {
    const unrelated = spawn('sleep', ['3600']);
    await once(unrelated, 'spawn');
    await writeFile(path.join(directory, 'data/postmaster.pid'), `${unrelated.pid}\n`);

    const exit = once(unrelated, 'exit');
    await withDatabase(async ({ url }) => expect(await isRunning(url)).toBe(true)).finally(() =>
      unrelated.kill('SIGTERM'),
    );

    expect(await exit).toEqual([null, 'SIGTERM']);
  });

  it('survives Ctrl-C until the program stops it', async () => {
    const { program } = await startInOtherProcess(`
      process.once('SIGINT', async () => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        const { default: pg } = await import('pg');
        const client = new pg.Client(database.url);
        await client.connect();
        await client.end();
        await database.stop();
        process.exit(0);
      });
      process.send('ready');
    `);
    await once(program, 'message');
    // Sends the signal to the whole process group, as a terminal does.
    process.kill(-Number(program.pid), 'SIGINT');

    expect(await once(program, 'exit')).toEqual([0, null]);
  });

  it('stops when its program fails', async () => {
    const { program, url } = await startInOtherProcess('process.exit(3)');
    if (program.exitCode === null) await once(program, 'exit');

    await until(async () => !(await isRunning(url)));
    expect(await isRunning(url)).toBe(false);
  });

  itAsRoot('moves out of a directory that only root can enter', async () => {
    const hidden = await mkdtemp(path.join(tmpdir(), 'hallway-hidden-'));
    const database = await startEmbeddedPostgres({ directory: hidden });
    await database.stop();
    await rm(database.directory, { recursive: true });

    expect(database.moved).toBe(true);
    expect(database.directory).toMatch(/^\/var\/lib\/hallway\/[0-9a-f]{12}$/);
    await rm(hidden, { recursive: true });
  });
});

it('runs from packages that were installed without scripts', async () => {
  const { initdb } = await findPostgres();
  const native = path.join(directory, 'native');
  await cp(path.resolve(initdb, '../..'), native, {
    recursive: true,
    filter: async (source) => !(await lstat(source)).isSymbolicLink(),
  });
  const version = () => promisify(execFile)(path.join(native, 'bin/initdb'), ['--version']);
  await expect(version()).rejects.toThrow('Command failed');

  await linkLibraries(native);
  await linkLibraries(native);
  expect((await version()).stdout).toMatch(/^initdb \(PostgreSQL\) 18\./);
});
