import type { Metadata } from 'sharp';
import { type AppError, invalid } from '../../errors.ts';
import type { ImageFormat } from './media-format.ts';

/** WebP has no longer side. */
export const MAX_SIDE = 16_383;
export const MAX_FRAMES = 60;

/**
 * 50 million pixels take 200 MB decoded. Pixels of AVIF take up to 330 MB: 15 to 26 bytes a pixel.
 */
const MAX_PIXELS = { still: 50_000_000, animated: 12_000_000, avif: 12_500_000 };
/** The maximum number of pixels of any image. */
export const MAX_DECODED_PIXELS = MAX_PIXELS.still;

/**
 * Profiles of a matrix and three curves are shorter; others contain tables, which take three times
 * as long.
 */
const MATRIX_PROFILE_BYTES = 16 * 1_024;

/** The properties on which `maxPixels` depends. */
export type ImageTraits = Pick<
  Metadata,
  'depth' | 'space' | 'isProgressive' | 'hasAlpha' | 'icc'
> & {
  readonly format: ImageFormat;
  readonly frames: number;
};

/**
 * The properties that make a pixel more expensive, with their factors. With these limits, decoding
 * takes at most 900 ms of CPU (docs/capabilities/media.md).
 */
const DEARER: readonly {
  readonly what: string;
  readonly times: number;
  readonly is: (image: ImageTraits) => boolean;
}[] = [
  { what: '16 bits', times: 4, is: ({ depth, format }) => depth !== 'uchar' && format === 'png' },
  { what: '10 bits', times: 2, is: ({ depth, format }) => depth !== 'uchar' && format === 'avif' },
  {
    what: 'progressive',
    times: 3,
    is: ({ isProgressive, format }) => isProgressive && format === 'jpeg',
  },
  {
    what: 'interlaced',
    times: 2,
    is: ({ isProgressive, format }) => isProgressive && format === 'png',
  },
  { what: 'CMYK', times: 8, is: ({ space }) => space === 'cmyk' },
  {
    what: 'a large color profile',
    times: 4,
    is: ({ icc, space }) => space !== 'cmyk' && profileBytes(icc) > MATRIX_PROFILE_BYTES,
  },
  {
    // A JPEG is converted after it is made smaller.
    what: 'a color profile',
    times: 2,
    is: ({ icc, format }) =>
      format !== 'jpeg' && profileBytes(icc) > 0 && profileBytes(icc) <= MATRIX_PROFILE_BYTES,
  },
  {
    what: 'transparent',
    times: 2,
    is: ({ format, frames, hasAlpha }) => format === 'webp' && frames > 1 && hasAlpha,
  },
];

const profileBytes = (icc: Buffer | undefined): number => icc?.length ?? 0;

/**
 * @param pixels over all frames
 * @throws AppError VALIDATION_ERROR
 */
export function refuseTooManyPixels(pixels: number, image: ImageTraits): void {
  const { format, frames } = image;
  const kind = format === 'avif' ? 'avif' : frames > 1 ? 'animated' : 'still';
  const dearer = DEARER.filter(({ is }) => is(image));
  const max = dearer.reduce((left, { times }) => left / times, MAX_PIXELS[kind]);
  if (pixels <= max) return;
  const all = frames > 1 ? ' in all frames' : '';
  const why = dearer.length > 0 ? ` (${dearer.map(({ what }) => what).join(', ')})` : '';
  const megapixels = Number((max / 1_000_000).toFixed(2));
  throw invalid(
    'file',
    `expected at most ${megapixels} megapixels${all}${why}`,
    'image_too_many_pixels',
    { max_megapixels: megapixels },
  );
}

export const tooManyFrames = (): AppError =>
  invalid('file', `expected at most ${MAX_FRAMES} frames`, 'image_frames', { max: MAX_FRAMES });
