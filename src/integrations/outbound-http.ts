import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, fetch, type Headers, type Response } from 'undici';
import { SourceStatusError } from '../domain/sources/source-errors.ts';
import { AppError, invalid } from '../errors.ts';

/** Whether a connection to an IP address may be made. */
type AddressRule = (address: string) => boolean;

/** Thrown before the socket connects. */
class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
}

/** The allocated IPv6 unicast space; the rest is reserved. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** A public address that inside Azure leads to the host of the virtual machine. */
const AZURE_HOST = '168.63.129.16';

/** Whether an address is public. An IPv4 address mapped into IPv6 is checked as IPv4. */
export const isPublicAddress: AddressRule = (address) => {
  if (!ipaddr.isValid(address)) return false;
  const plain = ipaddr.process(address);
  if (plain.range() !== 'unicast' || plain.toString() === AZURE_HOST) return false;
  return plain instanceof ipaddr.IPv4 || plain.match(GLOBAL_UNICAST);
};

/**
 * Connects to allowed addresses only. The socket connects to the address that was checked, without a
 * second lookup, which prevents DNS rebinding.
 */
function guardedConnector(
  isAllowed: AddressRule,
  allowedHosts: ReadonlySet<string>,
): buildConnector.connector {
  const connect = buildConnector({ lookup: guardedLookup(isAllowed) });
  const connectUnguarded = buildConnector({});
  return (options, callback) => {
    if (allowedHosts.has(options.hostname)) return connectUnguarded(options, callback);
    // Node connects to an IP address without calling `lookup`.
    const address = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(address) === 0 || isAllowed(address)) connect(options, callback);
    else callback(new RefusedAddressError(), null);
  };
}

const guardedLookup =
  (isAllowed: AddressRule): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const allowed = found?.filter(({ address }) => isAllowed(address)) ?? [];
      const [first] = allowed;
      if (error || !first) callback(error ?? new RefusedAddressError(), '', 0);
      else if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };

export interface OutboundRequest {
  /** The limit of the decompressed body. */
  readonly maxBytes: number;
  /** Covers name lookup, redirects and the whole body. */
  readonly timeoutMs: number;
  readonly accept: string;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** A POST to an address of the settings. */
export interface OutboundPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  /** The limit of the decompressed body of the answer. */
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
const MAX_URL = 2_000;

/**
 * The HTTP client for addresses that callers supply. It connects to public addresses only and sends
 * no credentials, cookies or referer.
 */
export class OutboundHttp {
  readonly #agent: Agent;

  /**
   * `allowPrivate` allows every address, for development; `allowedHosts` have any address, by the operator's
   * will. Tests replace the rule by `isAllowed`.
   */
  constructor({
    allowPrivate,
    allowedHosts = [],
    isAllowed = isPublicAddress,
  }: {
    allowPrivate: boolean;
    allowedHosts?: readonly string[];
    isAllowed?: AddressRule;
  }) {
    const rule = allowPrivate ? () => true : isAllowed;
    this.#agent = new Agent({ connect: guardedConnector(rule, new Set(allowedHosts)) });
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
      return { ...(await plainAnswer(response, request.maxBytes)), headers: response.headers };
    } catch (error) {
      throw translated(error, signal);
    }
  }

  /**
   * Posts JSON and follows no redirect: credentials in `headers` reach this address only.
   *
   * @throws AppError as `get`, but not for an error status or a large body
   */
  async post(url: string, { body, headers, ...request }: OutboundPost): Promise<PostAnswer> {
    const timeout = AbortSignal.timeout(request.timeoutMs);
    const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
    try {
      const response = await fetch(allowedUrl(url), {
        dispatcher: this.#agent,
        method: 'POST',
        redirect: 'manual',
        signal,
        headers: {
          ...headers,
          accept: 'application/json',
          'content-type': 'application/json',
          'user-agent': 'Hallway',
        },
        body: JSON.stringify(body),
      });
      return await plainAnswer(response, request.maxBytes);
    } catch (error) {
      throw translated(error, signal);
    }
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

const NOT_ALLOWED =
  'expected the http or https address of a public host, without user name or password';

/** Calendar services offer webcal: addresses, which are https for calendar apps. */
function allowedUrl(text: string, base?: URL): URL {
  const url = URL.parse(text.trim().replace(/^webcals?:/i, 'https:'), base?.href);
  const isAllowed =
    url !== null &&
    text.length <= MAX_URL &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '';
  if (!isAllowed) throw invalid('url', NOT_ALLOWED, 'address_not_allowed');
  return url;
}

async function plainAnswer(response: Response, maxBytes: number): Promise<PostAnswer> {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    status: response.status,
    retryAfterSeconds: Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined,
    body: await bodyOf(response, maxBytes),
  };
}

async function answerOf(url: URL, response: Response, maxBytes: number): Promise<OutboundAnswer> {
  if (!response.ok) {
    await response.body?.cancel();
    throw upstream(
      'The address answers with an error status',
      new SourceStatusError(response.status),
    );
  }
  const body = await bodyOf(response, maxBytes);
  if (!body) throw upstream(`The answer is larger than ${maxBytes} bytes`);
  return { url: url.href, content_type: response.headers.get('content-type'), body };
}

/** Undefined if it is larger than `maxBytes`. */
async function bodyOf(response: Response, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
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
    if (cause instanceof RefusedAddressError)
      return invalid('url', NOT_ALLOWED, 'address_not_allowed');
  }
  return upstream(
    signal.aborted ? 'The address does not answer in time' : 'The address cannot be reached',
    error,
  );
}

const upstream = (sentence: string, cause?: unknown) =>
  new AppError('UPSTREAM_ERROR', sentence, { cause });
