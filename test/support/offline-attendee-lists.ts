import { createHmac } from 'node:crypto';
import type {
  OfflineGuestRow,
  OfflineRow,
} from '../../src/domain/attendance/offline-attendee-lists.ts';
import type { TestApi } from './api.ts';

/** A device at the door, with the rows that it has kept. */
export interface Device {
  readonly rows: Map<number, OfflineRow>;
  readonly guests: Map<number, OfflineGuestRow>;
  /** Requests what it does not have yet, in pages of this many rows. */
  sync(limit?: number): Promise<void>;
  key(): string;
}

export function aDevice(
  api: TestApi,
  { id }: { readonly id: number },
  {
    key,
    of = 'conferences',
  }: { readonly key?: string; readonly of?: 'conferences' | 'events' } = {},
): Device {
  const rows = new Map<number, OfflineRow>();
  const guests = new Map<number, OfflineGuestRow>();
  const state: { cursor?: string; key: string } = { key: '' };
  const requestPage = async (limit: number): Promise<boolean> => {
    const { body } = await api
      .admin(key)
      .get(`/api/v1/admin/${of}/${id}/check-in/roster`)
      .query({ limit, cursor: state.cursor })
      .expect(200);
    if (body.starts_over) {
      rows.clear();
      guests.clear();
    }
    for (const row of body.rows) rows.set(row.id, row);
    for (const id of body.gone) rows.delete(id);
    for (const guest of body.guests) guests.set(guest.invitation_id, guest);
    for (const id of body.gone_guests) guests.delete(id);
    state.cursor = body.cursor;
    state.key = body.key;
    return body.has_more;
  };
  return {
    rows,
    guests,
    key: () => state.key,
    async sync(limit = 2_000) {
      while (await requestPage(limit));
    },
  };
}

/** The `code` of a scanned ticket, as the reference describes it. */
export const scannedCode = (scanned: string, key: string): string =>
  createHmac('sha256', Buffer.from(key, 'base64url'))
    .update(scanned.replace(/\s/g, '').toUpperCase())
    .digest()
    .subarray(0, 5)
    .toString('base64url');
