import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import express, { type Request, type RequestHandler, type Response } from 'express';
import multer, { diskStorage } from 'multer';
import { AppError, invalid } from '../../errors.ts';
import { discardFile } from '../../lib/files.ts';
import { temporaryPath } from '../../lib/temporary-files.ts';
import type { AnyEndpoint, BegunUpload, Upload, UploadedFile } from '../endpoint.ts';
import { FORM_LIMITS, receiveFile, refuseForm, type UploadPace } from './received-file.ts';

const JSON_BYTES = 1024 * 1024;
/** Deeper than any declared body, and far from a depth that overflows the stack. */
const MAX_DEPTH = 32;
/** A client that takes longer for 1 MiB only holds the connection. */
export const BODY_MS = 60_000;

const jsonUpTo = (limit: number, keep?: (bytes: Buffer) => void): RequestHandler =>
  express.json({
    limit,
    strict: true,
    type: 'application/json',
    verify: (_req, _res, bytes) => {
      // Otherwise each broken character would silently be stored as U+FFFD.
      if (!isUtf8(bytes)) throw new Error('not UTF-8');
      keep?.(bytes);
    },
  });
const json = jsonUpTo(JSON_BYTES);

export interface BodyOptions {
  /** For an upload with `begin`. */
  readonly begun?: BegunUpload | undefined;
  /**
   * The time that a client may take to send a body other than an upload, in milliseconds; 60 s by
   * default.
   */
  readonly bodyTimeoutMs?: number;
  /** The minimum speed of an upload with `begin`; 16 KiB/s over any 30 s by default. */
  readonly uploadPace?: UploadPace;
}

/**
 * Reads the body that the endpoint declares: JSON into `req.body`, the file of a form to disk.
 * Anything else is left unread. Runs after authentication, so that an unauthenticated client cannot
 * make the service read. Declare the result with `await using`.
 *
 * @throws AppError VALIDATION_ERROR, PAYLOAD_TOO_LARGE or UNSUPPORTED_MEDIA_TYPE
 */
export async function readBody(
  endpoint: AnyEndpoint,
  req: Request,
  res: Response,
  { begun, bodyTimeoutMs = BODY_MS, uploadPace: pace }: BodyOptions = {},
) {
  if (begun && endpoint.upload) {
    refuseForm(endpoint.upload, req);
    continueSending(req, res);
    return receiveFile(endpoint.upload, begun, { req, res, pace });
  }
  const isForm = endpoint.upload !== undefined && Boolean(req.is('multipart/form-data'));
  if (!isForm) disconnectAfter(bodyTimeoutMs, req);
  const { maxBodyBytes } = endpoint;
  if (!endpoint.body && !endpoint.upload && !maxBodyBytes) return undefined;
  continueSending(req, res);
  if (isForm && endpoint.upload) return readForm(endpoint.upload, req, res);
  if (!endpoint.body && maxBodyBytes) {
    // Reads and ignores the body, so that its limit applies.
    await done(express.raw({ limit: maxBodyBytes, type: () => true }), req, res);
    return undefined;
  }

  if (isSent(req) && !req.is('application/json')) {
    const expected = endpoint.upload
      ? 'application/json or multipart/form-data'
      : 'application/json';
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', `Content-Type: expected ${expected}`);
  }
  await done(jsonOf(endpoint, res), req, res);
  refuseDepth(req.body);
  return undefined;
}

function jsonOf({ maxBodyBytes, verify }: AnyEndpoint, res: Response): RequestHandler {
  if (!verify) return maxBodyBytes ? jsonUpTo(maxBodyBytes) : json;
  return jsonUpTo(maxBodyBytes ?? JSON_BYTES, (bytes) => {
    res.locals.rawBody = bytes;
  });
}

/** The bytes of the body that `readBody` read for an endpoint with `verify`. */
export const rawBodyOf = ({ locals }: Response): Buffer => locals.rawBody ?? Buffer.alloc(0);

/** 100 Continue is sent only here, after authentication. */
function continueSending(req: Request, res: Response): void {
  if (req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue();
}

const isSent = ({ headers }: IncomingMessage) =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;

/** Cuts off a client that does not send its whole body in time, also if no code reads the body. */
export function disconnectAfter(timeoutMs: number, req: IncomingMessage): void {
  if (!isSent(req) || req.complete) return;
  const deadline = setTimeout(() => {
    if (!req.complete) req.destroy();
  }, timeoutMs);
  req.once('close', () => clearTimeout(deadline));
}

async function readForm(
  upload: Upload,
  req: Request,
  res: Response,
): Promise<UploadedFile | undefined> {
  const target = temporaryPath();
  const remove = () => discardFile(target);
  const receive = multer({
    storage: diskStorage({
      destination: path.dirname(target),
      filename: (_req, _file, named) => named(null, path.basename(target)),
    }),
    // A file name in UTF-8, as browsers send it.
    defParamCharset: 'utf8',
    limits: { ...FORM_LIMITS, fileSize: upload.maxBytes, fieldSize: 64 * 1024 },
  }).single(upload.field);
  try {
    await done(receive, req, res);
  } catch (error) {
    // Multer keeps a file that it could not write to its end, such as on a full disk.
    await remove();
    throw error;
  }

  // Multer's object has no prototype, and zod accepts only plain objects.
  req.body = { ...req.body };
  const { file } = req;
  if (!file) return undefined;
  return {
    path: file.path,
    original_name: file.originalname,
    bytes: file.size,
    [Symbol.asyncDispose]: remove,
  };
}

function refuseDepth(body: unknown): void {
  const waiting: [value: unknown, depth: number][] = [[body, 1]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, depth] = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > MAX_DEPTH)
      throw invalid('body', `expected at most ${MAX_DEPTH} levels of nesting`, 'invalid');
    for (const inner of Object.values(value)) waiting.push([inner, depth + 1]);
  }
}

const done = (handler: RequestHandler, req: Request, res: Response) =>
  new Promise<void>((resolve, reject) => {
    void handler(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });
