import { createWriteStream, type WriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import multer, { type StorageEngine } from 'multer';
import { AppError, invalid, refusal } from '../../errors.ts';
import { discardFile } from '../../lib/files.ts';
import type { BegunUpload, Upload, UploadedFile } from '../endpoint.ts';
import { allowLonger } from '../listener.ts';

/** The boundaries, headers of parts and fields besides the file. */
const FORM_BYTES = 64 * 1_024;

/** The minimum speed of a client. */
export interface UploadPace {
  readonly windowMs: number;
  /** The bytes in each window, wherever it begins. */
  readonly minBytes: number;
}

/** 16 KiB/s over any 30 s: a client that is slower only holds the connection. */
const PACE: UploadPace = { windowMs: 30_000, minBytes: 30 * 16 * 1_024 };
/** The number of steps per window; a window begins at each step. */
const STEPS = 10;

/** The size that the client declares for its file; the limit, if it declares none. */
export function declaredBytes({ maxBytes }: Upload, req: Request): number {
  const length = req.headers['content-length'];
  return length === undefined ? maxBytes : Math.min(Number(length), maxBytes);
}

/**
 * Refuses a form before it is received.
 * @throws AppError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE
 */
export function refuseForm({ maxBytes }: Upload, req: Request): void {
  if (Number(req.headers['content-length'] ?? 0) > maxBytes + FORM_BYTES) throw tooLarge(maxBytes);
  if (!req.is('multipart/form-data')) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Content-Type: expected multipart/form-data');
  }
}

function tooLarge(maxBytes: number): AppError {
  const max_mib = maxBytes / 1_024 ** 2;
  const problem = `expected at most ${max_mib} MiB`;
  return refusal('PAYLOAD_TOO_LARGE', 'file', problem, 'file_too_large', { max_mib });
}

/**
 * Receives the one file of a form into the file that `begun` names, and its fields into `req.body`. A
 * client that is too slow, or that disconnects, leaves nothing.
 *
 * @throws AppError VALIDATION_ERROR, PAYLOAD_TOO_LARGE; and the errors of multer
 */
export async function receiveFile(
  upload: Upload,
  { path }: BegunUpload,
  exchange: { req: Request; res: Response; pace?: UploadPace | undefined },
): Promise<UploadedFile> {
  const { req, res, pace = PACE } = exchange;
  // Multer would wait for ever for the events of a client that left before.
  if (req.destroyed) throw invalid('body', 'expected a complete multipart form', 'file_incomplete');
  const remove = () => discardFile(path);
  using _watch = cutOffSlow(upload, req, pace);
  const writing = fileWriter(path, upload.maxBytes);
  try {
    await Promise.race([parsed(upload, writing.storage, { req, res }), writing.failure]);
    // Multer's object has no prototype, and zod accepts only plain objects.
    req.body = { ...req.body };
    const [file] = Object.values(req.files ?? {}).flat();
    if (!file) throw invalid(upload.field, 'expected a file', 'needs', { field: 'file' });
    if (file.size === 0)
      throw invalid(file.fieldname, 'expected a file with content', 'file_empty');
    const { originalname: original_name, size: bytes } = file;
    return { path, original_name, bytes, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await writing.stop();
    await remove();
    throw error;
  }
}

/** The limits of every form with a file. */
export const FORM_LIMITS = {
  files: 1,
  fields: 20,
  parts: 21,
  fieldNameSize: 100,
  fieldNestingDepth: 1,
  fieldArrayIndexLimit: 20,
} as const;

/** Parses the form. Multer has no promises; it drops the rest of a form before it reports an error. */
function parsed(
  upload: Upload,
  storage: StorageEngine,
  { req, res }: { req: Request; res: Response },
): Promise<void> {
  const names = [upload.field, ...(upload.alsoNamed ?? [])];
  const receive = multer({
    storage,
    limits: { ...FORM_LIMITS, fileSize: upload.maxBytes, fieldSize: 1_024 },
  }).fields(names.map((name) => ({ name, maxCount: 1 })));
  return new Promise((resolve, reject) => {
    receive(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });
}

/**
 * A storage of multer that writes to one path. `failure` rejects at once when the file is too large.
 * Multer itself would wait for the end of the form. `stop` resolves when the file is closed.
 */
function fileWriter(path: string, maxBytes: number) {
  const stopping = new AbortController();
  const failed = Promise.withResolvers<never>();
  // Perhaps no listener is attached yet, or any more.
  failed.promise.catch(() => {});
  let file: WriteStream | undefined;
  const storage: StorageEngine = {
    _handleFile(_req, { stream }, done) {
      if (stopping.signal.aborted) return done(new Error('Request closed'));
      stream.once('limit', () => failed.reject(tooLarge(maxBytes)));
      const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
      file = target;
      pipeline(stream, target, { signal: stopping.signal }).then(
        () => done(null, { path, size: target.bytesWritten }),
        done,
      );
    },
    _removeFile: (_req, _file, done) => done(null),
  };
  return {
    storage,
    failure: failed.promise,
    async stop() {
      stopping.abort();
      // The pipeline ends before a file that is being opened exists, and it would outlive its deletion.
      const left = file?.destroy();
      if (left && !left.closed) await new Promise<void>((done) => left.once('close', () => done()));
    },
  };
}

/** Cuts off a client that sends too slowly, too long, or more than the form can have. */
function cutOffSlow(upload: Upload, req: Request, { windowMs, minBytes }: UploadPace): Disposable {
  const timeoutMs = upload.timeoutMs ?? 0;
  if (timeoutMs > 0) allowLonger(req, timeoutMs);
  const { socket } = req;
  const before = socket.bytesRead;
  const maxRead = upload.maxBytes + 2 * FORM_BYTES + socket.readableHighWaterMark;
  const seen: number[] = [before];
  const watch = setInterval(() => {
    if (req.complete) return;
    const read = socket.bytesRead;
    seen.push(read);
    const atStart = seen.length > STEPS ? seen.shift() : undefined;
    const isSlow = atStart !== undefined && read - atStart < minBytes;
    if (isSlow || read - before > maxRead) req.destroy();
  }, windowMs / STEPS);
  return { [Symbol.dispose]: () => clearInterval(watch) };
}
