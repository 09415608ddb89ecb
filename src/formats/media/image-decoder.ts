import type { Sharp, SharpOptions } from 'sharp';
import { AppError, invalid } from '../../errors.ts';
import type { ImageFormat } from './media-format.ts';

/** Over all frames: 50 million pixels are 200 MB decoded. */
const MAX_PIXELS = 50_000_000;
/** While libheif decodes an image, it uses 15 to 26 bytes a pixel: up to 650 MB. */
const MAX_AVIF_PIXELS = 25_000_000;
const MAX_FRAMES = 200;
/** WebP has no longer side. */
const MAX_SIDE = 16_383;

/** What libvips may read; it has loaders for SVG, TIFF and others too. */
const LOADERS = ['JpegFile', 'PngFile', 'WebpFile', 'NsgifFile', 'HeifFile'].map(
  (name) => `VipsForeignLoad${name}`,
);

let loaded: Promise<(path: string | Buffer, options: SharpOptions) => Sharp> | undefined;

/** Loads sharp when first used: it needs 46 ms and its own memory, and most processes no image. */
function load() {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: LOADERS });
    // By path it would answer with the content of an earlier file.
    sharp.cache(false);
    // Threads per image. More images at once use more cores.
    sharp.concurrency(1);
    return sharp;
  });
  return loaded;
}

/** From here on an image that is decoded as a whole takes more than 100 MB. */
const LARGE_PIXELS = 10_000_000;

export interface ImageHeader {
  readonly width: number;
  readonly height: number;
  /** 1 for a still image. */
  readonly frames: number;
  /** Decoded as a whole, with up to 650 MB. Other images are decoded line by line, with up to 100 MB. */
  readonly needsMuchMemory: boolean;
}

/**
 * Reads the header of an image without decoding it.
 *
 * @throws AppError VALIDATION_ERROR when it is no image of this format or exceeds a limit.
 */
export async function imageHeader(path: string, format: ImageFormat): Promise<ImageHeader> {
  const sharp = await load();
  const { width, height, pages, isProgressive, ...found } = await readably(
    sharp(path, { failOn: 'error', limitInputPixels: false }).metadata(),
  );
  const name = found.format === 'heif' && found.compression === 'av1' ? 'avif' : found.format;
  if (name !== format) throw damaged();
  // An AVIF file can hold several images. Only the primary one is read.
  const frames = format === 'avif' ? 1 : (pages ?? 1);
  if (width > MAX_SIDE || height > MAX_SIDE)
    throw invalid('file', `expected sides of at most ${MAX_SIDE.toLocaleString('en')} pixels`);
  if (frames > MAX_FRAMES) throw invalid('file', `expected at most ${MAX_FRAMES} frames`);
  const pixels = width * height * frames;
  const max = format === 'avif' ? MAX_AVIF_PIXELS : MAX_PIXELS;
  if (pixels > max) {
    const all = frames > 1 ? ' in all frames' : '';
    throw invalid('file', `expected at most ${max / 1_000_000} megapixels${all}`);
  }
  const isWhole = isProgressive || frames > 1 || format === 'avif';
  return { width, height, frames, needsMuchMemory: isWhole && pixels > LARGE_PIXELS };
}

/** Opens an image whose header is checked. */
export async function openImage(path: string, options: SharpOptions): Promise<Sharp> {
  const sharp = await load();
  return sharp(path, { failOn: 'error', limitInputPixels: MAX_PIXELS, ...options });
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

/** Translates what libvips says about an image. @throws AppError VALIDATION_ERROR */
export async function readably<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw damaged(cause);
  }
}

const damaged = (cause?: unknown) =>
  new AppError('VALIDATION_ERROR', 'file: expected an image that is not damaged', { cause });
