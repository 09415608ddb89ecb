import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadSource, SourceContent } from '../../domain/sources/sources.ts';
import { AppError } from '../../errors.ts';
import { discardFile, writePrivateFile } from '../../lib/files.ts';
import { temporaryPath } from '../../lib/temporary-files.ts';
import type { OutboundHttp } from '../outbound-http.ts';
import { LUMA_SILENCE_SECONDS, lumaGuests } from './luma.ts';
import { PRETIX_SILENCE_SECONDS, pretixOrders } from './pretix.ts';
import { GUEST_LIST_LIMITS, ShopApi } from './shop-api.ts';
import type { ShopGuest, ShopList, ShopOrder } from './shop-guests.ts';

/** How the API of a kind is called, and its list read. */
const SHOPS = {
  pretix: {
    headers: (token: string) => ({ authorization: `Token ${token}` }),
    silenceSeconds: PRETIX_SILENCE_SECONDS,
    list: (api: ShopApi, { settings, cursor }: ReadSource) => pretixOrders(api, settings, cursor),
  },
  luma: {
    headers: (key: string) => ({ 'x-luma-api-key': key }),
    silenceSeconds: LUMA_SILENCE_SECONDS,
    list: (api: ShopApi, { settings }: ReadSource) => lumaGuests(api, settings),
  },
};

/** Reads the guest lists of ticket shops by their APIs. */
export class GuestLists {
  readonly #http;
  readonly #silenceSeconds;

  /** @param options.silenceSeconds in place of that of each shop, for tests */
  constructor(
    http: Pick<OutboundHttp, 'getOnce'>,
    options: { readonly silenceSeconds?: number | undefined } = {},
  ) {
    this.#http = http;
    this.#silenceSeconds = options.silenceSeconds;
  }

  /**
   * Reads the list of a source: what changed since its cursor, or all of it. Waits while the shop asks for
   * it, for at most 10 minutes in all.
   *
   * @throws SourceStatusError
   * @throws AppError UPSTREAM_ERROR; VALIDATION_ERROR when the address is not allowed
   */
  async fetch(
    source: ReadSource & { readonly kind: keyof typeof SHOPS },
    credential: string,
    signal: AbortSignal,
  ): Promise<SourceContent> {
    const { headers, silenceSeconds, list } = SHOPS[source.kind];
    const api = new ShopApi(this.#http, source.url, {
      headers: headers(credential),
      silenceSeconds: this.#silenceSeconds ?? silenceSeconds,
      signal,
    });
    return contentOf(list(api, source), source.cursor);
  }
}

async function contentOf(list: ShopList, since: string | null): Promise<SourceContent> {
  const path = temporaryPath();
  const digests = new Map<string, string>();
  try {
    await writePrivateFile(path, Readable.from(linesOf(list.orders, digests)));
  } catch (error) {
    await discardFile(path);
    throw error;
  }
  const hash = createHash('sha256');
  // A shop may list the same orders in another order.
  for (const code of [...digests.keys()].sort()) hash.update(`${code} ${digests.get(code)}\n`);
  const isEmpty = digests.size === 0;
  return {
    path,
    content_hash: hash.digest(),
    cursor: list.cursor(),
    isEmpty: isEmpty && since === null,
    isUnchanged: isEmpty && since !== null,
    [Symbol.asyncDispose]: () => discardFile(path),
  };
}

/**
 * The guests of each order, one a line. An order that moved between two pages comes twice: its first state
 * counts, since the next reading asks from before the first page.
 */
async function* linesOf(
  orders: AsyncIterable<ShopOrder>,
  digests: Map<string, string>,
): AsyncGenerator<string> {
  let count = 0;
  for await (const { code, guests } of orders) {
    if (digests.has(code)) continue;
    count += guests.length;
    if (count > GUEST_LIST_LIMITS.guests) {
      const sentence = `The list has more than ${GUEST_LIST_LIMITS.guests} guests`;
      throw new AppError('UPSTREAM_ERROR', sentence);
    }
    const lines = guests.map((guest) => `${JSON.stringify(guest)}\n`).join('');
    digests.set(code, createHash('sha256').update(lines).digest('base64'));
    yield lines;
  }
}

/** The guests of a list that was fetched, in its order. */
export async function* guestsIn({ path }: Pick<SourceContent, 'path'>): AsyncGenerator<ShopGuest> {
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Infinity,
  })) {
    yield JSON.parse(line);
  }
}
