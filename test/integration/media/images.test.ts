import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { endingOf, rewriteImage, VARIANT_SIDES } from '../../../src/formats/media/images.ts';
import {
  type ImageFormat,
  isImageFormat,
  mediaFormatOf,
} from '../../../src/formats/media/media-format.ts';
import { casesOf } from '../../support/fuzz-runs.ts';
import {
  blackPng,
  jpegWithPlace,
  noise,
  noiseGif,
  PLACE,
  redAndBlue,
} from '../../support/media-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'images-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** An image takes 3 ms, far longer than a rule: 100 by default, 1,000 in CI. */
const RUNS = casesOf({ least: 60, per: 80 });

let files = 0;
const newPath = () => join(folder, `${++files}`);
function saved(content: Buffer): string {
  const path = newPath();
  writeFileSync(path, content);
  return path;
}
const newPaths = () => ({
  image: newPath(),
  variants: { 96: newPath(), 320: newPath(), 960: newPath() },
});
const formatOf = async (path: string): Promise<ImageFormat> => {
  const format = await mediaFormatOf(path);
  if (!isImageFormat(format)) throw new Error(`${format} is not an image`);
  return format;
};

/** The answer, and where the files are. Once the product has read one, sharp reads by path only. */
async function rewrite(content: Buffer, timeoutSeconds = 20) {
  const path = saved(content);
  const to = newPaths();
  const format = await formatOf(path);
  const answer = await rewriteImage({ path, format, to, timeoutSeconds, person: 'Ada' });
  expect(answer.bytes).toBe(readFileSync(to.image).length);
  return { answer, image: to.image, to };
}

const refused = (message: string | RegExp) =>
  expect.objectContaining({
    code: 'VALIDATION_ERROR',
    message: typeof message === 'string' ? `file: ${message}` : expect.stringMatching(message),
  });
const DAMAGED = refused('expected an undamaged image');

async function colorAt(path: string, x: number, y: number): Promise<number[]> {
  const area = { left: x, top: y, width: 1, height: 1 };
  return [...(await sharp(path).extract(area).removeAlpha().raw().toBuffer())];
}

describe('an image', () => {
  it.each([
    ['jpeg', 'image/jpeg', 'jpg', (image: Sharp) => image.jpeg()],
    ['png', 'image/png', 'png', (image: Sharp) => image.png()],
    ['webp', 'image/webp', 'webp', (image: Sharp) => image.webp()],
    ['gif', 'image/webp', 'webp', (image: Sharp) => image.gif()],
    ['avif', 'image/webp', 'webp', (image: Sharp) => image.avif({ effort: 0 })],
  ] as const)('of the format %s is written as %s', async (format, mimeType, ending, encode) => {
    const { answer, image } = await rewrite(await encode(redAndBlue(400, 200)).toBuffer());
    expect(answer).toMatchObject({ mime_type: mimeType, width: 400, height: 200, frames: 1 });
    expect(await sharp(image).metadata()).toMatchObject({ mediaType: mimeType, space: 'srgb' });
    expect(endingOf(format)).toBe(ending);
  });

  it('is upright, in sRGB, and holds neither its place nor other metadata', async () => {
    const original = await jpegWithPlace();
    expect(original.includes(PLACE)).toBe(true);
    expect(await sharp(saved(original)).metadata()).toMatchObject({
      orientation: 6,
      exif: expect.any(Buffer),
      icc: expect.any(Buffer),
      xmp: expect.any(Buffer),
    });

    const { answer, image, to } = await rewrite(original);
    for (const path of [to.image, ...Object.values(to.variants)]) {
      expect(readFileSync(path).includes(PLACE)).toBe(false);
      const metadata = await sharp(path).metadata();
      expect(metadata.space).toBe('srgb');
      for (const kind of ['exif', 'icc', 'xmp', 'iptc', 'orientation']) {
        expect(metadata).not.toHaveProperty(kind);
      }
    }
    expect(answer).toMatchObject({ width: 800, height: 1_200 });
    const [red = 0, , noBlue = 255] = await colorAt(image, 400, 100);
    const [noRed = 255, , blue = 0] = await colorAt(image, 400, 1_100);
    expect(red - noBlue).toBeGreaterThan(200);
    expect(blue - noRed).toBeGreaterThan(200);
  });

  it('is at most 2,560 pixels long, and its variants 96, 320 and 960', async () => {
    const { answer, to } = await rewrite(await redAndBlue(4_000, 3_000).png().toBuffer());
    expect(answer).toMatchObject({
      width: 2_560,
      height: 1_920,
      variants: {
        96: { width: 96, height: 72 },
        320: { width: 320, height: 240 },
        960: { width: 960, height: 720 },
      },
    });
    for (const side of VARIANT_SIDES) {
      const { width, height, bytes } = answer.variants[side];
      const path = to.variants[side];
      expect(bytes).toBe(readFileSync(path).length);
      expect(await sharp(path).metadata()).toMatchObject({ format: 'webp', width, height });
    }
  });

  it('is never enlarged, nor are its variants', async () => {
    const { answer } = await rewrite(await redAndBlue(200, 100).webp().toBuffer());
    expect(answer).toMatchObject({
      width: 200,
      height: 100,
      variants: {
        96: { width: 96, height: 48 },
        320: { width: 200, height: 100 },
        960: { width: 200, height: 100 },
      },
    });
  });

  it('keeps its transparency and the colors of 16 bits and of gray', async () => {
    const background = { r: 200, g: 100, b: 50, alpha: 0.5 };
    const clear = sharp({ create: { width: 50, height: 50, channels: 4, background } });
    const { image } = await rewrite(await clear.png().toBuffer());
    expect([...(await sharp(image).raw().toBuffer()).subarray(0, 4)]).toEqual([200, 100, 50, 128]);

    const deep = await redAndBlue(50, 50).toColorspace('rgb16').png().toBuffer();
    expect(await sharp(saved(deep)).metadata()).toMatchObject({ depth: 'ushort' });
    expect(await colorAt((await rewrite(deep)).image, 1, 1)).toEqual([255, 0, 0]);

    const gray = await redAndBlue(50, 50).toColorspace('b-w').png().toBuffer();
    expect(await sharp(saved(gray)).metadata()).toMatchObject({ channels: 1 });
    const [level = 0] = await sharp(saved(gray)).raw().toBuffer();
    expect(await colorAt((await rewrite(gray)).image, 1, 1)).toEqual([level, level, level]);
  });

  it('of one line is written with variants of one line', async () => {
    const { answer } = await rewrite(blackPng(16_383, 1));
    expect(answer).toMatchObject({
      width: 2_560,
      height: 1,
      variants: { 96: { width: 96, height: 1 } },
    });
  });
});

describe('an animated image', () => {
  it.each([
    ['gif', async (gif: Buffer) => gif],
    ['webp', (gif: Buffer) => sharp(saved(gif), { animated: true }).webp().toBuffer()],
  ] as const)(
    'of the format %s stays animated, its variants hold the first frame',
    async (_, of) => {
      const original = await of(noiseGif(400, 300, 7));
      const { answer, image, to } = await rewrite(original);
      expect(answer).toMatchObject({ mime_type: 'image/webp', width: 400, height: 300, frames: 7 });
      expect(await sharp(image).metadata()).toMatchObject({
        format: 'webp',
        width: 400,
        height: 300,
        pages: 7,
        loop: 0,
        delay: Array(7).fill(100),
      });
      const { pages = 1 } = await sharp(to.variants[96]).metadata();
      expect(pages).toBe(1);
      expect(answer.variants[96]).toMatchObject({ width: 96, height: 72 });
    },
  );

  it('is shortened frame by frame', async () => {
    const { answer, image } = await rewrite(noiseGif(2_600, 10, 3));
    expect(answer).toMatchObject({ width: 2_560, height: 10, frames: 3 });
    expect(await sharp(image).metadata()).toMatchObject({ width: 2_560, height: 10, pages: 3 });
  });
});

