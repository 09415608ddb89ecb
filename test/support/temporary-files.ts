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
export async function temporaryFilesWith(words: string, directory = tmpdir()): Promise<string[]> {
  const names = (await readdir(directory)).filter((name) => /^hallway-files-[\w-]+$/.test(name));
  const files = await Promise.all(names.map((name) => filesIn(path.join(directory, name))));
  // A file deleted between the two calls counts as empty.
  const texts = files.flat().map((file) => readFile(file, 'utf8').catch(() => ''));
  return (await Promise.all(texts)).filter((text) => text.includes(words));
}

async function filesIn(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => []);
  return names.map((name) => path.join(directory, name));
}
