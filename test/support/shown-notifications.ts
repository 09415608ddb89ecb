import type { Knex } from 'knex';
import {
  inLanguage,
  type StoredNotification,
} from '../../src/domain/messaging/current-notifications.ts';

interface Shown {
  readonly id: number;
  readonly user_id: number;
  readonly change_id: number | null;
  readonly type: string;
  readonly title: string;
  readonly body: string;
  readonly data: {
    readonly changes: object;
    readonly reason?: string;
    readonly event_id?: number;
    readonly event_ids: readonly number[];
    readonly agenda_item_ids: readonly number[];
  };
  readonly args: { readonly lines: readonly object[] };
}

/** The rows of a user that the inbox lists, oldest first, with the texts and the data that it shows. */
export async function shownNotifications(db: Knex, user_id?: number): Promise<Shown[]> {
  const rows = db('notifications').where({ in_app: true }).orderByRaw('coalesce(change_id, id)');
  if (user_id !== undefined) rows.where({ user_id });
  const stored: StoredNotification[] = await rows;
  return stored.map((row) => inLanguage(row, 'en') as unknown as Shown);
}
