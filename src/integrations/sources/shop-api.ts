import { posix } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { SourceStatusError } from '../../domain/sources/source-errors.ts';
import { AppError } from '../../errors.ts';
import type { GetAnswer, OutboundHttp } from '../outbound-http.ts';

/** The limits of one reading of a guest list. */
export const GUEST_LIST_LIMITS = {
  pages: 400,
  guests: 100_000,
  pageBytes: 20 * 1024 * 1024,
  requestMs: 10_000,
  readingMs: 10 * 60_000,
} as const;

export interface ShopPage {
  readonly body: unknown;
  readonly headers: GetAnswer['headers'];
}

/**
 * The API of one ticket shop during one reading. Credentials go to the origin of the shop only, and to no
 * redirect. A 429 is waited out.
 */
export class ShopApi {
  readonly #http: Pick<OutboundHttp, 'getOnce'>;
  readonly #base: URL;
  readonly #options;
  #pages = 0;

  /**
   * @param options.silenceSeconds how long the shop is left alone after a 429 without `Retry-After`
   * @param options.signal ends the reading, also while it waits
   */
  constructor(
    http: Pick<OutboundHttp, 'getOnce'>,
    base: string,
    options: {
      readonly headers: Readonly<Record<string, string>>;
      readonly silenceSeconds: number;
      readonly signal: AbortSignal;
    },
  ) {
    this.#http = http;
    this.#base = new URL(base);
    const deadline = AbortSignal.timeout(GUEST_LIST_LIMITS.readingMs);
    this.#options = { ...options, signal: AbortSignal.any([options.signal, deadline]) };
  }

  /** The address of a path below the base address, such as `api/v1/…`. */
  url(path: string, query: Readonly<Record<string, string>> = {}): URL {
    const base = new URL(this.#base);
    const url = new URL(posix.join(base.pathname, path), base.origin);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  /**
   * One page of JSON. An address that the shop named is allowed on its own origin only.
   *
   * @throws SourceStatusError
   * @throws AppError UPSTREAM_ERROR for more pages than a reading may have, a page of another origin, and
   *   an answer that is no JSON; as `OutboundHttp.getOnce`
   */
  async page(address: string | URL): Promise<ShopPage> {
    const url = URL.parse(String(address), this.#base.href);
    if (url?.origin !== this.#base.origin) throw upstream('The next page is at another origin');
    if (++this.#pages > GUEST_LIST_LIMITS.pages) {
      throw upstream(`The list has more than ${GUEST_LIST_LIMITS.pages} pages`);
    }
    for (;;) {
      const { signal, headers, silenceSeconds } = this.#options;
      const answer = await this.#http.getOnce(url.href, {
        headers,
        accept: 'application/json',
        maxBytes: GUEST_LIST_LIMITS.pageBytes,
        timeoutMs: GUEST_LIST_LIMITS.requestMs,
        signal,
      });
      if (answer.status === 429) {
        await this.#wait(answer.retryAfterSeconds ?? silenceSeconds);
        continue;
      }
      if (answer.status !== 200) throw new SourceStatusError(answer.status);
      return { body: jsonOf(answer.body), headers: answer.headers };
    }
  }

  async #wait(seconds: number): Promise<void> {
    try {
      await setTimeout(Math.max(1, seconds) * 1_000, undefined, { signal: this.#options.signal });
    } catch (cause) {
      throw new AppError('UPSTREAM_ERROR', 'The shop asks for a longer pause', { cause });
    }
  }
}

function jsonOf(body: Buffer | undefined): unknown {
  if (!body) throw upstream(`A page is larger than ${GUEST_LIST_LIMITS.pageBytes} bytes`);
  try {
    return JSON.parse(body.toString());
  } catch (cause) {
    throw upstream('The answer is not JSON', cause);
  }
}

const upstream = (sentence: string, cause?: unknown) =>
  new AppError('UPSTREAM_ERROR', sentence, { cause });
