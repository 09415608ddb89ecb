import type { Request, Response } from 'express';
import { AppError, notFound } from '../errors.ts';
import { isCurrent } from './caching.ts';
import { sendStream } from './send-stream.ts';
import type { ByteRange, ServedFile } from './served-file.ts';

/**
 * A file of a stranger may do nothing in a browser, except appear as an image or a video of any
 * page.
 */
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

/**
 * Sends a file, or the one byte range that the request names: 206. Several ranges or a malformed one
 * are ignored, as HTTP allows.
 *
 * @throws AppError RANGE_NOT_SATISFIABLE for a range behind the end; NOT_FOUND when the file is gone
 */
export async function sendFile(
  { options }: ServedFile,
  req: Request,
  res: Response,
): Promise<void> {
  const etag = `"${options.version}"`;
  for (const [name, value] of Object.entries(HEADERS)) res.setHeader(name, value);
  res.setHeader('Cache-Control', options.cacheControl);
  res.setHeader('ETag', etag);
  if (isCurrent(etag, req.headers['if-none-match'])) {
    res.status(304).end();
    return;
  }
  const range = rangeOf(req, etag, options.bytes);
  const bytes = range ? range.end - range.start + 1 : options.bytes;
  // HEAD answers as a GET without its body, so nothing is opened.
  const stream = req.method === 'HEAD' ? undefined : await options.open(range);
  if (!stream && req.method !== 'HEAD') throw notFound('media');
  if (range) {
    res.status(206);
    res.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${options.bytes}`);
  }
  res.setHeader('Accept-Ranges', 'bytes');
  res.setHeader('Content-Type', options.mediaType);
  res.setHeader('Content-Length', bytes);
  if (stream) await sendStream(stream, req, res);
  else res.end();
}

/** @throws AppError RANGE_NOT_SATISFIABLE */
function rangeOf(req: Request, etag: string, bytes: number): ByteRange | undefined {
  const ifRange = req.headers['if-range'];
  if (ifRange !== undefined && ifRange !== etag) return undefined;
  const [, first = '', last = ''] =
    /^bytes=(\d{0,15})-(\d{0,15})$/.exec(req.headers.range ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (start <= end) return { start, end };
  throw new AppError('RANGE_NOT_SATISFIABLE', `Range: expected a start before byte ${bytes}`, {
    headers: { 'Content-Range': `bytes */${bytes}` },
  });
}
