import { createHash } from 'node:crypto';
import { isCell } from '../../domain/attendance/guest-list-presets.ts';
import type { Remark } from '../../domain/reasons.ts';

/** The fields of a guest as a guest list has them; those without a value are absent. */
export interface ShopRow {
  readonly ticket_code: string;
  readonly scan_code?: string | undefined;
  readonly email?: string | undefined;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly company?: string | undefined;
  readonly ticket_type?: string | undefined;
}

/** One ticket of a shop. `key` names it in reports: it is the same at each reading, and opens nothing. */
export type ShopGuest = { readonly key: string } & (
  | { readonly state: 'guest'; readonly order: string | null; readonly row: ShopRow }
  /** The shop says that the ticket is no longer valid. */
  | { readonly state: 'cancelled'; readonly ticket_code: string }
  | { readonly state: 'left_out'; readonly ticket_code: string; readonly reason: Remark }
  /** What the shop sent cannot be read. */
  | { readonly state: 'unreadable'; readonly ticket_code: null }
);

/** The tickets of one order, or the one of a guest; `code` is unique in the list. */
export interface ShopOrder {
  readonly code: string;
  readonly guests: readonly ShopGuest[];
}

/** What a shop gives at one reading. */
export interface ShopList {
  readonly orders: AsyncIterable<ShopOrder>;
  /** From which the next reading continues, known after `orders` has ended; null for a whole list. */
  cursor(): string | null;
}

/** Which of the admission tickets count. */
export const countsTicket = (
  wanted: readonly string[] | undefined,
  ticketType: string | undefined,
): boolean => !wanted || wanted.length === 0 || wanted.includes(ticketType ?? '');

/** A text without white space around it; undefined for none. */
export const textOf = (value: string | null | undefined): string | undefined =>
  value?.trim() || undefined;

/** A ticket that does not count, by the field that says so. */
export const leftOut = (
  { key, ticket_code }: { readonly key: string; readonly ticket_code: string },
  field: string,
  value: string,
): ShopGuest => ({
  key,
  ticket_code,
  state: 'left_out',
  reason: isCell(field, value),
});

/** What a shop sent in place of an order, under the same code at each reading. */
export function unreadableOrder(given: unknown): ShopOrder {
  const code = `unreadable-${digestOf(JSON.stringify(given))}`;
  return { code, guests: [{ key: code, state: 'unreadable', ticket_code: null }] };
}

/** A part of the hash of a text that opens something, by which reports name it. */
export const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);
