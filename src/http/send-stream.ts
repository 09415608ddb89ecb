import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { types } from 'node:util';
import type { Request, Response } from 'express';

/** A client that disconnects is not an error; the request log marks the request as aborted. */
export async function sendStream(answer: Readable, req: Request, res: Response): Promise<void> {
  res.locals.isStream = true;
  // After HEAD or a disconnect nothing reads the stream, and some streams would never end.
  if (req.method === 'HEAD' || res.closed) {
    answer.destroy();
    res.end();
    return;
  }
  await pipeline(answer, res).catch((error: unknown) => {
    if (!isDisconnect(error)) throw error;
  });
}

const isDisconnect = (error: unknown) =>
  types.isNativeError(error) && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
