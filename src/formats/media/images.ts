import { writeFile } from 'node:fs/promises';
import type { OutputInfo, Sharp } from 'sharp';
import { AppError } from '../../errors.ts';
import { discardFile } from '../../lib/discard-file.ts';
import { Turns } from '../../lib/turns.ts';
import { type ImageHeader, imageHeader, openImage, openPixels, readably } from './image-decoder.ts';
import type { ImageFormat } from './media-format.ts';

export const VARIANT_SIDES = [96, 320, 960] as const;
export type VariantSide = (typeof VARIANT_SIDES)[number];

export interface ImagePaths {
  readonly image: string;
  readonly variants: Readonly<Record<VariantSide, string>>;
}

export interface ImageToRewrite {
  readonly path: string;
  readonly format: ImageFormat;
  /** Where the files are written. */
  readonly to: ImagePaths;
  /** 20 by default. */
  readonly timeoutSeconds?: number;
}

export interface WrittenImage {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}
export interface RewrittenImage extends WrittenImage {
  readonly mime_type: string;
  /** 1 for a still image. */
  readonly frames: number;
  /** WebP images by their longest side at most, the first frame only. */
  readonly variants: Readonly<Record<VariantSide, WrittenImage>>;
}

const MAX_SIDE = 2_560;
const TIMEOUT_SECONDS = 20;
/** Effort 4, the default of sharp, saves no bytes: 2,560 x 1,920 pixels take 0.60 s instead of 0.31. */
const WEBP = { quality: 80, effort: 2 };

const OUTPUTS = {
  jpeg: {
    ending: 'jpg',
    mimeType: 'image/jpeg',
    encode: (from: Sharp) => from.jpeg({ quality: 82 }),
  },
  png: { ending: 'png', mimeType: 'image/png', encode: (from: Sharp) => from.png() },
  webp: { ending: 'webp', mimeType: 'image/webp', encode: (from: Sharp) => from.webp(WEBP) },
} as const;

/** AVIF is never written: an image of 12 megapixels takes 35 s of a core. */
const outputOf = (format: ImageFormat) =>
  OUTPUTS[format === 'jpeg' || format === 'png' ? format : 'webp'];

/** The ending of the file that `rewriteImage` writes for an image of this format. */
export const endingOf = (format: ImageFormat) => outputOf(format).ending;
export const VARIANT_ENDING = OUTPUTS.webp.ending;

const turns = new Turns('images', { atOnce: 2, maxWaiting: 8 });
/** Of the two in work one at most is decoded as a whole: two took up to 2 GB. */
const largeTurns = new Turns('images', { atOnce: 1, maxWaiting: 1 });

/**
 * Decodes an image and encodes it again at most 2,560 pixels long, upright, in sRGB, without metadata
 * and without what follows the image in its file, together with its variants. JPEG and PNG keep
 * their format, all others become WebP. GIF and WebP stay animated; of other formats only the first
 * image is kept. At most two images are in work at once in a process, and eight wait.
 *
 * @throws AppError VALIDATION_ERROR when the image is damaged, exceeds a limit or takes longer than
 *   `timeoutSeconds`; SERVICE_UNAVAILABLE with `Retry-After` when too many images wait. No file is
 *   left at `to` then.
 */
export function rewriteImage(image: ImageToRewrite): Promise<RewrittenImage> {
  return turns.run(async () => {
    try {
      const header = await imageHeader(image.path, image.format);
      const work = () => rewritten(image, header);
      return await (header.needsMuchMemory ? largeTurns.run(work) : work());
    } catch (error) {
      const paths = [image.to.image, ...Object.values(image.to.variants)];
      await Promise.all(paths.map(discardFile));
      throw error;
    }
  });
}

async function rewritten(
  { path, format, to, timeoutSeconds = TIMEOUT_SECONDS }: ImageToRewrite,
  { frames }: ImageHeader,
): Promise<RewrittenImage> {
  const deadline = deadlineIn(timeoutSeconds);
  const { mimeType, encode } = outputOf(format);
  // Decoded once for the image and its variants; never longer than MAX_SIDE, so at most 26 MB.
  const first = await openImage(path, { autoOrient: frames === 1 });
  const pixels = await deadline.run(fitted(first, MAX_SIDE).toColorspace('srgb').raw());
  const still = () => openPixels(pixels);
  const whole =
    frames === 1 ? await still() : fitted(await openImage(path, { animated: true }), MAX_SIDE);

  const image = await written(await deadline.run(encode(whole)), to.image);
  const variants = {} as Record<VariantSide, WrittenImage>;
  for (const side of VARIANT_SIDES) {
    const variant = fitted(await still(), side).webp(WEBP);
    variants[side] = await written(await deadline.run(variant), to.variants[side]);
  }
  return { ...image, mime_type: mimeType, frames, variants };
}

const fitted = (image: Sharp, side: number) =>
  image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });

async function written(
  { data, info }: { data: Buffer; info: OutputInfo },
  path: string,
): Promise<WrittenImage> {
  // By Node.js and not by libvips, whose errors do not tell a full disk from a damaged image.
  await writeFile(path, data);
  return { width: info.width, height: info.pageHeight ?? info.height, bytes: data.length };
}

interface Deadline {
  /** @throws AppError VALIDATION_ERROR */
  run(image: Sharp): Promise<{ data: Buffer; info: OutputInfo }>;
}

function deadlineIn(timeoutSeconds: number): Deadline {
  const end = performance.now() + timeoutSeconds * 1_000;
  const secondsLeft = () => Math.ceil((end - performance.now()) / 1_000);
  const late = (cause?: unknown) =>
    new AppError('VALIDATION_ERROR', `file: takes longer than ${timeoutSeconds} s to read`, {
      cause,
    });
  return {
    async run(image) {
      const seconds = secondsLeft();
      if (seconds <= 0) throw late();
      return readably(image.timeout({ seconds }).toBuffer({ resolveWithObject: true })).catch(
        (error) => {
          throw secondsLeft() <= 0 ? late(error) : error;
        },
      );
    },
  };
}
