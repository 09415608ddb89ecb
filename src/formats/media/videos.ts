import { type FileHandle, open } from 'node:fs/promises';
import { damagedFile } from '../../errors.ts';
import { FileBlocks } from './file-blocks.ts';
import type { VideoFormat } from './media-format.ts';

/** A box of an MP4 or QuickTime file, by its place in the file. */
interface MovieBox {
  readonly type: string;
  readonly start: number;
  /** The start of the payload, after a header of 8 or 16 bytes. */
  readonly payload: number;
  readonly end: number;
}

/**
 * Boxes that contain boxes, on the path to the boxes that describe the movie, a track or a
 * fragment.
 */
const CONTAINERS = new Set(
  'moov trak mdia minf dinf stbl edts tapt mvex moof traf mfra'.split(' '),
);

/** The boxes that repeat in each fragment of a movie. */
const FRAGMENTS = new Set(
  'mdat styp sidx ssix prft emsg moof mfhd traf tfhd tfdt trun sbgp sgpd subs saiz saio senc mfra tfra mfro'.split(
    ' ',
  ),
);

/** moov/trak/mdia/minf/stbl has five levels. */
const MAX_DEPTH = 8;
/** An hour in fragments of a second has 30,000. */
const MAX_BOXES = 100_000;
/**
 * The limit for all other boxes. A movie of two tracks has 60, and each box of metadata costs a
 * write.
 */
const MAX_METADATA_BOXES = 1_000;
/**
 * A size of 0 means up to the end of the file: a program that streams media data knows no other
 * size.
 */
const OPEN_ENDED = 'mdat';

/**
 * The boxes of a movie at every level, each before those that it contains. Only headers are read.
 *
 * @throws AppError VALIDATION_ERROR from the iterator when a box does not fit into its container, or
 *   when the boxes are too many or too deep.
 */
async function* movieBoxes(file: FileHandle): AsyncGenerator<MovieBox, void> {
  const blocks = new FileBlocks(file);
  const open: MovieBox[] = [];
  const { size } = await file.stat();
  const count = boxCount();
  for (let position = 0; position < size; ) {
    while (open.length > 0 && position >= endOf(open, size)) open.pop();
    const end = endOf(open, size);
    // QuickTime ends some containers with four zero bytes.
    if (end - position < 8) {
      position = end;
      continue;
    }
    const box = boxAt(position, await blocks.read(position, 16), size);
    if (box.end > end) throw wrongSize(box);
    count(box);
    yield box;
    position = box.end;
    if (!CONTAINERS.has(box.type)) continue;
    if (open.push(box) > MAX_DEPTH) throw damaged(`boxes deeper than ${MAX_DEPTH} levels`);
    position = box.payload;
  }
}

/** @throws AppError VALIDATION_ERROR from the returned function, when there are too many boxes */
function boxCount(): (box: MovieBox) => void {
  let all = 0;
  let metadata = 0;
  return ({ type }) => {
    all += 1;
    if (!FRAGMENTS.has(type)) metadata += 1;
    if (metadata > MAX_METADATA_BOXES) throw tooMany(MAX_METADATA_BOXES, 'metadata boxes');
    if (all > MAX_BOXES) throw tooMany(MAX_BOXES, 'boxes');
  };
}

const tooMany = (max: number, noun: string) =>
  damaged(`it has more than ${max.toLocaleString('en')} ${noun}`);

const endOf = (open: readonly MovieBox[], size: number) => open.at(-1)?.end ?? size;

/** `header` is 8 bytes, or 16 unless the file ends before. */
function boxAt(start: number, header: Buffer, fileEnd: number): MovieBox {
  const type = header.toString('latin1', 4, 8);
  const size = header.readUInt32BE(0);
  if (size === 0 && type === OPEN_ENDED) return { type, start, payload: start + 8, end: fileEnd };
  // A size of 1 means that the size follows in 64 bits.
  if (size !== 1) return checked({ type, start, payload: start + 8, end: start + size });
  const longSize = header.length < 16 ? 0n : header.readBigUInt64BE(8);
  return checked({ type, start, payload: start + 16, end: start + Number(longSize) });
}

function checked(box: MovieBox): MovieBox {
  if (box.end < box.payload) throw wrongSize(box);
  return box;
}

const wrongSize = ({ type, start }: MovieBox) =>
  damaged(`box ${printable(type)} at ${start} has a wrong size`);

const printable = (type: string) => `"${type.replace(/[^\x20-\x7e]/g, '?')}"`;

const damaged = (problem: string) => damagedFile(`expected a video, but ${problem}`);

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
