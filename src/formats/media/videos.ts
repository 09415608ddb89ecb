import { type FileHandle, open } from 'node:fs/promises';
import type { VideoFormat } from './media-format.ts';
import { damaged, type MovieBox, movieBoxes } from './movie-boxes.ts';

/** A video keeps its format. */
export const VIDEOS = {
  mp4: { ending: 'mp4', mimeType: 'video/mp4' },
  webm: { ending: 'webm', mimeType: 'video/webm' },
  quicktime: { ending: 'mov', mimeType: 'video/quicktime' },
} as const satisfies Record<VideoFormat, { ending: string; mimeType: string }>;

/** User data (`©xyz` is the place), tags, and additions by makers of cameras. */
const METADATA = new Set(['udta', 'meta', 'uuid']);
const ZEROS = Buffer.alloc(65_536);

/**
 * Erases the metadata of a video in place, in constant memory: in MP4 and QuickTime its boxes
 * become `free` and their content zeros, so the size of the file and the place of its media data
 * stay. A WebM file has no such boxes. Nothing is decoded. The data of the tracks stays, such as
 * the places in the telemetry track of an action camera.
 *
 * @throws AppError VALIDATION_ERROR when the boxes are damaged or hold no movie; the file is
 *   unchanged then.
 */
export async function eraseVideoMetadata(path: string, format: VideoFormat): Promise<void> {
  if (format === 'webm') return;
  await using file = await open(path, 'r+');
  for (const box of await metadataOf(file)) await erase(file, box);
}

async function metadataOf(file: FileHandle): Promise<readonly MovieBox[]> {
  const found: MovieBox[] = [];
  let hasMovie = false;
  for await (const box of movieBoxes(file)) {
    if (METADATA.has(box.type)) found.push(box);
    // A compressed box with all boxes of the movie. No browser plays it.
    if (box.type === 'cmov') throw damaged('its header is compressed');
    hasMovie ||= box.type === 'moov';
  }
  if (!hasMovie) throw damaged('it has no box "moov"');
  return found;
}

/** The type last, so that after a crash the box is found again. */
async function erase(file: FileHandle, { start, payload, end }: MovieBox): Promise<void> {
  for (let position = payload; position < end; ) {
    const length = Math.min(ZEROS.length, end - position);
    position += (await file.write(ZEROS, 0, length, position)).bytesWritten;
  }
  await file.write(Buffer.from('free'), 0, 4, start + 4);
}
