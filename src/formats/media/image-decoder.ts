import type { Sharp, SharpOptions } from 'sharp';
import { AppError, damagedFile, invalid } from '../../errors.ts';
import {
  MAX_DECODED_PIXELS,
  MAX_FRAMES,
  MAX_SIDE,
  refuseTooManyPixels,
  tooManyFrames,
} from './image-limits.ts';
import { checkStructure } from './image-structure.ts';
import type { ImageFormat } from './media-format.ts';

/** The formats that libvips may read; it has loaders for SVG, TIFF and others, too. */
const LOADERS = ['JpegFile', 'PngFile', 'WebpFile', 'NsgifFile', 'HeifFile'].map(
  (name) => `VipsForeignLoad${name}`,
);

let loaded: Promise<(path: string | Buffer, options: SharpOptions) => Sharp> | undefined;

/**
 * Loads sharp when first used: it needs 46 ms and its own memory, and most processes decode no
 * image.
 */
function load() {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: LOADERS });
    // Given a path, libvips would answer with the content of an earlier file.
    sharp.cache(false);
    // Threads per image. More images at once use more cores.
    sharp.concurrency(1);
    return sharp;
  });
  return loaded;
}

/** From this size on, an image that is decoded as a whole takes more than 100 MB. */
const LARGE_PIXELS = 10_000_000;

export interface ImageHeader {
  readonly width: number;
  readonly height: number;
  /** 1 for a still image. */
  readonly frames: number;
  /** The decoded pixels of all frames, and of the alpha plane of AVIF. */
  readonly pixels: number;
  /**
   * The image is decoded as a whole, with up to 330 MB. Other images are decoded line by line, with
   * up to 100 MB.
   */
  readonly needsMuchMemory: boolean;
}

/**
 * Reads the header of an image without decoding it.
 *
 * @throws AppError VALIDATION_ERROR when it is not an image of this format or exceeds a limit.
 */
export async function imageHeader(path: string, format: ImageFormat): Promise<ImageHeader> {
  const sharp = await load();
  const coded = await readably(checkStructure(path, format));
  const found = await readably(
    sharp(path, { failOn: 'error', limitInputPixels: false }).metadata(),
  );
  const name = found.format === 'heif' && found.compression === 'av1' ? 'avif' : found.format;
  if (name !== format) throw damaged();
  const { width, height, isProgressive } = found;
  // An AVIF file can hold several images. Only the primary one is read.
  const frames = format === 'avif' ? 1 : (found.pages ?? 1);
  if (width > MAX_SIDE || height > MAX_SIDE)
    throw invalid(
      'file',
      `expected sides of at most ${MAX_SIDE.toLocaleString('en')} pixels`,
      'image_too_large',
      { max: MAX_SIDE },
    );
  if (frames > MAX_FRAMES) throw tooManyFrames();
  const pixels = Math.max(width * height * frames, coded ?? 0);
  refuseTooManyPixels(pixels, { ...found, format, frames });
  const isWhole = isProgressive || frames > 1 || format === 'avif';
  return { width, height, frames, pixels, needsMuchMemory: isWhole && pixels > LARGE_PIXELS };
}

/** Opens an image whose header is checked. */
export async function openImage(path: string, options: SharpOptions): Promise<Sharp> {
  const sharp = await load();
  return sharp(path, { failOn: 'error', limitInputPixels: MAX_DECODED_PIXELS, ...options });
}

/** Opens decoded pixels. */
export async function openPixels({ data, info }: Pixels): Promise<Sharp> {
  const sharp = await load();
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } });
}

export interface Pixels {
  readonly data: Buffer;
  readonly info: {
    readonly width: number;
    readonly height: number;
    readonly channels: 1 | 2 | 3 | 4;
  };
}

/**
 * Translates an error of libvips about an image, and keeps an `AppError`. @throws AppError
 * VALIDATION_ERROR
 */
export async function readably<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw cause instanceof AppError ? cause : damaged(cause);
  }
}

const damaged = (cause?: unknown) => damagedFile('expected an undamaged image', cause);
