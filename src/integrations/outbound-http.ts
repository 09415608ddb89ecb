import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { Agent, fetch, type Headers, type Response, request as requestOnce } from 'undici';
import { SourceStatusError } from '../domain/sources/source-errors.ts';
import { AppError } from '../errors.ts';
import {
  type AddressRule,
  allowedUrl,
  guardedConnector,
  guardedLookup,
  isPublicAddress,
  notAllowed,
  RefusedAddressError,
} from './outbound-addresses.ts';

export interface OutboundRequest {
  /** The limit of the decompressed body. */
  readonly maxBytes: number;
  /** Covers name lookup, redirects and the whole body. */
  readonly timeoutMs: number;
  readonly accept: string;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** A POST of these bytes. */
export interface OutboundPost {
  /** All of them; the connection adds its own, such as `host` and `content-length`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The limit of the body of the answer, which is read as it is sent. */
  readonly maxBytes: number;
  /** Covers name lookup and the whole body of the answer. */
  readonly timeoutMs: number;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** An answer of any status, with the seconds of `Retry-After` if it has one. */
export interface PostAnswer {
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  /** Undefined if it is larger than the limit. */
  readonly body: Buffer | undefined;
}

/** A GET with credentials. */
export interface OutboundGet extends OutboundRequest {
  readonly headers: Readonly<Record<string, string>>;
  /** Aborts the request. */
  readonly signal: AbortSignal;
}

export interface GetAnswer extends PostAnswer {
  readonly headers: Headers;
}

export interface OutboundAnswer {
  /** The address after all redirects. */
  readonly url: string;
  readonly content_type: string | null;
  readonly body: Buffer;
}

const MAX_REDIRECTS = 5;

/**
 * The HTTP client for addresses that callers supply. It connects to public addresses only and sends
 * no credentials, cookies or referer.
 */
export class OutboundHttp {
  readonly #agent: Agent;
  readonly #rule: AddressRule;

  /**
   * `allowPrivate` allows every address, for development, and `allowedHosts` those of these names. Tests
   * replace the rule by `isAllowed`.
   */
  constructor(options: {
    allowPrivate: boolean;
    allowedHosts?: readonly string[];
    isAllowed?: AddressRule;
  }) {
    const { allowPrivate, allowedHosts = [], isAllowed = isPublicAddress } = options;
    this.#rule = (address, host) =>
      allowPrivate || allowedHosts.includes(host) || isAllowed(address, host);
    this.#agent = new Agent({ connect: guardedConnector(this.#rule) });
  }

  /**
   * Fetches `url`, which may be http, https or webcal.
   *
   * @throws AppError VALIDATION_ERROR when the address or a redirect is not allowed; UPSTREAM_ERROR
   *   for a failed connection, an error status, which is its `cause`, a timeout, or a body that is too large
   */
  async get(url: string, request: OutboundRequest): Promise<OutboundAnswer> {
    const timeout = AbortSignal.timeout(request.timeoutMs);
    const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
    try {
      return await this.#follow(allowedUrl(url), request, signal);
    } catch (error) {
      throw translated(error, signal);
    }
  }

  /**
   * Gets an answer of any status and follows no redirect: credentials in `headers` reach this address only.
   *
   * @throws AppError as `post`
   */
  async getOnce(url: string, { headers, accept, ...request }: OutboundGet): Promise<GetAnswer> {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(request.timeoutMs)]);
    try {
      const response = await fetch(allowedUrl(url), {
        dispatcher: this.#agent,
        redirect: 'manual',
        signal,
        headers: { ...headers, accept, 'user-agent': 'Hallway' },
      });
      return {
        status: response.status,
        headers: response.headers,
        retryAfterSeconds: secondsUntil(response.headers.get('retry-after') ?? ''),
        body: await bytesOf(response.body ?? Readable.from([]), request.maxBytes),
      };
    } catch (error) {
      throw translated(error, signal);
    }
  }

  /**
   * Posts bytes and follows no redirect: what `headers` and the body hold reaches this address only.
   *
   * @throws AppError as `get`, but not for an error status or a large body; with the failure as its cause
   */
  async post(url: string, { maxBytes, timeoutMs, ...post }: OutboundPost): Promise<PostAnswer> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = post.signal ? AbortSignal.any([post.signal, timeout]) : timeout;
    try {
      const { statusCode, headers, body } = await requestOnce(allowedUrl(url), {
        ...post,
        dispatcher: this.#agent,
        method: 'POST',
        signal,
      });
      return {
        status: statusCode,
        retryAfterSeconds: secondsUntil(String(headers['retry-after'] ?? '')),
        body: await bytesOf(body, maxBytes),
      };
    } catch (error) {
      throw translated(error, signal);
    }
  }

  /**
   * Looks the host of an address up, and connects to nothing.
   * @throws AppError VALIDATION_ERROR, also for a host that has no address
   */
  async checkHost(url: string): Promise<void> {
    const host = allowedUrl(url).hostname.replace(/^\[|\]$/g, '');
    const look = promisify(guardedLookup(this.#rule));
    await look(host, {}).catch(() => {
      throw notAllowed();
    });
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #follow(start: URL, request: OutboundRequest, signal: AbortSignal) {
    let url = start;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await fetch(url, {
        dispatcher: this.#agent,
        redirect: 'manual',
        signal,
        headers: { accept: request.accept, 'user-agent': 'Hallway' },
      });
      const location = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || location === null) {
        return answerOf(url, response, request.maxBytes);
      }
      await response.body?.cancel();
      url = allowedUrl(location, url);
    }
    throw upstream(`The address redirects more than ${MAX_REDIRECTS} times`);
  }
}

async function answerOf(url: URL, response: Response, maxBytes: number): Promise<OutboundAnswer> {
  if (!response.ok) {
    await response.body?.cancel();
    throw upstream(
      'The address answers with an error status',
      new SourceStatusError(response.status),
    );
  }
  const body = await bytesOf(response.body ?? Readable.from([]), maxBytes);
  if (!body) throw upstream(`The answer is larger than ${maxBytes} bytes`);
  return { url: url.href, content_type: response.headers.get('content-type'), body };
}

/** Of `Retry-After`, which is a number of seconds or a date. */
function secondsUntil(text: string): number | undefined {
  const seconds = /^\d{1,9}$/.test(text)
    ? Number(text)
    : Math.ceil((Date.parse(text) - Date.now()) / 1_000);
  return seconds >= 0 ? seconds : undefined;
}

/** Undefined if it is larger than `maxBytes`. */
async function bytesOf(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reports which limit was reached, and reveals nothing about the other server or its answer. */
function translated(error: unknown, signal: AbortSignal): AppError {
  if (error instanceof AppError) return error;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof RefusedAddressError) return notAllowed();
  }
  return upstream(
    signal.aborted ? 'The address does not answer in time' : 'The address cannot be reached',
    error,
  );
}

const upstream = (sentence: string, cause?: unknown) =>
  new AppError('UPSTREAM_ERROR', sentence, { cause });
