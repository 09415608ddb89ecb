import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/development/embedded-postgres.ts';

const MODULE = new URL('../../src/development/embedded-postgres.ts', import.meta.url).href;
const itAsRoot = process.getuid?.() === 0 ? it : it.skip;

let directory: string;
let elsewhere: ChildProcess | undefined;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'hallway-embedded-'));
  await chmod(directory, 0o755);
});

afterEach(async () => {
  if (elsewhere?.exitCode === null && elsewhere.signalCode === null) {
    elsewhere.kill('SIGKILL');
    await once(elsewhere, 'exit');
  }
});

afterAll(async () => {
  // A start also stops what the last test may have left.
  await started(async () => {});
  await rm(directory, { recursive: true });
});

/** Starts the database in this process for as long as `work` takes. */
async function started(work: (database: EmbeddedPostgres) => Promise<void>, where = directory) {
  const database = await startEmbeddedPostgres({ directory: where });
  await work(database).finally(() => database.stop());
}

/** Starts the database in a process of its own, which goes on with the code `then`. */
async function startElsewhere(then = ''): Promise<{ program: ChildProcess; url: string }> {
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
  elsewhere = program;
  const failed = once(program, 'exit').then(() => Promise.reject(new Error('it did not start')));
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

const answers = (url: string) =>
  query(url, 'select').then(
    () => true,
    () => false,
  );

describe('the embedded database', () => {
  it('finds at the second start what the first one stored', async () => {
    await started(async ({ url }) => {
      await query(url, `create table greetings as select 'hello' as text`);
    });

    await started(async (second) => {
      expect(await query(second.url, 'select text from greetings')).toEqual([{ text: 'hello' }]);
      expect(second).toMatchObject({ directory, moved: false });
    });
  });

  it('speaks UTF-8 and knows capitals beyond ASCII', () =>
    started(async ({ url }) => {
      const rows = await query(url, `select lower('ŁÓDŹ Ёлка') as text`);
      expect(rows).toEqual([{ text: 'łódź ёлка' }]);
    }));

  it('lets nobody in without the password', () =>
    started(async ({ url }) => {
      const guess = new URL(url);
      guess.password = 'guess';
      await expect(query(guess.href, 'select')).rejects.toThrow('password authentication failed');
    }));

  it('refuses in words to run twice', async () => {
    const { url } = await startElsewhere();

    await expect(startEmbeddedPostgres({ directory })).rejects.toThrow(
      `Hallway already runs with the database in ${directory}`,
    );
    expect(await answers(url)).toBe(true);
  });

  it('takes over from a killed process, and stops the server that it left behind', async () => {
    const { program, url } = await startElsewhere();
    program.kill('SIGKILL');
    await once(program, 'exit');
    expect(await answers(url)).toBe(true);

    await started(async (database) => {
      expect(await answers(url)).toBe(false);
      expect(await query(database.url, 'select text from greetings')).toHaveLength(1);
    });
  });

  it('does not touch a stranger whose number stands in an old process file', async () => {
    const stranger = spawn('sleep', ['60']);
    await once(stranger, 'spawn');
    await writeFile(path.join(directory, 'data/postmaster.pid'), `${stranger.pid}\n`);

    const end = once(stranger, 'exit');
    await started(async ({ url }) => expect(await answers(url)).toBe(true)).finally(() =>
      stranger.kill('SIGTERM'),
    );

    expect(await end).toEqual([null, 'SIGTERM']);
  });

  it('outlives Ctrl-C until the program has answered its last request', async () => {
    const { program } = await startElsewhere(`
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
    // To the whole group of processes, as a terminal does it.
    process.kill(-Number(program.pid), 'SIGINT');

    expect(await once(program, 'exit')).toEqual([0, null]);
  });

  it('ends with a program that fails', async () => {
    const { program, url } = await startElsewhere('process.exit(3)');
    if (program.exitCode === null) await once(program, 'exit');

    for (let tries = 0; tries < 100 && (await answers(url)); tries++) await sleep(50);
    expect(await answers(url)).toBe(false);
  });

  itAsRoot('moves out of a folder that only root may enter', async () => {
    const hidden = await mkdtemp(path.join(tmpdir(), 'hallway-hidden-'));
    const database = await startEmbeddedPostgres({ directory: hidden });
    await database.stop();
    await rm(database.directory, { recursive: true });

    expect(database.moved).toBe(true);
    expect(database.directory).toMatch(/^\/var\/lib\/hallway\/[0-9a-f]{12}$/);
    await rm(hidden, { recursive: true });
  });
});
