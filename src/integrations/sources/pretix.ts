import { z } from 'zod';
import { splitName } from '../../domain/attendance/guest-list-presets.ts';
import type { SourceSettings } from '../../domain/sources/sources.ts';
import { AppError } from '../../errors.ts';
import type { ShopApi } from './shop-api.ts';
import {
  countsTicket,
  leftOut,
  type ShopGuest,
  type ShopList,
  type ShopOrder,
  textOf,
  unreadableOrder,
} from './shop-guests.ts';

/** As pretix.eu allows: 360 requests a minute; it answers with `Retry-After`. */
export const PRETIX_SILENCE_SECONDS = 60;

/** Changes that commit while a page is made are in the next reading. */
const OVERLAP_MS = 5 * 60_000;

const Page = z.object({ results: z.array(z.unknown()), next: z.string().nullish() });
const Text = z.string().nullish().catch(null);
const Flag = z.boolean().catch(false);

const Item = z.object({
  id: z.int(),
  name: z.union([z.string(), z.record(z.string(), z.string().nullish())]),
  // Lists of older versions do not say it.
  admission: z.boolean().catch(true),
});

const Position = z.object({
  positionid: z.int(),
  item: z.int(),
  secret: z.string().min(1),
  attendee_name: Text,
  attendee_name_parts: z.object({ given_name: Text, family_name: Text }).nullish().catch(null),
  attendee_email: Text,
  company: Text,
  addon_to: z.int().nullish().catch(null),
  canceled: Flag,
});
type Position = z.infer<typeof Position>;

const Order = z.object({
  code: z.string().min(1).max(100),
  status: z.string(),
  testmode: Flag,
  valid_if_pending: Flag,
  email: Text,
  positions: z.array(z.unknown()),
});
type Order = z.infer<typeof Order>;

type Items = ReadonlyMap<
  number,
  { readonly name: string | undefined; readonly admission: boolean }
>;

/** The orders of an event at pretix that changed since `cursor`; all of them without one. */
export function pretixOrders(
  api: ShopApi,
  { organizer = '', event = '', lang = 'en', ticket_types }: SourceSettings,
  since: string | null,
): ShopList {
  const path = `api/v1/organizers/${encodeURIComponent(organizer)}/events/${encodeURIComponent(event)}`;
  let cursor: string | null = null;

  async function* pages(address: URL): AsyncGenerator<readonly unknown[]> {
    let next: string | URL | null | undefined = address;
    while (next) {
      const { body, headers } = await api.page(next);
      const page = Page.safeParse(body);
      if (!page.success) throw new AppError('UPSTREAM_ERROR', 'The answer is not a list of pretix');
      // Of the first page of orders, since later ones are made later.
      cursor ??= headers.get('x-page-generated');
      yield page.data.results;
      next = page.data.next;
    }
  }

  async function* orders(): AsyncGenerator<ShopOrder> {
    const query = { page_size: '50', include_canceled_positions: 'true' };
    const from = since === null ? {} : { modified_since: earlier(since) };
    let items: Items | undefined;
    for await (const results of pages(api.url(`${path}/orders/`, { ...query, ...from }))) {
      if (results.length === 0) continue;
      items ??= await itemsOf(pages(api.url(`${path}/items/`, { page_size: '50' })), lang);
      for (const result of results) yield orderOf(result, items, ticket_types);
    }
  }

  return { orders: orders(), cursor: () => cursor };
}

const earlier = (cursor: string): string => new Date(Date.parse(cursor) - OVERLAP_MS).toISOString();

async function itemsOf(pages: AsyncIterable<readonly unknown[]>, lang: string): Promise<Items> {
  const items = new Map<number, { name: string | undefined; admission: boolean }>();
  for await (const results of pages) {
    for (const result of results) {
      const { success, data } = Item.safeParse(result);
      if (success) items.set(data.id, { name: nameIn(data.name, lang), admission: data.admission });
    }
  }
  return items;
}

const nameIn = (name: z.infer<typeof Item>['name'], lang: string): string | undefined =>
  typeof name === 'string'
    ? textOf(name)
    : textOf(name[lang] ?? name.en ?? Object.values(name).find((text) => textOf(text)));

function orderOf(given: unknown, items: Items, wanted: SourceSettings['ticket_types']): ShopOrder {
  const order = Order.safeParse(given);
  if (!order.success) return unreadableOrder(given);
  const { data } = order;
  const guests = data.positions.map((position, index) => {
    const read = Position.safeParse(position);
    const key = `${data.code}-${read.success ? read.data.positionid : `?${index + 1}`}`;
    return read.success
      ? guestOf(key, data, { position: read.data, items, wanted })
      : ({ key, state: 'unreadable', ticket_code: null } as const);
  });
  return { code: data.code, guests };
}

function guestOf(
  key: string,
  { code, status, testmode, valid_if_pending, email }: Order,
  {
    position,
    items,
    wanted,
  }: {
    readonly position: Position;
    readonly items: Items;
    readonly wanted: SourceSettings['ticket_types'];
  },
): ShopGuest {
  const item = items.get(position.item);
  const ticket = { key, ticket_code: position.secret };
  if (testmode) return leftOut(ticket, 'testmode', 'true');
  if (position.addon_to) return leftOut(ticket, 'addon_to', String(position.addon_to));
  if (item?.admission === false) return leftOut(ticket, 'admission', 'false');
  if (!countsTicket(wanted, item?.name)) return leftOut(ticket, 'item', item?.name ?? 'unknown');
  if (position.canceled || status === 'c' || status === 'e') {
    return { ...ticket, state: 'cancelled' };
  }
  if (status !== 'p' && !(status === 'n' && valid_if_pending))
    return leftOut(ticket, 'status', status);
  return {
    key,
    state: 'guest',
    order: code,
    row: {
      ticket_code: position.secret,
      email: textOf(position.attendee_email) ?? textOf(email),
      ...nameOf(position),
      company: textOf(position.company),
      ticket_type: item?.name,
    },
  };
}

function nameOf({ attendee_name, attendee_name_parts }: Position) {
  const first_name = textOf(attendee_name_parts?.given_name);
  const last_name = textOf(attendee_name_parts?.family_name);
  if (first_name || last_name) return { first_name, last_name };
  const name = textOf(attendee_name);
  return name ? splitName(name) : {};
}
