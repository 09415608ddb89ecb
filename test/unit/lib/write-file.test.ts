import { execFileSync } from 'node:child_process';
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { writePrivateFile } from '../../../src/lib/files.ts';

let directory: string;
const target = () => path.join(directory, 'file');

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'hallway-write-file-'));
});

afterEach(() => rm(directory, { recursive: true }));

it('writes a file that others cannot read', async () => {
  await writePrivateFile(target(), Readable.from([Buffer.from('all '), Buffer.from('of it')]));

  expect(await readFile(target(), 'utf8')).toBe('all of it');
  expect((await stat(target())).mode & 0o777).toBe(0o600);
});

it('fails only once the file is closed, so that nothing appears after its deletion', async () => {
  // A pipe opens for writing only when another side opens it for reading.
  execFileSync('mkfifo', [target()]);
  const failed = Promise.withResolvers<void>();
  async function* failing(): AsyncGenerator<Buffer> {
    yield Buffer.from('the first bytes');
    failed.resolve();
    throw new Error('the client has gone');
  }
  const writing = writePrivateFile(target(), failing()).catch((error: Error) => error.message);
  await failed.promise;

  expect(await Promise.race([writing, sleep(50, 'still opening')])).toBe('still opening');
  const reader = await open(target());
  expect(await writing).toBe('the client has gone');
  await reader.close();
});
