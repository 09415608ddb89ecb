import { z } from 'zod';
import { splitName } from '../../domain/attendance/guest-list-presets.ts';
import type { SourceSettings } from '../../domain/sources/sources.ts';
import { AppError } from '../../errors.ts';
import type { ShopApi } from './shop-api.ts';
import {
  countsTicket,
  digestOf,
  leftOut,
  type ShopGuest,
  type ShopList,
  type ShopOrder,
  textOf,
  unreadableOrder,
} from './shop-guests.ts';

/** After a 429 the key is closed for a minute. */
export const LUMA_SILENCE_SECONDS = 60;

const Page = z.object({
  entries: z.array(z.unknown()),
  has_more: z.boolean().catch(false),
  next_cursor: z.string().nullish().catch(null),
});
const Text = z.string().nullish().catch(null);

const Guest = z.object({
  id: z.string().min(4).max(200),
  approval_status: z.string(),
  user_first_name: Text,
  user_last_name: Text,
  user_name: Text,
  user_email: Text,
  check_in_qr_code: Text,
  event_tickets: z.array(z.object({ name: Text })).catch([]),
});

/** All guests of an event at Luma, each of whom is an order of their own. */
export function lumaGuests(api: ShopApi, { event = '', ticket_types }: SourceSettings): ShopList {
  async function* orders(): AsyncGenerator<ShopOrder> {
    const seen = new Set<string>();
    let next: string | null = '';
    while (next !== null) {
      const { body } = await api.page(
        api.url('v1/events/guests/list', {
          event_id: event,
          pagination_limit: '100',
          ...(next && { pagination_cursor: next }),
        }),
      );
      const page = Page.safeParse(body);
      if (!page.success || seen.has(next)) {
        throw new AppError('UPSTREAM_ERROR', 'The answer is not a list of guests of Luma');
      }
      seen.add(next);
      for (const entry of page.data.entries) yield orderOf(entry, ticket_types);
      next = page.data.has_more ? page.data.next_cursor || null : null;
    }
  }
  return { orders: orders(), cursor: () => null };
}

function orderOf(given: unknown, wanted: SourceSettings['ticket_types']): ShopOrder {
  const guest = Guest.safeParse(given);
  if (!guest.success) return unreadableOrder(given);
  return { code: guest.data.id, guests: [guestOf(guest.data, wanted)] };
}

function guestOf(guest: z.infer<typeof Guest>, wanted: SourceSettings['ticket_types']): ShopGuest {
  const { id, approval_status: status, event_tickets } = guest;
  // The id is the ticket code, which opens a claim: a report has a part of its hash.
  const key = `luma-${digestOf(id)}`;
  const ticket = { key, ticket_code: id };
  const ticket_type = textOf(event_tickets.find(({ name }) => textOf(name))?.name);
  // Whether the shop approved them before is what the registrations know.
  if (status === 'declined') return { ...ticket, state: 'cancelled' };
  if (status !== 'approved') return leftOut(ticket, 'approval_status', status);
  if (!countsTicket(wanted, ticket_type))
    return leftOut(ticket, 'ticket', ticket_type ?? 'unknown');
  const first_name = textOf(guest.user_first_name);
  const last_name = textOf(guest.user_last_name);
  const name = textOf(guest.user_name);
  return {
    key,
    state: 'guest',
    order: null,
    row: {
      ticket_code: id,
      scan_code: textOf(guest.check_in_qr_code),
      email: textOf(guest.user_email),
      ...(first_name || last_name ? { first_name, last_name } : name ? splitName(name) : {}),
      ticket_type,
    },
  };
}
