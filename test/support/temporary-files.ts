import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from './until.ts';

/**
 * The contents of Hallway's temporary files that contain `words`, after waiting for their deletion:
 * the service deletes an upload after its answer, which the client may receive earlier.
 */
export async function remainingFilesWith(words: string): Promise<string[]> {
  await until(async () => (await temporaryFilesWith(words)).length === 0).catch(() => {});
  return temporaryFilesWith(words);
}

/** The contents of temporary files that contain `words`. Other tests write and delete theirs. */
export async function temporaryFilesWith(words: string): Promise<string[]> {
  const names = (await readdir(tmpdir())).filter((name) =>
    /^hallway-(uploads|staging)-/.test(name),
  );
  const files = await Promise.all(names.map(filesAt));
  // A file deleted between the two calls counts as empty.
  const texts = files.flat().map((file) => readFile(file, 'utf8').catch(() => ''));
  return (await Promise.all(texts)).filter((text) => text.includes(words));
}

async function filesAt(name: string): Promise<string[]> {
  const file = path.join(tmpdir(), name);
  if (name.startsWith('hallway-staging-')) return [file];
  const names = await readdir(file).catch(() => []);
  return names.map((inner) => path.join(file, inner));
}
