import { readFile } from 'node:fs/promises';
import { invalid } from '../../errors.ts';
import { avifPixels } from './avif-structure.ts';
import { MAX_FRAMES, tooManyFrames } from './image-limits.ts';
import type { ImageFormat } from './media-format.ts';

/** Each takes 2 ms and 4 MB whenever libpng opens the file, however short it is. */
const COMPRESSED = ['iCCP', 'iTXt', 'zTXt'];
const MAX_COMPRESSED = 20;

/** Decoding takes 150 ms for each MiB, whatever the size of the image. */
const MAX_AVIF_BYTES = 3 * 1_024 ** 2;

/**
 * Refuses a file whose header alone would be dear to the library that reads it: libwebp takes 30 s
 * to find 180,000 frames in 8 MB.
 *
 * @returns the pixels of an AVIF file; undefined where the header tells them
 * @throws AppError VALIDATION_ERROR
 * @throws RangeError for a damaged file
 */
export async function checkStructure(
  path: string,
  format: ImageFormat,
): Promise<number | undefined> {
  if (format === 'gif' || format === 'jpeg') return undefined;
  const file = await readFile(path);
  if (format === 'png') checkPng(file);
  if (format === 'webp') checkWebp(file);
  if (format !== 'avif') return undefined;
  if (file.length > MAX_AVIF_BYTES)
    throw invalid('file', `expected at most ${MAX_AVIF_BYTES / 1_024 ** 2} MiB of AVIF`);
  return avifPixels(file);
}

/** Chunks of PNG: length, type, data, checksum. */
function checkPng(file: Buffer): void {
  let compressed = 0;
  for (let at = 8; at + 8 <= file.length; at += 12 + file.readUInt32BE(at)) {
    if (COMPRESSED.includes(file.toString('latin1', at + 4, at + 8))) compressed += 1;
  }
  if (compressed > MAX_COMPRESSED)
    throw invalid('file', `expected at most ${MAX_COMPRESSED} compressed texts in a PNG`);
}

/** Chunks of WebP: type, length, data of an even length. */
function checkWebp(file: Buffer): void {
  let frames = 0;
  for (let at = 12; at + 8 <= file.length; ) {
    if (file.toString('latin1', at, at + 4) === 'ANMF') frames += 1;
    const length = file.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  if (frames > MAX_FRAMES) throw tooManyFrames();
}
