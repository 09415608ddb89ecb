import { randomFillSync } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** The words of a place that `jpegWithPlace` and `movie` carry as metadata. */
export const PLACE = '+50.0875+014.4213/';

/** `height` rows of random pixels. A compressed file of them is nearly as long as they are. */
export function noise(width: number, height: number): Sharp {
  const pixels = randomFillSync(Buffer.alloc(width * height * 3));
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Red on the left and blue on the right. */
export function redAndBlue(width: number, height: number): Sharp {
  const half = { width: width / 2, height, channels: 3 as const };
  const blue = { create: { ...half, background: '#0000ff' } };
  return sharp({
    create: { ...half, width, background: '#ff0000' },
  })
    .composite([{ input: blue, left: width / 2, top: 0 }])
    .removeAlpha();
}

/** Upright it is red above and blue below: a camera turned by 90 degrees, with the place in EXIF. */
export async function jpegWithPlace(width = 1_200, height = 800): Promise<Buffer> {
  const place = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '50/1 5/1 15/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '14/1 25/1 17/1',
  };
  return redAndBlue(width, height)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { ImageDescription: PLACE }, IFD3: place })
    .withIccProfile('p3')
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${PLACE}</x:xmpmeta>`)
    .jpeg()
    .toBuffer();
}

/** A PNG of 1 bit per pixel, all black, made without an image library. */
export function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([uint32(data.length), content, uint32(crc32(content))]);
}

/** An animated GIF of random pixels in 64 colors, made without an image library. */
export function noiseGif(width: number, height: number, frames: number): Buffer {
  const palette = randomFillSync(Buffer.alloc(64 * 3));
  const parts = [
    Buffer.from('GIF89a'),
    uint16(width, height),
    // A palette of 2 ** (5 + 1) colors.
    Buffer.from([0xf5, 0, 0]),
    palette,
    Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00', 'latin1'),
  ];
  for (let frame = 0; frame < frames; frame++) {
    parts.push(
      Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0]),
      Buffer.from([0x2c]),
      uint16(0, 0, width, height),
      Buffer.from([0, 7]),
      ...uncompressedPixels(width * height),
      Buffer.from([0]),
    );
  }
  return Buffer.concat([...parts, Buffer.from(';')]);
}

/** Codes of 8 bits are bytes. A clear code before every 126 pixels keeps them at 8 bits. */
function uncompressedPixels(count: number): readonly Buffer[] {
  const blocks = Math.ceil(count / 126);
  const length = blocks * 2 + count;
  const words = randomFillSync(new Uint32Array(Math.ceil(length / 4)));
  for (let index = 0; index < words.length; index++)
    words[index] = (words[index] ?? 0) & 0x3f3f3f3f;
  const codes = Buffer.from(words.buffer, 0, length);
  for (let start = 0; start < codes.length; start += 128) {
    codes.writeUInt8(Math.min(128, codes.length - start) - 1, start);
    codes.writeUInt8(0x80, start + 1);
  }
  return [codes, Buffer.from([1, 0x81])];
}

/** A box of an MP4 or QuickTime file. */
export function box(type: string, ...content: readonly (Buffer | string)[]): Buffer {
  const payload = Buffer.concat(content.map((one) => Buffer.from(one as string, 'latin1')));
  return Buffer.concat([uint32(payload.length + 8), Buffer.from(type, 'latin1'), payload]);
}

/** Like `box`, with its size in 64 bits. */
export function longBox(type: string, payload: Buffer): Buffer {
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(payload.length + 16));
  return Buffer.concat([uint32(1), Buffer.from(type, 'latin1'), size, payload]);
}

export const fileType = (brand: string, ...compatible: readonly string[]) =>
  box('ftyp', brand, uint32(0), ...compatible);

/** Boxes as a phone writes them, with the place at every level where metadata occurs. */
export function movie(): Buffer {
  const uuid = box('uuid', Buffer.alloc(16, 0xbe), `Maker ${PLACE}`);
  const userData = box('udta', box('\u00a9xyz', Buffer.from([0, 18, 0x15, 0xc7]), PLACE));
  const tags = box('meta', uint32(0), box('keys', PLACE), box('ilst', PLACE));
  const track = box('trak', box('tkhd', Buffer.alloc(84)), box('mdia', uuid, tags), userData);
  return Buffer.concat([
    fileType('mp42', 'isom', 'mp42'),
    uuid,
    box('moov', box('mvhd', Buffer.alloc(100)), track, userData, tags, uuid),
    tags,
    box('mdat', 'media data'),
  ]);
}

export function uint32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

function uint16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, index * 2);
  return bytes;
}
