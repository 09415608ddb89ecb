import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The texts of our temporary files that still hold these words. An upload goes when its answer has
 * gone out, which the client may see a moment earlier.
 */
export async function remainingFilesWith(words: string): Promise<string[]> {
  for (let tries = 0; tries < 50 && (await temporaryFilesWith(words)).length > 0; tries++) {
    await sleep(20);
  }
  return temporaryFilesWith(words);
}

/** Others, of other runs too, write and remove theirs at the same time. */
export async function temporaryFilesWith(words: string): Promise<string[]> {
  const ours = (await readdir(tmpdir())).filter((name) => /^hallway-(uploads|staging)-/.test(name));
  const files = await Promise.all(ours.map(filesAt));
  // One that goes while we look holds nothing.
  const texts = files.flat().map((file) => readFile(file, 'utf8').catch(() => ''));
  return (await Promise.all(texts)).filter((text) => text.includes(words));
}

async function filesAt(name: string): Promise<string[]> {
  const file = path.join(tmpdir(), name);
  if (name.startsWith('hallway-staging-')) return [file];
  const names = await readdir(file).catch(() => []);
  return names.map((inner) => path.join(file, inner));
}
