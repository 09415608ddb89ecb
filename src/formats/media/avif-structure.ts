import { damagedFile, invalid } from '../../errors.ts';

/** `av01` is an image. The others are never decoded; `tmap` names the image of a gain map. */
const ITEM_TYPES = new Set(['av01', 'Exif', 'mime', 'tmap']);
/** In AV1, data units that start a frame: OBU_FRAME_HEADER and OBU_FRAME. */
const FRAME_UNITS = [3, 6];
/** The image, its alpha plane, a thumbnail and a gain map are four. */
const MAX_IMAGES = 10;

interface Box {
  readonly type: string;
  readonly payload: Buffer;
}

/** Where an item's data starts and ends, in the file or in the box `idat`. */
interface Extent {
  readonly start: number;
  readonly end: number;
  readonly isInIdat: boolean;
}

/**
 * The pixels of all images in an AVIF file, an alpha plane included. The decoder would decode tiles
 * that are far larger than their image, and any number of frames for one image.
 *
 * @throws AppError VALIDATION_ERROR for an image that is composed of others or has several frames
 * @throws RangeError for a damaged file
 */
export function avifPixels(file: Buffer): number {
  const meta = childrenOf(only(boxesIn(file), 'meta').subarray(4));
  const ids = imageIds(only(meta, 'iinf'));
  const extents = extentsOf(only(meta, 'iloc'), ids);
  const [idat = Buffer.alloc(0), second] = payloadsOf(meta, 'idat');
  if (second) throw new RangeError('two boxes idat');
  for (const { start, end, isInIdat } of extents) {
    if (framesIn((isInIdat ? idat : file).subarray(start, end)) > 1) throw severalFrames();
  }
  const properties = childrenOf(only(meta, 'iprp'));
  const declared = childrenOf(only(properties, 'ipco'));
  // The decoder reads the units of the configuration first.
  if (payloadsOf(declared, 'av1C').some((units) => framesIn(units.subarray(4)) > 0))
    throw severalFrames();
  const pixels = new Map(ids.map((id) => [id, 0]));
  for (const [id, index] of payloadsOf(properties, 'ipma').flatMap(associationsIn)) {
    const size = declared[index - 1];
    if (size?.type !== 'ispe' || !pixels.has(id)) continue;
    const area = size.payload.readUInt32BE(4) * size.payload.readUInt32BE(8);
    pixels.set(id, Math.max(area, pixels.get(id) ?? 0));
  }
  const areas = [...pixels.values()];
  if (areas.length === 0 || areas.includes(0)) throw new RangeError('an image without a size');
  return areas.reduce((sum, area) => sum + area, 0);
}

function* boxesIn(bytes: Buffer): Generator<Box> {
  for (let start = 0; start + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(start);
    const header = size === 1 ? 16 : 8;
    const given = size === 1 ? Number(bytes.readBigUInt64BE(start + 8)) : size;
    const end = given === 0 ? bytes.length : start + given;
    if (end < start + header || end > bytes.length) throw new RangeError('a box of a wrong size');
    const type = bytes.toString('latin1', start + 4, start + 8);
    yield { type, payload: bytes.subarray(start + header, end) };
    start = end;
  }
}

const childrenOf = (bytes: Buffer): readonly Box[] => [...boxesIn(bytes)];

const payloadsOf = (boxes: Iterable<Box>, type: string): readonly Buffer[] =>
  [...boxes].filter((box) => box.type === type).map(({ payload }) => payload);

/** The decoder could read two boxes of a kind differently. */
function only(boxes: Iterable<Box>, type: string): Buffer {
  const [payload, second] = payloadsOf(boxes, type);
  if (!payload || second) throw new RangeError(`not one box ${type}`);
  return payload;
}

