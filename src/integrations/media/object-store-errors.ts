import { Readable } from 'node:stream';
import { AppError } from '../../errors.ts';

/** Errors of the client have the name of the store's error code. */
export const isErrorNamed = (error: unknown, name: string): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === name;

/**
 * Returns an UPSTREAM_ERROR, which reveals nothing about the store. A refused request does not
 * recover by itself: a person must correct the bucket or its credentials.
 */
export const upstreamError = (cause: unknown): AppError =>
  cause instanceof AppError
    ? cause
    : new AppError('UPSTREAM_ERROR', 'The object store does not answer as expected', {
        cause,
        ...(isRefusal(cause) ? { alert: 'object store refuses requests' } : {}),
      });

/** Wrong credentials, a missing right or a missing bucket. */
const REFUSALS: readonly unknown[] = [401, 403, 404];

const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  '$metadata' in error &&
  REFUSALS.includes(Reflect.get(Object(error.$metadata), 'httpStatusCode'));

/**
 * Passes a body on, and fails when no chunk comes for `idleMs`. The timer pauses while the reader
 * is slower than the store.
 */
export function withinIdleTime(body: Readable, idleMs: number): Readable {
  const stream = Readable.from(chunksOf(body, idleMs), { objectMode: false });
  // The generator does not start unless someone reads.
  stream.once('close', () => body.destroy());
  return stream;
}

async function* chunksOf(body: Readable, idleMs: number): AsyncGenerator<Buffer> {
  const stop = () => body.destroy(new Error(`no data for ${idleMs} ms`));
  let timer = setTimeout(stop, idleMs);
  try {
    for await (const chunk of body) {
      clearTimeout(timer);
      yield chunk;
      timer = setTimeout(stop, idleMs);
    }
  } catch (error) {
    throw upstreamError(error);
  } finally {
    clearTimeout(timer);
  }
}
