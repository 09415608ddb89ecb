import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** The encodings, in the order that the service prefers if the client prefers none. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;

export type Encoding = (typeof ENCODINGS)[number];

/** The published types lack the second parameter. */
interface Preferring {
  encodings<E extends string>(available: readonly E[], options: { preferred: readonly E[] }): E[];
}

/** Below it, a compressed answer saves no packet. */
const MIN_BYTES = 1_024;
const COMPRESSIBLE = /^(application\/(json|[\w.+-]+\+json|xml)|text\/(?!event-stream))/;

export const isWorthCompressing = (bytes: number, contentType: string): boolean =>
  bytes > MIN_BYTES && COMPRESSIBLE.test(contentType);

/** Browsers send few different texts. A client that varies its text only misses this cache. */
const MAX_KNOWN = 100;
const known = new LRUCache<string, Encoding>({ max: MAX_KNOWN });

/**
 * The encoding of an answer by `Accept-Encoding`, its quality values included. A client without the
 * header, or one that accepts nothing, gets a plain answer.
 */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  const found = known.get(accepted);
  if (found) return found;
  const negotiator = new Negotiator({
    headers: { 'accept-encoding': accepted },
  }) as unknown as Preferring;
  const [encoding = 'identity'] = negotiator.encodings(ENCODINGS, { preferred: ENCODINGS });
  known.set(accepted, encoding);
  return encoding;
}

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** Measured on an agenda of 345 kB: see docs/decisions/0019-response-cache.md. */
const GZIP_LEVEL = 5;
const BROTLI_QUALITY = 5;

/** Compresses on a thread of its own. */
export async function compressed(body: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case 'gzip':
      return toGzip(body, { level: GZIP_LEVEL });
    case 'br':
      return toBrotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      });
    case 'identity':
      return body;
  }
}
