import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a shop answers: a status, a JSON body and headers. */
interface ShopAnswer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface ShopCall {
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
}

/** A ticket shop over real HTTP. */
export abstract class FakeShop {
  readonly calls: ShopCall[] = [];
  /** Answers that come before those of the shop, one a request. */
  readonly first: ShopAnswer[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      const call = { url: new URL(request.url ?? '/', this.url), headers: request.headers };
      this.calls.push(call);
      const { status = 200, body = {}, headers = {} } = this.first.shift() ?? this.answer(call);
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  }

  protected abstract answer(call: ShopCall): ShopAnswer;

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

export const PRETIX_TOKEN = 'a-team-token';

/** A position of an order, as pretix documents it. */
export const aPosition = (positionid: number, given: object = {}) => ({
  id: 10_000 + positionid,
  positionid,
  item: 1,
  secret: `secret-of-position-${positionid}`,
  attendee_name: 'Ada Lovelace',
  attendee_name_parts: { _scheme: 'given_family', given_name: 'Ada', family_name: 'Lovelace' },
  attendee_email: null,
  company: null,
  addon_to: null,
  canceled: false,
  ...given,
});

/** An order, as pretix documents it, changed now. */
export const anOrder = (code: string, positions: readonly object[], given: object = {}) => ({
  code,
  status: 'p',
  testmode: false,
  require_approval: false,
  valid_if_pending: false,
  email: `${code.toLowerCase()}@example.org`,
  last_modified: new Date().toISOString(),
  positions,
  ...given,
});

type PretixOrder = ReturnType<typeof anOrder>;

/** Two orders a page; a list of changes with `modified_since`. */
export class FakePretix extends FakeShop {
  readonly orders = new Map<string, PretixOrder>();
  items: readonly object[] = [
    { id: 1, name: { en: 'Conference', de: 'Konferenz' }, admission: true },
    { id: 2, name: { en: 'T-shirt' }, admission: false },
  ];
  /** The address of the next page, as the shop says it. */
  next = (url: URL): string => url.href;

  /** Adds an order, or replaces the one with its code. */
  put(...given: Parameters<typeof anOrder>): void {
    this.orders.set(given[0], anOrder(...given));
  }

  protected answer({ url, headers }: ShopCall): ShopAnswer {
    if (headers.authorization !== `Token ${PRETIX_TOKEN}`) return { status: 401 };
    const base = '/api/v1/organizers/octo/events/conf';
    if (url.pathname === `${base}/items/`) return { body: { results: this.items, next: null } };
    if (url.pathname !== `${base}/orders/`) return { status: 404 };
    const since = Date.parse(url.searchParams.get('modified_since') ?? '1970-01-01');
    const changed = [...this.orders.values()].filter(
      ({ last_modified }) => Date.parse(last_modified) >= since,
    );
    const page = Number(url.searchParams.get('page') ?? 1);
    const next = new URL(url);
    next.searchParams.set('page', String(page + 1));
    return {
      headers: { 'x-page-generated': new Date().toISOString() },
      body: {
        count: changed.length,
        next: changed.length > page * 2 ? this.next(next) : null,
        results: changed.slice((page - 1) * 2, page * 2),
      },
    };
  }
}

export const LUMA_KEY = 'secret-luma-key';

/** A guest, as Luma documents it. */
export const aLumaGuest = (id: string, given: object = {}) => ({
  id,
  user_first_name: 'Grace',
  user_last_name: 'Hopper',
  user_name: 'Grace Hopper',
  user_email: `${id}@example.org`,
  approval_status: 'approved',
  check_in_qr_code: `https://luma.com/check-in/evt-1?pk=g-${id}`,
  event_tickets: [{ name: 'Standard', checked_in_at: null }],
  ...given,
});

/** Two guests a page. */
export class FakeLuma extends FakeShop {
  guests: readonly object[] = [];

  protected answer({ url, headers }: ShopCall): ShopAnswer {
    if (headers['x-luma-api-key'] !== LUMA_KEY) return { status: 401 };
    if (url.pathname !== '/v1/events/guests/list') return { status: 404 };
    const at = Number(url.searchParams.get('pagination_cursor') ?? 0);
    const has_more = this.guests.length > at + 2;
    return {
      body: {
        entries: this.guests.slice(at, at + 2),
        has_more,
        next_cursor: has_more ? String(at + 2) : null,
      },
    };
  }
}