describe('a hostile image', () => {
  /** The refusal, after which no file remains, or a sign that it was written. */
  async function refusalOf(content: Buffer, format?: ImageFormat, timeoutSeconds = 20) {
    const path = saved(content);
    const to = newPaths();
    const known = format ?? (await formatOf(path));
    const answer = await rewriteImage({
      path,
      format: known,
      to,
      timeoutSeconds,
      person: 'Ada',
    }).then(
      () => 'written',
      (error) => error,
    );
    const written = [to.image, ...Object.values(to.variants)].map((one) => existsSync(one));
    expect(written).toEqual(Array(4).fill(answer === 'written'));
    return answer;
  }

  it('of 30,000 x 30,000 pixels is refused by its header, before it is decoded', async () => {
    const bomb = blackPng(30_000, 30_000);
    expect(await refusalOf(bomb)).toEqual(refused('expected sides of at most 16,383 pixels'));
    // The same answer without any pixel to decode.
    const header = bomb.subarray(0, 64);
    expect(await refusalOf(header)).toEqual(refused('expected sides of at most 16,383 pixels'));
  });

  it('of more than 50 megapixels is refused', async () => {
    expect(await refusalOf(blackPng(10_000, 5_001))).toEqual(
      refused('expected at most 50 megapixels'),
    );
  });

  it('in AVIF of more than 12.5 megapixels, or with a wrong size, is refused', async () => {
    const avif = await redAndBlue(64, 64).avif({ effort: 0 }).toBuffer();
    // The box of the size: version and flags, width, height.
    const size = avif.indexOf('ispe') + 8;
    avif.writeUInt32BE(5_001, size);
    avif.writeUInt32BE(2_500, size + 4);
    expect(await refusalOf(avif)).toEqual(refused('expected at most 12.5 megapixels'));
    // A size that is allowed, but too small for the pixels.
    avif.writeUInt32BE(32, size);
    avif.writeUInt32BE(32, size + 4);
    expect(await refusalOf(avif)).toEqual(DAMAGED);
  });

  it('of more than 12 megapixels in all its frames is refused', async () => {
    expect(await refusalOf(noiseGif(1_000, 1_001, 12))).toEqual(
      refused('expected at most 12 megapixels in all frames'),
    );
  });

  it('with a side of 16,384 pixels is refused', async () => {
    expect(await refusalOf(blackPng(16_384, 1))).toEqual(
      refused('expected sides of at most 16,383 pixels'),
    );
    expect(await refusalOf(blackPng(1, 16_384))).toEqual(
      refused('expected sides of at most 16,383 pixels'),
    );
  });

  it.each([
    ['gif', async (gif: Buffer) => gif],
    ['webp', (gif: Buffer) => sharp(saved(gif), { animated: true }).webp().toBuffer()],
  ] as const)('with 61 frames of %s is refused, with 60 it is not', async (_format, of) => {
    const refusal = await refusalOf(await of(noiseGif(8, 8, 61)));
    expect(refusal).toEqual(refused('expected at most 60 frames'));
    expect((await rewrite(await of(noiseGif(8, 8, 60)))).answer.frames).toBe(60);
  });

  it.each([
    ['jpeg', (image: Sharp) => image.jpeg()],
    ['png', (image: Sharp) => image.png()],
    ['webp', (image: Sharp) => image.webp()],
    ['gif', (image: Sharp) => image.gif()],
    ['avif', (image: Sharp) => image.avif({ effort: 0 })],
  ] as const)('cut off in the middle of a %s is refused', async (_, encode) => {
    const whole = await encode(noise(100, 100)).toBuffer();
    expect(await refusalOf(whole.subarray(0, whole.length / 2))).toEqual(DAMAGED);
    expect(await refusalOf(whole.subarray(0, 40))).toEqual(DAMAGED);
  });

  it.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['SVG after a byte order mark', Buffer.from('\uFEFF<?xml version="1.0"?><svg width="9"/>')],
    ['TIFF', Buffer.from('II*\0\x08\0\0\0', 'latin1')],
    ['text', Buffer.from('GIF87')],
    ['nothing', Buffer.alloc(0)],
  ])('of another kind has no format: %s', async (_kind, content) => {
    expect(await mediaFormatOf(saved(content))).toBeUndefined();
    // Even where a caller has another opinion of its format.
    expect(await refusalOf(content, 'png')).toEqual(DAMAGED);
  });

  it('in a file type that libvips reads but we do not is refused', async () => {
    const tiff = await redAndBlue(10, 10)
      .tiff()
      .toBuffer()
      .catch(() => undefined);
    // Blocked in this process as soon as the first image was read.
    expect(tiff && (await refusalOf(tiff, 'jpeg'))).toEqual(DAMAGED);
  });

  it('of another format than its caller says is refused', async () => {
    expect(await refusalOf(await redAndBlue(10, 10).png().toBuffer(), 'jpeg')).toEqual(DAMAGED);
  });

  it('with a script behind it loses the script', async () => {
    const script = '*/=1;alert(document.cookie)//';
    const gif = Buffer.concat([noiseGif(20, 20, 1), Buffer.from(script)]);
    const { to } = await rewrite(gif);
    for (const path of [to.image, ...Object.values(to.variants)]) {
      expect(readFileSync(path).includes('alert')).toBe(false);
    }
  });

  it('whose bytes are anything is refused or written', async () => {
    const image = () => noise(20, 20);
    const originals = await Promise.all([
      image().jpeg({ progressive: true }).toBuffer(),
      image().png().toBuffer(),
      image().webp().toBuffer(),
      image().avif({ effort: 0 }).toBuffer(),
      noiseGif(20, 20, 3),
    ]);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...originals),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 4 }),
        async (original, changes) => {
          const format = await formatOf(saved(original));
          const content = Buffer.from(original);
          // Most of the bytes that decide are at the start.
          for (const [at, value] of changes) content[at % Math.min(content.length, 600)] = value;
          const answer = await refusalOf(content, format);
          expect(['written', 'VALIDATION_ERROR']).toContain(answer.code ?? answer);
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  it('that takes too long is refused', async () => {
    // Its first frame takes longer, so the time is over before the others.
    expect(await refusalOf(noiseGif(1_000, 1_000, 12), 'gif', 0.001)).toEqual(
      refused('expected an image that decodes within 0.001 s'),
    );
    expect(await refusalOf(noiseGif(8, 8, 1), 'gif', 0)).toEqual(
      refused('expected an image that decodes within 0 s'),
    );
  });
});

