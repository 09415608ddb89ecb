import { randomFillSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileBlocks } from '../../../src/formats/media/file-blocks.ts';

const BLOCK = 65_536;
const folder = mkdtempSync(join(tmpdir(), 'blocks-'));
afterAll(() => rmSync(folder, { recursive: true }));

const content = randomFillSync(Buffer.alloc(3 * BLOCK + 100));
const path = join(folder, 'file');
writeFileSync(path, content);

/** The file, and how often it is read. */
async function counted() {
  const file = await open(path);
  let reads = 0;
  const handle = new Proxy(file, {
    get(target, name) {
      if (name === 'read') reads += 1;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  }) as FileHandle;
  return { blocks: new FileBlocks(handle), reads: () => reads, close: () => file.close() };
}

describe('the blocks of a file', () => {
  it('hold the same bytes as the file, at any place', async () => {
    const { blocks, close } = await counted();
    const places = [0, 5, BLOCK - 8, BLOCK - 1, BLOCK, 2 * BLOCK + 3, 10, content.length - 16];
    for (const at of places) {
      expect(await blocks.read(at, 16)).toEqual(content.subarray(at, at + 16));
    }
    expect(await blocks.read(content.length - 7, 16)).toEqual(content.subarray(-7));
    expect(await blocks.read(content.length, 16)).toHaveLength(0);
    await close();
  });

  it('are read once each for headers of 8 bytes, one after the other', async () => {
    const { blocks, reads, close } = await counted();
    for (let at = 0; at + 8 <= 3 * BLOCK; at += 8) await blocks.read(at, 8);
    expect(reads()).toBe(3);
    await close();
  });
});
