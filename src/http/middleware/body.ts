import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express, { type Request, type RequestHandler, type Response } from 'express';
import multer, { diskStorage } from 'multer';
import { AppError, invalid } from '../../errors.ts';
import type { AnyEndpoint, Upload, UploadedFile } from '../endpoint.ts';

const JSON_LIMIT = '1mb';
/** Deeper than any body of ours; far less than what makes a walk over it a danger. */
const MAX_DEPTH = 32;
/** A JSON body that takes longer than this is not being sent, it is holding a connection. */
const JSON_DEADLINE_MS = 60_000;

const json = express.json({
  limit: JSON_LIMIT,
  strict: true,
  type: 'application/json',
  verify: (_req, _res, bytes) => {
    // Else each broken character would be stored as U+FFFD, and nobody would know.
    if (!isUtf8(bytes)) throw new Error('not UTF-8');
  },
});

/**
 * Reads what the endpoint declares: JSON into `req.body`, a form's file to disk. Anything else that
 * was sent is left unread. Runs after authentication, so that strangers cannot make us read.
 * Declare the result with `await using`.
 */
export async function readBody(endpoint: AnyEndpoint, req: Request, res: Response) {
  if (!endpoint.body && !endpoint.upload) return undefined;
  // Who asks first whether to send a body is told so only here, when they may.
  if (req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue();
  if (endpoint.upload && req.is('multipart/form-data')) return readForm(endpoint.upload, req, res);

  const isSent = Number(req.headers['content-length'] ?? 0) > 0 || req.headers['transfer-encoding'];
  if (isSent && !req.is('application/json')) {
    const expected = endpoint.upload
      ? 'application/json or multipart/form-data'
      : 'application/json';
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', `Content-Type: expected ${expected}`);
  }
  const deadline = setTimeout(() => req.destroy(), JSON_DEADLINE_MS);
  try {
    await done(json, req, res);
  } finally {
    clearTimeout(deadline);
  }
  refuseDepth(req.body);
  return undefined;
}

async function readForm(
  upload: Upload,
  req: Request,
  res: Response,
): Promise<UploadedFile | undefined> {
  const receive = multer({
    storage: diskStorage({
      destination: uploadDirectory(),
      filename: (_req, _file, named) => named(null, randomUUID()),
    }),
    // A file name in UTF-8, as browsers send it.
    defParamCharset: 'utf8',
    limits: {
      fileSize: upload.maxBytes,
      files: 1,
      fields: 20,
      parts: 21,
      fieldNameSize: 100,
      fieldSize: 64 * 1024,
      fieldNestingDepth: 1,
      fieldArrayIndexLimit: 20,
    },
  }).single(upload.field);
  await done(receive, req, res);

  // Fields come as an object without a prototype, which the schemas do not take for an object.
  req.body = { ...req.body };
  const { file } = req;
  if (!file) return undefined;
  return {
    path: file.path,
    original_name: file.originalname,
    bytes: file.size,
    [Symbol.asyncDispose]: () => rm(file.path, { force: true }),
  };
}

let directory: string | undefined;

/** Where uploads wait, for us alone: lists of people come in them. It goes with the process. */
function uploadDirectory(): string {
  if (directory !== undefined) return directory;
  const made = mkdtempSync(path.join(tmpdir(), 'hallway-uploads-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  directory = made;
  return made;
}

function refuseDepth(body: unknown): void {
  const waiting: [value: unknown, depth: number][] = [[body, 1]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, depth] = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > MAX_DEPTH) throw invalid('body', `nested more than ${MAX_DEPTH} deep`);
    for (const inner of Object.values(value)) waiting.push([inner, depth + 1]);
  }
}

const done = (handler: RequestHandler, req: Request, res: Response) =>
  new Promise<void>((resolve, reject) => {
    void handler(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });
