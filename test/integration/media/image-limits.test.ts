import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { avifPixels } from '../../../src/formats/media/avif-structure.ts';
import { rewriteImage } from '../../../src/formats/media/images.ts';
import { isImageFormat, mediaFormatOf } from '../../../src/formats/media/media-format.ts';
import {
  ALPHA,
  type AvifItem,
  avifFile,
  type CodedImage,
  codedImage,
  imageItem,
  sizeOf,
} from '../../support/avif-files.ts';
import { blackPng, noiseGif, redAndBlue, uint32 } from '../../support/media-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'image-limits-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newPath = () => join(folder, `${++files}`);

/** The pixels that are counted before the image is decoded, and the refusal. */
async function rewritten(content: Buffer) {
  const path = newPath();
  writeFileSync(path, content);
  const format = await mediaFormatOf(path);
  if (!isImageFormat(format)) throw new Error(`${format} is not an image`);
  const to = { image: newPath(), variants: { 96: newPath(), 320: newPath(), 960: newPath() } };
  const counted: number[] = [];
  const countPixels = async (pixels: number) => void counted.push(pixels);
  const refusal = await rewriteImage({ path, format, to, person: 'Ada', countPixels }).then(
    () => undefined,
    (error) => error,
  );
  return { counted, refusal };
}

const refused = (message: string) => ({
  counted: [],
  refusal: expect.objectContaining({ code: 'VALIDATION_ERROR', message: `file: ${message}` }),
});
const passed = (pixels: number) => ({ counted: [pixels], refusal: undefined });
const DAMAGED = 'expected an undamaged image';

/** The same file, whose header declares other sides. */
function declaring(file: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(file);
  if (file.readUInt16BE(0) === 0xffd8) {
    // SOF0 or SOF2: marker, length, precision, height, width.
    const [frame = -1] = [0xc0, 0xc2]
      .map((marker) => file.indexOf(Buffer.from([0xff, marker, 0])))
      .filter((at) => at > 0);
    changed.writeUInt16BE(height, frame + 5);
    changed.writeUInt16BE(width, frame + 7);
    return changed;
  }
  changed.writeUInt32BE(width, 16);
  changed.writeUInt32BE(height, 20);
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29);
  return changed;
}

describe('the pixels of an image', () => {
  it('are counted once, over all frames, before they are decoded', async () => {
    const png = await redAndBlue(400, 200).png().toBuffer();
    expect(await rewritten(png)).toEqual(passed(80_000));
    expect(await rewritten(noiseGif(40, 30, 5))).toEqual(passed(6_000));
    const damaged = await rewritten(png.subarray(0, png.length / 2));
    expect(damaged).toEqual({ ...refused(DAMAGED), counted: [80_000] });
  });

  it('are not decoded when they are refused', async () => {
    const path = newPath();
    writeFileSync(path, blackPng(10, 10));
    const to = { image: newPath(), variants: { 96: newPath(), 320: newPath(), 960: newPath() } };
    const countPixels = () => Promise.reject(new Error('too many'));
    const work = rewriteImage({ path, format: 'png', to, person: 'Ada', countPixels });
    await expect(work).rejects.toThrow('too many');
  });

  const transparent = () =>
    sharp({ create: { width: 50, height: 50, channels: 4, background: '#00000080' } });

  it.each<[string, number, string, (image: Sharp) => Sharp]>([
    ['a PNG', 50, '', (image) => image.png()],
    ['a PNG of 16 bits', 12.5, ' (16 bits)', (image) => image.toColorspace('rgb16').png()],
    ['an interlaced PNG', 25, ' (interlaced)', (image) => image.png({ progressive: true })],
    [
      'a PNG with a color profile',
      25,
      ' (a color profile)',
      (image) => image.withIccProfile('p3').png(),
    ],
    [
      'an interlaced PNG of 16 bits with a profile',
      3.125,
      ' (16 bits, interlaced, a color profile)',
      (image) => image.withIccProfile('p3').toColorspace('rgb16').png({ progressive: true }),
    ],
    [
      'a JPEG with the color profile of a camera',
      50,
      '',
      (image) => image.withIccProfile('p3').jpeg(),
    ],
    ['a progressive JPEG', 50 / 3, ' (progressive)', (image) => image.jpeg({ progressive: true })],
    ['a CMYK JPEG', 6.25, ' (CMYK)', (image) => image.toColorspace('cmyk').jpeg()],
  ])('in %s are at most %f million', async (_what, megapixels, why, encode) => {
    const file = await encode(transparent()).toBuffer();
    const side = 5_000;
    const most = Math.floor((megapixels * 1_000_000) / side);
    const limit = `expected at most ${Number(megapixels.toFixed(2))} megapixels${why}`;
    expect(await rewritten(declaring(file, side, most + 1))).toEqual(refused(limit));
    // It is decoded, and has fewer pixels.
    expect(await rewritten(declaring(file, side, most))).toMatchObject({ counted: [side * most] });
  });

  it('with a color profile of tables are at most 12.5 million', async () => {
    const jpeg = await transparent().jpeg().toBuffer();
    const marker = Buffer.from([0xff, 0xe2, 0x50, 0x10]);
    const profile = Buffer.alloc(0x5000);
    profile.writeUInt32BE(profile.length);
    const segment = Buffer.concat([marker, Buffer.from('ICC_PROFILE\0\x01\x01'), profile]);
    const file = Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
    expect(await rewritten(declaring(file, 5_000, 2_501))).toEqual(
      refused('expected at most 12.5 megapixels (a large color profile)'),
    );
  });

  it('in a transparent animated WebP are at most 6 million', async () => {
    const frames = (alpha: number) => {
      const pixels = Buffer.alloc(2_000 * 3_002 * 4, alpha);
      // Two frames that differ.
      pixels.fill(1, pixels.length / 2);
      const raw = { width: 2_000, height: 3_002, channels: 4 as const, pageHeight: 1_501 };
      return sharp(pixels, { raw }).webp({ lossless: true, effort: 0 }).toBuffer();
    };
    expect(await rewritten(await frames(128))).toEqual(
      refused('expected at most 6 megapixels in all frames (transparent)'),
    );
  });
});

describe('a file whose header is dear to read', () => {
  it('with 61 frames, 180,000 frames or 20,001 other chunks of WebP is refused', async () => {
    const still = await redAndBlue(16, 16).webp({ lossless: true }).toBuffer();
    const chunk = (type: string, data: Buffer) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(data.length);
      return Buffer.concat([Buffer.from(type), length, data, Buffer.alloc(data.length % 2)]);
    };
    const canvas = Buffer.from([2, 0, 0, 0, 15, 0, 0, 15, 0, 0]);
    const fileOf = (count: number, each: Buffer) =>
      chunk(
        'RIFF',
        Buffer.concat([
          Buffer.from('WEBP'),
          chunk('VP8X', canvas),
          chunk('ANIM', Buffer.alloc(6)),
          ...Array<Buffer>(count).fill(each),
        ]),
      );
    const frame = chunk('ANMF', Buffer.concat([Buffer.alloc(16), still.subarray(12)]));
    const tooMany = refused('expected at most 20,000 chunks');
    expect(await rewritten(fileOf(61, frame))).toEqual(refused('expected at most 60 frames'));
    expect(await rewritten(fileOf(180_000, frame))).toEqual(tooMany);
    expect(await rewritten(fileOf(20_001, chunk('else', Buffer.alloc(0))))).toEqual(tooMany);
  });

  it('with 900 compressed texts of 8 MB in a PNG is refused, with 20 short ones it is not', async () => {
    const png = blackPng(10, 10);
    const text = (bytes: number) => {
      const data = Buffer.concat([
        Buffer.from('zTXtk\0\0', 'latin1'),
        deflateSync(Buffer.alloc(bytes, 'a')),
      ]);
      return Buffer.concat([uint32(data.length - 4), data, uint32(crc32(data))]);
    };
    const fileOf = (count: number, bytes: number) =>
      Buffer.concat([
        png.subarray(0, 33),
        ...Array<Buffer>(count).fill(text(bytes)),
        png.subarray(33),
      ]);
    const limit = 'expected at most 20 compressed texts in a PNG';
    expect(await rewritten(fileOf(900, 7_900_000))).toEqual(refused(limit));
    expect(await rewritten(fileOf(21, 10))).toEqual(refused(limit));
    expect(await rewritten(fileOf(20, 10))).toEqual(passed(100));
  });
});

describe('an AVIF file', () => {
  let small: CodedImage;
  let large: CodedImage;
  const avif = (...items: AvifItem[]) => avifFile(items);

  beforeAll(async () => {
    small = await codedImage(64, 64);
    large = await codedImage(4_000, 4_000);
  });

  it('of one image is written, also with its data in the header', async () => {
    expect(await rewritten(avif(imageItem(small)))).toEqual(passed(4_096));
    const file = avifFile([imageItem(small)], { isInIdat: true });
    expect(avifPixels(file)).toBe(4_096);
    expect(await rewritten(file)).toEqual(passed(4_096));
  });

  it('is counted with its alpha plane', async () => {
    const color = { r: 1, g: 2, b: 3, alpha: 0.5 };
    const clear = sharp({ create: { width: 100, height: 50, channels: 4, background: color } });
    expect(await rewritten(await clear.avif({ effort: 0 }).toBuffer())).toEqual(passed(10_000));
  });

  it('with an alpha plane that is far larger than the image is refused', async () => {
    const alpha = imageItem(large, {
      properties: [sizeOf(large), large.configuration, ALPHA],
      references: { type: 'auxl', to: [1] },
    });
    const message = 'expected at most 12.5 megapixels';
    expect(await rewritten(avif(imageItem(small), alpha))).toEqual(refused(message));
    const unsized = { ...alpha, properties: [large.configuration, ALPHA] };
    expect(await rewritten(avif(imageItem(small), unsized))).toEqual(refused(DAMAGED));
  });

  it.each(['grid', 'iden', 'iovl', 'unci'])('made of others by %s is refused', async (type) => {
    // One column and one row of 64 x 64, which a tile of 16 megapixels fills.
    const grid = Buffer.from([0, 0, 0, 0, 0, 64, 0, 64]);
    const whole = {
      type,
      data: grid,
      properties: [sizeOf(small)],
      references: { type: 'dimg', to: [2] },
    };
    expect(await rewritten(avif(whole, imageItem(large)))).toEqual(
      refused('expected an AVIF image that is not composed of other images'),
    );
  });

  it('of several frames is refused, wherever they are', async () => {
    const message = 'expected an AVIF image of one frame';
    const frame = small.units.at(-1) ?? Buffer.alloc(0);
    const twice = { ...small, units: [...small.units, frame] };
    expect(await rewritten(avif(imageItem(twice)))).toEqual(refused(message));
    const configuration = Buffer.concat([small.configuration, frame]);
    configuration.writeUInt32BE(configuration.length);
    expect(await rewritten(avif(imageItem({ ...small, configuration })))).toEqual(refused(message));
  });

  it('whose image is in several parts is refused', async () => {
    expect(await rewritten(avif(imageItem(small, { parts: 100 })))).toEqual(refused(DAMAGED));
  });

  it('of more than 1.5 MiB is refused', async () => {
    const image = avif(imageItem(small));
    const withFree = (bytes: number) =>
      Buffer.concat([image, uint32(bytes), Buffer.from('free'), Buffer.alloc(bytes - 8)]);
    const left = 1.5 * 2 ** 20 - image.length;
    expect(await rewritten(withFree(left + 1))).toEqual(
      refused('expected at most 1.5 MiB of AVIF'),
    );
    expect(await rewritten(withFree(left))).toEqual(passed(4_096));
  });

  it('whose bytes are anything has a number of pixels or is refused', () => {
    const original = avif(imageItem(small));
    const change = fc.tuple(fc.nat(original.length - 1), fc.integer({ min: 0, max: 255 }));
    const answerTo = (file: Buffer) => {
      try {
        return avifPixels(file) > 0;
      } catch (error) {
        return (error as Error).name;
      }
    };
    fc.assert(
      fc.property(fc.array(change, { maxLength: 5 }), (changes) => {
        const file = Buffer.from(original);
        for (const [at, value] of changes) file[at] = value;
        expect([true, 'AppError', 'RangeError']).toContain(answerTo(file));
      }),
    );
  });
});
