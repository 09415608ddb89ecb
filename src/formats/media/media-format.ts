import { open } from 'node:fs/promises';

export const IMAGE_FORMATS = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

export const VIDEO_FORMATS = ['mp4', 'webm', 'quicktime'] as const;
export type VideoFormat = (typeof VIDEO_FORMATS)[number];

/** HEIC is recognized only so that the caller can ask for JPEG instead. */
export type MediaFormat = ImageFormat | VideoFormat | 'heic';

export const isImageFormat = (format: MediaFormat | undefined): format is ImageFormat =>
  IMAGE_FORMATS.some((one) => one === format);

export const isVideoFormat = (format: MediaFormat | undefined): format is VideoFormat =>
  VIDEO_FORMATS.some((one) => one === format);

/** Enough for the brands of every camera and for the EBML header of a WebM file. */
const HEAD_BYTES = 512;

/** The format of a file by its first bytes; undefined for any other format. */
export async function mediaFormatOf(path: string): Promise<MediaFormat | undefined> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return mediaFormat(buffer.subarray(0, bytesRead));
}

/** As `mediaFormatOf`, from the first 512 bytes of a file, or all of a shorter one. */
export function mediaFormat(head: Buffer): MediaFormat | undefined {
  const text = head.toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(text)) return 'gif';
  if (/^RIFF.{4}WEBP/s.test(text)) return 'webp';
  // Matroska has the same header with another document type.
  if (text.startsWith('\x1aE\xdf\xa3')) return text.includes('B\x82\x84webm') ? 'webm' : undefined;
  if (text.startsWith('ftyp', 4)) return formatOfBrands(brandsOf(head));
  return undefined;
}

/** `ftyp` holds the major brand, a version, then the compatible brands, four bytes each. */
function brandsOf(head: Buffer): readonly string[] {
  const text = head.toString('latin1', 0, head.readUInt32BE(0));
  return [text.slice(8, 12), ...(text.slice(16).match(/.{4}/gs) ?? [])];
}

const FORMAT_OF_BRAND: ReadonlyMap<string, MediaFormat | undefined> = new Map([
  ...['avif', 'avis'].map((brand) => [brand, 'avif'] as const),
  ...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx'].map((brand) => [brand, 'heic'] as const),
  ['qt  ', 'quicktime'],
  ...['isom', 'iso2', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1', 'dash', 'M4V '].map(
    (brand) => [brand, 'mp4'] as const,
  ),
  // Sound, and a raw picture of Canon, which call themselves compatible with `isom` or `mp42`.
  ...['M4A ', 'M4B ', 'M4P ', 'crx '].map((brand) => [brand, undefined] as const),
]);

/** The first known brand decides. `mif1` alone is a HEIF image that is not AVIF. */
function formatOfBrands(brands: readonly string[]): MediaFormat | undefined {
  const known = brands.find((brand) => FORMAT_OF_BRAND.has(brand));
  if (known !== undefined) return FORMAT_OF_BRAND.get(known);
  return brands.includes('mif1') ? 'heic' : undefined;
}
