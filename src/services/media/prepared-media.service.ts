import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { MediaPurpose, Variant, VariantFile } from '../../domain/media/media.ts';
import { refusal } from '../../errors.ts';
import {
  endingOf,
  type ImageToRewrite,
  rewriteImage,
  VARIANT_ENDING,
  VARIANT_SIDES,
} from '../../formats/media/images.ts';
import {
  isImageFormat,
  isVideoFormat,
  type MediaFormat,
  mediaFormatOf,
} from '../../formats/media/media-format.ts';
import { eraseVideoMetadata, VIDEOS } from '../../formats/media/videos.ts';
import { createMediaKey } from '../../lib/media-keys.ts';
import type { MediaFiles } from '../../repositories/media/media.repository.ts';

/** A file on disk that is ready to be stored. */
interface PreparedFile {
  readonly key: string;
  readonly path: string;
  readonly contentType: string;
  readonly bytes: number;
}

export interface PreparedMedia {
  readonly row: MediaFiles;
  readonly files: readonly PreparedFile[];
}

/** A received file and its owner. */
type ReceivedImage = Pick<ImageToRewrite, 'path' | 'person' | 'countPixels'>;

const VARIANT_TYPE = 'image/webp';

/**
 * Decodes a received image and encodes it again with its variants, in files beside it.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE; as `rewriteImage`
 */
export async function prepareImage(
  received: ReceivedImage,
  purpose: MediaPurpose,
): Promise<PreparedMedia> {
  const { path, person, countPixels } = received;
  const format = await mediaFormatOf(path);
  if (!isImageFormat(format)) throw notAnImage(format);
  const isPrivate = purpose === 'proof';
  const sha256 = await sha256Of(path);
  const to = {
    image: `${path}-image`,
    variants: { 96: `${path}-96`, 320: `${path}-320`, 960: `${path}-960` },
  };
  const image = await rewriteImage({ path, format, to, person, countPixels });
  const key = createMediaKey(endingOf(format), { isPrivate });
  const { width, height, bytes, mime_type, frames } = image;
  const files: PreparedFile[] = [{ key, path: to.image, contentType: mime_type, bytes }];
  const variants: Partial<Record<Variant, VariantFile>> = {};
  for (const side of VARIANT_SIDES) {
    const variant = { key: createMediaKey(VARIANT_ENDING, { isPrivate }), ...image.variants[side] };
    variants[`${side}`] = variant;
    files.push({
      key: variant.key,
      path: to.variants[side],
      contentType: VARIANT_TYPE,
      bytes: variant.bytes,
    });
  }
  const row = { key, purpose, mime_type, bytes, width, height, frames, variants, sha256 };
  return { row, files };
}

/**
 * Erases the metadata of a received video, in place.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE; as `eraseVideoMetadata`
 */
export async function prepareVideo(
  { path }: { readonly path: string },
  purpose: MediaPurpose,
): Promise<PreparedMedia> {
  const format = await mediaFormatOf(path);
  if (!isVideoFormat(format)) {
    throw wrongType('expected an MP4, WebM or QuickTime video', ['MP4', 'WebM', 'QuickTime']);
  }
  const sha256 = await sha256Of(path);
  await eraseVideoMetadata(path, format);
  const { ending, mimeType } = VIDEOS[format];
  const key = createMediaKey(ending, { isPrivate: purpose === 'proof' });
  const { size: bytes } = await stat(path);
  const none = { width: null, height: null, frames: null, variants: {} };
  return {
    row: { key, purpose, mime_type: mimeType, bytes, sha256, ...none },
    files: [{ key, path, contentType: mimeType, bytes }],
  };
}

const notAnImage = (format: MediaFormat | undefined) =>
  wrongType(
    format === 'heic'
      ? 'expected another format than HEIC, convert it to JPEG'
      : 'expected a JPEG, PNG, WebP, GIF or AVIF image',
    ['JPEG', 'PNG', 'WebP', 'GIF', 'AVIF'],
  );

const wrongType = (problem: string, expected: readonly string[]) =>
  refusal('UNSUPPORTED_MEDIA_TYPE', 'file', problem, 'file_type', { expected });

async function sha256Of(path: string): Promise<string> {
  const sha256 = createHash('sha256');
  for await (const chunk of createReadStream(path)) sha256.update(chunk);
  return sha256.digest('hex');
}
