import { writeFile } from 'node:fs/promises';
import type { OutputInfo, Sharp } from 'sharp';
import { damagedFile } from '../../errors.ts';
import { FairQueue } from '../../lib/fair-queue.ts';
import { discardFile } from '../../lib/files.ts';
import {
  type ImageHeader,
  imageHeader,
  openImage,
  openPixels,
  type Pixels,
  readably,
} from './image-decoder.ts';
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
  /** The owner: images of different owners are decoded in turn. */
  readonly person: string;
  /** Called before the image is decoded. An error refuses the image. */
  readonly countPixels?: ((pixels: number) => Promise<void>) | undefined;
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
/** Animations with noise take 1.0 s instead of 1.6, and are shorter; most others are 5 % longer. */
const ANIMATED_WEBP = { quality: 80, effort: 0 };
/** The default of 6 can take 2.1 s instead of 0.2, and saves 6 %. */
const PNG = { compressionLevel: 3 };

const OUTPUTS = {
  jpeg: {
    ending: 'jpg',
    mimeType: 'image/jpeg',
    encode: (from: Sharp) => from.jpeg({ quality: 82 }),
  },
  png: { ending: 'png', mimeType: 'image/png', encode: (from: Sharp) => from.png(PNG) },
  webp: { ending: 'webp', mimeType: 'image/webp', encode: (from: Sharp) => from.webp(WEBP) },
} as const;

/** AVIF is never written: an image of 12 megapixels takes 35 s of a core. */
const outputOf = (format: ImageFormat) =>
  OUTPUTS[format === 'jpeg' || format === 'png' ? format : 'webp'];

/** The ending of the file that `rewriteImage` writes for an image of this format. */
export const endingOf = (format: ImageFormat) => outputOf(format).ending;
export const VARIANT_ENDING = OUTPUTS.webp.ending;

/** At most one of two concurrent images is decoded as a whole: two took up to 2 GB. */
const queue = new FairQueue<string>('images', {
  atOnce: 2,
  largeAtOnce: 1,
  maxWaiting: 40,
  maxWaitingPerKey: 8,
});

/**
 * Decodes an image and encodes it again at most 2,560 pixels long, upright, in sRGB, without
 * metadata and without trailing bytes, together with its variants. JPEG and PNG keep their format,
 * all others become WebP. GIF and WebP stay animated; other formats keep only the first image. At
 * most two images are decoded at once in a process; 8 per person and 40 in all can wait.
 *
 * @throws AppError VALIDATION_ERROR when the image is damaged, exceeds a limit or takes longer than
 *   `timeoutSeconds`; SERVICE_UNAVAILABLE with `Retry-After` when too many images wait; and the
 *   errors of `countPixels`. After an error, no file remains at `to`.
 */
export async function rewriteImage(image: ImageToRewrite): Promise<RewrittenImage> {
  const header = await imageHeader(image.path, image.format);
  await image.countPixels?.(header.pixels);
  const isLarge = header.needsMuchMemory;
  return queue.run(image.person, () => rewrittenOrRemoved(image, header), { isLarge });
}

async function rewrittenOrRemoved(
  image: ImageToRewrite,
  header: ImageHeader,
): Promise<RewrittenImage> {
  try {
    return await rewritten(image, header);
  } catch (error) {
    const paths = [image.to.image, ...Object.values(image.to.variants)];
    await Promise.all(paths.map(discardFile));
    throw error;
  }
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
  const encoded =
    frames === 1
      ? encode(await openPixels(pixels))
      : fitted(await openImage(path, { animated: true }), MAX_SIDE).webp(ANIMATED_WEBP);

  const image = await written(await deadline.run(encoded), to.image);
  const variants = {} as Record<VariantSide, WrittenImage>;
  let larger: Pixels = pixels;
  for (const side of VARIANT_SIDES.toReversed()) {
    larger = await deadline.run(fitted(await openPixels(larger), side).raw());
    const variant = (await openPixels(larger)).webp(WEBP);
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
  // Node.js writes the file, because the errors of libvips do not tell a full disk from a damaged
  // image.
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
    damagedFile(`expected an image that decodes within ${timeoutSeconds} s`, cause);
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