describe('many images at once', () => {
  it('are rewritten two by two, eight wait, the others are refused and can come again', async () => {
    const path = saved(await redAndBlue(64, 64).png().toBuffer());
    // All headers are read, in whatever order, before the first image gets its turn.
    const allRead = Promise.withResolvers<void>();
    let read = 0;
    const countPixels = () => {
      read += 1;
      if (read === 20) allRead.resolve();
      return allRead.promise;
    };
    const attempts = Array.from({ length: 20 }, () =>
      rewriteImage({ path, format: 'png', to: newPaths(), person: 'Ada', countPixels }).then(
        () => 'written',
        (error) => error,
      ),
    );
    const answers = await Promise.all(attempts);
    const refusals = answers.filter((answer) => answer !== 'written');
    expect(refusals).toEqual(
      Array(10).fill(
        expect.objectContaining({
          code: 'SERVICE_UNAVAILABLE',
          headers: { 'Retry-After': expect.stringMatching(/^[2-8]$/) },
        }),
      ),
    );
    await expect(
      rewriteImage({ path, format: 'png', to: newPaths(), person: 'Ada' }),
    ).resolves.toBeDefined();
  });

  it('that cannot be written fail with the error of the operating system', async () => {
    const path = saved(await redAndBlue(64, 64).png().toBuffer());
    const to = { ...newPaths(), image: join(folder, 'missing', 'file') };
    await expect(rewriteImage({ path, format: 'png', to, person: 'Ada' })).rejects.toMatchObject({
      code: 'ENOENT',
    });
    expect(readdirSync(folder)).not.toContain('missing');
  });
});
