import { open, readFile, stat } from 'node:fs/promises';
import { damagedFile, invalid } from '../../errors.ts';
import { avifPixels } from './avif-structure.ts';
import { FileBlocks } from './file-blocks.ts';
import { MAX_FRAMES, tooManyFrames } from './image-limits.ts';
import type { ImageFormat } from './media-format.ts';

/** Each compressed text takes 2 ms and 4 MB whenever libpng opens the file, however short it is. */
const COMPRESSED = ['iCCP', 'iTXt', 'zTXt'];
const MAX_COMPRESSED = 20;

/** PNG comes in chunks of 8 KiB as a rule, so 10 MiB have 1,300. */
const MAX_CHUNKS = 20_000;

/** Decoding takes 150 to 300 ms for each MiB, whatever the size of the image. */
const MAX_AVIF_BYTES = 1.5 * 1_024 ** 2;

/**
 * Refuses a file whose header alone would be expensive to read: libwebp takes 30 s to find 180,000
 * frames in 8 MB.
 *
 * @returns the pixels of an AVIF file; undefined where the header tells them
 * @throws AppError VALIDATION_ERROR
 * @throws RangeError for a damaged file
 */
export async function checkStructure(
  path: string,
  format: ImageFormat,
): Promise<number | undefined> {
  if (format === 'png') await checkPng(path);
  if (format === 'webp') await checkWebp(path);
  if (format !== 'avif') return undefined;
  if ((await stat(path)).size > MAX_AVIF_BYTES)
    throw invalid(
      'file',
      `expected at most ${MAX_AVIF_BYTES / 1_024 ** 2} MiB of AVIF`,
      'file_too_large',
      { max_mib: MAX_AVIF_BYTES / 1_024 ** 2 },
    );
  return avifPixels(await readFile(path));
}

/** Chunks of PNG: length, type, data, checksum. */
async function checkPng(path: string): Promise<void> {
  const chunks = await countChunks(path, 8, (header) => ({
    type: header.toString('latin1', 4, 8),
    bytes: 12 + header.readUInt32BE(0),
  }));
  const compressed = COMPRESSED.reduce((sum, type) => sum + (chunks.get(type) ?? 0), 0);
  if (compressed > MAX_COMPRESSED)
    throw damagedFile(`expected at most ${MAX_COMPRESSED} compressed texts in a PNG`);
}

/** Chunks of WebP: type, length, data of an even length. */
async function checkWebp(path: string): Promise<void> {
  const chunks = await countChunks(path, 12, (header) => {
    const length = header.readUInt32LE(4);
    return { type: header.toString('latin1', 0, 4), bytes: 8 + length + (length % 2) };
  });
  if ((chunks.get('ANMF') ?? 0) > MAX_FRAMES) throw tooManyFrames();
}

/**
 * The number of chunks by type.
 * @param start where the first one starts
 * @param read a chunk by its first 8 bytes
 */
async function countChunks(
  path: string,
  start: number,
  read: (header: Buffer) => { type: string; bytes: number },
): Promise<ReadonlyMap<string, number>> {
  await using file = await open(path);
  const blocks = new FileBlocks(file);
  const counts = new Map<string, number>();
  let left = MAX_CHUNKS;
  for (let at = start; ; left -= 1) {
    const header = await blocks.read(at, 8);
    if (header.length < 8) return counts;
    if (left === 0) throw damagedFile(`expected at most ${MAX_CHUNKS.toLocaleString('en')} chunks`);
    const { type, bytes } = read(header);
    counts.set(type, (counts.get(type) ?? 0) + 1);
    at += bytes;
  }
}
