import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { developmentSecrets } from '../../../src/development/secrets.ts';

const MODULE = new URL('../../../src/development/secrets.ts', import.meta.url).href;

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'hallway-secrets-'));
});

afterEach(() => rm(directory, { recursive: true }));

const file = () => path.join(directory, 'secrets.json');

describe('developmentSecrets', () => {
  it.each([
    ['JWT_SECRET', /^[\w-]{64}$/],
    ['ADMIN_API_KEY', /^[\w-]{43}$/],
    ['MESSENGER_BOT_TOKEN', /^\d{10}:[\w-]{35}$/],
    ['ENCRYPTION_KEY', /^[\w+/]{43}=$/],
  ])('generates a %s of the right format', (name, format) => {
    expect(developmentSecrets(directory)[name]).toMatch(format);
  });

  it('returns the same secrets at each start, from a file that only its owner can read', async () => {
    const first = developmentSecrets(directory);

    expect(developmentSecrets(directory)).toEqual(first);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it('adds missing secrets and keeps existing ones', async () => {
    await writeFile(file(), JSON.stringify({ JWT_SECRET: 'kept', OLD: 'kept too' }));

    expect(developmentSecrets(directory)).toMatchObject({
      JWT_SECRET: 'kept',
      OLD: 'kept too',
      ADMIN_API_KEY: expect.any(String),
    });
  });

  it('returns the same secrets to processes that start at the same moment', async () => {
    const program = `
      const { developmentSecrets } = await import(${JSON.stringify(MODULE)});
      console.log(JSON.stringify(developmentSecrets(${JSON.stringify(directory)})));
    `;
    const starts = await Promise.all(
      Array.from({ length: 5 }, () =>
        promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]),
      ),
    );

    expect(new Set(starts.map(({ stdout }) => stdout)).size).toBe(1);
  });

  it.each(['', '[]', '{"JWT_SECRET": 1}'])('throws for a malformed file: %s', async (text) => {
    await writeFile(file(), text);

    expect(() => developmentSecrets(directory)).toThrow(
      `${file()}: expected a JSON object of strings`,
    );
  });
});