/** The ids of the images in `iinf`. */
function imageIds(iinf: Buffer): readonly number[] {
  const entries = payloadsOf(boxesIn(iinf.subarray(iinf[0] === 0 ? 6 : 8)), 'infe').map((infe) => {
    const isLong = infe[0] === 3;
    const id = isLong ? infe.readUInt32BE(4) : infe.readUInt16BE(4);
    return { id, type: infe.toString('latin1', isLong ? 10 : 8, isLong ? 14 : 12) };
  });
  const other = entries.find(({ type }) => !ITEM_TYPES.has(type));
  if (other) throw damagedFile('expected an AVIF image that is not composed of other images');
  const ids = entries.filter(({ type }) => type === 'av01').map(({ id }) => id);
  if (ids.length > MAX_IMAGES) throw new RangeError('too many images');
  return ids;
}

/** The ranges of the data of these items, from `iloc`. */
function extentsOf(iloc: Buffer, ids: readonly number[]): readonly Extent[] {
  const version = iloc[0] ?? 0;
  const sizes = iloc.readUInt16BE(4);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  const idBytes = version < 2 ? 2 : 4;
  const fields = new Fields(iloc, 6);
  const found = new Map<number, Extent>();
  for (let left = fields.next(idBytes); left > 0; left -= 1) {
    const id = fields.next(idBytes);
    const method = version === 0 ? 0 : fields.next(2) & 15;
    fields.next(2);
    const base = fields.next(baseBytes);
    const count = fields.next(2);
    if (!ids.includes(id)) {
      fields.skip(count * (indexBytes + offsetBytes + lengthBytes));
      continue;
    }
    // Parts could repeat the same bytes many times.
    if (count !== 1 || method > 1 || found.has(id)) throw new RangeError('an image in parts');
    fields.skip(indexBytes);
    const start = base + fields.next(offsetBytes);
    const length = fields.next(lengthBytes) || Number.POSITIVE_INFINITY;
    found.set(id, { start, end: start + length, isInIdat: method === 1 });
  }
  return [...found.values()];
}

/** Pairs of an item and the number of one of its properties, from 1. */
function associationsIn(ipma: Buffer): readonly (readonly [id: number, index: number])[] {
  const idBytes = ipma[0] === 0 ? 2 : 4;
  const indexBytes = ((ipma[3] ?? 0) & 1) === 1 ? 2 : 1;
  const fields = new Fields(ipma, 4);
  const pairs: [number, number][] = [];
  for (let left = fields.next(4); left > 0; left -= 1) {
    const id = fields.next(idBytes);
    for (let count = fields.next(1); count > 0; count -= 1) {
      // The highest bit says whether the property is essential.
      pairs.push([id, fields.next(indexBytes) & (indexBytes === 2 ? 0x7fff : 0x7f)]);
    }
  }
  return pairs;
}

/** The number of frames that these AV1 data units start. */
function framesIn(units: Buffer): number {
  let frames = 0;
  for (let at = 0; at < units.length; ) {
    const header = units[at] ?? 0;
    if (FRAME_UNITS.includes((header >> 3) & 15)) frames += 1;
    at += (header & 4) === 0 ? 1 : 2;
    // Without a size the unit ends with the data.
    if ((header & 2) === 0) return frames;
    let size = 0;
    for (let shift = 0, more = true; more; shift += 7) {
      const byte = units.readUInt8(at++);
      size += (byte & 127) * 2 ** shift;
      more = byte > 127;
    }
    at += size;
  }
  return frames;
}

/** Big-endian numbers, one after the other. */
class Fields {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, start: number) {
    this.#bytes = bytes;
    this.#at = start;
  }

  /** A number of 0, 1, 2, 4 or 8 bytes. @throws RangeError past the end */
  next(bytes: number): number {
    const at = this.#at;
    this.#at += bytes;
    if (bytes === 0) return 0;
    if (bytes === 8) return Number(this.#bytes.readBigUInt64BE(at));
    return this.#bytes.readUIntBE(at, bytes);
  }

  skip(bytes: number): void {
    this.#at += bytes;
  }
}

const severalFrames = () =>
  invalid('file', 'expected an AVIF image of one frame', 'image_frames', { max: 1 });
